// Two people with a service and a library each, and the team's service over a real PostgreSQL between them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ApiError } from '../../src/contract/errors';
import type { Seed } from '../../src/contract/schemas';
import type { TeamStatus } from '../../src/contract/schemas/team';
import { newDatabase, type TestDatabase } from '../unit/team/postgres';
import { ask, call, emailOf, person, startService, type TestService } from '../unit/team/team';
import { startProxy, type CuttingProxy } from './cuttingProxy';
import { startTestServer, type TestServer } from './startTestServer';

interface Member {
  server: TestServer;
  token: string;
  proxy: CuttingProxy;
  folder: string;
}

const seed = (raw: string, name: string): Seed => ({
  type: 'SEEDED_ASSET',
  asset: { format: { fragment: { string: { raw }, metadata: { ext: 'ts' } } }, metadata: { name } },
});

/** What is asked again until it holds; a hint is there in milliseconds, and a busy machine gets its time. */
async function until<Result>(
  what: string,
  look: () => Promise<Result>,
  holds: (result: Result) => boolean,
): Promise<Result> {
  const end = Date.now() + 30_000;
  for (;;) {
    const result = await look();
    if (holds(result)) return result;
    if (Date.now() > end) assert.fail(`${what} did not come: ${JSON.stringify(result)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What the service of a library says of itself, wherever it is announced. */
async function healthOf(folder: string): Promise<string | undefined> {
  const announced = path.join(folder, 'servers');
  for (const name of fs.readdirSync(announced).filter((file) => file.endsWith('.json'))) {
    const { baseUrl } = JSON.parse(fs.readFileSync(path.join(announced, name), 'utf8')) as { baseUrl: string };
    const answer = await fetch(`${baseUrl}/.well-known/health`).catch(() => undefined); // it has just ended
    if (answer?.ok) return answer.text();
  }
  return undefined;
}

describe('two people and their team', function () {
  this.timeout(180_000);
  let database: TestDatabase;
  let service: TestService;
  let ada: Member;
  let ben: Member;
  let space = '';

  async function join(name: string): Promise<Member> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-team-'));
    const [token, proxy, server] = await Promise.all([
      person(database.owner, name),
      startProxy(service.address),
      startTestServer({ dataFolder: folder }),
    ]);
    const member = { token, proxy, server, folder };
    await connect(member);
    return member;
  }
  const connect = ({ server, proxy, token }: Member) =>
    server.ownApi.teamConnect({ body: { address: proxy.url, token } });
  async function leave({ server, proxy, folder }: Member): Promise<void> {
    await server.close();
    await proxy.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
  const status = ({ server }: Member) => server.ownApi.teamStatus();
  const statusIs = (member: Member, what: string, holds: (status: TeamStatus) => boolean) =>
    until(what, () => status(member), holds);
  const text = ({ server }: Member, asset: string) =>
    server.ownApi.assetContent({ params: { asset } }).then(
      (content) => content.text,
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 'gone') return undefined;
        throw error;
      },
    );
  const reads = (member: Member, asset: string, wanted: string | undefined) =>
    until(
      `“${wanted}”`,
      () => text(member, asset),
      (found) => found === wanted,
    );
  const write = ({ server }: Member, asset: string, content: string) =>
    server.ownApi.assetEdit({ params: { asset }, body: { text: content } });
  const settled = (member: Member) =>
    statusIs(member, 'nothing that waits', ({ pending, state }) => pending === 0 && state === 'online');
  async function share(content: string, name = 'Shared'): Promise<string> {
    const { id } = await ada.server.api.assetsCreateNewAsset({ body: seed(content, name) });
    const { left } = await ada.server.ownApi.assetsShare({ params: { space }, body: { assets: [id] } });
    assert.deepEqual(left, []);
    await reads(ben, id, content);
    return id;
  }

  before(async () => {
    database = await newDatabase();
    service = await startService(database.service);
    ada = await join('Ada');
    ben = await join('Ben');
    space = (await ada.server.ownApi.spaceMake({ body: { name: 'Tools', visibility: 'members' } })).id;
    await ada.server.ownApi.spaceMemberSet({ params: { space }, body: { email: emailOf('Ben'), role: 'write' } });
    await statusIs(ben, 'the space', ({ spaces }) => spaces.some(({ id }) => id === space));
  });
  after(async () => {
    await Promise.all([leave(ada), leave(ben)]);
    await service.close();
    await database.drop();
  });

  it('see who they are and which spaces they have', async () => {
    const { state, person: me, spaces } = await statusIs(ada, 'a sign-in', (now) => now.state === 'online');
    assert.deepEqual(
      [state, me?.name, spaces.map(({ name, role }) => [name, role])],
      ['online', 'Ada', [['Tools', 'admin']]],
    );
    const { members } = await ada.server.ownApi.spaceMembers({ params: { space } });
    assert.deepEqual(members.map(({ person: one, role }) => [one.name, role]).sort(), [
      ['Ada', 'admin'],
      ['Ben', 'write'],
    ]);
  });

  it('share an asset, which the other finds by every way of searching, with who shared it', async () => {
    const id = await share('export function splitPlumbing() { return 1; }\n', 'Plumbing');
    const { iterable } = await ben.server.api.searchAssets({ query: { query: 'plumbing' } });
    assert.deepEqual(
      iterable.map(({ identifier }) => identifier),
      [id],
    );
    const { shared } = await ben.server.api.assetSnapshot({ params: { asset: id } });
    assert.deepEqual([shared?.spaceName, shared?.changedBy], ['Tools', 'Ada']);
    const { relevant } = await until(
      'the asset in the engine',
      () => ben.server.api.relevance({ body: { query: 'splitPlumbing', options: { database: true } } }),
      (found) => found.relevant.iterable.length > 0,
    );
    assert.ok(JSON.stringify(relevant).includes(id));
  });

  it('edit at both ends, and both see what the other wrote', async () => {
    const id = await share('one\n');
    await write(ben, id, 'two\n');
    await reads(ada, id, 'two\n');
    await ada.server.api.assetUpdate({ body: { id, name: 'Named by Ada' } });
    await until(
      'the name',
      () => ben.server.api.assetSnapshot({ params: { asset: id } }),
      ({ name }) => name === 'Named by Ada',
    );
    const { entries } = await ben.server.ownApi.assetTeamHistory({ params: { asset: id } });
    assert.deepEqual(
      entries.map(({ by, fields }) => [
        by.name,
        Object.keys(fields ?? {}).length > 1 ? 'all' : Object.keys(fields ?? {})[0],
      ]),
      [
        ['Ada', 'name'],
        ['Ben', 'text'],
        ['Ada', 'all'],
      ],
    );
  });

  it('edit the same line offline for a day: the later one stays, and both versions are kept until one decides', async () => {
    const id = await share('const port = 1;\n');
    for (const { proxy } of [ada, ben]) proxy.cut();
    await write(ada, id, 'const port = 2;\n');
    await write(ben, id, 'const port = 3;\n');
    await statusIs(ben, 'a change that waits', ({ pending, state }) => pending === 1 && state === 'offline');
    ada.proxy.mend();
    await ada.server.ownApi.teamSync();
    await settled(ada);
    ben.proxy.mend();
    await ben.server.ownApi.teamSync();
    await settled(ben);
    await reads(ada, id, 'const port = 3;\n');
    const { items } = await ben.server.ownApi.undecidedList();
    const [conflict] = items;
    assert.deepEqual(
      items.map(({ field, mine, theirs, by }) => [field, mine, theirs, by?.name]),
      [['text', 'const port = 3;\n', 'const port = 2;\n', 'Ada']],
    );
    await ben.server.ownApi.undecidedSettle({ body: { id: conflict?.id ?? '', choice: 'theirs' } });
    await reads(ada, id, 'const port = 2;\n');
    await reads(ben, id, 'const port = 2;\n');
    assert.equal((await status(ben)).undecided, 0);
  });

  it('lose nothing and do nothing twice while answers are cut off again and again', async () => {
    const id = await share('start\n');
    const edits = 25;
    ada.proxy.cutEvery(3);
    for (let count = 1; count <= edits; count += 1) {
      await write(ada, id, `edit ${count}\n`);
      await ada.server.ownApi.teamSync();
    }
    ada.proxy.cutEvery(0);
    await until(
      'the end',
      () => ada.server.ownApi.teamSync(),
      ({ pending }) => pending === 0,
    );
    await reads(ben, id, `edit ${edits}\n`);
    const { entries } = await ada.server.ownApi.assetTeamHistory({ params: { asset: id } });
    const texts = entries.map(({ fields }) => fields?.text).reverse();
    assert.ok(texts.length > 2, 'some were sent on their own');
    assert.equal(texts.at(-1), `edit ${edits}\n`);
    assert.equal(new Set(texts).size, texts.length, 'no edit is there twice');
    const numbers = texts.slice(1).map((one) => Number(/\d+/.exec(one ?? '')?.[0]));
    assert.deepEqual(
      numbers,
      [...numbers].sort((a, b) => a - b),
      'they are in the order of making',
    );
    assert.equal((await status(ada)).undecided, 0);
  });

  it('find after a restart what was not sent, and send it', async () => {
    const id = await share('before\n');
    ben.proxy.cut();
    await write(ben, id, 'while away\n');
    await ben.server.close();
    ben = { ...ben, server: await startTestServer({ dataFolder: ben.folder }) };
    const { state, pending } = await status(ben);
    assert.deepEqual([state, pending], ['signedOut', 1], 'the token is not in the library');
    ben.proxy.mend();
    await connect(ben);
    await reads(ada, id, 'while away\n');
    for (const file of fs.readdirSync(ben.folder, { recursive: true, encoding: 'utf8' })) {
      const whole = path.join(ben.folder, file);
      if (fs.statSync(whole).isFile()) assert.ok(!fs.readFileSync(whole, 'latin1').includes(ben.token), file);
    }
  });

  it('send once although two windows of one library have signed in, and go on when the first one is closed', async () => {
    const id = await share('one\n');
    const second = await startTestServer({ dataFolder: ben.folder });
    await second.ownApi.teamConnect({ body: { address: ben.proxy.url, token: ben.token } });
    await write(ben, id, 'two\n');
    await reads(ada, id, 'two\n');
    const { entries } = await ada.server.ownApi.assetTeamHistory({ params: { asset: id } });
    assert.equal(entries.length, 2);
    const { instance } = await ben.server.ownApi.serviceStatus();
    await ben.server.close();
    await until(
      'the takeover',
      () => healthOf(ben.folder),
      (health) => health !== undefined && health !== `ok:${instance}`,
    );
    // The second one serves now; a third finds it as any window does, and tells it what it was told itself before.
    const third = await startTestServer({ dataFolder: ben.folder });
    await connect({ ...ben, server: third });
    await write({ ...ben, server: third }, id, 'three\n');
    await reads(ada, id, 'three\n');
    await third.close();
    await second.close();
    ben = { ...ben, server: await startTestServer({ dataFolder: ben.folder }) };
    await connect(ben);
  });

  it('delete for each other into the trash, and bring back', async () => {
    const id = await share('one\n');
    await ada.server.api.assetsDeleteAsset({ params: { asset: id } });
    await reads(ben, id, undefined);
    assert.equal((await ben.server.ownApi.trashRestore({ body: { assets: [id] } })).count, 1);
    await reads(ada, id, 'one\n');
  });

  it('are told that a token was revoked, and go on with the next one', async () => {
    const id = await share('one\n');
    const token = await person(database.owner, 'Ben');
    const [oldest] = (await ask(service.address, token, 'tokens')).sort((x, y) => x.created.localeCompare(y.created));
    await ask(service.address, token, 'tokenRevoke', { params: { token: oldest?.id ?? '' } });
    await statusIs(ben, 'the refusal', ({ state }) => state === 'refused');
    assert.equal(await text(ben, id), 'one\n', 'what is here stays');
    ben = { ...ben, token };
    await connect(ben);
    await write(ben, id, 'two\n');
    await reads(ada, id, 'two\n');
  });

  it('are told in another window at once what the other wrote, by a call that waits', async () => {
    const id = await share('one\n');
    await settled(ben);
    const known = await ben.server.ownApi.libraryNews({ body: {} });
    const news = ben.server.ownApi.libraryNews({ body: known });
    await write(ada, id, 'two\n');
    assert.notDeepEqual(await news, known);
    await reads(ben, id, 'two\n');
  });

  it('take the token back when they sign out, and are told where the team is away', async () => {
    const token = await person(database.owner, 'Ben');
    ben = { ...ben, token };
    await connect(ben);
    await settled(ben);
    assert.deepEqual(await ben.server.ownApi.teamSignOut(), { isRevoked: true });
    assert.equal((await call(service.address, token, 'me')).status, 401);
    assert.equal((await status(ben)).state, 'signedOut');
    ben = { ...ben, token: await person(database.owner, 'Ben') };
    await ben.server.ownApi.teamConnect({ body: { address: 'http://127.0.0.1:1', token: ben.token } });
    assert.deepEqual(await ben.server.ownApi.teamSignOut(), { isRevoked: false });
    await connect(ben);
    await settled(ben);
  });

  it('keep what a lost space held until the person decides, and then copies of their own', async () => {
    const id = await share('shared with Ben\n', 'Kept');
    const { members } = await ada.server.ownApi.spaceMembers({ params: { space } });
    const who = members.find(({ person: one }) => one.name === 'Ben')?.person.id ?? '';
    await ada.server.ownApi.spaceMemberRemove({ params: { space }, body: { person: who } });
    await ben.server.ownApi.teamSync();
    const { spaces } = await statusIs(ben, 'the loss', (now) => now.spaces.some(({ state }) => state === 'lost'));
    const { assets } = await ben.server.ownApi.spaceAssets({ params: { space } });
    assert.equal(spaces.find((one) => one.id === space)?.assets, assets.length);
    const { documents } = await ben.server.ownApi.archiveExport({ body: { assets } });
    assert.equal(documents.length, assets.length, 'an export comes first');
    assert.equal(await text(ben, id), 'shared with Ben\n');
    await ben.server.ownApi.spaceLeave({ params: { space }, body: { keeping: 'copies' } });
    assert.equal(await text(ben, id), undefined);
    const { rows } = await ben.server.ownApi.libraryList({ body: {} });
    assert.ok(rows.some(({ name, shared }) => name === 'Kept' && !shared));
    assert.equal(await text(ada, id), 'shared with Ben\n');
  });
});
