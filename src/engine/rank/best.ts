/**
 * Gives places in order, best first, without sorting what nobody asks for: a binary heap (Williams 1964). Cost: linear
 * to begin with, then the logarithm of the number for each place given.
 */

/** Whether the one place comes before the other. */
export type IsBefore = (a: number, b: number) => boolean;

export function* bestFirst(places: Uint32Array, isBefore: IsBefore): Generator<number> {
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
  while (size > 0) {
    const best = places[0]!;
    size -= 1;
    places[0] = places[size]!;
    sink(0);
    yield best;
  }
}

/** Up to so many are sorted by insertion, which makes no objects. */
const few = 64;

/** All places, in place. */
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
