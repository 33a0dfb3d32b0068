/**
 * The inner loops for the few passages that are looked at closer: all postings of a term are looked at, and those of
 * other passages passed by. Cost: 1 ns for each posting, 5 to 10 for each hit and view. (Stepping from one run of such
 * passages to the next took longer: the best passages of 64 files stand in some hundred runs.)
 */
import { fieldCount } from './fields';
import { saturation } from './scoring';
import type { Segment } from './segment';

/** By passage of a segment: one more than its slot, 0 where it is not looked at. */
export type SlotColumn = Uint32Array;

/** Columns of zeros that no question uses just now. */
const unusedSlots = new WeakMap<Segment, SlotColumn[]>();

/** Of zeros. Whoever is done with it clears what was set and gives it back, or else it is lost. */
export function borrowSlots(segment: Segment): SlotColumn {
  return unusedSlots.get(segment)?.pop() ?? new Uint32Array(segment.records.length);
}

export function giveBackSlots(segment: Segment, slots: SlotColumn): void {
  const columns = unusedSlots.get(segment) ?? [];
  unusedSlots.set(segment, columns);
  columns.push(slots);
}

/** Postings of one term in selected passages: their places, and the slots of their passages. Overwritten by the next search. */
let hitPlaces = new Uint32Array(4096);
let hitSlots = new Uint32Array(4096);

/** Fills `hitPlaces` and `hitSlots`. */
function findHits({ offsets, passages }: Segment, term: number, slotOf: SlotColumn): number {
  const [from, end] = [offsets[term]!, offsets[term + 1]!];
  if (hitPlaces.length < end - from) {
    hitPlaces = new Uint32Array(2 * (end - from));
    hitSlots = new Uint32Array(2 * (end - from));
  }
  const [places, slots] = [hitPlaces, hitSlots];
  let hits = 0;
  for (let at = from; at < end; at += 1) {
    const slot = slotOf[passages[at]!]!;
    if (slot === 0) continue;
    places[hits] = at;
    slots[hits] = slot - 1;
    hits += 1;
  }
  return hits;
}

/** Field weights, what the term is worth by them, and where the scores go. */
export interface ValuedView {
  weights: Float64Array;
  value: number;
  scores: Float64Array;
}

export interface AddingSelected {
  slotOf: SlotColumn;
  norms: Float32Array;
  views: readonly ValuedView[];
}

/** Adds the worth of one term to the scores of the selected passages that hold it, by one view or several at once. */
export function addSelected(segment: Segment, term: number, { slotOf, norms, views }: AddingSelected): void {
  const { passages, codes, counts } = segment;
  const hits = findHits(segment, term, slotOf);
  for (let hit = 0; hit < hits; hit += 1) {
    const at = hitPlaces[hit]!;
    const slot = hitSlots[hit]!;
    const packed = counts[codes[at]!]!;
    const first = passages[at]! * fieldCount;
    for (let place = 0; place < views.length; place += 1) {
      const { weights, value, scores } = views[place]!;
      const sum =
        weights[0]! * (packed & 0xff) * norms[first]! +
        weights[1]! * ((packed >>> 8) & 0xff) * norms[first + 1]! +
        weights[2]! * ((packed >>> 16) & 0xff) * norms[first + 2]! +
        weights[3]! * (packed >>> 24) * norms[first + 3]!;
      if (sum > 0) scores[slot]! += (value * sum) / (saturation + sum);
    }
  }
}

export interface Marking {
  slotOf: SlotColumn;
  bit: number;
  /** Gets the bit where the term stands, */
  any: Uint32Array;
  /** and where it stands in a declared name. */
  declared: Uint32Array;
}

/** Marks the selected passages that hold the term. */
export function markSelected(segment: Segment, term: number, { slotOf, bit, any, declared }: Marking): void {
  const { codes, counts } = segment;
  const hits = findHits(segment, term, slotOf);
  for (let hit = 0; hit < hits; hit += 1) {
    const slot = hitSlots[hit]!;
    any[slot]! |= bit;
    if ((counts[codes[hitPlaces[hit]!]!]! & 0xff) > 0) declared[slot]! |= bit;
  }
}

/** Adds the slots of the selected passages that hold the term. */
export function addSlots(
  segment: Segment,
  term: number,
  { slotOf, slots }: { slotOf: SlotColumn; slots: number[] },
): void {
  const hits = findHits(segment, term, slotOf);
  for (let hit = 0; hit < hits; hit += 1) slots.push(hitSlots[hit]!);
}
