/** Parts of the engine used by the team's service: ranking, and meanings. */
import type { Document, Engine } from '../engine/types';
import type { EmbeddingSource } from '../engine/door';
import type { SharedFields } from '../contract/schemas/team';

// Section: ranks PostgreSQL's candidates as the engine ranks snippets; those the engine does not match come last.

export interface Candidate extends Document {
  /** PostgreSQL's score, comparable within one search. */
  score: number;
}

export interface Ranked {
  id: string;
  /** Score; the first is 1, unless all are PostgreSQL's. */
  score: number;
}

/** @param candidates best first */
export type Ranker = (query: string, candidates: readonly Candidate[], limit: number) => Promise<Ranked[]>;

/** Longest ranking in milliseconds; a plain order in time is better than a late good one. */
const maxRankingMs = 2_000;
/** Most passages requested; a long asset may have several. */
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

/** Scores the unmatched candidates below the engine's last, in decreasing order. */
function rest(candidates: readonly Candidate[], scores: ReadonlyMap<string, number>): Ranked[] {
  const least = Math.min(1, ...scores.values());
  const left = candidates.filter(({ id }) => !scores.has(id));
  return left.map(({ id }, at) => ({ id, score: (least * (left.length - at)) / (left.length + 1) }));
}

// Section: vectors of texts by the engine's embedding, in pgvector's notation.

export interface Meanings {
  width: number;
  /** Id of the embedding; vectors of different ones are not comparable. */
  madeBy: string;
  /** Vector of a question; undefined for a text without a known word. */
  ofQuestion(text: string): string | undefined;
  ofAsset(fields: SharedFields): string | undefined;
}

/** Most characters embedded, as many as are searched by words. */
const maxChars = 50_000;

/** @returns undefined when the embedding cannot be read, which is logged */
export function meaningsBy(source: EmbeddingSource): Meanings | undefined {
  const embedding = source();
  if (!embedding) return undefined;
  return {
    width: embedding.width,
    madeBy: embedding.weights.head.checksum,
    ofQuestion: (text) => written(embedding.embed([text], 'query')[0]),
    ofAsset({ name = '', description = '', tags = [], text = '', language }) {
      const whole = [name, description.slice(0, maxChars), ...tags, text.slice(0, maxChars)].join('\n');
      return written(embedding.embed([whole], 'code', language)[0]);
    },
  };
}

/** Four digits exceed the embedding's precision. */
function written(vector: Float32Array | undefined): string | undefined {
  if (!vector?.some((value) => value !== 0)) return undefined;
  return `[${Array.from(vector, (value) => Number(value.toFixed(4))).join(',')}]`;
}
