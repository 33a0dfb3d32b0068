/**
 * Ownership: which process holds the store and the port. Files in the store folder say so (reliability: one owner).
 * Must not know what the store keeps, HTTP routes or the editor.
 */
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { codeOf, createExclusively, readSmallFile } from './exclusiveFile';
import { fateOf, ownMark } from './processMark';

/** What `owner.<epoch>.json` holds. */
export interface OwnerFile {
  epoch: number;
  /** Random id of the process's service. */
  instance: string;
  pid: number;
  host: string;
  bootId: string;
  /** See ProcessMark; files of earlier versions are without both. */
  space?: string;
  started?: string;
  /** Socket file or named pipe that speaks the same HTTP as the port. */
  ipc: string;
  /** 0 until the port is bound. */
  port: number;
  version: string;
  schema: number;
  startedAt: string;
}

/** The store asks before each acknowledgement whether it still owns the files. */
export interface Fence {
  readonly epoch: number;
  /** True when a later epoch exists: acknowledge nothing more. One directory look-up. */
  isFenced(): Promise<boolean>;
}

/**
 * `owner.<epoch>.json`: lock, fence and address in one. Whoever creates the file of an epoch holds it; names are never
 * written twice, so there is no stale lock to delete and no race about deleting it.
 */

export function ownerName(epoch: number): string {
  return `owner.${epoch}.json`;
}

/** Where file systems have no links, a file may be met before its text is there. */
const readTries = 10;
const readPauseMs = 50;

interface Epochs {
  /** The epoch of the latest owner file; 0 when there is none. */
  owner: number;
  /**
   * The highest epoch of any file in the folder (`<word>.<epoch>.…`): owner files may have been deleted by hand, others
   * not.
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

/** Undefined when the file is missing or stays unreadable: then nobody can be reached by it. */
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

/** So many are kept in any case, for whoever looks into the folder. */
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

/** A process of another container that has shown no life for so long does not come back. */
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
