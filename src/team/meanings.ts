/**
 * Where a text stands among meanings, by the engine's embedding and as pgvector writes it down. Must not know what it is
 * compared with.
 */
import type { EmbeddingSource } from '../engine/door';
import type { SharedFields } from '../contract/schemas/team';

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
