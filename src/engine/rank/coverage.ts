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
