/**
 * The rows of the library as this window knows them, how it hears of changes, and how fast the tree is told. Reads what
 * changed since the last look only, and only when somebody looks. Must not know the editor.
 */
import type { Api } from '../../contract/api';
import type { LibraryRow } from '../../contract/schemas/library';
import { setTimeout as pause } from 'node:timers/promises';
import type { LibraryState } from '../../contract/schemas';

export class LibraryModel {
  private rows = new Map<string, LibraryRow>();
  private sorted: readonly LibraryRow[] = [];
  private known: { instance: string; revision: number } | undefined;
  private reading: Promise<void> | undefined;
  private isStale = true;
  private trashCount = 0;

  constructor(private readonly api: Pick<Api, 'libraryList'>) {}

  /** Assets in the trash, as of the last read. */
  get trashed(): number {
    return this.trashCount;
  }

  /** Something may have changed: the next read asks. */
  invalidate(): void {
    this.isStale = true;
  }

  /** Newest first. The same array as long as nothing has changed. @throws ApiError */
  async all(): Promise<readonly LibraryRow[]> {
    while (this.isStale || this.reading) {
      if (this.reading) {
        await this.reading;
        continue;
      }
      this.isStale = false;
      this.reading = this.read().finally(() => (this.reading = undefined));
      await this.reading;
    }
    return this.sorted;
  }

  /** The row as it was at the last read. */
  get(id: string): LibraryRow | undefined {
    return this.rows.get(id);
  }

  private async read(): Promise<void> {
    try {
      const { instance, revision, isWhole, rows, removed, trashed } = await this.api.libraryList({
        body: this.known ?? {},
      });
      this.known = { instance, revision };
      this.trashCount = trashed;
      if (isWhole) this.rows = new Map();
      else if (rows.length === 0 && removed.length === 0) return;
      for (const row of rows) this.rows.set(row.id, row);
      for (const id of removed) this.rows.delete(id);
      this.sorted = [...this.rows.values()].sort((a, b) => b.created - a.created || a.name.localeCompare(b.name));
    } catch (error) {
      this.isStale = true;
      throw error;
    }
  }
}

// Section: hears of changes to the library that others made, by one call that waits at the service.

/**
 * Between two calls while the library changes all the time: a space that fills is drawn a few times, not at each page.
 */
const defaultRestMs = { least: 200, most: 5_000 };

export interface LibraryNewsOptions {
  api: Pick<Api, 'libraryNews'>;
  isConnected: () => boolean;
  onNews: (state: LibraryState) => void;
  log: (text: string) => void;
  restMs?: { least: number; most: number };
}

export class LibraryNews {
  private known: LibraryState | undefined;
  private isWaiting = false;
  private readonly over = new AbortController();

  constructor(private readonly options: LibraryNewsOptions) {}

  /** To be called when there is a service, as often as one likes. */
  begin(): void {
    if (!this.isWaiting) void this.follow();
  }

  dispose(): void {
    this.over.abort();
  }

  private async follow(): Promise<void> {
    const { signal } = this.over;
    const { restMs = defaultRestMs } = this.options;
    this.isWaiting = true;
    let rest = restMs.least;
    while (this.options.isConnected() && !signal.aborted) {
      const began = performance.now();
      await this.hear(signal);
      const isBusy = performance.now() - began < rest;
      rest = isBusy ? Math.min(rest * 2, restMs.most) : restMs.least;
      await pause(rest, undefined, { signal, ref: false }).catch(() => undefined); // the window ends
    }
    this.isWaiting = false;
  }

  private async hear(signal: AbortSignal): Promise<void> {
    const { api, onNews, log } = this.options;
    try {
      const now = await api.libraryNews({ body: this.known ?? {} }, signal);
      const { known } = this;
      this.known = now;
      if (known && (known.instance !== now.instance || known.revision !== now.revision)) onNews(now);
    } catch (error) {
      // The service moves or starts anew; the status is read at intervals all the same.
      if (!signal.aborted) log(`Waiting for changes of the library failed: ${String(error)}`);
    }
  }
}

// Section: changes of a tree, held back until the editor draws at once: it delays one within 200 ms of another until
// 200 ms are quiet.

/** The editor's own 200 ms, and what its timer may be late. */
const editorMs = 205;

export class Pace {
  private last = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  /** @param gapMs between two calls of `tell`, at least */
  constructor(
    private readonly tell: () => void,
    private readonly gapMs = editorMs,
  ) {}

  /** Tells now, or as soon as the gap is over. */
  change(): void {
    if (this.timer) return;
    const wait = this.last + this.gapMs - performance.now();
    if (wait <= 0) this.now();
    else this.timer = setTimeout(() => this.now(), wait);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private now(): void {
    this.timer = undefined;
    this.last = performance.now();
    this.tell();
  }
}
