/**
 * Decides when to take a snapshot; after a good one makes the daily backup and removes files older than the generation
 * before. Two generations with their journals always stay.
 */
import path from 'node:path';
import {
  NotAFileError,
  renameWithRetry,
  type Files,
  temporaryName,
  compareGenerations,
  journalName,
  journalsIn,
  librariesIn,
  libraryName,
  type Generation,
} from './disk/files';
import type { BackupFile } from './types';
import type { Fence } from '../owner/ownerFiles';
import type { Low } from 'lowdb';
import { CancelledError, type LibraryAdapter } from './adapter';
import type { Library } from './library';
import type { Log } from './openLibrary';

// Section: backups of good snapshots: one a day, and those made by command or before a restore.

const keptDaily = 7;
/** Most backups kept of those made by command or before a restore; daily ones are counted separately. */
const keptExtra = 10;
const maxBackupBytes = 500 * 1024 * 1024;

interface BackupPlace {
  files: Files;
  directory: string;
  now: () => number;
}

/** True when today has no backup yet. */
async function isBackupDue({ files, directory, now }: BackupPlace): Promise<boolean> {
  return !(await files.list(backupsFolder(directory))).includes(dailyName(now()));
}

/** Copies the snapshot as today's backup, when there is none yet. */
async function backUp(snapshotName: string, place: BackupPlace): Promise<void> {
  const { files, directory, now } = place;
  if (!(await isBackupDue(place))) return;
  const folder = backupsFolder(directory);
  await files.makeFolder(folder);
  const target = path.join(folder, dailyName(now()));
  const temporary = temporaryName(target);
  try {
    await files.copy(path.join(directory, snapshotName), temporary);
    await renameWithRetry(files, temporary, target);
  } catch (error) {
    await files.remove(temporary).catch(() => undefined); // removed with the next backup; the first error is reported
    throw error;
  }
  await pruneBackups(place);
}

/** The backups of a library, newest first. Migrations leave one without a time: they are the oldest. */
export async function listBackups({ files, directory }: Omit<BackupPlace, 'now'>): Promise<BackupFile[]> {
  const folder = backupsFolder(directory);
  const found: BackupFile[] = [];
  for (const name of await files.list(folder)) {
    const known = readName(name);
    if (!known) continue;
    try {
      found.push({ name, ...known, bytes: await files.size(path.join(folder, name)) });
    } catch (error) {
      if (!(error instanceof NotAFileError)) throw error; // a pipe of that name is no backup
    }
  }
  return found.sort((a, b) => b.made - a.made);
}

/** Removes the oldest backups beyond the limits of each kind, and half-made copies. */
async function pruneBackups(place: BackupPlace): Promise<void> {
  const { files, directory } = place;
  const folder = backupsFolder(directory);
  for (const name of await files.list(folder)) if (name.endsWith('.tmp')) await files.remove(path.join(folder, name));
  const all = await listBackups(place);
  const daily = all.filter(({ reason }) => reason === 'daily');
  const extra = all.filter(({ reason }) => reason === 'wanted' || reason === 'restore');
  const doomed = [...beyond(daily, keptDaily), ...beyond(extra, keptExtra)];
  for (const { name } of doomed) await files.remove(path.join(folder, name));
}

/** Backups beyond the limits; the newest always stays. */
function beyond(newestFirst: readonly BackupFile[], kept: number): BackupFile[] {
  let bytes = 0;
  return newestFirst.filter((backup, index) => {
    bytes += backup.bytes;
    return index > 0 && (index >= kept || bytes > maxBackupBytes);
  });
}

export function backupsFolder(directory: string): string {
  return path.join(directory, 'backups');
}

function dailyName(time: number): string {
  return `library-${new Date(time).toISOString().slice(0, 10)}.json`;
}

/** Name with milliseconds, so that two of one second do not collide. */
function extraName(time: number, reason: 'wanted' | 'restore'): string {
  return `library-${new Date(time).toISOString().slice(0, 23).replace(/[T:.]/g, '-').toLowerCase()}-${reason}.json`;
}

function readName(name: string): Pick<BackupFile, 'made' | 'reason'> | undefined {
  if (/^pre-\d+\.json$/.test(name)) return { made: 0, reason: 'migration' };
  const daily = /^library-(\d{4}-\d\d-\d\d)\.json$/.exec(name);
  if (daily) return { made: Date.parse(`${daily[1]}T00:00:00Z`), reason: 'daily' };
  const extra = /^library-(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)-(\d{3})-(wanted|restore)\.json$/.exec(name);
  if (!extra) return undefined;
  const [, day, hours, minutes, seconds, milliseconds, word] = extra;
  const made = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
  return { made, reason: word === 'restore' ? 'restore' : 'wanted' };
}

const firstRetryMs = 30_000;
const lastRetryMs = 600_000;

/** Default thresholds; tests give smaller numbers. */
export const defaultLimits = {
  /** Journal size in bytes from which a snapshot is due, unless it is below half the library; bounds opening time. */
  journalBytes: 16 * 1024 * 1024,
  /** Most records in a journal: about a second of replay. */
  journalRecords: 20_000,
  /** Records in the journal from which a snapshot is taken when idle. */
  idleRecords: 1_000,
  idleMs: 30_000,
  /** Milliseconds between tries of a full or read-only disk. */
  probeMs: 5_000,
};

export type Limits = typeof defaultLimits;

interface SnapshotParts {
  files: Files;
  directory: string;
  fence: Fence;
  db: Low<Library>;
  adapter: LibraryAdapter;
  limits: Limits;
  now: () => number;
  log: Log;
}

export class Snapshots {
  /** The generation of the last good snapshot. */
  private previous: Generation | undefined;
  private running: Promise<void> | undefined;
  private notBefore = 0;
  private failures = 0;
  private isForced = false;
  private journal: { bytes: number; records: number };

  constructor(
    private readonly parts: SnapshotParts,
    replayed: { bytes: number; records: number },
  ) {
    this.previous = parts.adapter.current;
    this.journal = { ...replayed };
  }

  count(bytes: number, records: number): void {
    this.journal.bytes += bytes;
    this.journal.records += records;
  }

  /** Makes a snapshot due at the next chance. */
  force(): void {
    this.isForced = true;
  }

  isDue(): boolean {
    if (this.running || performance.now() < this.notBefore) return false;
    const { limits, db } = this.parts;
    const maxBytes = Math.max(limits.journalBytes, db.data.bytes / 2);
    return this.isForced || this.journal.bytes > maxBytes || this.journal.records > limits.journalRecords;
  }

  /** True when a snapshot is due while idle, which has lower thresholds. */
  async isDueWhenIdle(): Promise<boolean> {
    if (this.running || this.journal.records === 0 || performance.now() < this.notBefore) return false;
    return this.journal.records > this.parts.limits.idleRecords || (await isBackupDue(this.parts));
  }

  /** Delays the next snapshot after its journal could not be opened. */
  postpone(error: unknown): void {
    this.failures += 1;
    this.notBefore = performance.now() + Math.min(lastRetryMs, firstRetryMs * 2 ** (this.failures - 1));
    this.parts.log('warn', `No snapshot could be written; the journal goes on. ${String(error)}`);
  }

  /**
   * Writes the library as it is now. The caller has just opened the journal of `library.generation`, and no change is
   * being written at this moment. Never rejects.
   */
  take(): Promise<void> {
    const covered = this.journal;
    this.journal = { bytes: 0, records: 0 };
    this.isForced = false;
    this.running = this.write(covered).finally(() => (this.running = undefined));
    return this.running;
  }

  /** A backup of the library as it is at the moment of the call, besides the daily ones. @returns its name */
  async keep(reason: 'wanted' | 'restore'): Promise<string> {
    const { files, directory, adapter, db, now } = this.parts;
    const name = extraName(now(), reason);
    await files.makeFolder(backupsFolder(directory));
    await adapter.writeTo(path.join(backupsFolder(directory), name), db.data);
    await pruneBackups(this.parts);
    return name;
  }

  /** Cancels a running snapshot. */
  async stop(): Promise<void> {
    this.parts.adapter.cancel();
    await this.running;
  }

  private async write(covered: { bytes: number; records: number }): Promise<void> {
    const { db, log } = this.parts;
    const generation = db.data.generation;
    const before = this.previous;
    try {
      await db.write();
    } catch (error) {
      this.count(covered.bytes, covered.records);
      if (!(error instanceof CancelledError)) this.postpone(error);
      return;
    }
    this.failures = 0;
    this.previous = generation;
    try {
      await backUp(libraryName(generation), this.parts);
      await this.removeOlderThan(before);
    } catch (error) {
      log('warn', `After a good snapshot, copying or clearing old files failed: ${String(error)}`); // tried again after the next snapshot
    }
  }

  /** Removes older generations. A fenced process removes nothing: the new owner may be reading these files. */
  private async removeOlderThan(oldest: Generation | undefined): Promise<void> {
    const { files, directory, fence } = this.parts;
    if (!oldest || (await fence.isFenced())) return;
    const names = await files.list(directory);
    const isOld = (generation: Generation) => compareGenerations(generation, oldest) < 0;
    // Snapshots go last: a journal without its snapshot is useless, a snapshot alone is at least an old library.
    const doomed = [
      ...journalsIn(names).filter(isOld).map(journalName),
      ...librariesIn(names).filter(isOld).map(libraryName),
    ];
    for (const name of doomed) await files.remove(path.join(directory, name));
  }
}
