/**
 * The same inner loops for the few passages that are looked at closer. They stand in runs; a term's postings in them are
 * found by steps that double, or one by one where runs are near each other. Cost: the hits, and what is stepped over.
 */
import { fieldCount } from './fields';
import { saturation } from './scoring';
import { seek } from './seek';
import type { Segment } from './segment';

/** Passages of one segment that are looked at closer, in order: of each run the first, the one behind its last, */
export interface Runs {
  firsts: Uint32Array;
  ends: Uint32Array;
  /** and the slot of its first passage. */
  slots: Uint32Array;
  /** By passage of the segment: one more than its slot, 0 where it is not looked at. Lent: see `giveBackRuns`. */
  slotOf: Uint32Array;
}

/** Columns of zeros that no question uses just now. */
const unusedSlots = new WeakMap<Segment, Uint32Array[]>();

export function runsWith(segment: Segment, runs: Omit<Runs, 'slotOf'>): Runs {
  const slotOf = unusedSlots.get(segment)?.pop() ?? new Uint32Array(segment.records.length);
  const { firsts, ends, slots } = runs;
  for (let run = 0; run < firsts.length; run += 1)
    for (let passage = firsts[run]!, slot = slots[run]!; passage < ends[run]!; passage += 1) slotOf[passage] = ++slot;
  return { ...runs, slotOf };
}

/** They are not read any more. */
export function giveBackRuns(segment: Segment, { firsts, ends, slotOf }: Runs): void {
  for (let run = 0; run < firsts.length; run += 1) slotOf.fill(0, firsts[run], ends[run]);
  const columns = unusedSlots.get(segment) ?? [];
  unusedSlots.set(segment, columns);
  columns.push(slotOf);
}

/** Postings of one term in the runs: their places, and the slots of their passages. Overwritten by the next search. */
let hitPlaces = new Uint32Array(4096);
let hitSlots = new Uint32Array(4096);

function widenHits(count: number): void {
  const [places, slots] = [new Uint32Array(count * 2), new Uint32Array(count * 2)];
  places.set(hitPlaces);
  slots.set(hitSlots);
  [hitPlaces, hitSlots] = [places, slots];
}

/** Up to so many postings for each run it is quicker to look at every one. */
const lookedAtPerRun = 16;

/** Fills `hitPlaces` and `hitSlots`. Cost: the hits, and the logarithm of what lies between them. */
function findHits({ offsets, passages }: Segment, term: number, { firsts, ends, slots, slotOf }: Runs): number {
  const end = offsets[term + 1]!;
  let [at, run, hits] = [offsets[term]!, 0, 0];
  if (end - at <= lookedAtPerRun * firsts.length) {
    while (hitPlaces.length < end - at) widenHits(hitPlaces.length);
    const [places, slotsHit] = [hitPlaces, hitSlots];
    for (; at < end; at += 1) {
      const slot = slotOf[passages[at]!]!;
      if (slot === 0) continue;
      places[hits] = at;
      slotsHit[hits] = slot - 1;
      hits += 1;
    }
    return hits;
  }
  while (at < end && run < firsts.length) {
    const passage = passages[at]!;
    if (ends[run]! <= passage) {
      run = seek(ends, passage + 1, { from: run, end: ends.length });
    } else if (passage < firsts[run]!) {
      at = seek(passages, firsts[run]!, { from: at, end });
    } else {
      if (hits === hitPlaces.length) widenHits(hits);
      hitPlaces[hits] = at;
      hitSlots[hits] = slots[run]! + passage - firsts[run]!;
      hits += 1;
      at += 1;
    }
  }
  return hits;
}

/** Field weights, what the term is worth by them, and where the scores go. */
export interface ValuedView {
  weights: readonly number[];
  value: number;
  scores: Float64Array;
}

export interface AddingSelected {
  runs: Runs;
  norms: Float32Array;
  views: readonly ValuedView[];
}

/** The same for the selected passages alone, by one view or several at once. */
export function addSelected(segment: Segment, term: number, { runs, norms, views }: AddingSelected): void {
  const { passages, codes, counts } = segment;
  const hits = findHits(segment, term, runs);
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
  runs: Runs;
  bit: number;
  /** Gets the bit where the term stands, */
  any: Uint32Array;
  /** and where it stands in a declared name. */
  declared: Uint32Array;
}

/** Marks the selected passages that hold the term. */
export function markSelected(segment: Segment, term: number, { runs, bit, any, declared }: Marking): void {
  const { codes, counts } = segment;
  const hits = findHits(segment, term, runs);
  for (let hit = 0; hit < hits; hit += 1) {
    const slot = hitSlots[hit]!;
    any[slot]! |= bit;
    if ((counts[codes[hitPlaces[hit]!]!]! & 0xff) > 0) declared[slot]! |= bit;
  }
}

/** Adds the slots of the selected passages that hold the term. */
export function addSlots(segment: Segment, term: number, { runs, slots }: { runs: Runs; slots: number[] }): void {
  const hits = findHits(segment, term, runs);
  for (let hit = 0; hit < hits; hit += 1) slots.push(hitSlots[hit]!);
}
