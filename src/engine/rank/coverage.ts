/**
 * How much of the question's words a passage holds, from one bit per word: what co-occurrence is read from.
 */

/** Place of the lowest bit that is set. */
function lowestOf(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

/** Weight of the words whose bits are set. */
export function weightOf(bits: number, weights: Float64Array): number {
  let sum = 0;
  for (let left = bits; left !== 0; left &= left - 1) sum += weights[lowestOf(left)] ?? 0;
  return sum;
}

/** Weight of neighbouring words of the question that are both there: of each pair the commoner word. */
export function pairWeightOf(bits: number, weights: Float64Array): number {
  let sum = 0;
  for (let left = bits & (bits >>> 1); left !== 0; left &= left - 1) {
    const bit = lowestOf(left);
    sum += Math.min(weights[bit] ?? 0, weights[bit + 1] ?? 0);
  }
  return sum;
}
