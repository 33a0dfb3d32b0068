/**
 * Whether an owner that cannot be reached lives. Its process says so where it can be seen; elsewhere its heart does: an
 * owner touches its file every few seconds, whatever socket or system lies in between.
 */
import * as fs from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Unreached } from './ownerConnection';
import { fateOf, ownMark, type ProcessMark } from './processMark';
import type { OwnerFile } from './types';

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
