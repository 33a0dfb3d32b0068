/**
 * Hears at once of every change below a folder: one watch for each folder that is listed, set before it is looked at,
 * so that nothing falls between. Only where the system tells of a change before the program that made it goes on, which
 * is Linux on disks of this machine; elsewhere, or when there are too many folders, nothing is watched and the owner
 * has to look. Must not know what is searched.
 */
import fs from 'node:fs';
import path from 'node:path';

/** A name in a folder, relative to the root; new or gone, else its content changed. */
export type Heard = (file: string, isNewOrGone: boolean) => void;

/** By `statfs`: ext, btrfs, xfs, tmpfs, overlay, zfs, f2fs, bcachefs. No other machine writes there. */
const localDisks = new Set([
  0xef53, 0x9123683e, 0x58465342, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e,
]);
const limitFile = '/proc/sys/fs/inotify/max_user_watches';
/** Watches are for all programs of a user together: editors and builds need theirs. */
const maxShare = 0.25;

/** Of all roots of this process. */
let watches = 0;

export class FolderWatch {
  private readonly watchers = new Map<string, fs.FSWatcher>();
  private isGivenUp: boolean;
  private readonly most: number;

  /** @param root by its real path */
  constructor(
    private readonly root: string,
    private readonly heard: Heard,
    most = mostWatches(),
  ) {
    this.most = most;
    this.isGivenUp = most === 0 || !isLocalDisk(root);
  }

  /** False: changes may go unheard, the owner has to look. */
  get hearsAll(): boolean {
    return !this.isGivenUp && this.watchers.size > 0;
  }

  /** Before a folder is looked at. */
  follow(relative: string): void {
    if (this.isGivenUp || this.watchers.has(relative)) return;
    if (watches >= this.most) return this.close();
    const folder = path.join(this.root, relative);
    try {
      const watcher = fs.watch(folder, { persistent: false }, (event, name) => this.hear(relative, event, name));
      // It is gone, or the system has taken the watch back: whoever made the folder anew is heard by the folder above.
      watcher.on('error', () => this.drop(relative));
      this.watchers.set(relative, watcher);
      watches += 1;
    } catch (error) {
      // One that is gone meanwhile is told by the folder above; else there are no watches left.
      if (!isGone(error)) this.close();
    }
  }

  /** What happened before is heard after: the system's queue is read once a turn of the loop. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resume) => setImmediate(resume));
  }

  /** Nothing is heard any more. */
  close(): void {
    this.isGivenUp = true;
    for (const relative of [...this.watchers.keys()]) this.end(relative);
  }

  private hear(folder: string, event: string, name: string | null): void {
    const isNewOrGone = event === 'rename' || name === null;
    const file = folder === '' ? (name ?? '') : `${folder}/${name ?? ''}`;
    if (isNewOrGone) {
      // A folder of this name may be another one now. A folder itself is told of by its own last name.
      this.drop(file);
      if (name === path.basename(path.join(this.root, folder))) this.drop(folder);
    }
    this.heard(file, isNewOrGone);
  }

  /** A folder and all below: followed again when it is looked at again. */
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

/** None where the system has no such limit to ask for. */
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
