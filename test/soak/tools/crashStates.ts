/**
 * What a disk may hold after the power went: for a prefix of the recorded steps, everything that was synced, and of the
 * rest any choice. Data that was not synced may be there, missing, torn at a sector, or there without what was written
 * before it; names that were not synced with their folder may be there or not, in order or out of it.
 * Idea: ALICE (Pillai and others, OSDI 2014), on a recorded trace instead of traced system calls. Known limit: no bit rot.
 */
import path from 'node:path';
import { truncated, written } from './memoryFiles';
import type { Random } from './random';
import type { Step } from './recordedFiles';

/** What a disk writes at once. */
const sectorBytes = 512;

export type Survival = 'all' | 'none' | 'torn' | 'reordered' | 'random';
export const survivals: readonly Survival[] = ['all', 'none', 'torn', 'reordered', 'random'];

type DataStep = Extract<Step, { kind: 'write' | 'truncate' }>;

/** One entry of a folder that was made or taken away. */
interface NameChange {
  folder: string;
  add?: { file: string; inode: number };
  remove?: string;
}

interface Disk {
  contents: Map<number, Buffer>;
  unsynced: Map<number, DataStep[]>;
  names: Map<string, number>;
  unsyncedNames: NameChange[];
  /** The names as the running program sees them. */
  seen: Map<string, number>;
}

export interface CrashState {
  files: Map<string, Buffer>;
  /** The marks that stand before the crash. */
  marks: string[];
}

/** The disk after the first `count` steps, with `data` and `names` saying what of the unsynced survives. */
export function crashState(
  steps: readonly Step[],
  count: number,
  { data, names, random }: { data: Survival; names: Survival; random: Random },
): CrashState {
  const disk: Disk = {
    contents: new Map(),
    unsynced: new Map(),
    names: new Map(),
    unsyncedNames: [],
    seen: new Map(),
  };
  const marks: string[] = [];
  for (const step of steps.slice(0, count)) {
    if (step.kind === 'mark') marks.push(step.text);
    else take(disk, step);
  }
  for (const change of surviving(disk.unsyncedNames, names, random)) applyName(disk.names, change);
  const files = new Map<string, Buffer>();
  for (const [file, inode] of disk.names) {
    let content = disk.contents.get(inode) ?? Buffer.alloc(0);
    for (const step of surviving(disk.unsynced.get(inode) ?? [], data, random)) content = applyData(content, step);
    files.set(file, content);
  }
  return { files, marks };
}

function take(disk: Disk, step: Exclude<Step, { kind: 'mark' }>): void {
  switch (step.kind) {
    case 'create':
      disk.contents.set(step.inode, Buffer.alloc(0));
      return name(disk, { folder: path.dirname(step.file), add: { file: step.file, inode: step.inode } });
    case 'write':
    case 'truncate':
      disk.unsynced.set(step.inode, [...(disk.unsynced.get(step.inode) ?? []), step]);
      return;
    case 'sync': {
      let content = disk.contents.get(step.inode) ?? Buffer.alloc(0);
      for (const pending of disk.unsynced.get(step.inode) ?? []) content = applyData(content, pending);
      disk.contents.set(step.inode, content);
      disk.unsynced.delete(step.inode);
      return;
    }
    case 'rename': {
      const inode = disk.seen.get(step.from);
      if (inode === undefined) return;
      return name(disk, { folder: path.dirname(step.to), add: { file: step.to, inode }, remove: step.from });
    }
    case 'remove':
      return name(disk, { folder: path.dirname(step.file), remove: step.file });
    case 'syncFolder': {
      const isHere = (change: NameChange) => change.folder === step.folder;
      for (const change of disk.unsyncedNames.filter(isHere)) applyName(disk.names, change);
      disk.unsyncedNames = disk.unsyncedNames.filter((change) => !isHere(change));
    }
  }
}

function name(disk: Disk, change: NameChange): void {
  disk.unsyncedNames.push(change);
  applyName(disk.seen, change);
}

function applyName(names: Map<string, number>, { add, remove }: NameChange): void {
  if (remove !== undefined) names.delete(remove);
  if (add) names.set(add.file, add.inode);
}

function applyData(content: Buffer, step: DataStep): Buffer {
  return step.kind === 'write' ? written(content, step.bytes, step.position) : truncated(content, step.size);
}

function surviving<Change extends DataStep | NameChange>(
  changes: readonly Change[],
  survival: Survival,
  random: Random,
): Change[] {
  switch (survival) {
    case 'all':
      return [...changes];
    case 'none':
      return [];
    case 'torn': {
      // Up to some point everything, there a part of one write, then nothing.
      const kept = changes.slice(0, random.below(changes.length + 1));
      const last = kept.pop();
      return last ? [...kept, torn(last, random)] : [];
    }
    case 'reordered':
      // The later without the earlier.
      return changes.slice(random.below(changes.length + 1));
    case 'random':
      return changes
        .filter(() => random.below(2) === 0)
        .map((one) => (random.below(2) === 0 ? torn(one, random) : one));
  }
}

function torn<Change extends DataStep | NameChange>(change: Change, random: Random): Change {
  if (!('kind' in change) || change.kind !== 'write') return change;
  // Sectors lie at fixed places of the file, not of the write.
  const first = sectorBytes - (change.position % sectorBytes);
  const cuts = [0];
  for (let cut = first; cut < change.bytes.byteLength; cut += sectorBytes) cuts.push(cut);
  return { ...change, bytes: change.bytes.subarray(0, cuts[random.below(cuts.length)]) };
}
