/** The places that answers cite: steps from one to the next, and their files on screen. */
import type { Source, Turn } from '../../chat/turns';
import { unwatchFile, watchFile, type StatsListener } from 'node:fs';

/** Steps through the places that the latest answer cites, from one to the next, wherever the focus is. */

interface CitationStep {
  turn: Turn;
  index: number;
  source: Source;
}

export class CitationSteps {
  #turn: string | undefined;
  #index = -1;

  /** A place was opened by hand: the next step goes on from there. */
  opened(turn: string, index: number): void {
    this.#turn = turn;
    this.#index = index;
  }

  /** Round and round through what is still there; undefined when nothing is cited. */
  step(turns: readonly Turn[], way: 1 | -1): CitationStep | undefined {
    const cited = turns.filter(({ sources }) => sources.some(({ gone }) => gone === undefined));
    const turn = cited.find(({ id }) => id === this.#turn) ?? cited.at(-1);
    if (!turn) return undefined;
    if (turn.id !== this.#turn) this.#index = way === 1 ? -1 : turn.sources.length;
    this.#turn = turn.id;
    const count = turn.sources.length;
    for (let tried = 0; tried < count; tried++) {
      this.#index = (this.#index + way + count) % count;
      const source = turn.sources[this.#index];
      if (source && source.gone === undefined) return { turn, index: this.#index, source };
    }
    return undefined;
  }
}

/**
 * Files that stand on screen as cited: looked at by themselves, several times a second. The editor's own watcher tells
 * of a change too, but on a busy machine a second or two later. Few files, one `stat` each; none while nothing is
 * shown.
 */

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
