/** What the team's service has of the engine: the order of what was found, and meanings. */
import type { Document, Engine } from '../engine/types';
import type { EmbeddingSource } from '../engine/door';
import type { SharedFields } from '../contract/schemas/team';

// Section: orders what PostgreSQL has found as the engine orders snippets; what the engine has no word for stays behind
// it.

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

// Section: where a text stands among meanings, by the engine’s embedding and as pgvector writes it.

export interface Meanings {
  width: number;
  /** Which embedding it is: what another one says is not comparable. */
  madeBy: string;
  /** Undefined for a text without a word that it knows. */
  ofQuestion(text: string): string | undefined;
  ofAsset(fields: SharedFields): string | undefined;
}

/** As much as is searched by words. */
const maxChars = 50_000;

/** @returns undefined where the embedding cannot be read, which it has told the log */
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

/** Four digits are more than the embedding has. */
function written(vector: Float32Array | undefined): string | undefined {
  if (!vector?.some((value) => value !== 0)) return undefined;
  return `[${Array.from(vector, (value) => Number(value.toFixed(4))).join(',')}]`;
}
