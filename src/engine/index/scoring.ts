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
  values: Float64Array;
}

/** The averages change only with the index, so most questions find them made. */
const known = new WeakMap<Segment, Norms>();

/** What the counts of each field of each passage are divided by; `averages` are of the whole space, by field. */
export function normsOf(segment: Segment, averages: readonly number[]): Float64Array {
  const made = known.get(segment);
  if (made?.averages.every((average, field) => average === averages[field])) return made.values;
  const { lengths } = segment;
  const values = new Float64Array(lengths.length);
  for (let at = 0; at < lengths.length; at += 1) {
    const field = at % fieldCount;
    const share = lengthShares[field]!;
    values[at] = 1 - share + share * (lengths[at]! / averages[field]!);
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

export interface Adding {
  mask: Mask;
  norms: Float64Array;
  /** Rarity of the term times its weight. */
  value: number;
  weights: readonly number[];
  scores: Float64Array;
}

/** Adds the worth of one term to the scores of the passages that hold it. Everything is in locals. */
export function addScores(segment: Segment, term: number, { mask, norms, value, weights, scores }: Adding): void {
  const { passages, codes, counts } = segment;
  const end = segment.offsets[term + 1]!;
  for (let at = segment.offsets[term]!; at < end; at += 1) {
    const passage = passages[at]!;
    if (mask[passage] === 0) continue;
    let sum = 0;
    let field = 0;
    for (let packed = counts[codes[at]!]!; packed !== 0; packed >>>= 8, field += 1) {
      const count = packed & 0xff;
      if (count !== 0) sum += (weights[field]! * count) / norms[passage * fieldCount + field]!;
    }
    scores[passage]! += (value * sum) / (saturation + sum);
  }
}

/** By passage, where its numbers stand among those of the selected, plus one; 0 for the others. */
export type Slots = Uint32Array;

export interface AddingSelected {
  slots: Slots;
  norms: Float64Array;
  value: number;
  /** Field weights, and where the scores by them go. */
  views: readonly { weights: readonly number[]; scores: Float64Array }[];
}

/** The same for the selected passages alone, by one view or several at once. */
export function addSelected(segment: Segment, term: number, adding: AddingSelected): void {
  if (adding.views.length === 1) addSelectedOne(segment, term, adding);
  else addSelectedSeveral(segment, term, adding);
}

function addSelectedOne(segment: Segment, term: number, { slots, norms, value, views }: AddingSelected): void {
  const { passages, codes, counts } = segment;
  const { weights, scores } = views[0]!;
  const end = segment.offsets[term + 1]!;
  for (let at = segment.offsets[term]!; at < end; at += 1) {
    const passage = passages[at]!;
    const slot = slots[passage]!;
    if (slot === 0) continue;
    let sum = 0;
    let field = 0;
    for (let packed = counts[codes[at]!]!; packed !== 0; packed >>>= 8, field += 1) {
      const count = packed & 0xff;
      if (count !== 0) sum += (weights[field]! * count) / norms[passage * fieldCount + field]!;
    }
    scores[slot - 1]! += (value * sum) / (saturation + sum);
  }
}

function addSelectedSeveral(segment: Segment, term: number, { slots, norms, value, views }: AddingSelected): void {
  const { passages, codes, counts } = segment;
  const counted = new Float64Array(fieldCount);
  const end = segment.offsets[term + 1]!;
  for (let at = segment.offsets[term]!; at < end; at += 1) {
    const passage = passages[at]!;
    const slot = slots[passage]!;
    if (slot === 0) continue;
    let packed = counts[codes[at]!]!;
    const first = passage * fieldCount;
    for (let field = 0; field < fieldCount; field += 1, packed >>>= 8) {
      const count = packed & 0xff;
      counted[field] = count === 0 ? 0 : count / norms[first + field]!;
    }
    for (let place = 0; place < views.length; place += 1) {
      const { weights, scores } = views[place]!;
      let sum = 0;
      for (let field = 0; field < fieldCount; field += 1) sum += weights[field]! * counted[field]!;
      if (sum > 0) scores[slot - 1]! += (value * sum) / (saturation + sum);
    }
  }
}

export interface Marking {
  slots: Slots;
  bit: number;
  /** Gets the bit where the term stands, */
  any: Uint32Array;
  /** and where it stands in a declared name. */
  declared: Uint32Array;
}

/** Marks the selected passages that hold the term. */
export function markSelected(segment: Segment, term: number, { slots, bit, any, declared }: Marking): void {
  const { passages, codes, counts } = segment;
  const end = segment.offsets[term + 1]!;
  for (let at = segment.offsets[term]!; at < end; at += 1) {
    const slot = slots[passages[at]!]!;
    if (slot === 0) continue;
    any[slot - 1]! |= bit;
    if ((counts[codes[at]!]! & 0xff) > 0) declared[slot - 1]! |= bit;
  }
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

/** Buckets of the histogram that `topThreshold` counts in. */
const buckets = 4096;

/** The `count`-th highest of the positive scores, or 0 when there are fewer. Only one bucket of them is sorted. */
export function topThreshold(lists: readonly Float64Array[], count: number): number {
  let max = 0;
  for (const list of lists) for (let at = 0; at < list.length; at += 1) if (list[at]! > max) max = list[at]!;
  // Of the smallest numbers there are, the quotient would be infinite.
  const scale = Math.min(buckets / max, Number.MAX_VALUE);
  const histogram = new Uint32Array(buckets + 1);
  let positive = 0;
  for (const list of lists) {
    for (let at = 0; at < list.length; at += 1) {
      if (list[at]! <= 0) continue;
      positive += 1;
      histogram[Math.floor(list[at]! * scale)]! += 1;
    }
  }
  if (positive <= count) return 0;
  let bucket = buckets;
  let above = 0;
  while (above + histogram[bucket]! < count) above += histogram[bucket--]!;
  const inside = lists.flatMap((list) => [
    ...list.filter((score) => score > 0 && Math.floor(score * scale) === bucket),
  ]);
  return inside.sort((a, b) => b - a)[count - above - 1] ?? 0;
}
