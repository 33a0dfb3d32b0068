/**
 * Which of the question's words each passage holds, one bit per word: what co-occurrence is read from. Cost: one more
 * pass over the postings of the content words.
 */
import type { Scorer } from './bm25f';

/** Bits of one number; words of a question beyond these are not told apart. */
export const maxBits = 31;

/** Bits by piece and passage. */
export interface Presence {
  any: readonly Uint32Array[];
  /** In names that the passage declares. */
  declared: readonly Uint32Array[];
}

export function presenceOf(scorer: Scorer, content: readonly string[]): Presence {
  const empty = () => scorer.searched.map(({ segment }) => new Uint32Array(segment.records.length));
  const [any, declared] = [empty(), empty()];
  content.slice(0, maxBits).forEach((term, bit) => {
    scorer.eachPosting(term, (piece, passage, counts) => {
      any[piece]![passage]! |= 1 << bit;
      if ((counts & 0xff) > 0) declared[piece]![passage]! |= 1 << bit;
    });
  });
  return { any, declared };
}

/** Weight of the words whose bits are set. */
export function weightOf(bits: number, weights: readonly number[]): number {
  let sum = 0;
  for (let bit = 0; bit < Math.min(maxBits, weights.length); bit += 1) if ((bits >>> bit) & 1) sum += weights[bit] ?? 0;
  return sum;
}

/** Weight of neighbouring words of the question that are both there: of each pair the commoner word. */
export function pairWeightOf(bits: number, weights: readonly number[]): number {
  const pairs = bits & (bits >>> 1);
  let sum = 0;
  for (let bit = 0; bit < Math.min(maxBits, weights.length) - 1; bit += 1) {
    if ((pairs >>> bit) & 1) sum += Math.min(weights[bit] ?? 0, weights[bit + 1] ?? 0);
  }
  return sum;
}
