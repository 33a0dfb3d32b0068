/** Steps through the places that the latest answer cites, from one to the next, wherever the focus is. */
import type { Source, Turn } from '../../chat/turns';

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
