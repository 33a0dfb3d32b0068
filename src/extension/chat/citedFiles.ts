/**
 * Files that stand on screen as cited: looked at by themselves, several times a second. The editor's own watcher tells
 * of a change too, but on a busy machine a second or two later. Few files, one `stat` each; none while nothing is
 * shown.
 */
import { unwatchFile, watchFile, type StatsListener } from 'node:fs';

const lookMs = 300;
/** The latest answers are in sight; of those further up the editor tells. */
const maxFiles = 24;

export class CitedFiles {
  readonly #listeners = new Map<string, StatsListener>();

  constructor(private readonly changed: (paths: ReadonlySet<string>) => void) {}

  /** @param paths the most important first; what is not among them is looked at no longer */
  watch(paths: Iterable<string>): void {
    const wanted = new Set([...new Set(paths)].slice(0, maxFiles));
    for (const path of [...this.#listeners.keys()]) if (!wanted.has(path)) this.#leave(path);
    for (const path of wanted) {
      if (this.#listeners.has(path)) continue;
      const listener: StatsListener = (now, before) => {
        if (now.mtimeMs !== before.mtimeMs || now.size !== before.size) this.changed(new Set([path]));
      };
      this.#listeners.set(path, listener);
      watchFile(path, { interval: lookMs, persistent: false }, listener);
    }
  }

  dispose(): void {
    this.watch([]);
  }

  #leave(path: string): void {
    const listener = this.#listeners.get(path);
    if (listener) unwatchFile(path, listener);
    this.#listeners.delete(path);
  }
}
