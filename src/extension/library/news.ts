/**
 * Hears of changes to the library that others made: another window, a program, the team. One call waits at the service as
 * long as there is one. Must not know the editor.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../../contract/api';
import type { LibraryState } from '../../contract/schemas';

/** Between two calls while the library changes all the time: a space that fills is drawn a few times, not at each page. */
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
