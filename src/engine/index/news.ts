/**
 * What may have changed in a root since it was last looked at, and so how much of it must be looked at before an
 * answer. Told by the owner, heard from the disk where that is exact, and else looked for: in few files everywhere, in
 * many at the folders and at those files that somebody works on, and everywhere again when a question has a word that
 * nothing holds.
 */
import path from 'node:path';
import type { SavedFile } from '../cache/indexFile';
import { FolderWatch } from '../files/folderWatch';
import { ruleFileName } from '../files/gitignore';
import { describeFile, folderOf, type Lister } from '../files/walk';

/** Listing again takes at most one part in so many of the time, */
const restPerScan = 20;
/** but a change is found by whoever asks a second later. */
const maxRestMs = 1000;
/** So few files are listed before every answer: that takes about 5 ms. */
const freeScanFiles = 1000;
/** A watched folder is scanned now and then all the same: a message may be lost, or only a part be watched. */
const watchedScanMs = 5000;
/** Files that somebody works on, and folders, that are looked at before every answer: that takes some milliseconds. */
const [maxWorkedOn, maxFolders] = [500, 5000];
/** A word that nothing holds is worth a look at everything where that takes no longer. */
const maxLookMs = 500;

export type Need = 'nothing' | 'told' | 'scan';

export interface Asked {
  /** What began after it is fresh. */
  at: number;
  isReady: boolean;
  /** The question has a word that the index does not know. */
  hasNewWord: () => boolean;
}

interface Scan {
  began: number;
  isHeard: boolean;
}

export class News {
  private told = new Set<string>();
  /** Folders where a file has come or gone. */
  private toldFolders = new Set<string>();
  private hasUntold = false;
  private isTold = false;
  private watch: FolderWatch | undefined;
  /** Looked at whole since it is watched. */
  private isHeard = false;
  private beganAt = -Infinity;
  private scannedAt = -Infinity;
  private scanMs = 0;
  /** Changed or named in an answer, relative; the last ones last. */
  private readonly workedOn = new Set<string>();

  constructor(
    private readonly root: string,
    private readonly isFolder: boolean,
    private readonly known: ReadonlyMap<string, SavedFile>,
    private readonly lister: Lister,
    private readonly maxWatches?: number,
  ) {}

  /** Nobody has to wait while everything is looked at. */
  get isTrusted(): boolean {
    return this.isTold || this.hearsAll;
  }

  private get hearsAll(): boolean {
    return this.isHeard && this.watch?.hearsAll === true;
  }

  private get isFew(): boolean {
    return this.known.size < freeScanFiles;
  }

  /** Absolute paths inside the root, as its owner tells them. */
  tell(paths: readonly string[]): void {
    this.isTold = true;
    for (const file of paths) {
      const relative = path.relative(this.root, file).split(path.sep).join('/');
      if (this.known.has(relative) && path.basename(file) !== ruleFileName) this.told.add(relative);
      // New, or a folder, or something that is not searched: the listing tells.
      else this.hasUntold = true;
    }
  }

  /** Everything is to be looked at. */
  doubt(): void {
    this.hasUntold = true;
  }

  /** Differs from what is known of it. */
  suspect(file: string): void {
    this.told.add(file);
  }

  /** An answer names it, or it has changed: it may change next. */
  workOn(file: string): void {
    this.workedOn.delete(file);
    this.workedOn.add(file);
    if (this.workedOn.size <= maxWorkedOn) return;
    for (const oldest of this.workedOn) {
      this.workedOn.delete(oldest);
      return;
    }
  }

  /** Before `need`: what has happened is heard, or looked for where it cannot be heard. */
  async gather(): Promise<void> {
    if (this.watch) await this.watch.settle();
    if (this.isFew || this.hearsAll) return;
    for (const file of this.workedOn) if (this.hasChanged(file)) this.told.add(file);
    if (!this.hasUntold && this.lister.hasChangedFolder(maxFolders)) this.hasUntold = true;
  }

  need({ at, isReady, hasNewWord }: Asked): Need {
    if (!isReady || this.hasUntold) return 'scan';
    if (this.told.size + this.toldFolders.size > 0) return 'told';
    if (this.beganAt >= at || this.hearsAll) return 'nothing';
    if (this.isFew) return 'scan';
    const restMs = Math.min(maxRestMs, restPerScan * this.scanMs);
    if (!this.isTold && performance.now() - this.scannedAt >= restMs) return 'scan';
    return this.scanMs <= maxLookMs && hasNewWord() ? 'scan' : 'nothing';
  }

  /** What nobody waits for: a look at everything. */
  get isScanDue(): boolean {
    if (this.mayWatch()) return true;
    return this.isTrusted && performance.now() - this.scannedAt > Math.max(watchedScanMs, restPerScan * this.scanMs);
  }

  /** Files to look at, which are told no more. */
  take(): ReadonlySet<string> {
    const { told, toldFolders } = this;
    this.told = new Set();
    this.toldFolders = new Set();
    for (const folder of toldFolders) {
      const files = this.lister.listAgain(folder);
      if (!files) this.hasUntold = true;
      for (const file of files ?? []) if (!this.known.has(file)) told.add(file);
    }
    return told;
  }

  beginScan(): Scan {
    this.told = new Set();
    this.toldFolders = new Set();
    this.hasUntold = false;
    if (this.mayWatch()) {
      this.watch = new FolderWatch(this.root, (file, isNewOrGone) => this.hear(file, isNewOrGone), this.maxWatches);
      this.lister.watch = this.watch;
    }
    return { began: performance.now(), isHeard: this.watch !== undefined };
  }

  /** How long it took to list everything. */
  listed(ms: number): void {
    this.scanMs = ms;
  }

  endScan({ began, isHeard }: Scan): void {
    this.beganAt = began;
    this.scannedAt = performance.now();
    this.isHeard = isHeard;
  }

  close(): void {
    this.watch?.close();
  }

  /** Once it is known how many files there are; few need no watch. */
  private mayWatch(): boolean {
    return this.isFolder && !this.watch && !this.isFew && this.scannedAt > -Infinity;
  }

  private hear(file: string, isNewOrGone: boolean): void {
    if (path.basename(file) === ruleFileName) this.hasUntold = true;
    else if (this.known.has(file) || this.lister.holds(file)) this.told.add(file);
    // What is not searched may be written as often as anyone likes.
    else if (isNewOrGone) this.toldFolders.add(folderOf(file));
  }

  private hasChanged(file: string): boolean {
    const known = this.known.get(file);
    const found = describeFile(this.root, file);
    return found?.size !== known?.size || found?.modified !== known?.modified;
  }
}
