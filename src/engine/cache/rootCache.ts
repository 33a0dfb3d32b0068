/**
 * Saves the index of one root some time after it changed. A large index is written seldom: what is not saved is only
 * read again at the next start, file by file.
 */
import type { CacheFolder } from './cacheFolder';
import type { Saved } from './indexFile';

/** After the last change; a build or a checkout changes files for some seconds. */
const quietMs = 5000;
/** Between two writes of the same root, so that hours of editing do not wear out a disk. */
const restMs = 10 * 60 * 1000;

export class RootCache {
  private timer: NodeJS.Timeout | undefined;
  private snapshot: (() => Saved | undefined) | undefined;
  private savedAt = -Infinity;
  private saving: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    private readonly folder: CacheFolder,
    private readonly root: string,
  ) {}

  load(): Promise<Saved | undefined> {
    return this.folder.load(this.root);
  }

  /** Writes it now; the next write of what changed later is as far off as after any. */
  async save(saved: Saved): Promise<void> {
    if (this.isClosed) return;
    this.saving = this.saving.then(() => this.folder.save(this.root, saved));
    await this.saving;
  }

  /** `snapshot` gives nothing while the root is being changed; then it tells again afterwards. */
  changed(snapshot: () => Saved | undefined): void {
    // Another one may keep this root by now.
    if (this.isClosed) return;
    this.snapshot = snapshot;
    clearTimeout(this.timer);
    const rest = this.savedAt + restMs - performance.now();
    this.timer = setTimeout(() => void this.saveChanged(), Math.max(quietMs, rest));
    // Saving holds up no exit: `close` is for that.
    this.timer.unref();
  }

  private saveChanged(): Promise<void> {
    this.saving = this.saving.then(async () => {
      const saved = this.snapshot?.();
      if (!saved) return;
      this.snapshot = undefined;
      await this.folder.save(this.root, saved);
      this.savedAt = performance.now();
    });
    return this.saving;
  }

  /** Saves what is left; what changes later is not saved. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.saveChanged();
  }
}
