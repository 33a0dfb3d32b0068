/** Which terms get a row of the table: those most often seen, a question's word counting more than one of code. */
import type { Pairs } from './pairFile';

/** Code repeats its words; questions are what must be understood. */
const questionWorth = 8;
const minSeen = 12;

export interface Vocabulary {
  /** By row. */
  terms: string[];
  /** Row by number of a term in the pairs; -1 where it has none. */
  rowOf: Int32Array;
  /** Pairs whose question, or code, holds the term, by row: for the first weights. */
  questions: Uint32Array;
  codes: Uint32Array;
}

export function vocabularyOf(pairs: Pairs, terms: readonly string[], size: number): Vocabulary {
  const counts = [new Uint32Array(terms.length), new Uint32Array(terms.length)] as const;
  const last = new Int32Array(terms.length).fill(-1);
  let lists = 0;
  pairs.eachList((own, list) => {
    lists += 1;
    const side = counts[list === 0 ? 0 : 1];
    for (const term of own) {
      if (last[term] === lists) continue;
      last[term] = lists;
      side[term]! += 1;
    }
  });
  const worth = (term: number): number => counts[0][term]! * questionWorth + counts[1][term]!;
  const kept = Array.from(terms.keys())
    .filter((term) => worth(term) >= minSeen)
    .sort((a, b) => worth(b) - worth(a) || a - b)
    .slice(0, size);
  const rowOf = new Int32Array(terms.length).fill(-1);
  kept.forEach((term, row) => (rowOf[term] = row));
  return {
    terms: kept.map((term) => terms[term]!),
    rowOf,
    questions: Uint32Array.from(kept, (term) => counts[0][term]!),
    codes: Uint32Array.from(kept, (term) => counts[1][term]!),
  };
}
