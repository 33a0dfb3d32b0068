/**
 * `<port>.json` in the discovery folder, by which other programs find a running server: one per port and owner, with a
 * mark of its process. Readers take a refused connection as a stale file.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { homeFolder } from '../contract/conventions';
import { codeOf, replaceAtomically, readSmallFile } from './exclusiveFile';
import { fateOf, ownMark, type ProcessMark } from './ownerFiles';
import { createLine } from '../contract/queue';
import type { LogLevel } from '../contract/serviceOptions';

export interface DiscoveredServer {
  baseUrl: string;
  port: number;
  pid: number;
  instance: string;
  token: string;
}

/** The process mark stored in the file; absent in files of earlier versions. */
type Mark = Omit<ProcessMark, 'pid'>;

interface Announcement extends DiscoveredServer {
  process?: Mark;
}

export function defaultDiscoveryFolder(): string {
  return path.join(homeFolder(), '.quarry', 'servers');
}

export async function announceServer(folder: string, server: DiscoveredServer): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  await fs.chmod(folder, 0o700); // the files hold a token
  const { host, bootId, space, started } = await ownMark();
  const announcement: Announcement = { ...server, process: { host, bootId, space, started } };
  await replaceAtomically(fileOf(folder, server.port), `${JSON.stringify(announcement, null, 2)}\n`);
}

/** Touches the server's file as a sign of life where its process is not visible; writes it again if it was removed. */
export async function refreshServer(folder: string, server: DiscoveredServer): Promise<void> {
  try {
    await fs.utimes(fileOf(folder, server.port), new Date(), new Date());
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    await announceServer(folder, server);
  }
}

/** Removes the file when it is still ours. */
export async function withdrawServer(
  folder: string,
  { port, instance }: Pick<DiscoveredServer, 'port' | 'instance'>,
): Promise<void> {
  const found = await readServer(fileOf(folder, port));
  if (found?.instance === instance) await fs.rm(fileOf(folder, port), { force: true });
}

/** All announced servers, including stale ones. */
export async function listServers(folder: string): Promise<DiscoveredServer[]> {
  return (await readAll(folder)).map(({ baseUrl, port, pid, instance, token }) => ({
    ...{ baseUrl, port, pid, instance, token },
  }));
}

/** Milliseconds between touches of the file by its owner. */
const beatMs = 5_000;
/** Milliseconds without a touch after which the owner counts as gone. */
const watchMs = 12_000;
const healthMs = 1_000;

interface RemovalOptions {
  /** Ends the watch; undecided files stay. */
  signal?: AbortSignal;
  watchMs?: number;
}

/**
 * Removes files of killed services, whose token may still be valid. A visible process decides; otherwise (a container,
 * an earlier version) a server lives if it answers or its file is touched.
 * @returns how many were removed
 */
export async function removeStaleServers(folder: string, options: RemovalOptions = {}): Promise<number> {
  const stale = await Promise.all(
    (await readAll(folder)).map(async (server) => ((await isGone(folder, server, options)) ? server : undefined)),
  );
  let removed = 0;
  for (const server of stale) {
    if (!server) continue;
    if (await takeAway(folder, server)) removed += 1;
  }
  return removed;
}

/** Age in milliseconds from which a temporary file is a leftover. */
const temporaryMs = 2_000;

/** Removes temporary files with a token, left by processes killed while writing. */
export async function removeLeftTemporaries(folder: string, olderThanMs = temporaryMs): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!/^\d+\.json\.[0-9a-f]+\.tmp$/.test(name)) continue;
    const file = path.join(folder, name);
    const found = await fs.lstat(file).catch(() => undefined); // it was just renamed to its final name
    if (found && Date.now() - found.ctimeMs > olderThanMs) await fs.rm(file, { force: true });
  }
}

/** Removes a stale file. It is moved away first and restored if another server has announced itself meanwhile. */
async function takeAway(folder: string, { port, instance }: Announcement): Promise<boolean> {
  const file = fileOf(folder, port);
  const away = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await fs.rename(file, away);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  const isStale = (await readServer(away))?.instance === instance;
  if (!isStale) await fs.copyFile(away, file, constants.COPYFILE_EXCL).catch(() => undefined); // a newer one is there
  await fs.rm(away, { force: true });
  return isStale;
}

async function isGone(folder: string, server: Announcement, options: RemovalOptions): Promise<boolean> {
  const fate = server.process ? await fateOf({ ...server.process, pid: server.pid }) : 'unknown';
  if (fate !== 'unknown') return fate === 'gone';
  if (await answers(server)) return false;
  const before = await touchedAt(folder, server);
  if (before === undefined) return false;
  try {
    await pause(options.watchMs ?? watchMs, undefined, {
      ...(options.signal && { signal: options.signal }),
      ref: false,
    });
  } catch {
    return false; // we are stopping
  }
  return (await touchedAt(folder, server)) === before && !(await answers(server));
}

/** Undefined when the file is no longer there. */
async function touchedAt(folder: string, { port }: Announcement): Promise<number | undefined> {
  try {
    return (await fs.stat(fileOf(folder, port))).mtimeMs;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** True when that very instance answers at its port. */
export function answers({ port, instance }: Pick<DiscoveredServer, 'port' | 'instance'>): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/.well-known/health', agent: false, timeout: healthMs });
    request.on('response', (response) => {
      resolve(response.headers['x-instance'] === instance);
      request.destroy();
    });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', () => resolve(false)); // no listener, or not an HTTP server
  });
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await fs.readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return [];
    throw error;
  }
}

async function readAll(folder: string): Promise<Announcement[]> {
  const names = await namesIn(folder);
  const servers = await Promise.all(
    names.filter((name) => /^\d+\.json$/.test(name)).map((name) => readServer(path.join(folder, name))),
  );
  return servers.filter((server) => server !== undefined);
}

function fileOf(folder: string, port: number): string {
  return path.join(folder, `${port}.json`);
}

async function readServer(file: string): Promise<Announcement | undefined> {
  try {
    const value: unknown = JSON.parse((await readSmallFile(file)) ?? '');
    return isServer(value) ? value : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isServer(value: unknown): value is Announcement {
  if (typeof value !== 'object' || value === null) return false;
  const record: Partial<Record<keyof Announcement, unknown>> = value;
  const texts = [record.baseUrl, record.instance, record.token];
  const isPort = Number.isInteger(record.port) && Number(record.port) > 0 && Number(record.port) <= 65_535;
  const isTyped = isPort && typeof record.pid === 'number' && texts.every((text) => typeof text === 'string');
  return isTyped && (record.process === undefined || isMark(record.process));
}

function isMark(value: unknown): value is Mark {
  if (typeof value !== 'object' || value === null) return false;
  const record: Partial<Record<keyof Mark, unknown>> = value;
  return [record.host, record.bootId, record.space, record.started].every((text) => typeof text === 'string');
}

// Section: announces a running server. Failures here stop nothing, since only other programs depend on it.

interface AnnouncementsOptions {
  folder: string;
  /** Read at each write, because address and token change. */
  server: () => Omit<DiscoveredServer, 'port'>;
  log: (level: LogLevel, text: string) => void;
}

export interface Announcements {
  /** The first port stays announced when another one is listened on as well. */
  add(port: number): Promise<void>;
  /** Rewrites all files with the current values. */
  renew(): Promise<void>;
  withdraw(): Promise<void>;
}

export function createAnnouncements({ folder, server, log }: AnnouncementsOptions): Announcements {
  const ports = new Set<number>();
  const ending = new AbortController();
  const line = createLine();
  let told = '';

  /** Serialises the steps, so that nothing is announced after withdrawal. */
  function next(step: (port: number) => Promise<void>, over: () => Iterable<number> = () => ports): Promise<void> {
    return line(async () => {
      for (const port of over()) await step(port).then(() => (told = ''), tell);
    });
  }

  function tell(error: unknown): void {
    const text = `Other programs do not find the server by themselves, ${folder} cannot be written: ${String(error)}`;
    if (text !== told) log('warn', text);
    told = text;
  }

  const announce = (port: number) => announceServer(folder, { ...server(), port });
  const beat = setInterval(() => {
    void next((port) => refreshServer(folder, { ...server(), port }));
    removeLeftTemporaries(folder).catch(tell);
  }, beatMs);
  beat.unref();
  removeStaleServers(folder, { signal: ending.signal }).then(
    (removed) => removed > 0 && log('info', `${removed} announcements of services that are gone were removed.`),
    (error: unknown) => log('warn', `Announcements of services that are gone stay in ${folder}: ${String(error)}`),
  );
  return {
    add: (port) => {
      ports.add(port);
      return next(announce, () => [port]);
    },
    renew: () => next(announce),
    withdraw: () => {
      clearInterval(beat);
      ending.abort();
      return next((port) => withdrawServer(folder, { port, instance: server().instance }));
    },
  };
}
