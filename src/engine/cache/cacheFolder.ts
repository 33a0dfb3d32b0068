/**
 * The folder of saved indexes: one file per root, named by the hash of its path, read at once and replaced by renaming.
 * Bounded: the least recently used files are removed. Errors here only cost time at the next start.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../chunk/grammars';
import { Slices } from '../index/scheduling';
import { decode, encode, type Saved } from './indexFile';

/** Most bytes of all saved indexes, enough for ten roots of 100,000 passages. */
const maxFolderBytes = 500 * 1024 * 1024;
/** Age in ms after which an unfinished file is taken for the leftover of a stopped process. */
const maxUnfinishedMs = 60 * 60 * 1000;
const ending = '.index';

export interface CacheFolderOptions {
  folder: string;
  /** Version of the code that makes the indexes. */
  maker: string;
  log: Log;
  maxBytes?: number;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function readWhole(file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const opened = await open(file, 'r').catch(() => undefined);
  // This root was not saved yet.
  if (!opened) return undefined;
  try {
    const { size } = await opened.stat();
    // Memory of its own, since columns of four bytes must begin at a multiple of four.
    const bytes = new Uint8Array(new ArrayBuffer(size));
    let length = 0;
    while (length < size) {
      const { bytesRead } = await opened.read(bytes, length, size - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await opened.close();
  }
}

export class CacheFolder {
  constructor(private readonly options: CacheFolderOptions) {}

  private fileOf(root: string): string {
    const name = createHash('sha256').update(root).digest('hex').slice(0, 24);
    return path.join(this.options.folder, `${name}${ending}`);
  }

  /** The saved index of a root; undefined when there is none that can be used. */
  async load(root: string): Promise<Saved | undefined> {
    const file = this.fileOf(root);
    try {
      const bytes = await readWhole(file);
      if (!bytes) return undefined;
      const read = await decode(bytes, { root, maker: this.options.maker }, new Slices());
      if (!read.ok) {
        this.options.log('warn', `The saved index of ${root} is not used, because ${read.reason}; it is made again.`);
        return undefined;
      }
      const now = new Date();
      await utimes(file, now, now);
      return read.saved;
    } catch (error) {
      this.options.log('warn', `The saved index of ${root} could not be read (${messageOf(error)}); it is made again.`);
      return undefined;
    }
  }

  async save(root: string, saved: Saved): Promise<void> {
    const { folder, log, maker } = this.options;
    const file = this.fileOf(root);
    const unfinished = `${file}.${randomUUID()}.tmp`;
    try {
      const pieces = await encode(saved, { root, maker }, new Slices());
      // Accessible to the owner only, as the index holds words of private code.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await this.write(unfinished, pieces);
      await rename(unfinished, file);
      await this.shrink(file);
    } catch (error) {
      log('warn', `The index of ${root} could not be saved: ${messageOf(error)}`);
      // A file that cannot be removed now is removed by a later save.
      await rm(unfinished, { force: true }).catch(() => undefined);
    }
  }

  private async write(file: string, pieces: Uint8Array[]): Promise<void> {
    const opened = await open(file, 'wx', 0o600);
    try {
      await opened.writev(pieces);
      await opened.datasync();
    } finally {
      await opened.close();
    }
  }

  /** Removes the least recently used files, but never the one just written. */
  private async shrink(kept: string): Promise<void> {
    const found = await this.listed();
    let bytes = found.reduce((sum, { size }) => sum + size, 0);
    for (const { file, size, modified } of found.sort((a, b) => a.modified - b.modified)) {
      const isLeft = file.endsWith('.tmp') && Date.now() - modified > maxUnfinishedMs;
      const isTooMuch = bytes > (this.options.maxBytes ?? maxFolderBytes) && file.endsWith(ending) && file !== kept;
      if (!isLeft && !isTooMuch) continue;
      await rm(file, { force: true });
      bytes -= size;
    }
  }

  private async listed(): Promise<{ file: string; size: number; modified: number }[]> {
    const names = (await readdir(this.options.folder)).filter((name) => name.includes(ending));
    const found = names.map(async (name) => {
      const file = path.join(this.options.folder, name);
      // Another process may have removed it meanwhile.
      const entry = await stat(file).catch(() => undefined);
      return { file, size: entry?.size ?? 0, modified: entry?.mtimeMs ?? 0 };
    });
    return Promise.all(found);
  }
}

// Section: saves the index of one root some time after it changed; files that were not saved are read again at the next
// start.

/** Milliseconds between the last change and a save; a build or a checkout changes files for some seconds. */
const quietMs = 5000;
/** Least milliseconds between two saves of a root, to limit the wear of the disk. */
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

  /** Saves now; the next save is as far off as after any other. */
  async save(saved: Saved): Promise<void> {
    if (this.isClosed) return;
    this.saving = this.saving.then(() => this.folder.save(this.root, saved));
    await this.saving;
  }

  /**
   * Schedules a save. `snapshot` returns undefined while the root is being changed; `changed` is then called again
   * afterwards.
   */
  changed(snapshot: () => Saved | undefined): void {
    // Another object may save this root by now.
    if (this.isClosed) return;
    this.snapshot = snapshot;
    clearTimeout(this.timer);
    const rest = this.savedAt + restMs - performance.now();
    this.timer = setTimeout(() => void this.saveChanged(), Math.max(quietMs, rest));
    // The timer must not delay the exit of the process; `close` saves then.
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

  /** Saves unsaved changes; later changes are not saved. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.saveChanged();
  }
}
