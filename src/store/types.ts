/**
 * Types of the store: records in collections, changed by acknowledged operations. Must not know wire names, HTTP, the
 * engine or the editor.
 */
import type { Fence } from '../owner/ownerFiles';
import type { Records } from './records';

export type Collection = keyof Records;

/** One put or delete. `v` is the whole record after the change, so that replaying it twice is harmless. */
export type Change = {
  [C in Collection]: { op: 'put'; collection: C; value: Records[C] } | { op: 'delete'; collection: C; id: string };
}[Collection];

/** Why the store takes no changes: a sentence for people. */
export interface ReadOnly {
  reason: string;
}

export interface Store {
  get<C extends Collection>(collection: C, id: string): Readonly<Records[C]> | undefined;
  /** Records in insertion order. Do not modify them: use `change` with a new record. */
  list<C extends Collection>(collection: C): IterableIterator<Readonly<Records[C]>>;
  count(collection: Collection): number;
  /** Bytes in a snapshot of a collection's records, or of one record. */
  bytes(collection: Collection, id?: string): number;
  /**
   * Applies all changes as one and resolves when they are on disk (journal line written, fdatasync done, still owner).
   * Several calls in flight share one sync. Order of application is order of calling.
   * @throws ApiError `invalid` when a record cannot be serialised or is over 4 MiB; `internal` with the reason when the
   *   store is read-only or the disk fails; `overloaded` when ownership was lost meanwhile. Memory is unchanged then.
   */
  change(changes: Change[], request?: string): Promise<void>;
  /** Called after changes are applied, in order. Returns the unsubscribe function. */
  onChange(listener: (changes: Change[]) => void): () => void;
  readonly readOnly: ReadOnly | undefined;
  /** Keeps the library as it is now beside the daily backups. @returns the backup's name @throws ApiError `internal` */
  backUp(reason: 'wanted' | 'restore'): Promise<string>;
  /** Repairs and losses found on opening, as sentences for the log and the status page. */
  readonly repairs: readonly string[];
  /** Waits for what is queued, syncs, closes. */
  close(): Promise<void>;
}

export interface BackupFile {
  name: string;
  /** Milliseconds since 1970; 0 when the name has no time. */
  made: number;
  bytes: number;
  reason: 'daily' | 'wanted' | 'restore' | 'migration';
}

/** Result of restoring a backup on trial. */
export interface BackupCheck {
  name: string;
  assets: number;
  conversations: number;
  records: number;
  /** The first difference; absent when all records were restored unchanged. */
  fault?: string;
}

/** Work on the library that the next owner carries out before opening it. */
export type Order = { kind: 'restore'; backup: string } | { kind: 'erase' };

/** A library's folder, whether the library is open or not; callers need no other access to the disk. */
export interface LibraryFolder {
  /** True while the library must not be opened because it was just moved. */
  isAtRest(): Promise<boolean>;
  /**
   * Carries out a pending order, then opens the library. Only the owner may.
   * @param readOnly reason for opening read-only; a pending order is then kept
   * @throws ApiError `internal` when the folder cannot be read at all, `overloaded` when a later owner was there
   */
  open(fence: Fence, readOnly?: string): Promise<Store>;
  /** Newest first. */
  backups(): Promise<{ folder: string; backups: BackupFile[] }>;
  /** @throws ApiError `notFound` */
  verify(backup: string): Promise<BackupCheck>;
  leaveOrder(order: Order): Promise<void>;
  /**
   * Copies the closed library to another place, where it is opened from then on; this one rests meanwhile.
   * @param place an absolute folder; the library goes into `store` in it
   * @param restMs as long as the windows may take to follow
   * @throws ApiError `invalid` where a library lies already
   */
  moveTo(place: string, restMs: number): Promise<void>;
}
