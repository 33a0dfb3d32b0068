// A PostgreSQL that is lost, and its copy that takes its place: the way in leads there, as an address that moves would.
import assert from 'node:assert/strict';
import type { TakenChange } from '../../../src/contract/schemas/team';
import { lineTo, type Line } from './cutting';
import { listen } from './listening';
import { newDatabase, startCluster, type Cluster, type TestDatabase } from './postgres';
import { assertWhole, pause, sendUntilAnswered } from './sending';
import { ask, call, person, startService, written, type TestService } from './team';
import { root } from './world';

describe('a team whose PostgreSQL fails over to a copy', function () {
  this.timeout(180_000);
  let primary: Cluster;
  let copy: Cluster;
  let database: TestDatabase;
  let atCopy: TestDatabase;
  let line: Line;
  let service: TestService;

  before(async () => {
    primary = await startCluster();
    copy = await startCluster(undefined, primary);
    database = await newDatabase(primary);
    atCopy = { ...database, root: copy.url('postgres', database.name) };
    // What is acknowledged is at the copy: without this the last moments are lost, and sent again by those who wrote them.
    await root(database, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await root(database, 'SELECT pg_reload_conf()');
    line = await lineTo(primary.port);
    service = await startService(database.service.replace(/:\d+(?=\/)/, `:${line.port}`), { statementTimeoutMs: 4000 });
  });
  after(async () => {
    await service.close();
    await line.end();
    await Promise.all([primary.remove(), copy.remove()]);
  });

  it('loses nothing and does nothing twice, answers reading meanwhile, and goes on', async () => {
    const { address } = service;
    const [ada, reader] = await Promise.all([person(database.owner, 'Ada'), person(database.owner, 'Reader')]);
    const { id: space } = await ask(address, ada, 'spaceMake', { body: { name: 'Kept', visibility: 'public' } });
    const params = { space };
    const listening = await listen(address, ada);
    const before = await ask(address, ada, 'changes', { params });
    assert.ok(before.telling);
    let isEnding = false;
    const writers = Array.from({ length: 6 }, async () => {
      const answers: TakenChange[] = [];
      do answers.push(await sendUntilAnswered(() => address, ada, space, written({ text: 'x' })));
      while (!isEnding);
      return answers;
    });
    while ((await ask(address, reader, 'changes', { params })).last < 30) await pause(50);
    await primary.stop('crash');
    line.leadTo(copy.port);
    // It follows nobody now and takes no changes yet: reading is answered as before.
    const asked = async () => (await call(address, reader, 'changes', { params })).status;
    for (let status = await asked(); status !== 200; status = await asked()) assert.equal(status, 503, service.log());
    const refused = await call(address, ada, 'change', { params, body: { changes: [written({ text: 'no' })] } });
    assert.equal(refused.status, 503);
    assert.match(refused.text, /takes no changes now/);
    await root(atCopy, 'ALTER SYSTEM RESET synchronous_standby_names');
    await root(atCopy, 'SELECT pg_reload_conf()');
    await root(atCopy, 'SELECT pg_promote()');
    const first = await sendUntilAnswered(() => address, ada, space, written({ text: 'after' }));
    isEnding = true;
    const answers = (await Promise.all(writers)).flat();
    await assertWhole(atCopy, space, [first, ...answers]);
    await listening.heard((hint) => hint.space === space && hint.last >= (first.sequence ?? Infinity));
    await listening.close();
    const { telling } = await ask(address, ada, 'changes', { params });
    assert.ok(telling);
    assert.notEqual(telling, before.telling, 'whoever lost something is told by the name of the database');
  });
});
