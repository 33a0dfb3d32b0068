/**
 * Looking up a place in a sorted column: steps double (Bentley and Yao 1976), so near places are cheap. Cost: the logarithm
 * of what lies between.
 */

/** The first place from `from` on that holds `least` or more; `end` when there is none before. */
export function seek(
  column: Uint16Array | Uint32Array,
  least: number,
  { from, end }: { from: number; end: number },
): number {
  let [low, step] = [from, 1];
  while (low + step < end && column[low + step]! < least) {
    low += step;
    step *= 2;
  }
  let high = Math.min(end, low + step);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
