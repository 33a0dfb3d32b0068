/**
 * How much of the question's words a passage holds, from one bit per word: what co-occurrence is read from.
 */
import { wordBits } from './bm25f';

/** Weight of the words whose bits are set. */
export function weightOf(bits: number, weights: readonly number[]): number {
  let sum = 0;
  for (let bit = 0; bit < Math.min(wordBits, weights.length); bit += 1)
    if ((bits >>> bit) & 1) sum += weights[bit] ?? 0;
  return sum;
}

/** Weight of neighbouring words of the question that are both there: of each pair the commoner word. */
export function pairWeightOf(bits: number, weights: readonly number[]): number {
  const pairs = bits & (bits >>> 1);
  if (pairs === 0) return 0;
  let sum = 0;
  for (let bit = 0; bit < Math.min(wordBits, weights.length) - 1; bit += 1) {
    if ((pairs >>> bit) & 1) sum += Math.min(weights[bit] ?? 0, weights[bit + 1] ?? 0);
  }
  return sum;
}
