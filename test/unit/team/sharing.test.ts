// What people share in a space, through two copies of the service over one real PostgreSQL.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { newDatabase, type TestDatabase } from './postgres';
import { ask, call, emailOf, person, startService, written, type TestService } from './team';

describe('sharing in a space', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let services: TestService[] = [];
  let [one, two] = ['', ''];
  let [ada, bob] = ['', ''];
  let space = '';

  before(async () => {
    database = await newDatabase();
    services = await Promise.all([startService(database.service), startService(database.service)]);
    [one = '', two = ''] = services.map(({ address }) => address);
    [ada, bob] = await Promise.all([person(database.owner, 'Ada'), person(database.owner, 'Bob')]);
    space = (await ask(one, ada, 'spaceMake', { body: { name: 'Parsers', visibility: 'members' } })).id;
    await ask(one, ada, 'memberSet', { params: { space }, body: { email: emailOf('Bob'), role: 'write' } });
  });
  after(async () => {
    await Promise.all(services.map((service) => service.close()));
    await database.drop();
  });

  const send = async (address: string, token: string, ...changes: ReturnType<typeof written>[]) =>
    (await ask(address, token, 'change', { params: { space }, body: { changes } })).results;
  const read = (address: string, token: string, after = 0, limit = 500) =>
    ask(address, token, 'changes', { params: { space }, query: { after, limit } });

  it('tells what one person writes to the other, through the other copy, with who wrote it', async () => {
    const { last } = await read(two, bob);
    const change = written({ name: 'readRow', text: 'const readRow = () => 1;', tags: ['csv'] });
    const [result] = await send(one, ada, change);
    assert.deepEqual(result, {
      key: change.key,
      asset: change.asset,
      outcome: 'taken',
      version: 1,
      sequence: last + 1,
    });
    const page = await read(two, bob, last);
    assert.equal(page.last, last + 1);
    assert.equal(page.more, false);
    const [asset] = page.assets;
    assert.deepEqual(asset?.fields, change.fields);
    assert.equal(asset?.createdBy.name, 'Ada');
    assert.equal(asset?.changedBy.email, emailOf('Ada'));
  });

  it('keeps both of two changes of different fields, and of the same field the one that came later', async () => {
    const first = written({ name: 'a', text: 'one' });
    await send(one, ada, first);
    const byAda = written({ name: 'by Ada' }, { asset: first.asset, base: 1 });
    const byBob = written({ text: 'by Bob' }, { asset: first.asset, base: 1 });
    const [taken] = await send(one, ada, byAda);
    assert.equal(taken?.conflicts, undefined);
    const [other] = await send(two, bob, byBob);
    assert.equal(other?.conflicts, undefined);
    const [late] = await send(two, bob, written({ name: 'by Bob' }, { asset: first.asset, base: 1 }));
    assert.deepEqual(late?.conflicts, ['name']);
    const { assets } = await read(one, ada);
    assert.deepEqual(assets.find(({ id }) => id === first.asset)?.fields, { name: 'by Bob', text: 'by Bob' });
    const history = await ask(one, ada, 'history', { params: { space, asset: first.asset } });
    assert.deepEqual(
      history.map(({ version, by }) => [version, by.name]),
      [
        [4, 'Bob'],
        [3, 'Bob'],
        [2, 'Ada'],
        [1, 'Ada'],
      ],
    );
    assert.deepEqual(history[0]?.overwrote, { name: 'by Ada' });
  });

  it('answers a change that is sent again as the first time and does it once', async () => {
    const change = written({ name: 'once' });
    const [first] = await send(one, ada, change);
    const [again] = await send(two, ada, change);
    assert.deepEqual(again, first);
    const [twice, inOne] = await send(two, ada, ...[written({ name: 'x' })].flatMap((made) => [made, made]));
    assert.deepEqual(inOne, twice);
    assert.equal((await ask(one, ada, 'history', { params: { space, asset: change.asset } })).length, 1);
  });

  it('refuses a key that was another change’s', async () => {
    const change = written({ name: 'mine' });
    await send(one, ada, change);
    const [result] = await send(one, ada, { ...change, asset: randomUUID() });
    assert.equal(result?.outcome, 'refused');
  });

  it('leaves a tombstone of what is deleted, and brings it back whole with a later change', async () => {
    const change = written({ name: 'gone', text: 'kept' });
    await send(one, ada, change);
    const [deleted] = await send(two, bob, { key: randomUUID(), asset: change.asset, base: 1, deleted: true });
    assert.equal(deleted?.version, 2);
    const tomb = (await read(one, ada)).assets.find(({ id }) => id === change.asset);
    assert.equal(tomb?.deleted, true);
    assert.equal(tomb?.fields, undefined);
    const [revived] = await send(one, ada, written({ name: 'back' }, { asset: change.asset, base: 1 }));
    assert.deepEqual(revived?.conflicts, ['deleted']);
    const back = (await read(two, bob)).assets.find(({ id }) => id === change.asset);
    assert.deepEqual(back?.fields, { name: 'back', text: 'kept' });
    assert.equal(back?.deleted, undefined);
  });

  it('tells of a deletion what others had written that its author had not seen', async () => {
    const change = written({ name: 'seen', text: 'seen' });
    await send(one, ada, change);
    await send(two, bob, written({ text: 'unseen' }, { asset: change.asset, base: 1 }));
    const [deleted] = await send(one, ada, { key: randomUUID(), asset: change.asset, base: 1, deleted: true });
    assert.deepEqual(deleted?.conflicts, ['text']);
    const [newest] = await ask(one, ada, 'history', { params: { space, asset: change.asset } });
    assert.equal(newest?.deleted, true);
    assert.deepEqual(newest?.overwrote, { text: 'unseen' });
  });

  it('tells each asset once, where its last change stands, in pages', async () => {
    const { last } = await read(one, ada);
    const made = Array.from({ length: 5 }, (_, at) => written({ name: `n${at}` }));
    await send(one, ada, ...made);
    await send(one, ada, written({ name: 'again' }, { asset: made[0]?.asset ?? '', base: 1 }));
    const seen: string[] = [];
    let after = last;
    for (let more = true; more;) {
      const page = await read(two, bob, after, 2);
      assert.ok(page.assets.length <= 2);
      seen.push(...page.assets.map(({ id }) => id));
      ({ last: after, more } = page);
    }
    assert.deepEqual(
      seen,
      [...made.slice(1), made[0]].map((change) => change?.asset),
    );
    assert.equal(after, last + 6);
  });

  it('cuts a space of large assets into pages of some MiB, each asset once', async () => {
    const { id } = await ask(one, ada, 'spaceMake', { body: { name: 'Large', visibility: 'members' } });
    const params = { space: id };
    const text = 'x'.repeat(900 * 1024);
    const made = Array.from({ length: 20 }, (_, at) => written({ name: `large ${at}`, text }));
    for (let from = 0; from < made.length; from += 4)
      await ask(one, ada, 'change', { params, body: { changes: made.slice(from, from + 4) } });
    const seen: string[] = [];
    let after = 0;
    for (let more = true; more;) {
      const page = await ask(two, ada, 'changes', { params, query: { after, limit: 500 } });
      assert.ok(JSON.stringify(page).length < 9 * 1024 * 1024);
      seen.push(...page.assets.map((asset) => asset.id));
      ({ last: after, more } = page);
    }
    assert.deepEqual(
      seen,
      made.map(({ asset }) => asset),
    );
  });

  it('counts the assets that are there', async () => {
    const { assets } = await read(one, ada);
    const [own] = await ask(two, bob, 'spaces');
    const there = assets.filter(({ deleted }) => !deleted);
    assert.equal(own?.assets, there.length);
    assert.equal(
      own?.bytes,
      there.reduce((sum, { fields }) => sum + Buffer.byteLength(JSON.stringify(fields)), 0),
    );
    assert.equal(own?.role, 'write');
  });

  it('shows nothing of a space after one has left it, and keeps the last admin', async () => {
    const eve = await person(database.owner, 'Eve');
    const { person: who } = await ask(one, ada, 'memberSet', {
      params: { space },
      body: { email: emailOf('Eve'), role: 'read' },
    });
    assert.equal((await ask(two, eve, 'spaces')).length, 1);
    await ask(two, eve, 'memberRemove', { params: { space }, body: { person: who.id } });
    assert.deepEqual(await ask(two, eve, 'spaces'), []);
    assert.equal((await call(two, eve, 'changes', { params: { space } })).status, 404);
    const { person: self } = await ask(one, ada, 'me');
    const answer = await call(one, ada, 'memberRemove', { params: { space }, body: { person: self.id } });
    assert.equal(answer.status, 403);
    assert.match(answer.text, /last admin/);
  });

  it('makes a deleted space nobody’s at once', async () => {
    const { id } = await ask(one, ada, 'spaceMake', { body: { name: 'Short', visibility: 'public' } });
    assert.equal((await call(two, bob, 'changes', { params: { space: id } })).status, 200);
    await ask(one, ada, 'spaceDelete', { params: { space: id } });
    for (const token of [ada, bob])
      assert.equal((await call(two, token, 'changes', { params: { space: id } })).status, 404);
  });
});
