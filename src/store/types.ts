/**
 * The store's words: records in collections, changed by acknowledged operations.
 * Must not know wire names, HTTP, the engine or the editor.
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
  /** In insertion order. Do not change the records: make a new one and `change` it in. */
  list<C extends Collection>(collection: C): IterableIterator<Readonly<Records[C]>>;
  count(collection: Collection): number;
  /** What its records take on disk, in a snapshot; or one of them. */
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
  /** What opening repaired or lost, as sentences for the log and the status page. */
  readonly repairs: readonly string[];
  /** Waits for what is queued, syncs, closes. */
  close(): Promise<void>;
}

export interface BackupFile {
  name: string;
  /** Milliseconds since 1970; 0 where its name does not tell. */
  made: number;
  bytes: number;
  reason: 'daily' | 'wanted' | 'restore' | 'migration';
}

/** What came back from a backup that was restored on trial. */
export interface BackupCheck {
  name: string;
  assets: number;
  conversations: number;
  records: number;
  /** Absent when every record came back as it was written. */
  fault?: string;
}

/** What is done to the library by whoever opens it next. */
export type Order = { kind: 'restore'; backup: string } | { kind: 'erase' };

/** A library as it lies in its folder, open or not. Who looks after the whole of it needs no more of the disk. */
export interface LibraryFolder {
  /** True while nobody may open it, because it was just moved elsewhere. */
  isAtRest(): Promise<boolean>;
  /**
   * Carries out the order that was left, then opens the library. Only the owner may.
   * @param readOnly why it may only be looked at; an order then stays where it is
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
