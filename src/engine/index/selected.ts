/**
 * The inner loops for the few passages that are looked at closer. All postings of a term are looked at, and those of other
 * passages passed by. Cost: 2 ns for each posting, 5 to 10 for each hit and view. (Stepping from one run of such passages
 * to the next took longer: the best passages of 64 files stand in some hundred runs.)
 */
import { fieldCount } from './fields';
import { saturation } from './scoring';
import type { Segment } from './segment';

/** The slots of a segment's passages that are looked at closer. */
export interface Slots {
  /** By passage: 1 where it has a slot. Narrow, so that it stays near the processor. */
  has: Uint8Array;
  /** By passage; says nothing of the others. */
  slotOf: Uint32Array;
}

/** Of no passages; no question uses them just now. */
const unused = new WeakMap<Segment, Slots[]>();

/** None yet. Whoever is done with them gives them back, or else they are lost. */
export function borrowSlots(segment: Segment): Slots {
  const count = segment.records.length;
  const known = unused.get(segment)?.pop();
  return known ?? { has: new Uint8Array(count), slotOf: new Uint32Array(count) };
}

export function setSlot({ has, slotOf }: Slots, passage: number, slot: number): void {
  has[passage] = 1;
  slotOf[passage] = slot;
}

export function giveBackSlots(segment: Segment, slots: Slots): void {
  const lent = unused.get(segment) ?? [];
  unused.set(segment, lent);
  slots.has.fill(0);
  lent.push(slots);
}

/** Postings of one term in selected passages: their places, and the slots of their passages. Overwritten by the next search. */
let hitPlaces = new Uint32Array(4096);
let hitSlots = new Uint32Array(4096);

/** Fills `hitPlaces` and `hitSlots`. */
function findHits({ offsets, passages }: Segment, term: number, { has, slotOf }: Slots): number {
  const [from, end] = [offsets[term]!, offsets[term + 1]!];
  if (hitPlaces.length < end - from) {
    hitPlaces = new Uint32Array(2 * (end - from));
    hitSlots = new Uint32Array(2 * (end - from));
  }
  const [places, slots] = [hitPlaces, hitSlots];
  let hits = 0;
  for (let at = from; at < end; at += 1) {
    const passage = passages[at]!;
    if (has[passage] === 0) continue;
    places[hits] = at;
    slots[hits] = slotOf[passage]!;
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
  selected: Slots;
  norms: Float32Array;
  views: readonly ValuedView[];
}

/** Adds the worth of one term to the scores of the selected passages that hold it, by one view or several at once. */
export function addSelected(segment: Segment, term: number, { selected, norms, views }: AddingSelected): void {
  const { passages, codes, counts } = segment;
  const hits = findHits(segment, term, selected);
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
  selected: Slots;
  bit: number;
  /** Gets the bit where the term stands, */
  any: Uint32Array;
  /** and where it stands in a declared name. */
  declared: Uint32Array;
}

/** Marks the selected passages that hold the term. */
export function markSelected(segment: Segment, term: number, { selected, bit, any, declared }: Marking): void {
  const { codes, counts } = segment;
  const hits = findHits(segment, term, selected);
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
  { selected, slots }: { selected: Slots; slots: number[] },
): void {
  const hits = findHits(segment, term, selected);
  for (let hit = 0; hit < hits; hit += 1) slots.push(hitSlots[hit]!);
}
