/** What answers ask of the embedding: which words there are, and how near a text is to a question. */
import { termsOf } from '../text/tokens';
import type { EmbeddingSource } from './shippedEmbedding';

/** How near a text is to the question, in [0, 1]: the cosine of their vectors, of texts that lead away none. */
export type Likeness = (text: string) => number;

export interface Meaning {
  /** Whether a term is a word at all. */
  isWord: (term: string) => boolean;
  /** Undefined where nothing tells. Each text is looked at once. */
  likenessTo: (query: string) => Likeness | undefined;
}

/** Without an embedding all are words, so nothing is taken for a slip of the hand. */
export const noMeaning: Meaning = { isWord: () => true, likenessTo: () => undefined };

export function meaningOf(embedding: EmbeddingSource): Meaning {
  return {
    isWord: (term) => embedding()?.knows(term) ?? true,
    likenessTo: (query) => {
      const model = embedding();
      const nearness = model?.nearnessTo(termsOf(query));
      if (!model || !nearness) return undefined;
      const known = new Map<string, number>();
      return (text) => {
        const found = known.get(text);
        if (found !== undefined) return found;
        const rows = new Set(termsOf(text).flatMap((term) => model.rowOf(term) ?? []));
        const likeness = nearness(rows);
        known.set(text, likeness);
        return likeness;
      };
    },
  };
}
