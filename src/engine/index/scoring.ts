/**
 * The inner loops of BM25F over one segment (Robertson and Zaragoza 2009, section 3.6), on typed arrays alone. Ranking
 * decides which terms, weights and views; here they meet the postings. Cost: 5 to 10 ns for each posting and view.
 */
import { fieldCount, fieldNames, fieldWeights } from './fields';
import type { Segment } from './segment';

/** How fast a repeated word stops counting: the usual value, flat around it on all our sets. */
const saturation = 1.2;

const lengthShares = Float64Array.from(fieldNames, (name) => fieldWeights[name].lengthShare);

/** 1 where a passage takes part. `alive` itself means all that live. */
export type Mask = Uint8Array;

interface Norms {
  averages: readonly number[];
  values: Float32Array;
}

/** The averages change only with the index, so most questions find them made. */
const known = new WeakMap<Segment, Norms>();

/** By what the counts of each field of each passage are multiplied; `averages` are of the whole space, by field. */
export function normsOf(segment: Segment, averages: readonly number[]): Float32Array {
  const made = known.get(segment);
  if (made?.averages.every((average, field) => average === averages[field])) return made.values;
  const { lengths } = segment;
  const values = new Float32Array(lengths.length);
  for (let at = 0; at < lengths.length; at += 1) {
    const field = at % fieldCount;
    const share = lengthShares[field]!;
    values[at] = 1 / (1 - share + share * (lengths[at]! / averages[field]!));
  }
  known.set(segment, { averages: [...averages], values });
  return values;
}

/** Passages that take part, and their terms by field. */
export function totalsOf(segment: Segment, mask: Mask): { passages: number; lengthSums: Float64Array } {
  if (mask === segment.alive) return { passages: segment.living, lengthSums: segment.lengthSums };
  const lengthSums = new Float64Array(fieldCount);
  let passages = 0;
  for (let passage = 0; passage < mask.length; passage += 1) {
    if (!mask[passage]) continue;
    passages += 1;
    for (let field = 0; field < fieldCount; field += 1)
      lengthSums[field]! += segment.lengths[passage * fieldCount + field]!;
  }
  return { passages, lengthSums };
}

/** Passages that take part and hold the term. */
export function frequencyIn(segment: Segment, term: number, mask: Mask): number {
  const [from, to] = [segment.offsets[term]!, segment.offsets[term + 1]!];
  if (mask === segment.alive && segment.living === segment.records.length) return to - from;
  let frequency = 0;
  for (let at = from; at < to; at += 1) if (mask[segment.passages[at]!]) frequency += 1;
  return frequency;
}

/** Whether the passage holds the term. Postings are in the order of passages. */
export function holds({ offsets, passages }: Segment, term: number, passage: number): boolean {
  let [from, to] = [offsets[term]!, offsets[term + 1]!];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (passages[middle]! < passage) from = middle + 1;
    else to = middle;
  }
  return from < offsets[term + 1]! && passages[from] === passage;
}

/** Shorter lists are worked out anew each time. */
const leastKept = 128;
/** Of one segment, in numbers of four bytes; emptied when full. */
const maxKeptImpacts = 1024 * 1024;

/** What each posting of a term counts by one view, as a share of the term's value. */
interface Impacts {
  norms: Float32Array;
  weights: readonly number[];
  byTerm: Map<number, Float32Array>;
  size: number;
}

const impacts = new WeakMap<Segment, Impacts>();

/** Of a term that many passages hold: such terms are asked for again and again, and the index changes seldom. */
function impactsOf(segment: Segment, term: number, { norms, weights }: Adding): Float32Array {
  let known = impacts.get(segment);
  if (known?.norms !== norms || known.weights !== weights) {
    known = { norms, weights, byTerm: new Map(), size: 0 };
    impacts.set(segment, known);
  }
  const found = known.byTerm.get(term);
  if (found) return found;
  const [from, end] = [segment.offsets[term]!, segment.offsets[term + 1]!];
  const made = new Float32Array(end - from);
  const { passages, codes, counts } = segment;
  const [names, place, comments, body] = [weights[0]!, weights[1]!, weights[2]!, weights[3]!];
  for (let at = from; at < end; at += 1) {
    const packed = counts[codes[at]!]!;
    const first = passages[at]! * fieldCount;
    const sum =
      names * (packed & 0xff) * norms[first]! +
      place * ((packed >>> 8) & 0xff) * norms[first + 1]! +
      comments * ((packed >>> 16) & 0xff) * norms[first + 2]! +
      body * (packed >>> 24) * norms[first + 3]!;
    made[at - from] = sum / (saturation + sum);
  }
  if (known.size + made.length > maxKeptImpacts) {
    known.byTerm.clear();
    known.size = 0;
  }
  known.byTerm.set(term, made);
  known.size += made.length;
  return made;
}

export interface Adding {
  /** The same view is asked for again and again. */
  isUsual?: boolean;
  mask: Mask;
  norms: Float32Array;
  /** Rarity of the term times its weight. */
  value: number;
  weights: readonly number[];
  scores: Float64Array;
}

/** Adds the worth of one term to the scores of the passages that hold it. Everything is in locals, the fields unrolled. */
export function addScores(segment: Segment, term: number, adding: Adding): void {
  if (adding.isUsual && segment.offsets[term + 1]! - segment.offsets[term]! >= leastKept) {
    addImpacts(segment, term, adding);
    return;
  }
  const { mask, norms, value, weights, scores } = adding;
  const { passages, codes, counts } = segment;
  const [names, place, comments, body] = [weights[0]!, weights[1]!, weights[2]!, weights[3]!];
  const end = segment.offsets[term + 1]!;
  for (let at = segment.offsets[term]!; at < end; at += 1) {
    const passage = passages[at]!;
    if (mask[passage] === 0) continue;
    const packed = counts[codes[at]!]!;
    const first = passage * fieldCount;
    const sum =
      names * (packed & 0xff) * norms[first]! +
      place * ((packed >>> 8) & 0xff) * norms[first + 1]! +
      comments * ((packed >>> 16) & 0xff) * norms[first + 2]! +
      body * (packed >>> 24) * norms[first + 3]!;
    scores[passage]! += (value * sum) / (saturation + sum);
  }
}

function addImpacts(segment: Segment, term: number, adding: Adding): void {
  const { mask, value, scores } = adding;
  const { passages } = segment;
  const shares = impactsOf(segment, term, adding);
  const from = segment.offsets[term]!;
  if (mask === segment.alive && segment.living === mask.length) {
    for (let at = 0; at < shares.length; at += 1) scores[passages[from + at]!]! += value * shares[at]!;
    return;
  }
  for (let at = 0; at < shares.length; at += 1) {
    const passage = passages[from + at]!;
    if (mask[passage] !== 0) scores[passage]! += value * shares[at]!;
  }
}

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

/** The first place from `from` on that holds `least` or more; steps double (Bentley and Yao 1976), so near ones are cheap. */
function seek(column: Uint16Array | Uint32Array, least: number, { from, end }: { from: number; end: number }): number {
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

/** Columns by passage that no question uses just now. */
const unused = new WeakMap<Segment, Float64Array[]>();

/** A column of zeros, one for each passage. Whoever is done with it gives it back, or else it is lost. */
export function borrowScores(segment: Segment): Float64Array {
  return unused.get(segment)?.pop() ?? new Float64Array(segment.records.length);
}

export function giveBackScores(segment: Segment, scores: Float64Array): void {
  const columns = unused.get(segment) ?? [];
  unused.set(segment, columns);
  columns.push(scores.fill(0));
}

/** The `place`-th highest of the first `count` values, which are reordered. FIND, Hoare 1961. */
function highest(values: Float64Array, count: number, place: number): number {
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

/** The `count`-th highest of the positive scores, or 0 when there are no more than `count`. Cost: linear. */
export function topThreshold(lists: readonly Float64Array[], count: number): number {
  const positive = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0));
  let found = 0;
  for (const list of lists)
    for (let at = 0; at < list.length; at += 1) if (list[at]! > 0) positive[found++] = list[at]!;
  return found <= count ? 0 : highest(positive, found, count - 1);
}
