/**
 * Ownership: which process holds the store and the port. Files in the store folder say so (reliability: one owner).
 * Must not know what the store keeps, HTTP routes or the editor.
 */

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
