// What a team's service takes, over a real PostgreSQL that waits for its disk: copies of the service as programs of their own.
//   QUARRY_BENCH_TEAM_ASSETS=10000,100000,1000000   sizes of a space that is searched and changed (default 10000)
//   QUARRY_BENCH_TEAM_SECONDS=600                   how long 200 clients write while copies and PostgreSQL are killed (default 10)
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import type { SentChange, TakenChange } from '../../src/contract/schemas/team';
import { listen } from '../unit/team/listening';
import { newDatabase, startCluster, type Cluster, type TestDatabase } from '../unit/team/postgres';
import { ask, call, emailOf, person, written } from '../unit/team/team';
import { print, quantile, rows, timed } from './rows';

const sizes = (process.env.QUARRY_BENCH_TEAM_ASSETS ?? '10000')
  .split(',')
  .map(Number)
  .filter((size) => size > 0);
const seconds = Number(process.env.QUARRY_BENCH_TEAM_SECONDS ?? '10');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Copy {
  address: string;
  pid: number;
  kill(): Promise<void>;
}

async function startCopy(database: string): Promise<Copy> {
  const env = { ...process.env, QUARRY_TEAM_DATABASE: database, QUARRY_TEAM_REQUESTS_PER_SECOND: '10000' };
  for (let attempt = 1; ; attempt++) {
    const child: ChildProcess = spawn(process.execPath, ['dist/cli.js', 'team', 'serve', '--port', '0'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [said, told] = ['', ''];
    child.stderr?.on('data', (text: Buffer) => (told = (told + text.toString()).slice(-2000)));
    child.stdout?.on('data', (text: Buffer) => (said += text.toString()));
    const ended = once(child, 'exit');
    while (!said.includes('\n') && child.exitCode === null) await pause(20);
    if (child.exitCode !== null && attempt === 100) throw new Error(`A copy does not start: ${told}`);
    if (child.exitCode !== null) continue; // PostgreSQL is away just now
    const kill = async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    };
    return { address: (JSON.parse(said) as { address: string }).address, pid: child.pid ?? 0, kill };
  }
}

async function asRoot<Row extends pg.QueryResultRow>(database: TestDatabase, sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: database.root });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const words = 'parse read write row line table index cache token stream retry error date zone user order price query page file'.split(' '); // prettier-ignore

/** Assets as they would lie there, put in at once: what is measured is what comes after. */
async function fill(database: TestDatabase, space: string, count: number): Promise<void> {
  await asRoot(
    database,
    `INSERT INTO quarry.assets (id, space, version, sequence, fields, versions, bytes, created, created_by, changed, changed_by)
     SELECT gen_random_uuid(), $1, 1, n + p.last, jsonb_build_object(
              'name', ($3::text[])[1 + n % 20] || initcap(($3::text[])[1 + (n / 20) % 20]) || n,
              'text', 'function f' || n || '() { return ' || ($3::text[])[1 + (n * 7) % 20] || md5(n::text) || '; }' || repeat(E'\\n// ' || md5((n * 3)::text), 8),
              'language', 'ts', 'tags', jsonb_build_array(($3::text[])[1 + n % 20])),
            '{}', 600, now(), p.by, now(), p.by
       FROM generate_series(1, $2) n, (SELECT last, (SELECT created_by FROM quarry.spaces WHERE id = $1) AS by FROM quarry.progress WHERE space = $1) p`,
    [space, count, words],
  );
  await asRoot(database, 'UPDATE quarry.progress SET last = last + $2, assets = assets + $2 WHERE space = $1', [
    space,
    count,
  ]);
}

const makeSpace = async (address: string, token: string, name: string) =>
  (await ask(address, token, 'spaceMake', { body: { name, visibility: 'members' } })).id;

/** From the first's call to the other's answer with the change in it, through two copies. */
async function seenByAnother(one: string, two: string, ada: string, bob: string): Promise<void> {
  const space = await makeSpace(one, ada, 'Seen');
  await ask(one, ada, 'memberSet', { params: { space }, body: { email: emailOf('Bob'), role: 'read' } });
  const listening = await listen(two, bob);
  await listening.heard((hint) => hint.space === space);
  const times: number[] = [];
  for (let count = 1; count <= 300; count++) {
    times.push(
      await timed(async () => {
        const heard = listening.heard((hint) => hint.space === space && hint.last >= count);
        await ask(one, ada, 'change', { params: { space }, body: { changes: [written({ name: 'x', text: 'y' })] } });
        await heard;
        await ask(two, bob, 'changes', { params: { space }, query: { after: count - 1 } });
      }),
    );
    listening.hints.length = 0;
    await pause(20);
  }
  await listening.close();
  rows.push({
    what: 'a change seen by another, two copies, p50',
    ours: quantile(times, 0.5),
    unit: 'ms',
    against: 'asked',
    theirs: 200,
  });
  rows.push({ what: 'the same, p99', ours: quantile(times, 0.99), unit: 'ms', against: 'asked', theirs: 1000 });
}

async function catchingUp(database: TestDatabase, one: Copy, ada: string): Promise<void> {
  const count = 50_000;
  const space = await makeSpace(one.address, ada, 'Away for a month');
  await fill(database, space, count);
  let seen = 0;
  const ms = await timed(async () => {
    for (let after = 0, more = true; more;) {
      const page = await ask(one.address, ada, 'changes', { params: { space }, query: { after, limit: 500 } });
      seen += page.assets.length;
      ({ last: after, more } = page);
    }
  });
  assert.equal(seen, count);
  rows.push({
    what: 'catching up 50,000 assets, the service’s side',
    ours: ms / 1000,
    unit: 's',
    against: 'asked',
    theirs: 60,
  });
}

async function large(database: TestDatabase, { address }: Copy, ada: string, size: number): Promise<void> {
  const space = await makeSpace(address, ada, `${size}`);
  await fill(database, space, size);
  await asRoot(database, 'VACUUM ANALYZE quarry.assets');
  const measure = async (count: number, work: (at: number) => Promise<unknown>) => {
    const times: number[] = [];
    for (let at = 0; at < count; at++) times.push(await timed(() => work(at)));
    return times;
  };
  const questions = [
    'parse row',
    'where is the cache written?',
    'readToken',
    'parseRaed',
    'zone',
    'stream error retry',
  ];
  const search = (at: number) => {
    const query = `${questions[at % questions.length]}${at % 12 === 7 ? at : ''}`;
    return ask(address, ada, 'search', { params: { space }, body: { query } });
  };
  await measure(12, search);
  const searches = await measure(120, search);
  const change = () =>
    ask(address, ada, 'change', { params: { space }, body: { changes: [written({ name: 'x', text: 'y z' })] } });
  const changes = await measure(200, change);
  const named = size.toLocaleString('en');
  rows.push({
    what: `search of ${named} assets, p95`,
    ours: quantile(searches, 0.95),
    unit: 'ms',
    against: 'asked',
    theirs: 300,
  });
  // Each copy ranks one search after the other, in a thread of its own: changes do not wait for it.
  let found = 0;
  const until = Date.now() + 5_000;
  const searchers = Array.from({ length: 8 }, async (_, who) => {
    for (let at = who; Date.now() < until; at += 8) {
      await search(at);
      found++;
    }
  });
  const beside = await measure(50, change);
  await Promise.all(searchers);
  rows.push({
    what: `searches a second of ${named} assets, eight at once, one copy`,
    ours: found / 5,
    unit: '/s',
    against: 'none',
    theirs: NaN,
  });
  rows.push({
    what: `a change beside those, p95`,
    ours: quantile(beside, 0.95),
    unit: 'ms',
    against: 'none',
    theirs: NaN,
  });
  rows.push({
    what: `a change beside ${named} assets, p95`,
    ours: quantile(changes, 0.95),
    unit: 'ms',
    against: 'asked',
    theirs: 50,
  });
}

/** Sixteen writers with a space each, all they can: how much more copies take than one, on the cores there are. */
async function copiesBeside(database: TestDatabase, ada: string): Promise<void> {
  let alone = 0;
  for (const count of [1, 2, 4]) {
    const copies = await Promise.all(Array.from({ length: count }, () => startCopy(database.service)));
    let done = 0;
    const until = Date.now() + 4_000;
    await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        const address = copies[writer % count]?.address ?? '';
        const space = await makeSpace(address, ada, `Writer ${writer}`);
        while (Date.now() < until) {
          await ask(address, ada, 'change', {
            params: { space },
            body: { changes: [written({ name: 'x', text: 'y' })] },
          });
          done++;
        }
      }),
    );
    await Promise.all(copies.map((copy) => copy.kill()));
    alone ||= done / 4;
    rows.push({
      what: `changes a second, 16 writers, copies: ${count}`,
      ours: done / 4,
      unit: '/s',
      against: 'one copy',
      theirs: alone,
    });
  }
}

/** Two hundred people with fifty changes a second in all, while what they speak to is killed under them. */
async function undisturbed(cluster: Cluster, database: TestDatabase, ada: string): Promise<void> {
  const copies = await Promise.all([startCopy(database.service), startCopy(database.service)]);
  const address = (at: number) => copies[at % 2]?.address ?? '';
  const space = await makeSpace(address(0), ada, 'Busy');
  const assets = Array.from({ length: 50 }, () => randomUUID());
  const answers: { change: SentChange; answer: TakenChange; client: number }[] = [];
  const waits: number[] = [];
  const began = Date.now();
  const until = began + seconds * 1000;
  // By the clock and not by the answer: who had to wait makes up for it, so that there are fifty a second as far as the machine bears it.
  const clients = Array.from({ length: 200 }, async (_, client) => {
    for (let due = Date.now() + Math.random() * 4000; Math.max(due, Date.now()) < until; due += Math.random() * 8000) {
      await pause(due - Date.now());
      const change = written({ name: `${client}` }, { asset: assets[Math.floor(Math.random() * 50)] ?? '' });
      answers.push({ change, client, answer: await send(change, client) });
      waits.push(Date.now() - due);
    }
  });
  async function send(change: SentChange, client: number): Promise<TakenChange> {
    for (let attempt = 0; ; attempt++) {
      try {
        const { status, value } = await call(address(client + attempt), ada, 'change', {
          params: { space },
          body: { changes: [change] },
        });
        if (status === 200 && value.results[0]) return value.results[0];
      } catch {
        // Cut off: sent again with the same key.
      }
      await pause(200);
    }
  }
  let kills = 0;
  while (Date.now() < until - 2000) {
    await pause(1500 + Math.random() * 3000);
    const which = kills++ % 3;
    if (which === 2) {
      await cluster.stop('crash');
      await cluster.start();
    } else {
      await copies[which]?.kill();
      copies[which] = await startCopy(database.service);
    }
  }
  await Promise.all(clients);
  const rate = answers.length / ((Date.now() - began) / 1000);
  await Promise.all(copies.map((copy) => copy.kill()));
  const kept = await asRoot<{ sequence: string; asset: string; version: number }>(
    database,
    'SELECT sequence, asset, version FROM quarry.history WHERE space = $1 ORDER BY sequence',
    [space],
  );
  const stored = new Set(kept.map(({ sequence, asset, version }) => `${sequence} ${asset} ${version}`));
  const lost = answers.filter(({ answer }) => !stored.has(`${answer.sequence} ${answer.asset} ${answer.version}`));
  const versions = new Map<string, number>();
  const disorder = kept.filter(({ asset, version, sequence }, at) => {
    const isNext = version === (versions.get(asset) ?? 0) + 1 && Number(sequence) === at + 1;
    versions.set(asset, version);
    return !isNext;
  });
  console.log(`${answers.length} changes of 200 clients in ${seconds} s, ${kills} kills of copies and PostgreSQL`);
  rows.push({
    what: 'changes a second under kills, until the last is answered',
    ours: rate,
    unit: '/s',
    against: 'asked',
    theirs: 50,
  });
  rows.push({
    what: 'from when it was due to its answer, p95',
    ours: quantile(waits, 0.95),
    unit: 'ms',
    against: 'none',
    theirs: NaN,
  });
  rows.push({ what: 'changes lost under kills', ours: lost.length, unit: '', against: 'asked', theirs: 0 });
  rows.push({ what: 'changes done twice', ours: kept.length - answers.length, unit: '', against: 'asked', theirs: 0 });
  rows.push({ what: 'changes out of order', ours: disorder.length, unit: '', against: 'asked', theirs: 0 });
  assert.deepEqual([lost.length, kept.length - answers.length, disorder.length], [0, 0, 0]);
}

const cluster = await startCluster(['-c', 'shared_buffers=512MB', '-c', 'maintenance_work_mem=256MB']);
try {
  const database = await newDatabase(cluster);
  const [ada, bob] = await Promise.all([person(database.owner, 'Ada'), person(database.owner, 'Bob')]);
  const copies = await Promise.all([startCopy(database.service), startCopy(database.service)]);
  const [one, two] = copies;
  if (!one || !two) throw new Error('Two copies were to be started.');
  console.log(`PostgreSQL ${cluster.version}, two copies of the service`);
  await seenByAnother(one.address, two.address, ada, bob);
  await catchingUp(database, one, ada);
  for (const size of sizes) await large(database, one, ada, size);
  await Promise.all(copies.map((copy) => copy.kill()));
  await copiesBeside(database, ada);
  await undisturbed(cluster, database, ada);
  print();
} finally {
  await cluster.remove();
}
