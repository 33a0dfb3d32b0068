/**
 * The inner loops of BM25F over one segment (Robertson and Zaragoza 2009, section 3.6), on typed arrays alone. The
 * ranking chooses terms, weights and views. Cost: 5 to 10 ns per posting and view.
 */
import { fieldCount, fieldNames, fieldWeights } from './fields';
import type { Segment } from './segment';

/** The `k1` of BM25: how fast repetition of a word saturates. The usual value. */
export const saturation = 1.2;

const lengthShares = Float64Array.from(fieldNames, (name) => fieldWeights[name].lengthShare);

/** By passage, 1 where it takes part. The array `alive` itself means all living passages. */
export type Mask = Uint8Array;

interface Norms {
  averages: readonly number[];
  values: Float32Array;
}

/** Norms by segment; they change only when the index does. */
const knownNorms = new WeakMap<Segment, Norms>();

/**
 * The factors for the counts of each field of each passage; `averages` are those of the whole query space, by field.
 */
export function normsOf(segment: Segment, averages: readonly number[]): Float32Array {
  const made = knownNorms.get(segment);
  if (made?.averages.every((average, field) => average === averages[field])) return made.values;
  const { lengths } = segment;
  const values = new Float32Array(lengths.length);
  for (let at = 0; at < lengths.length; at += 1) {
    const field = at % fieldCount;
    const share = lengthShares[field]!;
    values[at] = 1 / (1 - share + share * (lengths[at]! / averages[field]!));
  }
  knownNorms.set(segment, { averages: [...averages], values });
  return values;
}

/** Number of passages that take part, and the number of their terms by field. */
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

/** Cost of finding the postings of one run of passages, in passages looked at one by one. */
const stepsPerRun = 16;

/** Number of postings from `from` to before `to` whose passages are in the runs. */
function countBetween({ passages }: Segment, { from, to, firsts, ends }: Between): number {
  let count = 0;
  for (let run = 0, at = from; run < firsts.length; run += 1) {
    const first = seek(passages, firsts[run]!, at, to);
    at = seek(passages, ends[run]!, first, to);
    count += at - first;
  }
  return count;
}

interface Between extends Gone {
  from: number;
  to: number;
}

/** Number of passages that take part and hold the term. */
export function frequencyIn(segment: Segment, term: number, mask: Mask): number {
  const [from, to] = [segment.offsets[term]!, segment.offsets[term + 1]!];
  if (mask === segment.alive) {
    const { firsts, ends } = goneFrom(segment);
    if (firsts.length * stepsPerRun <= to - from) return to - from - countBetween(segment, { from, to, firsts, ends });
  }
  let frequency = 0;
  for (let at = from; at < to; at += 1) if (mask[segment.passages[at]!]) frequency += 1;
  return frequency;
}

/** True when the passage holds the term; postings are in the order of passages. */
export function holds({ offsets, passages }: Segment, term: number, passage: number): boolean {
  let [from, to] = [offsets[term]!, offsets[term + 1]!];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (passages[middle]! < passage) from = middle + 1;
    else to = middle;
  }
  return from < offsets[term + 1]! && passages[from] === passage;
}

/**
 * The first `most` passages that take part and hold all terms, in order.
 * @param terms the rarest first. Its postings are passed once, those of the others by doubling steps.
 */
export function holdingAll(
  { offsets, passages }: Segment,
  terms: readonly number[],
  { mask, most }: Joining,
): number[] {
  const cursors = terms.map((term) => offsets[term]!);
  const end = offsets[terms[0]! + 1]!;
  const found: number[] = [];
  for (let at = cursors[0]!; at < end && found.length < most; at += 1) {
    const passage = passages[at]!;
    if (mask[passage] === 0) continue;
    let other = 1;
    for (; other < terms.length; other += 1) {
      const last = offsets[terms[other]! + 1]!;
      const place = seek(passages, passage, cursors[other]!, last);
      if (place === last) return found;
      cursors[other] = place;
      if (passages[place] !== passage) break;
    }
    if (other === terms.length) found.push(passage);
  }
  return found;
}

interface Joining {
  mask: Mask;
  most: number;
}

/** Least postings of a term whose impacts are kept. */
const leastKept = 128;
/** Most impacts kept for one segment, four bytes each; emptied when full. */
const maxKeptImpacts = 1024 * 1024;

/** Score of each posting of a term by one view, as a share of the term's value. */
interface Impacts {
  norms: Float32Array;
  weights: Float64Array;
  byTerm: Map<number, Float32Array>;
  size: number;
}

const impacts = new WeakMap<Segment, Impacts>();

/** Impacts of a frequent term, kept because such terms recur and the index seldom changes. */
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
  /** True for the view that most questions use, whose impacts are kept. */
  isUsual?: boolean;
  mask: Mask;
  norms: Float32Array;
  weights: Float64Array;
  scores: Float64Array;
}

export interface ValuedTerm {
  id: number;
  /** Inverse document frequency of the term times its weight. */
  value: number;
}

/** Adds one term's score to the passages that hold it. Uses locals and unrolled fields for speed. */
export function addScores(segment: Segment, term: ValuedTerm, adding: Adding): void {
  const { id, value } = term;
  if (adding.isUsual && segment.offsets[id + 1]! - segment.offsets[id]! >= leastKept) {
    addImpacts(segment, term, adding);
    return;
  }
  const { mask, norms, weights, scores } = adding;
  const { passages, codes, counts } = segment;
  const [names, place, comments, body] = [weights[0]!, weights[1]!, weights[2]!, weights[3]!];
  const end = segment.offsets[id + 1]!;
  for (let at = segment.offsets[id]!; at < end; at += 1) {
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

function addImpacts(segment: Segment, { id, value }: ValuedTerm, adding: Adding): void {
  const { mask, scores } = adding;
  const { passages } = segment;
  const shares = impactsOf(segment, id, adding);
  const from = segment.offsets[id]!;
  if (mask === segment.alive && segment.living === mask.length) {
    for (let at = 0; at < shares.length; at += 1) scores[passages[from + at]!]! += value * shares[at]!;
    return;
  }
  for (let at = 0; at < shares.length; at += 1) {
    const passage = passages[from + at]!;
    if (mask[passage] !== 0) scores[passage]! += value * shares[at]!;
  }
}

/** Columns of scores that no question uses now. */
const unused = new WeakMap<Segment, Float64Array[]>();

/** A column of zeros, one for each passage, to be given back after use. */
export function borrowScores(segment: Segment): Float64Array {
  return unused.get(segment)?.pop() ?? new Float64Array(segment.records.length);
}

export function giveBackScores(segment: Segment, scores: Float64Array): void {
  const columns = unused.get(segment) ?? [];
  unused.set(segment, columns);
  columns.push(scores.fill(0));
}

// Section: the dead passages of a segment, as runs: those of a changed file die together.

/** Runs of dead passages in order: first passages, and the passages behind the last ones. */
interface Gone {
  firsts: readonly number[];
  ends: readonly number[];
}

interface Known extends Gone {
  /** Number of living passages when the runs were made. */
  living: number;
}

const knownGone = new WeakMap<Segment, Known>();

function goneFrom(segment: Segment): Gone {
  const { living, alive } = segment;
  const made = knownGone.get(segment);
  if (made?.living === living) return made;
  const [firsts, ends]: [number[], number[]] = [[], []];
  for (let first = alive.indexOf(0); first >= 0;) {
    const next = alive.indexOf(1, first);
    const end = next < 0 ? alive.length : next;
    firsts.push(first);
    ends.push(end);
    first = alive.indexOf(0, end);
  }
  const gone = { living, firsts, ends };
  knownGone.set(segment, gone);
  return gone;
}

// Section: searches a sorted column by doubling steps (Bentley and Yao 1976). Cost: logarithm of the distance.

/**
 * The first place from `from` on with a value of at least `least`; `end` when there is none before. Four parameters,
 * since an object for each of some thousand calls of a question is soon noticed.
 */
export function seek(column: Uint16Array | Uint32Array, least: number, from: number, end: number): number {
  let low = from;
  let step = 1;
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
