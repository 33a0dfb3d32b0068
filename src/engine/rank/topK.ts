/** Selection of the best of many without sorting all: in order, kept while they come, or only the threshold. */

// Section: sorts places, best first, by a binary heap (Williams 1964). Cost: linear, plus a logarithm for each place
// taken.

/** True when place `a` comes before place `b`. */
export type IsBefore = (a: number, b: number) => boolean;

/** A function that gives the places one by one, best first, and undefined behind the last. It reorders `places`. */
export function takerOf(places: Uint32Array, isBefore: IsBefore): () => number | undefined {
  let size = places.length;
  const sink = (from: number) => {
    const moving = places[from]!;
    let at = from;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBefore(places[child + 1]!, places[child]!)) child += 1;
      if (!isBefore(places[child]!, moving)) break;
      places[at] = places[child]!;
      at = child;
    }
    places[at] = moving;
  };
  for (let from = (size >> 1) - 1; from >= 0; from -= 1) sink(from);
  return () => {
    if (size === 0) return undefined;
    const best = places[0]!;
    size -= 1;
    places[0] = places[size]!;
    sink(0);
    return best;
  };
}

export function* bestFirst(places: Uint32Array, isBefore: IsBefore): Generator<number> {
  const take = takerOf(places, isBefore);
  for (let best = take(); best !== undefined; best = take()) yield best;
}

/** Most places that are sorted by insertion, which allocates nothing. */
const few = 64;

/** Sorts all places, in place. */
export function sortBest(places: Uint32Array, isBefore: IsBefore): void {
  if (places.length > few) {
    places.sort((a, b) => (isBefore(a, b) ? -1 : 1));
    return;
  }
  for (let next = 1; next < places.length; next += 1) {
    const moving = places[next]!;
    let at = next;
    for (; at > 0 && isBefore(moving, places[at - 1]!); at -= 1) places[at] = places[at - 1]!;
    places[at] = moving;
  }
}

/**
 * Keeps the best files while all are passed in order: a heap with the worst kept at its root (Williams 1964), so that
 * most files are rejected by one comparison. Cost: the logarithm of the number kept, for each file accepted.
 */
export class BestKept {
  /** Only scores above this may be added. */
  least = 0;
  private size = 0;
  /** Best score and number of each file kept, as a heap. */
  private readonly scores: Float64Array;
  private readonly files: Uint32Array;

  constructor(private readonly most: number) {
    this.scores = new Float64Array(most);
    this.files = new Uint32Array(most);
  }

  /** Adds a file; files must be added in the order of their numbers. */
  add(file: number, score: number): void {
    if (this.size < this.most) this.rise(file, score);
    else this.sink(file, score);
    if (this.size === this.most) this.least = this.scores[0]!;
  }

  /** True when the entry at one place is worse than the given one; among equal scores the first file is better. */
  private isWorse(place: number, file: number, score: number): boolean {
    const own = this.scores[place]!;
    return own === score ? this.files[place]! > file : own < score;
  }

  private move(from: number, to: number): void {
    this.scores[to] = this.scores[from]!;
    this.files[to] = this.files[from]!;
  }

  private put(place: number, file: number, score: number): void {
    this.scores[place] = score;
    this.files[place] = file;
  }

  private rise(file: number, score: number): void {
    let at = this.size;
    this.size += 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.isWorse(above, file, score)) break;
      this.move(above, at);
      at = above;
    }
    this.put(at, file, score);
  }

  /** Puts a file in the place of the worst one. */
  private sink(file: number, score: number): void {
    const { scores, files, size } = this;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && this.isWorse(child + 1, files[child]!, scores[child]!)) child += 1;
      if (!this.isWorse(child, file, score)) break;
      this.move(child, at);
      at = child;
    }
    this.put(at, file, score);
  }

  /** Numbers of the files, best first. */
  sorted(): number[] {
    const { scores, files } = this;
    const places = Array.from({ length: this.size }, (_, place) => place);
    places.sort((a, b) => scores[b]! - scores[a]! || files[a]! - files[b]!);
    return places.map((place) => files[place]!);
  }
}

// Section: the threshold of the best scores, without sorting: FIND, Hoare 1961. Cost: linear.

/** Working memory of a search, overwritten by the next one. */
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

/**
 * The `count`-th highest of the positive scores from `first` to before `end`, or 0 when there are no more than `count`.
 */
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
