/**
 * Watches for every change below a folder: one watch for each listed folder, set before the folder is read, so that no
 * change is missed. Only where the system reports a change before the program that made it goes on, which is Linux on
 * local disks; elsewhere, or with too many folders, nothing is watched and the owner has to look. Must not know what is
 * searched.
 */
import fs from 'node:fs';
import path from 'node:path';

/** Receives the path of a change, relative to the root; `isNewOrGone` is false when only the content changed. */
export type Heard = (file: string, isNewOrGone: boolean) => void;

/**
 * Types of local file systems by `statfs`, which no other machine writes to: ext, btrfs, xfs, tmpfs, overlay, zfs,
 * f2fs, bcachefs.
 */
const localDisks = new Set([
  0xef53, 0x9123683e, 0x58465342, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e,
]);
const limitFile = '/proc/sys/fs/inotify/max_user_watches';
/** Greatest share of the user's watches: all programs of a user share one limit, and editors and builds need theirs. */
const maxShare = 0.25;

/** Number of watches of all roots in this process. */
let watches = 0;

export class FolderWatch {
  private readonly watchers = new Map<string, fs.FSWatcher>();
  private isGivenUp: boolean;
  private readonly most: number;

  /** @param root the real path of the folder */
  constructor(
    private readonly root: string,
    private readonly heard: Heard,
    most = mostWatches(),
  ) {
    this.most = most;
    this.isGivenUp = most === 0 || !isLocalDisk(root);
  }

  /** False when changes may be missed, so that the owner has to look. */
  get hearsAll(): boolean {
    return !this.isGivenUp && this.watchers.size > 0;
  }

  /** Begins to watch a folder; to be called before it is read. */
  follow(relative: string): void {
    if (this.isGivenUp || this.watchers.has(relative)) return;
    if (watches >= this.most) return this.close();
    const folder = path.join(this.root, relative);
    try {
      const watcher = fs.watch(folder, { persistent: false }, (event, name) => this.hear(relative, event, name));
      // The folder is gone, or the system took the watch back; a new folder of this name is reported by the parent.
      watcher.on('error', () => this.drop(relative));
      this.watchers.set(relative, watcher);
      watches += 1;
    } catch (error) {
      // A folder that is gone is reported by its parent; else there are no watches left.
      if (!isGone(error)) this.close();
    }
  }

  /** Waits until past events are delivered: the system's queue is read once a turn of the event loop. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resume) => setImmediate(resume));
  }

  /** Ends all watches. */
  close(): void {
    this.isGivenUp = true;
    for (const relative of [...this.watchers.keys()]) this.end(relative);
  }

  private hear(folder: string, event: string, name: string | null): void {
    const isNewOrGone = event === 'rename' || name === null;
    const file = folder === '' ? (name ?? '') : `${folder}/${name ?? ''}`;
    if (isNewOrGone) {
      // A folder of this name may be a new one. An event of the folder itself carries its own last name.
      this.drop(file);
      if (name === path.basename(path.join(this.root, folder))) this.drop(folder);
    }
    this.heard(file, isNewOrGone);
  }

  /** Ends the watches of a folder and all below, which begin again when it is listed again. */
  private drop(relative: string): void {
    if (!this.watchers.has(relative)) return;
    const inside = relative === '' ? '' : `${relative}/`;
    for (const known of [...this.watchers.keys()]) if (known === relative || known.startsWith(inside)) this.end(known);
  }

  private end(relative: string): void {
    this.watchers.get(relative)?.close();
    if (this.watchers.delete(relative)) watches -= 1;
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** Most watches for this process; 0 where the system tells no limit. */
function mostWatches(): number {
  if (process.platform !== 'linux') return 0;
  try {
    return Math.floor(Number(fs.readFileSync(limitFile, 'utf8')) * maxShare) || 0;
  } catch {
    return 0;
  }
}

function isLocalDisk(folder: string): boolean {
  try {
    return localDisks.has(fs.statfsSync(folder).type);
  } catch {
    return false;
  }
}
