/**
 * Orders what PostgreSQL has found as the engine orders the snippets of a library: by words, names, meaning and place. What
 * the engine has no word for keeps PostgreSQL's order behind it, and so does all of it where the engine does not answer.
 * Must not know how candidates are found.
 */
import type { Document, Engine } from '../engine/types';

export interface Candidate extends Document {
  /** By PostgreSQL; comparable within one search. */
  score: number;
}

export interface Ranked {
  id: string;
  /** The first is 1, or all are PostgreSQL's. */
  score: number;
}

/** @param candidates best first */
export type Ranker = (query: string, candidates: readonly Candidate[], limit: number) => Promise<Ranked[]>;

/** Whoever waits longer has more of a plain order than of a good one. */
const maxRankingMs = 2_000;
/** As many passages as the engine gives; of an asset that is long there may be several. */
const maxPassages = 100;

export const byDatabase: Ranker = async (_, candidates, limit) =>
  candidates.slice(0, limit).map(({ id, score }) => ({ id, score }));

export function byEngine(engine: Engine, warn: (fields: object, sentence: string) => void): Ranker {
  return async (query, candidates, limit) => {
    if (candidates.length < 2) return candidates.map(({ id }) => ({ id, score: 1 }));
    try {
      const request = { query, space: { seeds: [...candidates] }, limit: maxPassages };
      const { snippets } = await engine.retrieve(request, AbortSignal.timeout(maxRankingMs));
      const scores = new Map<string, number>();
      for (const { source, score } of snippets) {
        const id = source.kind === 'seed' ? candidates[source.index]?.id : undefined;
        if (id !== undefined && !scores.has(id)) scores.set(id, score);
      }
      return [...best(scores), ...rest(candidates, scores)].slice(0, limit);
    } catch (err) {
      warn({ err }, 'The engine did not rank a search; it is answered in the order of the database.');
      return byDatabase(query, candidates, limit);
    }
  };
}

const best = (scores: ReadonlyMap<string, number>): Ranked[] => [...scores].map(([id, score]) => ({ id, score }));

/** Below the engine's last, each a little less. */
function rest(candidates: readonly Candidate[], scores: ReadonlyMap<string, number>): Ranked[] {
  const least = Math.min(1, ...scores.values());
  const left = candidates.filter(({ id }) => !scores.has(id));
  return left.map(({ id }, at) => ({ id, score: (least * (left.length - at)) / (left.length + 1) }));
}
