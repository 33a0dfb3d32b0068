// What a team costs: how soon a change is seen by another person, how long 50,000 assets take to arrive, and what the local
// product pays while the team is configured and cannot be reached. Against the limits that were set, on a real PostgreSQL.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startTestServer, type TestServer } from '../api/startTestServer';
import { newDatabase, startCluster } from '../unit/team/postgres';
import { ask, emailOf, person, startService } from '../unit/team/team';
import { median, print, quantile, rows, timed } from './rows';

const changes = 200;
/** `QUARRY_BENCH_ASSETS=5000` for a quick look. */
const assets = Number(process.env.QUARRY_BENCH_ASSETS ?? 50_000);
const sentAtOnce = 500;
/** Until the collector has been by. */
const settleMs = 5_000;
/** The ceiling of the service in the editor (extension/start/serviceThread.ts): without one Node lets garbage lie. */
const maxOldSpaceMiB = 768;

const cluster = await startCluster();
const database = await newDatabase(cluster);
const services = await Promise.all([startService(database.service), startService(database.service)]);
const [one = '', two = ''] = services.map(({ address }) => address);
const [ada, ben] = await Promise.all([person(database.owner, 'Ada'), person(database.owner, 'Ben')]);
const folders: string[] = [];

async function join(address: string, token: string): Promise<TestServer> {
  const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-bench-team-'));
  folders.push(dataFolder);
  const server = await startTestServer({ dataFolder });
  await server.ownApi.teamConnect({ body: { address, token } });
  await server.ownApi.teamSync();
  return server;
}

async function makeSpace(name: string): Promise<string> {
  const { id } = await ask(one, ada, 'spaceMake', { body: { name, visibility: 'members' } });
  await ask(one, ada, 'memberSet', { params: { space: id }, body: { email: emailOf('Ben'), role: 'write' } });
  return id;
}

const seed = (raw: string) => ({
  body: {
    type: 'SEEDED_ASSET' as const,
    asset: { format: { fragment: { string: { raw }, metadata: { ext: 'ts' } } }, metadata: { name: 'Measured' } },
  },
});

async function contentOf({ ownApi }: TestServer, asset: string): Promise<string | undefined> {
  return ownApi.assetContent({ params: { asset } }).then(
    ({ text }) => text,
    () => undefined, // not there yet
  );
}

async function until(holds: () => Promise<boolean>, everyMs: number): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, everyMs));
}

async function benchChanges(writer: TestServer, reader: TestServer, space: string): Promise<void> {
  const { id } = await writer.api.assetsCreateNewAsset(seed('0'));
  await writer.ownApi.assetsShare({ params: { space }, body: { assets: [id] } });
  await until(async () => (await contentOf(reader, id)) === '0', 5);
  const times: number[] = [];
  for (let count = 1; count <= changes; count += 1) {
    const text = String(count);
    times.push(
      await timed(async () => {
        await writer.ownApi.assetEdit({ params: { asset: id }, body: { text } });
        await until(async () => (await contentOf(reader, id)) === text, 1);
      }),
    );
  }
  const what = 'a change seen by another person, two services';
  rows.push({ what: `${what}, p50`, ours: median(times), unit: 'ms', against: 'limit', theirs: 200 });
  rows.push({ what: `${what}, p99`, ours: quantile(times, 0.99), unit: 'ms', against: 'limit', theirs: 1000 });
}

async function fill(space: string): Promise<void> {
  for (let from = 0; from < assets; from += sentAtOnce) {
    const batch = Array.from({ length: Math.min(sentAtOnce, assets - from) }, (_, offset) => {
      const count = from + offset;
      const text = Array.from({ length: 10 }, (__, line) => `export const value${count}_${line} = ${line};`).join('\n');
      const fields = {
        name: `Asset ${count}`,
        text,
        language: 'ts',
        tags: [`topic ${count % 50}`],
        description: 'A note.',
      };
      return { key: randomUUID(), asset: randomUUID(), base: 0, fields };
    });
    await ask(one, ada, 'change', { params: { space }, body: { changes: batch } });
  }
}

/** A service without an editor, whose memory is its own. Says its address on its first line. */
async function startAlone(
  home: string,
  env: Record<string, string>,
): Promise<{ baseUrl: string; child: ChildProcess }> {
  const program = [`--max-old-space-size=${maxOldSpaceMiB}`, path.resolve('dist/cli.js')];
  const child = spawn(process.execPath, [...program, 'serve', '--port', '0', '--data', path.join(home, 'library')], {
    // An empty folder: in the project's own it would read the project ahead, with all its languages.
    cwd: fs.mkdtempSync(path.join(home, 'work-')),
    env: { ...process.env, HOME: home, USERPROFILE: home, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, baseUrl: (JSON.parse(line) as { baseUrl: string }).baseUrl };
}

/** MiB it took at most, and seconds of a processor; not a number where the system does not say. */
function takenBy({ pid }: ChildProcess): { most: number; seconds: number } {
  const folder = `/proc/${pid}`;
  if (!fs.existsSync(folder)) return { most: NaN, seconds: NaN };
  const [, kib] = /VmHWM:\s+(\d+) kB/.exec(fs.readFileSync(path.join(folder, 'status'), 'utf8')) ?? [];
  const ticks = fs.readFileSync(path.join(folder, 'stat'), 'utf8').split(' ').slice(13, 15).map(Number);
  return { most: Number(kib) / 1024, seconds: ticks.reduce((sum, one) => sum + one, 0) / 100 };
}

/** Waits until what it holds is searched and ends it. @returns what it took at most */
async function endOf({ child, baseUrl }: Awaited<ReturnType<typeof startAlone>>): Promise<number> {
  await (await fetch(`${baseUrl}/assets/search?query=value77_3`)).text();
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const { most } = takenBy(child);
  child.kill();
  await once(child, 'exit');
  return most;
}

async function benchCatchingUp(): Promise<void> {
  await fill(await makeSpace('Large'));
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-bench-team-'));
  folders.push(home);
  let late: Awaited<ReturnType<typeof startAlone>> | undefined;
  const ms = await timed(async () => {
    late = await startAlone(home, { QUARRY_TEAM_ADDRESS: two, QUARRY_TEAM_TOKEN: ben });
    const url = `${late.baseUrl}/assets/identifiers`;
    const count = async () => ((await (await fetch(url)).json()) as { iterable: unknown[] }).iterable.length;
    await until(async () => (await count()) >= assets, 2_000);
  });
  if (!late) return;
  const cpu = takenBy(late.child).seconds * 1000;
  rows.push({ what: `catching up ${assets} assets`, ours: ms / 1000, cpu, unit: 's', against: 'limit', theirs: 60 });
  const ours = await endOf(late);
  // The same library once more, with nobody to sync with: what its assets and their index take by themselves.
  const theirs = await endOf(await startAlone(home, {}));
  const what = '  memory at most while they come';
  rows.push({ what, ours, unit: 'MiB', against: 'the same library, opened and indexed', theirs });
  rows.push({ what: '  what coming adds to that', ours: ours - theirs, unit: 'MiB', against: 'limit', theirs: 150 });
}

/** A save, an edit and a search, as often as they say something. */
async function localWork({ api, ownApi }: TestServer): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 60; count += 1) {
    times.push(
      await timed(async () => {
        const { id } = await api.assetsCreateNewAsset(seed(`local ${count} ${randomUUID()}`));
        await ownApi.assetEdit({ params: { asset: id }, body: { text: `local ${count}, edited` } });
        await api.searchAssets({ query: { query: 'edited' } });
      }),
    );
  }
  return median(times);
}

async function benchAway(): Promise<void> {
  const plain = await startTestServer();
  const away = await startTestServer();
  await away.ownApi.teamConnect({ body: { address: 'http://127.0.0.1:1', token: 'x' } });
  await away.ownApi.teamSync();
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let turn = 0; turn < 3; turn += 1) {
    times.theirs.push(await localWork(plain));
    times.ours.push(await localWork(away));
  }
  await Promise.all([plain.close(), away.close()]);
  rows.push({
    what: 'save, edit and search with the team away',
    ours: median(times.ours),
    unit: 'ms',
    against: 'without a team',
    theirs: median(times.theirs),
  });
}

try {
  const space = await makeSpace('Measured');
  const [writer, reader] = [await join(one, ada), await join(two, ben)];
  await benchChanges(writer, reader, space);
  await Promise.all([writer.close(), reader.close()]);
  await benchAway();
  await benchCatchingUp();
  print();
} finally {
  for (const service of services) await service.close();
  await cluster.remove();
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
}
