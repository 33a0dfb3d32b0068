/**
 * This window's copy of the library's rows, how it learns of changes, and how often the tree is updated. Only changes
 * since the last read are fetched, and only on demand. Must not know the editor.
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

  /** Number of assets in the trash at the last read. */
  get trashed(): number {
    return this.trashCount;
  }

  /** Marks the rows as possibly out of date, so that the next read asks the service. */
  invalidate(): void {
    this.isStale = true;
  }

  /** All rows, newest first. Returns the same array while nothing has changed. @throws ApiError */
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

  /** The row as of the last read. */
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

// Section: learns of changes by others through a long poll of the service.

/** Pause between two calls, in milliseconds. It limits how often the tree is redrawn while many changes arrive. */
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

  /** Starts waiting once the service is available; repeated calls do no harm. */
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
      await pause(rest, undefined, { signal, ref: false }).catch(() => undefined); // the window is closing
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
      // The service is moving or restarting; changes are also noticed by the periodic status.
      if (!signal.aborted) log(`Waiting for changes of the library failed: ${String(error)}`);
    }
  }
}

// Section: throttles tree updates, because the editor delays an update within 200 ms of another until 200 ms are quiet.

/** Gap between updates: the editor's own 200 ms, and some slack for its timer. */
const editorMs = 205;

export class Pace {
  private last = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  /** @param gapMs shortest time between two calls of `tell` */
  constructor(
    private readonly tell: () => void,
    private readonly gapMs = editorMs,
  ) {}

  /** Calls `tell` now, or as soon as the gap is over. */
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
