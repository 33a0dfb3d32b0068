/**
 * The index of one folder or file, kept fresh: each refresh lists the files again and reads those whose size or time
 * of change differ. One refresh runs at a time; callers share it, and it ends early only when all of them gave up.
 * Texts are not kept: the few passages of an answer are read again, through a small cache.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Grammars } from '../chunk/grammars';
import { Rows } from '../chunk/block';
import { lineStartsOf, readSource, type SourceText } from '../files/readSource';
import { walk, type FoundFile } from '../files/walk';
import { languageKey } from '../text/languages';
import { Collection } from './collection';
import { passagesOf } from './passages';
import type { PassageRecord } from './segment';
import { Slices } from './slices';

/** A watched folder scanned this short a time ago is not scanned again. */
const freshMs = 1000;
/** Texts kept for the next question about the same files. */
const maxCachedChars = 8 * 1024 * 1024;

interface Known {
  size: number;
  modified: number;
  /** Why the file holds no passages. */
  reason?: string;
}

export interface Progress {
  done: number;
  total: number;
}

export class FileRoot {
  readonly collection = new Collection();
  notes: string[] = [];
  /** Set while files are being read. */
  progress: Progress | undefined;
  private readonly known = new Map<string, Known>();
  private readonly texts = new Map<string, SourceText>();
  private cachedChars = 0;
  private refreshing: Promise<void> | undefined;
  private stop = new AbortController();
  private waiting = 0;
  private scannedAt = -Infinity;
  private isWatched = false;
  private isDirty = true;

  /** `path` is real: no part of it is a link. */
  constructor(
    readonly path: string,
    readonly isFolder: boolean,
    private readonly grammars: Grammars,
  ) {}

  get fileCount(): number {
    return this.known.size;
  }

  /** Of a root that is one file: why it could not be searched. */
  get reason(): string | undefined {
    return this.isFolder ? undefined : this.known.get('')?.reason;
  }

  changed(): void {
    this.isWatched = true;
    this.isDirty = true;
  }

  async refresh(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const isFresh = performance.now() - this.scannedAt < freshMs;
    if (!this.refreshing && this.isWatched && !this.isDirty && isFresh) return;
    if (!this.refreshing) this.begin();
    await this.waitFor(this.refreshing ?? Promise.resolve(), signal);
  }

  private begin(): void {
    this.stop = new AbortController();
    this.isDirty = false;
    this.refreshing = this.scan(this.stop.signal).finally(() => {
      this.refreshing = undefined;
      this.progress = undefined;
    });
    // Whoever still waits hears of a failure; nobody waiting is no fault.
    this.refreshing.catch(() => undefined);
  }

  private async waitFor(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    this.waiting += 1;
    let onAbort: (() => void) | undefined;
    const aborted = new Promise<void>((resolve) => {
      onAbort = () => resolve();
      signal?.addEventListener('abort', onAbort, { once: true });
    });
    try {
      await Promise.race([work, aborted]);
      signal?.throwIfAborted();
    } finally {
      if (onAbort) signal?.removeEventListener('abort', onAbort);
      this.waiting -= 1;
      if (this.waiting === 0 && signal?.aborted) this.stop.abort();
    }
  }

  private async list(signal: AbortSignal): Promise<FoundFile[]> {
    if (this.isFolder) {
      const { files, notes } = await walk(this.path, signal);
      this.notes = notes;
      return files;
    }
    const found = await stat(this.path).catch(() => undefined);
    return found ? [{ path: '', size: found.size, modified: found.mtimeMs }] : [];
  }

  private async scan(signal: AbortSignal): Promise<void> {
    const files = await this.list(signal);
    const listed = new Set(files.map((file) => file.path));
    for (const file of [...this.known.keys()]) {
      if (!listed.has(file)) this.forget(file);
    }
    const stale = files.filter((file) => {
      const known = this.known.get(file.path);
      return !known || known.size !== file.size || known.modified !== file.modified;
    });
    try {
      await this.readAll(stale, signal);
    } finally {
      this.collection.flush();
    }
    this.scannedAt = performance.now();
  }

  private async readAll(files: readonly FoundFile[], signal: AbortSignal): Promise<void> {
    const slices = new Slices();
    this.progress = { done: 0, total: files.length };
    for (const file of files) {
      signal.throwIfAborted();
      await this.readOne(file);
      this.progress.done += 1;
      await slices.rest();
    }
  }

  private async readOne(file: FoundFile): Promise<void> {
    const read = await readSource(this.absolute(file.path));
    if (!read.ok) {
      this.collection.put(file.path, []);
      this.known.set(file.path, { size: file.size, modified: file.modified, reason: read.reason });
      return;
    }
    const { source } = read;
    const place = file.path === '' ? path.basename(this.path) : file.path;
    const description = { key: file.path, place, language: languageKey(place) };
    this.collection.put(file.path, await passagesOf(source, description, this.grammars));
    this.known.set(file.path, { size: source.size, modified: source.modified });
  }

  private forget(file: string): void {
    this.known.delete(file);
    this.collection.remove(file);
  }

  absolute(file: string): string {
    return file === '' ? this.path : path.join(this.path, ...file.split('/'));
  }

  /** Text of a passage, or undefined when the file changed since it was indexed. */
  async textOf(record: PassageRecord): Promise<string | undefined> {
    const source = await this.sourceOf(record.source);
    if (!source) return undefined;
    return new Rows(source.text, lineStartsOf(source.text)).slice(record.start, record.end);
  }

  private async sourceOf(file: string): Promise<SourceText | undefined> {
    const known = this.known.get(file);
    const cached = this.texts.get(file);
    if (cached && known && cached.modified === known.modified && cached.size === known.size) return cached;
    const read = await readSource(this.absolute(file));
    if (!read.ok || !known || read.source.modified !== known.modified || read.source.size !== known.size) {
      this.isDirty = true;
      return undefined;
    }
    this.remember(file, read.source);
    return read.source;
  }

  private remember(file: string, source: SourceText): void {
    if (this.cachedChars > maxCachedChars) {
      this.texts.clear();
      this.cachedChars = 0;
    }
    this.texts.set(file, source);
    this.cachedChars += source.text.length;
  }
}
