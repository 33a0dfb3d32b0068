/**
 * When a snapshot is due, and what follows a good one: yesterday's backup, and the end of all files older than the
 * generation before it. Two generations with their journals always stay.
 */
import type { Fence } from '../owner/types';
import type { Low } from 'lowdb';
import path from 'node:path';
import { CancelledError, type LibraryAdapter } from './adapter';
import { backUp, backupsFolder, extraName, isBackupDue, pruneBackups } from './backups';
import type { Files } from './disk/files';
import { compareGenerations, journalName, journalsIn, librariesIn, libraryName, type Generation } from './disk/names';
import type { Library } from './library';
import type { Log } from './openLibrary';

const firstRetryMs = 30_000;
const lastRetryMs = 600_000;

/** When the store acts by itself. Tests give smaller numbers. */
export const defaultLimits = {
  /** A longer journal asks for a snapshot, unless it is less than half the library. Bounds the time of an opening. */
  journalBytes: 16 * 1024 * 1024,
  /** About a second of replay. */
  journalRecords: 20_000,
  /** In a quiet moment the library is written anew once the journal holds this many records. */
  idleRecords: 1_000,
  idleMs: 30_000,
  /** How often a full or forbidden disk is tried again. */
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

  /** The next chance to take a snapshot must be used. */
  force(): void {
    this.isForced = true;
  }

  isDue(): boolean {
    if (this.running || performance.now() < this.notBefore) return false;
    const { limits, db } = this.parts;
    const maxBytes = Math.max(limits.journalBytes, db.data.bytes / 2);
    return this.isForced || this.journal.bytes > maxBytes || this.journal.records > limits.journalRecords;
  }

  /** In a quiet moment smaller reasons count as well. */
  async isDueWhenIdle(): Promise<boolean> {
    if (this.running || this.journal.records === 0 || performance.now() < this.notBefore) return false;
    return this.journal.records > this.parts.limits.idleRecords || (await isBackupDue(this.parts));
  }

  /** The next journal could not be opened. */
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

  /** Gives up a running snapshot. */
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
      log('warn', `After a good snapshot, copying or clearing old files failed: ${String(error)}`); // next time again
    }
  }

  /** A fenced process removes nothing: the new owner may be reading these files. */
  private async removeOlderThan(oldest: Generation | undefined): Promise<void> {
    const { files, directory, fence } = this.parts;
    if (!oldest || (await fence.isFenced())) return;
    const names = await files.list(directory);
    const isOld = (generation: Generation) => compareGenerations(generation, oldest) < 0;
    // Snapshots last: a journal without its snapshot is nothing, a snapshot without its journal is at least old.
    const doomed = [
      ...journalsIn(names).filter(isOld).map(journalName),
      ...librariesIn(names).filter(isOld).map(libraryName),
    ];
    for (const name of doomed) await files.remove(path.join(directory, name));
  }
}
