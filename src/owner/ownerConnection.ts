/**
 * The connection of a client window to the owner: names of its endpoint, the window's end, and whether an unreachable
 * owner is alive.
 */
import net from 'node:net';
import { randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { codeOf } from './exclusiveFile';
import * as fs from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type OwnerFile, fateOf, ownMark, type ProcessMark } from './ownerFiles';

// Section: a client window's connection. Any HTTP answer means that the owner is alive; a closed connection means that
// it is not.

export interface OwnerConnection {
  /** Sends one request; true when an answer came in time. */
  ping(timeoutMs: number): Promise<boolean>;
  /** Resolves when the connection has ended, from whichever side. */
  readonly closed: Promise<void>;
  close(): void;
}

/** A health check. No token is needed, as a refusal is an answer too. */
const request = 'GET /.well-known/health HTTP/1.1\r\nHost: localhost\r\n\r\n';

/**
 * Why the owner was not reached. `refused`: no listener; `absent`: no such endpoint here, perhaps one of another system
 * or container; `silent`: connected without an answer.
 */
export type Unreached = 'refused' | 'absent' | 'silent';

/**
 * @returns `refused`: nobody listens there any more; `silent`: no answer in time; `absent`: anything else, such as a
 *   missing file
 */
export function whyUnreached(error: unknown, ipcPath: string): Unreached {
  const code = codeOf(error);
  // A named pipe on Windows ends with its listener.
  const isEndedPipe = code === 'ENOENT' && process.platform === 'win32' && ipcPath.startsWith('\\\\.\\pipe\\');
  if (code === 'ECONNREFUSED' || isEndedPipe) return 'refused';
  return code === undefined ? 'silent' : 'absent';
}

/** Rejects when nobody listens there. */
export function connectToOwner(ipcPath: string, timeoutMs: number): Promise<OwnerConnection> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(ipcPath);
    const timer = setTimeout(() => socket.destroy(new Error('The owner took no connection in time.')), timeoutMs);
    socket.once('error', reject);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(watch(socket));
    });
    socket.once('close', () => clearTimeout(timer));
  });
}

function watch(socket: net.Socket): OwnerConnection {
  let answers = 0;
  let onAnswer: (() => void) | undefined;
  socket.on('error', () => socket.destroy()); // the close event that follows is handled
  socket.on('data', (bytes) => {
    if (!bytes.toString('latin1').includes('HTTP/1.')) return;
    answers += 1;
    onAnswer?.();
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  void closed.then(() => onAnswer?.());
  return {
    closed,
    close: () => socket.destroy(),
    async ping(timeoutMs) {
      const before = answers;
      if (socket.destroyed) return false;
      socket.write(request);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        onAnswer = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      onAnswer = undefined;
      // If our own event loop was late, process input that has already arrived first.
      if (answers === before) await new Promise((resolve) => setImmediate(resolve));
      return answers > before;
    },
  };
}

// Section: whether an unreachable owner is alive: by its process, or by the file that it touches every few seconds.

interface HeartOptions {
  /** Path of the owner file. */
  path: string;
  why: Unreached;
  /** Milliseconds without a touch after which the owner counts as dead. */
  touchSeenMs: number;
  /** True when the age of the last touch may decide; false for an owner just seen alive. */
  trustsAge: boolean;
  signal: AbortSignal;
}

/** Most difference between two machines' clocks, in milliseconds. */
const clockSlackMs = 60_000;
const lookEveryMs = 100;
/** An ending owner sets its file's time to 1970; some file systems begin later, so any time before this counts. */
const endedBefore = Date.UTC(2000, 0);

/** True when the unreachable owner is alive; takes seconds when only the touched file can tell. */
export async function livesUnreached(file: OwnerFile, options: HeartOptions): Promise<boolean> {
  const own = await ownMark();
  const isSameMachine = file.host === own.host && file.bootId === own.bootId;
  if (isSameMachine && options.why === 'refused') return false;
  const mark = { ...file, space: file.space ?? own.space, started: file.started ?? '' };
  if ((await fateOf(mark)) === 'gone') return false;
  return beats(mark, isSameMachine, options);
}

async function beats(mark: ProcessMark, isSameMachine: boolean, options: HeartOptions): Promise<boolean> {
  const { path, touchSeenMs, trustsAge, signal } = options;
  const first = await touchedAt(path);
  if (first < endedBefore) return false;
  const age = Date.now() - first;
  const isSameHost = mark.host === (await ownMark()).host;
  if (trustsAge && isSameHost && age > (isSameMachine ? touchSeenMs : clockSlackMs)) return false;
  // After a clock was set back, the age says nothing about the remaining time.
  const left = trustsAge && isSameMachine && age >= 0 ? touchSeenMs - age : touchSeenMs;
  const until = performance.now() + left;
  while (performance.now() < until && !signal.aborted) {
    await pause(lookEveryMs, undefined, { signal }).catch(() => undefined); // stopping: seen by the loop
    const now = await touchedAt(path);
    if (now !== first) return now >= endedBefore;
    if ((await fateOf(mark)) === 'gone') return false;
  }
  return false;
}

async function touchedAt(path: string): Promise<number> {
  return (await fs.stat(path)).mtimeMs;
}

/** Marks the owner file as ended, so that others need not wait for a missing touch. */
export async function markEnded(path: string): Promise<void> {
  await fs.utimes(path, 0, 0);
}

// Section: endpoint names for our windows: a socket file or a named pipe. Socket paths stay under 104 bytes (macOS).

const maxSocketPathBytes = 103;
/** Age in milliseconds below which a socket may belong to a process not listening yet. */
const minStaleMs = 60_000;

/** @throws Error naming each folder that was tried, when none can hold a socket */
export async function makeIpcPath(): Promise<string> {
  const name = randomBytes(6).toString('hex');
  if (process.platform === 'win32') return `\\\\.\\pipe\\quarry-${name}`;
  const faults: string[] = [];
  for (const root of temporaryFolders()) {
    try {
      const folder = await privateFolder(root);
      const socket = path.join(folder, `${name}.sock`);
      if (Buffer.byteLength(socket) <= maxSocketPathBytes) return socket;
      faults.push(`${root} is too long`);
    } catch (error) {
      faults.push(`${root} (${codeOf(error) ?? String(error)})`);
    }
  }
  throw new Error(`No folder for temporary files can hold a socket: ${faults.join(', ')}. Name one in TMPDIR.`);
}

/** Candidate folders, since TMPDIR may be missing and a container may only allow writes to memory. */
export function temporaryFolders(): string[] {
  const { XDG_RUNTIME_DIR } = process.env;
  const all = [os.tmpdir(), '/tmp', ...(XDG_RUNTIME_DIR ? [XDG_RUNTIME_DIR] : []), '/var/tmp', '/dev/shm'];
  return [...new Set(all.filter((folder) => path.isAbsolute(folder)))];
}

/** `quarry-<uid>`, when it is ours and closed to others; a fresh folder otherwise. */
async function privateFolder(root: string): Promise<string> {
  const uid = process.getuid?.() ?? -1; // an account may have a number and no name
  const folder = path.join(root, `quarry-${uid}`);
  try {
    await fs.mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const found = await fs.lstat(folder);
  const isPrivate = found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
  return isPrivate ? folder : fs.mkdtemp(path.join(root, 'quarry-'));
}

/** Removes socket files beside ours that nobody listens on: a killed process leaves its own behind. */
export async function removeStaleSockets(ipcPath: string): Promise<void> {
  if (process.platform === 'win32') return; // a pipe ends with its process
  const folder = path.dirname(ipcPath);
  for (const name of await fs.readdir(folder)) {
    const socket = path.join(folder, name);
    if (!name.endsWith('.sock') || socket === ipcPath) continue;
    const found = await fs.stat(socket).catch(() => undefined); // removed by another process meanwhile
    if (found && Date.now() - found.mtimeMs > minStaleMs && !(await isListenedOn(socket)))
      await fs.rm(socket, { force: true });
  }
}

function isListenedOn(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = net.connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', (error) => resolve(codeOf(error) !== 'ECONNREFUSED'));
  });
}
