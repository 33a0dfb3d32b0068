/**
 * What tells one process from all others, in files that outlive it: its number, when it started, and the machine's run
 * and the space of numbers in which that number means anything.
 */
import * as fs from 'node:fs/promises';
import os from 'node:os';
import { codeOf } from './exclusiveFile';

export interface ProcessMark {
  pid: number;
  host: string;
  /** One run of the machine; empty where the system does not say. */
  bootId: string;
  /** The space of process numbers, as containers have their own; empty where there are none. */
  space: string;
  /** When it started, in the system's own count; empty where the system does not say. */
  started: string;
}

/** `unknown`: nothing can be said from here. */
type Fate = 'lives' | 'gone' | 'unknown';

let own: Promise<ProcessMark> | undefined;

/** The mark of this process. */
export function ownMark(): Promise<ProcessMark> {
  own ??= readOwnMark();
  return own;
}

async function readOwnMark(): Promise<ProcessMark> {
  const [bootId, space, row] = await Promise.all([
    fs.readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''), // not Linux
    fs.readlink('/proc/self/ns/pid').catch(() => ''), // likewise
    readProcess(process.pid),
  ]);
  const started = row === 'gone' ? '' : (row?.started ?? '');
  return { pid: process.pid, host: os.hostname(), bootId: bootId.trim(), space, started };
}

/** True when a process number of the one means the same process to the other. */
function isSameSpace(a: Omit<ProcessMark, 'pid' | 'started'>, b: Omit<ProcessMark, 'pid' | 'started'>): boolean {
  return a.host === b.host && a.bootId === b.bootId && a.space === b.space;
}

/** `unknown` where its process cannot be seen from here, or its number may be another one’s. */
export async function fateOf(mark: ProcessMark): Promise<Fate> {
  if (!isSameSpace(mark, await ownMark())) return 'unknown';
  try {
    process.kill(mark.pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return 'gone';
    if (codeOf(error) !== 'EPERM') return 'unknown';
  }
  const found = await readProcess(mark.pid);
  if (found === 'gone') return 'gone';
  if (!found || mark.started === '') return 'unknown'; // the number may have been given to another process since
  return found.started === mark.started ? 'lives' : 'gone';
}

/** Undefined where the system does not tell. A process that has ended and was not yet buried is gone. */
async function readProcess(pid: number): Promise<{ started: string } | 'gone' | undefined> {
  try {
    const text = await fs.readFile(`/proc/${pid}/stat`, 'latin1');
    // After the name in brackets: fields 3 and 22 of proc(5), state and start in ticks since the machine started.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (/^[ZXx]$/.test(fields[0] ?? '')) return 'gone';
    return fields[19] === undefined ? undefined : { started: fields[19] };
  } catch {
    return undefined; // not Linux, or hidden from us
  }
}
