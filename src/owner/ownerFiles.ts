/**
 * Files in the store's folder that say which process owns store and port. Each process has a distinguishing mark. Must
 * not know what the store keeps, HTTP routes or the editor.
 */
import * as fs from 'node:fs/promises';
import path from 'node:path';
import os from 'node:os';
import { codeOf, createExclusively, readSmallFile } from './exclusiveFile';

/** Contents of `owner.<epoch>.json`. */
export interface OwnerFile {
  epoch: number;
  /** Random id of the process's service. */
  instance: string;
  pid: number;
  host: string;
  bootId: string;
  /** See ProcessMark; absent in files of earlier versions. */
  space?: string;
  started?: string;
  /** Socket file or named pipe that serves the same HTTP as the port. */
  ipc: string;
  /** 0 until the port is bound. */
  port: number;
  version: string;
  schema: number;
  startedAt: string;
}

/** Checks before each acknowledgement whether the store still owns the files. */
export interface Fence {
  readonly epoch: number;
  /** True when a later epoch exists: acknowledge nothing more. One directory look-up. */
  isFenced(): Promise<boolean>;
}

// Section: `owner.<epoch>.json` is lock, fence and address in one. Names are never reused, so no stale lock needs
// deleting.

export function ownerName(epoch: number): string {
  return `owner.${epoch}.json`;
}

/** Tries to read a file that may still be empty on file systems without hard links. */
const readTries = 10;
const readPauseMs = 50;

interface Epochs {
  /** The epoch of the latest owner file; 0 when there is none. */
  owner: number;
  /**
   * The highest epoch of any file in the folder (`<word>.<epoch>.…`), since owner files may have been deleted by hand.
   */
  highest: number;
}

/** @returns the highest epoch that has an owner file, and the highest of any file of ours; 0 when there is none */
export async function readEpochs(directory: string): Promise<Epochs> {
  const epochs: Epochs = { owner: 0, highest: 0 };
  for (const name of await fs.readdir(directory)) {
    const match = /^([a-z]+)\.(\d{1,15})\..*(?<!\.tmp)$/.exec(name);
    if (!match) continue;
    const epoch = Number(match[2]);
    epochs.highest = Math.max(epochs.highest, epoch);
    if (match[1] === 'owner') epochs.owner = Math.max(epochs.owner, epoch);
  }
  return epochs;
}

/** Reads an owner file; undefined when it is missing or stays unreadable. */
export async function readOwnerFile(directory: string, epoch: number): Promise<OwnerFile | undefined> {
  for (let attempt = 1; attempt <= readTries; attempt += 1) {
    try {
      const file = parseOwnerFile((await readSmallFile(path.join(directory, ownerName(epoch)))) ?? '');
      if (file) return file;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, readPauseMs));
  }
  return undefined;
}

/** True when this process now holds the epoch. */
export async function claimEpoch(directory: string, file: OwnerFile): Promise<boolean> {
  return createExclusively(path.join(directory, ownerName(file.epoch)), `${JSON.stringify(file)}\n`);
}

/** An owner is fenced as soon as the file of the next epoch is there. */
export function createFence(directory: string, epoch: number): Fence {
  const successor = path.join(directory, ownerName(epoch + 1));
  return {
    epoch,
    async isFenced() {
      try {
        await fs.access(successor);
        return true;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false;
        throw error;
      }
    },
  };
}

/** Owner files that are always kept, for diagnosis. */
const keptOwnerFiles = 20;

/**
 * Removes owner files from the oldest up to the first whose process may still live. Such a process must find its
 * successor's file when it wakes, so nothing after it may go either.
 */
export async function removeDeadOwnerFiles(
  directory: string,
  self: Pick<OwnerFile, 'epoch' | 'host' | 'bootId'>,
): Promise<void> {
  const names = await fs.readdir(directory);
  const epochs = names.flatMap((name) => /^owner\.(\d+)\.json$/.exec(name)?.[1] ?? []).map(Number);
  for (const epoch of epochs.sort((a, b) => a - b)) {
    if (epoch > self.epoch - keptOwnerFiles) return;
    const file = await readOwnerFile(directory, epoch);
    if (file && (await mayLive(directory, file, self))) return;
    await fs.rm(path.join(directory, ownerName(epoch)), { force: true });
  }
}

/** Milliseconds without a sign of life after which a process of another container counts as gone. */
const longGoneMs = 7 * 24 * 60 * 60 * 1000;

async function mayLive(directory: string, file: OwnerFile, self: Pick<OwnerFile, 'host' | 'bootId'>): Promise<boolean> {
  if (file.host !== self.host) return true;
  if (file.bootId !== self.bootId) return false;
  const fate = await fateOf({ ...file, space: file.space ?? (await ownMark()).space, started: file.started ?? '' });
  if (fate !== 'unknown') return fate === 'lives';
  const { mtimeMs } = await fs.stat(path.join(directory, ownerName(file.epoch)));
  return Date.now() - mtimeMs < longGoneMs;
}

function parseOwnerFile(text: string): OwnerFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // not complete yet, or damaged: the caller tries again
  }
  return isOwnerFile(value) ? value : undefined;
}

function isOwnerFile(value: unknown): value is OwnerFile {
  if (typeof value !== 'object' || value === null) return false;
  const record: Partial<Record<keyof OwnerFile, unknown>> = value;
  const numbers = [record.epoch, record.pid, record.port, record.schema];
  const texts = [record.instance, record.host, record.bootId, record.ipc, record.version, record.startedAt];
  return numbers.every((number) => typeof number === 'number') && texts.every((text) => typeof text === 'string');
}

// Section: marks of processes: number, start time, boot id and namespace of process numbers.

export interface ProcessMark {
  pid: number;
  host: string;
  /** Id of the machine's current boot; empty where the system has none. */
  bootId: string;
  /** Namespace of process numbers, as containers have; empty where there is none. */
  space: string;
  /** Start time in the system's own unit; empty where unknown. */
  started: string;
}

/** State of a process; `unknown` when it cannot be determined from here. */
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

/** True when both marks use the same process numbers. */
function isSameSpace(a: Omit<ProcessMark, 'pid' | 'started'>, b: Omit<ProcessMark, 'pid' | 'started'>): boolean {
  return a.host === b.host && a.bootId === b.bootId && a.space === b.space;
}

/** State of a marked process; `unknown` when it is not visible from here or its number may have been reused. */
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

/** Reads a process's start time; undefined where the system does not tell. A zombie counts as gone. */
async function readProcess(pid: number): Promise<{ started: string } | 'gone' | undefined> {
  try {
    const text = await fs.readFile(`/proc/${pid}/stat`, 'latin1');
    // Fields 3 and 22 of proc(5), after the name in brackets: state, and start in ticks since boot.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (/^[ZXx]$/.test(fields[0] ?? '')) return 'gone';
    return fields[19] === undefined ? undefined : { started: fields[19] };
  } catch {
    return undefined; // not Linux, or hidden from us
  }
}
