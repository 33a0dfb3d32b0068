/**
 * The inner loops for selected passages. Of a long list only postings of their files are visited, of a short one all.
 * Cost: 2 ns per posting visited, 5 to 10 per hit and view.
 */
import { fieldCount } from './fields';
import { saturation, seek } from './scoring';
import type { Segment } from './segment';

/** The slots of a segment's selected passages. */
export interface Slots {
  /** By passage, 1 where it has a slot. Bytes, so that it fits the processor's cache. */
  has: Uint8Array;
  /** Slot by passage; meaningless for passages without one. */
  slotOf: Uint32Array;
  /** Stretches of passages, in order, outside of which none has a slot. */
  stretches: Stretch[];
}

/** Passages `first` to before `end`. */
export interface Stretch {
  first: number;
  end: number;
}

/** Empty slots that no question uses now. */
const unused = new WeakMap<Segment, Slots[]>();

/** Empty slots, to be given back after use. */
export function borrowSlots(segment: Segment): Slots {
  const count = segment.records.length;
  const known = unused.get(segment)?.pop();
  return known ?? { has: new Uint8Array(count), slotOf: new Uint32Array(count), stretches: [] };
}

/** Gives slots from `slot` to before `end` to the passages that stand there in `passageOf`, in order. */
export function setSlots({ has, slotOf, stretches }: Slots, passageOf: Uint32Array, slots: Stretch): void {
  const { first, end } = slots;
  if (first === end) return;
  for (let slot = first; slot < end; slot += 1) {
    const passage = passageOf[slot]!;
    has[passage] = 1;
    slotOf[passage] = slot;
  }
  stretches.push({ first: passageOf[first]!, end: passageOf[end - 1]! + 1 });
}

/** Sorts the stretches; to be called after the last slot was set. */
export function sortStretches({ stretches }: Slots): void {
  stretches.sort((a, b) => a.first - b.first);
}

export function giveBackSlots(segment: Segment, slots: Slots): void {
  const lent = unused.get(segment) ?? [];
  unused.set(segment, lent);
  for (const { first, end } of slots.stretches) slots.has.fill(0, first, end);
  slots.stretches.length = 0;
  lent.push(slots);
}

/**
 * Postings of one term in selected passages: their places and the slots of their passages. Overwritten by the next
 * search.
 */
let hitPlaces = new Uint32Array(4096);
let hitSlots = new Uint32Array(4096);
let foundHits = 0;

/** Cost of finding the beginning of a stretch, in postings visited. */
const stepsPerStretch = 40;

/** Fills `hitPlaces` and `hitSlots` and returns their number. */
function findHits({ offsets, passages }: Segment, term: number, slots: Slots): number {
  const [from, end] = [offsets[term]!, offsets[term + 1]!];
  if (hitPlaces.length < end - from) {
    hitPlaces = new Uint32Array(2 * (end - from));
    hitSlots = new Uint32Array(2 * (end - from));
  }
  const { stretches } = slots;
  foundHits = 0;
  if (end - from < stepsPerStretch * stretches.length) addHits(passages, slots, from, end);
  else {
    for (let place = 0, at = from; place < stretches.length && at < end; place += 1) {
      const stretch = stretches[place]!;
      const start = seek(passages, stretch.first, at, end);
      at = seek(passages, stretch.end, start, end);
      addHits(passages, slots, start, at);
    }
  }
  return foundHits;
}

/** Adds the hits among the postings from `from` to before `end`. Four parameters for the same reason as `seek`. */
function addHits(passages: Uint16Array, { has, slotOf }: Slots, from: number, end: number): void {
  const [places, slots] = [hitPlaces, hitSlots];
  let hits = foundHits;
  for (let at = from; at < end; at += 1) {
    const passage = passages[at]!;
    if (has[passage] === 0) continue;
    places[hits] = at;
    slots[hits] = slotOf[passage]!;
    hits += 1;
  }
  foundHits = hits;
}

/** A view: its field weights, the value of the term by them, and the column of scores. */
export interface ValuedView {
  weights: Float64Array;
  /** The result of `fieldsOf` for the weights. */
  fields: number;
  value: number;
  scores: Float64Array;
}

/** A mask of the bytes of packed counts that have a weight. */
export function fieldsOf(weights: Float64Array): number {
  let fields = 0;
  for (let field = 0; field < fieldCount; field += 1) if (weights[field]! > 0) fields |= 0xff << (8 * field);
  return fields;
}

export interface AddingSelected {
  selected: Slots;
  norms: Float32Array;
  views: readonly ValuedView[];
}

/** Adds one term's score to the selected passages that hold it, by one or several views. */
export function addSelected(segment: Segment, term: number, { selected, norms, views }: AddingSelected): void {
  const { passages, codes, counts } = segment;
  const hits = findHits(segment, term, selected);
  for (let hit = 0; hit < hits; hit += 1) {
    const at = hitPlaces[hit]!;
    const slot = hitSlots[hit]!;
    const packed = counts[codes[at]!]!;
    const first = passages[at]! * fieldCount;
    for (let place = 0; place < views.length; place += 1) {
      const { weights, fields, value, scores } = views[place]!;
      // Most words are in the body alone, which some views ignore.
      if ((packed & fields) === 0) continue;
      const sum =
        weights[0]! * (packed & 0xff) * norms[first]! +
        weights[1]! * ((packed >>> 8) & 0xff) * norms[first + 1]! +
        weights[2]! * ((packed >>> 16) & 0xff) * norms[first + 2]! +
        weights[3]! * (packed >>> 24) * norms[first + 3]!;
      scores[slot]! += (value * sum) / (saturation + sum);
    }
  }
}

export interface Counting {
  segment: Segment;
  selected: Slots;
  norms: Float32Array;
  weights: Float64Array;
  /** Receives the sums of the term's frequency. */
  sums: Float64Array;
  /** Receives the greatest strength of a term in each passage. */
  strongest: Float64Array;
}

/**
 * Counts one term, by fields, in the selected passages that hold it.
 * @param strength weight of the term relative to the question's word
 */
export function countSelected(counting: Counting, term: number, strength: number): void {
  const { segment, selected, norms, weights, sums, strongest } = counting;
  const { passages, codes, counts } = segment;
  const [names, place, comments, body] = [weights[0]!, weights[1]!, weights[2]!, weights[3]!];
  const hits = findHits(segment, term, selected);
  for (let hit = 0; hit < hits; hit += 1) {
    const at = hitPlaces[hit]!;
    const slot = hitSlots[hit]!;
    const packed = counts[codes[at]!]!;
    const first = passages[at]! * fieldCount;
    sums[slot]! +=
      strength *
      (names * (packed & 0xff) * norms[first]! +
        place * ((packed >>> 8) & 0xff) * norms[first + 1]! +
        comments * ((packed >>> 16) & 0xff) * norms[first + 2]! +
        body * (packed >>> 24) * norms[first + 3]!);
    if (strength > strongest[slot]!) strongest[slot] = strength;
  }
}

export interface Marking {
  selected: Slots;
  bit: number;
  /** Receives the bit where the term occurs. */
  any: Uint32Array;
  /** Receives the bit where the term occurs in a declared name. */
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
