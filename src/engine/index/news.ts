/**
 * Tracks what may have changed in a root since it was last checked, and decides how much must be checked before an
 * answer. Changes are reported by the owner, or by a watch of the disk where that is exact. Otherwise they are looked
 * for: with few files everywhere, with many in the folders and in files that were recently worked on, and everywhere
 * when a question has a word that the index lacks.
 */
import path from 'node:path';
import type { SavedFile } from '../cache/indexFile';
import { FolderWatch } from '../files/folderWatch';
import { ruleFileName } from '../files/gitignore';
import { describeFile, folderOf, type Lister } from '../files/walk';

/** Least pause between two listings, as a multiple of the time that one takes. */
const restPerScan = 20;
/** Greatest such pause in ms. */
const maxRestMs = 1000;
/** Number of files up to which all are listed before every answer, in about 5 ms. */
const freeScanFiles = 1000;
/** Interval in ms of checks of a watched folder: an event may be lost, or only a part be watched. */
const watchedScanMs = 5000;
/** Most recently changed files, and most folders, checked before every answer, in some milliseconds. */
const [maxWorkedOn, maxFolders] = [500, 5000];
/** Greatest duration in ms of a full check that an unknown word in a question may cause. */
const maxLookMs = 500;

export type Need = 'nothing' | 'told' | 'scan';

export interface Asked {
  /** Time of the question: a check that began later is recent enough. */
  at: number;
  isReady: boolean;
  /** True when the question has a word that the index lacks. */
  hasNewWord: () => boolean;
}

interface Scan {
  began: number;
  isHeard: boolean;
}

export class News {
  private told = new Set<string>();
  /** Folders in which a file was created or removed. */
  private toldFolders = new Set<string>();
  private hasUntold = false;
  private isTold = false;
  private watch: FolderWatch | undefined;
  /** True when everything was checked since the watch began. */
  private isHeard = false;
  private beganAt = -Infinity;
  private scannedAt = -Infinity;
  private scanMs = 0;
  /** Relative paths of files that were changed or named in an answer, the latest last. */
  private readonly workedOn = new Set<string>();

  constructor(
    private readonly root: string,
    private readonly isFolder: boolean,
    private readonly known: ReadonlyMap<string, SavedFile>,
    private readonly lister: Lister,
    private readonly maxWatches?: number,
  ) {}

  /** True when changes are reported, so that no answer must wait for a full check. */
  get isTrusted(): boolean {
    return this.isTold || this.hearsAll;
  }

  private get hearsAll(): boolean {
    return this.isHeard && this.watch?.hearsAll === true;
  }

  private get isFew(): boolean {
    return this.known.size < freeScanFiles;
  }

  /** Reports changed paths, absolute and inside the root, on behalf of its owner. */
  tell(paths: readonly string[]): void {
    this.isTold = true;
    for (const file of paths) {
      const relative = path.relative(this.root, file).split(path.sep).join('/');
      if (this.known.has(relative) && path.basename(file) !== ruleFileName) this.told.add(relative);
      // A new file, a folder, or a path that is not searched: only the listing tells.
      else this.hasUntold = true;
    }
  }

  /** Asks for a check of everything. */
  doubt(): void {
    this.hasUntold = true;
  }

  /** Reports that a file differs from what is known of it. */
  suspect(file: string): void {
    this.told.add(file);
  }

  /** Records that a file was changed or named in an answer: it may change next. */
  workOn(file: string): void {
    this.workedOn.delete(file);
    this.workedOn.add(file);
    if (this.workedOn.size <= maxWorkedOn) return;
    for (const oldest of this.workedOn) {
      this.workedOn.delete(oldest);
      return;
    }
  }

  /** Collects events of the watch, or looks for changes without one; to be called before `need`. */
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

  /** True when a check of everything is due in the background. */
  get isScanDue(): boolean {
    if (this.mayWatch()) return true;
    return this.isTrusted && performance.now() - this.scannedAt > Math.max(watchedScanMs, restPerScan * this.scanMs);
  }

  /** Takes the reported files, which are forgotten here. */
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

  /** Records the time that listing everything took. */
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

  /** True when a watch may begin: the number of files is known and too large to list before every answer. */
  private mayWatch(): boolean {
    return this.isFolder && !this.watch && !this.isFew && this.scannedAt > -Infinity;
  }

  private hear(file: string, isNewOrGone: boolean): void {
    if (path.basename(file) === ruleFileName) this.hasUntold = true;
    else if (this.known.has(file) || this.lister.holds(file)) this.told.add(file);
    // Changes of files that are not searched do not matter, however frequent.
    else if (isNewOrGone) this.toldFolders.add(folderOf(file));
  }

  private hasChanged(file: string): boolean {
    const known = this.known.get(file);
    const found = describeFile(this.root, file);
    return found?.size !== known?.size || found?.modified !== known?.modified;
  }
}
