// A member who means harm, or whose program is broken: each change is refused for itself, with its reason.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { maxAssetBytes, type SentChange } from '../../../src/contract/schemas/team';
import { newDatabase, type TestDatabase } from './postgres';
import { ask, call, person, startService, written, type TestService } from './team';

describe('a hostile member of a team', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let service: TestService;
  let [ada, space] = ['', ''];

  before(async () => {
    database = await newDatabase();
    service = await startService(database.service, { requestsPerSecond: 25 });
    ada = await person(database.owner, 'Ada');
    space = (await ask(service.address, ada, 'spaceMake', { body: { name: 'Open', visibility: 'members' } })).id;
  });
  after(async () => {
    await service.close();
    await database.drop();
  });

  const send = async (...changes: unknown[]) =>
    (await ask(service.address, ada, 'change', { params: { space }, body: { changes: changes as SentChange[] } }))
      .results;

  const refusals: [what: string, change: () => object, reason: RegExp][] = [
    ['a NUL character', () => written({ text: 'a\0b' }), /NUL/],
    ['half of a letter', () => written({ tags: ['\ud800'] }), /lone surrogate/],
    ['more than an asset may hold', () => written({ text: 'x'.repeat(maxAssetBytes) }), /bytes/],
    ['a name without end', () => written({ name: 'x'.repeat(1001) }), /name is wrong/],
    ['more tags than anybody reads', () => written({ tags: Array.from({ length: 101 }, (_, at) => `t${at}`) }), /tags/],
    ['a field that is not shared', () => ({ ...written({}), fields: { secret: 1 } }), /fields/],
    [
      'a member of an origin that is not shared',
      () => ({ ...written({}), fields: { origin: { author: 'Bob' } } }),
      /origin/,
    ],
    ['a text that is none', () => ({ ...written({}), fields: { text: { $gt: 1 } } }), /text/],
    ['nothing at all', () => ({ key: randomUUID(), asset: randomUUID(), base: 0 }), /names no field/],
    ['writing and deleting at once', () => ({ ...written({ name: 'x' }), deleted: true }), /not both/],
    [
      'deleting what is not there',
      () => ({ key: randomUUID(), asset: randomUUID(), base: 0, deleted: true }),
      /no such asset/,
    ],
    ['a version below none', () => written({ name: 'x' }, { base: -1 }), /base/],
  ];
  for (const [what, change, reason] of refusals) {
    it(`is refused ${what}, and what stands beside it is done`, async () => {
      const [before, wrong, after] = await send(written({ name: 'before' }), change(), written({ name: 'after' }));
      assert.equal(before?.outcome, 'taken');
      assert.equal(wrong?.outcome, 'refused');
      assert.match(wrong?.reason ?? '', reason);
      assert.equal(wrong?.version, undefined);
      assert.equal(after?.outcome, 'taken');
    });
  }

  it('writes markup and another’s name as text: what they wrote is told as theirs', async () => {
    const text = `<script>alert(1)</script>'; DROP TABLE quarry.assets; -- \${jndi:ldap://x}`;
    const forged = { ...written({ name: text, text }), by: randomUUID(), changedBy: { id: randomUUID(), name: 'Bob' } };
    const [result] = await send(forged);
    assert.equal(result?.outcome, 'taken');
    const { assets } = await ask(service.address, ada, 'changes', { params: { space } });
    const asset = assets.find(({ id }) => id === forged.asset);
    assert.deepEqual(asset?.fields, { name: text, text });
    assert.equal(asset?.changedBy.name, 'Ada');
  });

  it('is answered 400 for what cannot even be answered one by one', async () => {
    const bodies = [{}, { changes: [] }, { changes: [null] }, { changes: [{ key: 'x', asset: 'y' }] }, { changes: Array(501).fill(written({ name: 'x' })) }]; // prettier-ignore
    for (const body of bodies) {
      const answer = await call(service.address, ada, 'change', { params: { space }, body: body as never });
      assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 80));
    }
    for (const [body, type, status] of [
      ['{', 'application/json', 400],
      ['x', 'text/plain', 415],
      ['[[[['.repeat(100), 'application/json', 400],
      [Buffer.from([0x22, 0xff, 0x22]), 'application/json', 400],
      ['x'.repeat(17 * 1024 * 1024), 'application/json', 413],
    ] as const) {
      // prettier-ignore
      const headers = { authorization: `Bearer ${ada}`, 'content-type': type };
      const url = `${service.address}/team/spaces/${space}/changes`;
      const answered = await fetch(url, { method: 'POST', headers, body }).then(
        ({ status: is }) => is,
        () => 413,
      );
      assert.equal(answered, status);
    }
    const names = { body: { name: 'a\0b', visibility: 'members' as const } };
    assert.equal((await call(service.address, ada, 'spaceMake', names)).status, 400);
    assert.equal((await call(service.address, ada, 'changes', { params: { space: 'me' } })).status, 400);
  });

  it('is told to come again later when asking without end, and others are not', async () => {
    const bob = await person(database.owner, 'Bob');
    await ask(service.address, bob, 'me');
    const answers = await Promise.all(Array.from({ length: 600 }, () => call(service.address, ada, 'me')));
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0 && refused.length < 600);
    assert.ok(refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1));
    assert.equal((await call(service.address, bob, 'me')).status, 200);
  });

  it('finds neither tokens nor what is shared in log and figures', async () => {
    const metrics = await ask(service.address, undefined, 'metrics');
    assert.match(metrics, /quarry_team_changes_total\{outcome="refused"\} \d+/);
    assert.match(metrics, /quarry_team_request_seconds_count\{operation="change",status="200"\} \d+/);
    for (const text of [service.log(), metrics]) {
      assert.doesNotMatch(text, /quarry_[\w-]{43}/);
      assert.doesNotMatch(text, /DROP TABLE|before/);
    }
    for (const line of service.log().trim().split('\n')) JSON.parse(line);
  });
});
