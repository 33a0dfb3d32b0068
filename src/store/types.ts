/**
 * The store's words: records in collections, changed by acknowledged operations.
 * Must not know wire names, HTTP, the engine or the editor.
 */
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
