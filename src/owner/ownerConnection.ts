/** A client window's line to the owner, and whether an owner lives that cannot be reached. */
import net from 'node:net';
import { codeOf } from './exclusiveFile';
import * as fs from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fateOf, ownMark, type ProcessMark } from './processMark';
import type { OwnerFile } from './ownerFiles';

/**
 * A client window's line to the owner: one connection to its endpoint, kept open by small HTTP requests. Any HTTP
 * answer means the owner lives; a closed connection means at once that it does not.
 */

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

/**
 * Whether an owner that cannot be reached lives. Its process says so where it can be seen; elsewhere its heart does: an
 * owner touches its file every few seconds, whatever socket or system lies in between.
 */

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
