/**
 * The line between a client window and the owner: the names of its endpoint, a window's end of it, and whether an owner
 * lives that cannot be reached.
 */
import net from 'node:net';
import { randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { codeOf } from './exclusiveFile';
import * as fs from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type OwnerFile, fateOf, ownMark, type ProcessMark } from './ownerFiles';

// Section: a client window’s line to the owner. Any HTTP answer means it lives; a closed connection means that it does
// not.

export interface OwnerConnection {
  /** Sends one request; true when an answer came in time. */
  ping(timeoutMs: number): Promise<boolean>;
  /** Resolves when the connection has ended, from whichever side. */
  readonly closed: Promise<void>;
  close(): void;
}

/** A plain health check. The token is not needed: a refusal is an answer as well. */
const request = 'GET /.well-known/health HTTP/1.1\r\nHost: localhost\r\n\r\n';

/**
 * Why nobody was reached. `refused`: nobody listens there any more; `absent`: no such place is seen from here, which
 * may be one of another system or container; `silent`: somebody is there and does not answer.
 */
export type Unreached = 'refused' | 'absent' | 'silent';

/**
 * @returns `refused`: nobody listens there any more; `silent`: no answer in time; `absent`: anything else, such as a
 *   missing file
 */
export function whyUnreached(error: unknown, ipcPath: string): Unreached {
  const code = codeOf(error);
  // A pipe of Windows ends with whoever listened on it.
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
  socket.on('error', () => socket.destroy()); // the close event that follows says all we need
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
      // Our own loop may have been late: let it take in what has already arrived before judging.
      if (answers === before) await new Promise((resolve) => setImmediate(resolve));
      return answers > before;
    },
  };
}

// Section: whether an owner that cannot be reached lives: by its process, or by the file that it touches every few
// seconds.

interface HeartOptions {
  /** Path of the owner file. */
  path: string;
  why: Unreached;
  /** No beat within so long: the heart stands still. */
  touchSeenMs: number;
  /** The age of the last beat may decide: false for an owner that has just been seen to live. */
  trustsAge: boolean;
  signal: AbortSignal;
}

/** Clocks of two machines that keep the time are less apart. */
const clockSlackMs = 60_000;
const lookEveryMs = 100;
/** An owner that ends sets its beat to the beginning of time; some file systems begin later than others. */
const endedBefore = Date.UTC(2000, 0);

/** Takes up to some seconds where only the touched file can tell. */
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
  // A clock that was put back says nothing about what is left of the time.
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

/** Others need not wait for a beat that does not come any more. */
export async function markEnded(path: string): Promise<void> {
  await fs.utimes(path, 0, 0);
}

// Section: names for our windows’ endpoint: a socket file or a named pipe. Socket paths stay under 104 bytes (macOS).

const maxSocketPathBytes = 103;
/** A younger socket may belong to a process that has not begun to listen yet. */
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

/** What TMPDIR names need not be there, and a container may let nothing be written but its memory. */
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
