// What goes wrong on the way: cut lines, killed copies, a database that is away, read-only, older or newer.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { TakenChange } from '../../../src/contract/schemas/team';
import { faultFor } from '../../../src/team/database/database';
import { lineTo, type Line } from './cutting';
import { newDatabase, startCluster, type Cluster, type TestDatabase } from './postgres';
import { assertWhole, pause, sendUntilAnswered } from './sending';
import { ask, call, person, startService, written, type TestService } from './team';
import { root } from './world';

/** So often and not for ever: on a busy machine nothing would get through between two cuts. */
function cutOften(line: Line): NodeJS.Timeout {
  let cuts = 0;
  const cutting = setInterval(() => {
    line.cut();
    if (++cuts === 12) clearInterval(cutting);
  }, 60);
  return cutting;
}

describe('a team’s service under faults', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let ada = '';
  const open: { close(): Promise<void> }[] = [];

  before(async () => {
    database = await newDatabase();
    ada = await person(database.owner, 'Ada');
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
  });
  after(() => database.drop());

  const start = async (...options: Parameters<typeof startService>): Promise<TestService> => {
    const service = await startService(...options);
    open.push(service);
    return service;
  };
  const lineFor = async (port: number): Promise<Line> => {
    const line = await lineTo(port);
    open.push({ close: () => line.end() });
    return line;
  };
  const through = (line: Line, url: string) => url.replace(/:\d+(?=\/|$)/, `:${line.port}`);
  const makeSpace = async (address: string) =>
    (await ask(address, ada, 'spaceMake', { body: { name: 'Busy', visibility: 'members' } })).id;

  it('takes changes of twenty writers at once, through two copies, in one row without a gap', async () => {
    const services = await Promise.all([start(database.service), start(database.service)]);
    const space = await makeSpace(services[0]?.address ?? '');
    const shared = written({ name: 'of all' });
    const first = await sendUntilAnswered(() => services[0]?.address ?? '', ada, space, shared);
    const writers = Array.from({ length: 20 }, async (_, writer) => {
      const answers: TakenChange[] = [];
      for (let count = 0; count < 10; count++) {
        const change = written({ name: `${writer}.${count}` }, count % 2 === 0 ? { asset: shared.asset } : {});
        answers.push(await sendUntilAnswered(() => services[(writer + count) % 2]?.address ?? '', ada, space, change));
      }
      return answers;
    });
    await assertWhole(database, space, [first, ...(await Promise.all(writers)).flat()]);
  });

  it('does each change once where lines are cut in the middle and changes are sent again', async () => {
    const { address } = await start(database.service);
    const space = await makeSpace(address);
    const line = await lineFor(Number(new URL(address).port));
    const cutting = cutOften(line);
    const writers = Array.from({ length: 8 }, async () => {
      const answers: TakenChange[] = [];
      for (let count = 0; count < 15; count++)
        answers.push(await sendUntilAnswered(() => through(line, address), ada, space, written({ text: 'x' })));
      return answers;
    });
    const answers = (await Promise.all(writers)).flat();
    clearInterval(cutting);
    await assertWhole(database, space, answers);
  });

  it('does each change once where the lines to the database are cut', async () => {
    const line = await lineFor(Number(new URL(database.service).port));
    const { address } = await start(through(line, database.service));
    const space = await makeSpace(address);
    const cutting = cutOften(line);
    const writers = Array.from({ length: 8 }, async () => {
      const answers: TakenChange[] = [];
      for (let count = 0; count < 10; count++)
        answers.push(await sendUntilAnswered(() => address, ada, space, written({ text: 'x' })));
      return answers;
    });
    const answers = (await Promise.all(writers)).flat();
    clearInterval(cutting);
    await assertWhole(database, space, answers);
  });

  it('answers 503 with a time to come again while the database is away, and goes on when it is back', async () => {
    const line = await lineFor(Number(new URL(database.service).port));
    const { address } = await start(through(line, database.service));
    const space = await makeSpace(address);
    line.close();
    for (const name of ['spaces', 'me', 'ready'] as const) {
      const answer = await call(address, ada, name);
      assert.equal(answer.status, 503, name);
      assert.ok(Number(answer.headers.get('retry-after')) >= 1);
    }
    assert.equal((await call(address, undefined, 'health')).status, 200);
    line.open();
    assert.equal(
      (await ask(address, ada, 'spaces')).some(({ id }) => id === space),
      true,
    );
  });

  it('answers 503 as well while the server lets nobody into the database', async () => {
    const { address } = await start(database.service);
    const beside = { ...database, root: database.root.replace(/[^/]+$/, 'postgres') };
    const letIn = (isLet: boolean) => root(beside, `ALTER DATABASE ${database.name} ALLOW_CONNECTIONS ${isLet}`);
    await letIn(false);
    try {
      await root(beside, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database.name}'`);
      for (let left = 3; left > 0; left--) {
        const answer = await call(address, ada, 'me');
        assert.equal(answer.status, 503);
        assert.match(answer.text, /cannot be reached/);
      }
    } finally {
      await letIn(true);
    }
    await ask(address, ada, 'me');
  });

  it('says of a fault inside the database that it is one, and not that nobody can get there', () => {
    for (const code of ['58030', 'XX001'])
      assert.match(faultFor(Object.assign(new Error('no'), { code }))?.message ?? '', /fault of its own/);
  });

  it('gives up on a database that says nothing any more', async () => {
    const line = await lineFor(Number(new URL(database.service).port));
    const { address } = await start(through(line, database.service), { statementTimeoutMs: 1_000 });
    await makeSpace(address);
    line.stall(true);
    assert.equal((await call(address, ada, 'spaces')).status, 503);
    line.stall(false);
    line.cut();
    assert.equal((await call(address, ada, 'spaces')).status, 200);
  });

  it('answers reading and refuses changes with 503 while the database is read-only', async () => {
    const { address } = await start(database.service);
    const space = await makeSpace(address);
    await root(database, `ALTER DATABASE ${database.name} SET default_transaction_read_only = on`);
    const standby = await start(database.service);
    try {
      assert.equal((await call(standby.address, ada, 'changes', { params: { space } })).status, 200);
      const answer = await call(standby.address, ada, 'change', {
        params: { space },
        body: { changes: [written({ name: 'x' })] },
      });
      assert.equal(answer.status, 503);
      assert.match(answer.text, /no changes now/);
    } finally {
      await root(
        database,
        `BEGIN READ WRITE; ALTER DATABASE ${database.name} RESET default_transaction_read_only; COMMIT`,
      );
    }
  });

  it('ends what waits for a row that somebody else holds, and tells to come again', async () => {
    const { address } = await start(database.service, { statementTimeoutMs: 1_000 });
    const space = await makeSpace(address);
    const { default: pg } = await import('pg');
    const holder = new pg.Client({ connectionString: database.root });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM quarry.progress WHERE space = $1 FOR UPDATE', [space]);
    const change = written({ name: 'x' });
    const body = { changes: [change] };
    const answer = await call(address, ada, 'change', { params: { space }, body });
    assert.equal(answer.status, 503);
    await holder.end();
    const { results } = await ask(address, ada, 'change', { params: { space }, body });
    assert.equal(results[0]?.sequence, 1);
  });

  describe('with a PostgreSQL that crashes', () => {
    let own: Cluster;
    before(async () => (own = await startCluster([])));
    after(() => own.remove());

    it('loses nothing and does nothing twice when copies and PostgreSQL are killed', async () => {
      const there = await newDatabase(own);
      const token = await person(there.owner, 'Ada');
      const copies = await Promise.all([0, 1].map(() => startCopy(there.service)));
      const address = (writer: number) => copies[writer % 2]?.address ?? '';
      const { id: space } = await ask(address(0), token, 'spaceMake', {
        body: { name: 'Busy', visibility: 'members' },
      });
      const writers = Array.from({ length: 6 }, async (_, writer) => {
        const answers: TakenChange[] = [];
        for (let count = 0; count < 40; count++)
          answers.push(await sendUntilAnswered(() => address(writer + count), token, space, written({ text: 'x' })));
        return answers;
      });
      await pause(150);
      await replace(0);
      await own.stop('crash');
      await own.start();
      await replace(1);
      await assertWhole(there, space, (await Promise.all(writers)).flat());
      await Promise.all(copies.map((copy) => copy.kill()));
      await there.drop();

      async function replace(at: number): Promise<void> {
        await copies[at]?.kill();
        copies[at] = await startCopy(there.service);
      }
    });
  });
});

interface Copy {
  address: string;
  kill(): Promise<void>;
}

/** A copy as a program of its own, as `quarry team serve` runs it. */
async function startCopy(database: string): Promise<Copy> {
  const env = { ...process.env, QUARRY_TEAM_DATABASE: database };
  for (let attempt = 1; ; attempt++) {
    const child: ChildProcess = spawn(process.execPath, [path.resolve('dist/cli.js'), 'team', 'serve', '--port', '0'], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    child.stdout?.on('data', (text: Buffer) => (said += text.toString()));
    const ended = once(child, 'exit');
    while (!said.includes('\n') && child.exitCode === null) await pause(20);
    const kill = async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    };
    // PostgreSQL may just be away: whoever runs services starts them again.
    if (child.exitCode !== null && attempt === 100) throw new Error('A copy of the service does not start.');
    if (child.exitCode !== null) continue;
    return { address: (JSON.parse(said) as { address: string }).address, kill };
  }
}
