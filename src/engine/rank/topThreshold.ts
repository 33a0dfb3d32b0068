/** The least of the best scores without sorting them: FIND, Hoare 1961. Cost: linear. */

/** Values that are reordered; overwritten by the next search. */
let scratch = new Float64Array(4096);

/** The `place`-th highest of the first `count` values of `scratch`. */
function highest(count: number, place: number): number {
  const values = scratch;
  let [low, high] = [0, count - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let [left, right] = [low, high];
    while (left <= right) {
      while (values[left]! > pivot) left += 1;
      while (values[right]! < pivot) right -= 1;
      if (left > right) break;
      const moved = values[left]!;
      values[left++] = values[right]!;
      values[right--] = moved;
    }
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else break;
  }
  return values[place]!;
}

/** The `count`-th highest of the positive scores from `first` to before `end`, or 0 when there are no more than `count`. */
export function topThreshold(
  scores: Float64Array,
  { first, end }: { first: number; end: number },
  count: number,
): number {
  if (scratch.length < end - first) scratch = new Float64Array(2 * (end - first));
  let found = 0;
  for (let at = first; at < end; at += 1) if (scores[at]! > 0) scratch[found++] = scores[at]!;
  return found <= count ? 0 : highest(found, count - 1);
}
