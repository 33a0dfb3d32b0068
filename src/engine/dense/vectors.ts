/**
 * The vectors of all passages of a segment, computed from its postings without reading texts again. Made when a
 * question first needs them and kept as long as the segment, one byte per number. Cost: a quarter of a microsecond per
 * posting of a known term, 15 to 25 us per passage; memory: width plus 4 bytes per passage.
 */
import { fieldNames } from '../index/fields';
import type { Segment } from '../index/segment';
import { codeCount, commentCount, type Embedding } from './embedding';

export interface Vectors {
  /** `width` bytes for each passage. */
  values: Int8Array;
  /** One over the length of a passage's vector; 0 where it has no known term. */
  factors: Float32Array;
}

const fieldAt = Object.fromEntries(fieldNames.map((name, at) => [name, at])) as Record<
  (typeof fieldNames)[number],
  number
>;
/** Passages summed in one block, so that the sums fit the processor's cache. */
const blockSize = 2048;
const greatest = 127;

const known = new WeakMap<Embedding, WeakMap<Segment, Vectors>>();

/** By code of a posting, its counts for code weights and for question weights. */
function countsByCode({ counts }: Segment): { code: Float64Array; comment: Float64Array } {
  const field = (packed: number, name: (typeof fieldNames)[number]) => (packed >>> (8 * fieldAt[name])) & 0xff;
  const code = Float64Array.from(counts, (packed) =>
    codeCount({
      body: field(packed, 'body'),
      comments: field(packed, 'comments'),
      isName: field(packed, 'names') + field(packed, 'place') > 0,
    }),
  );
  return { code, comment: Float64Array.from(counts, (packed) => commentCount(field(packed, 'comments'))) };
}

/** Scales the sums of a block to bytes, each vector by its greatest number. */
function finish(sums: Float32Array, { values, factors }: Vectors, first: number, width: number): void {
  for (let at = 0; at < sums.length; at += width) {
    let max = 0;
    for (let d = at; d < at + width; d += 1) max = Math.max(max, Math.abs(sums[d]!));
    if (max === 0) continue;
    const passage = first + at / width;
    let squares = 0;
    for (let d = 0; d < width; d += 1) {
      const value = Math.round((sums[at + d]! * greatest) / max);
      values[passage * width + d] = value;
      squares += value * value;
    }
    factors[passage] = 1 / Math.sqrt(squares);
  }
}

interface KnownTerm {
  /** Row of the term in the table of the embedding. */
  row: number;
  /** Its postings. */
  at: number;
  end: number;
}

/** The terms of a segment that the embedding knows, in the order of its table: looked up from the shorter list. */
function knownTerms({ terms, offsets }: Segment, embedding: Embedding): KnownTerm[] {
  const known: KnownTerm[] = [];
  const add = (row: number | undefined, id: number | undefined) => {
    if (row !== undefined && id !== undefined) known.push({ row, at: offsets[id]!, end: offsets[id + 1]! });
  };
  const { terms: table } = embedding.weights;
  if (table.length < terms.size) table.forEach((term, row) => add(row, terms.get(term)));
  else for (let id = 0; id < terms.size; id += 1) add(embedding.rowOf(terms.termOf(id)), id);
  return known.sort((a, b) => a.row - b.row);
}

function make(segment: Segment, embedding: Embedding): Vectors {
  const { weights, width } = embedding;
  const size = segment.records.length;
  const made = { values: new Int8Array(size * width), factors: new Float32Array(size) };
  const counts = countsByCode(segment);
  const terms = knownTerms(segment, embedding);
  const { table, codeFactors, questionFactors } = weights;
  for (let first = 0; first < size; first += blockSize) {
    const limit = Math.min(size, first + blockSize);
    const sums = new Float32Array((limit - first) * width);
    for (const term of terms) {
      const row = term.row * width;
      // Postings are in the order of passages, so each block resumes where the one before ended.
      for (; term.at < term.end && segment.passages[term.at]! < limit; term.at += 1) {
        const code = segment.codes[term.at]!;
        const factor = counts.code[code]! * codeFactors[term.row]! + counts.comment[code]! * questionFactors[term.row]!;
        const sum = (segment.passages[term.at]! - first) * width;
        for (let d = 0; d < width; d += 1) sums[sum + d]! += factor * table[row + d]!;
      }
    }
    finish(sums, made, first, width);
  }
  return made;
}

export function vectorsOf(segment: Segment, embedding: Embedding): Vectors {
  const own = known.get(embedding) ?? new WeakMap<Segment, Vectors>();
  known.set(embedding, own);
  const made = own.get(segment) ?? make(segment, embedding);
  own.set(segment, made);
  return made;
}

/** Cosine of a passage and a question whose vector has length 1. */
export function cosine(question: Float32Array, { values, factors }: Vectors, passage: number): number {
  const width = question.length;
  let at = passage * width;
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let d = 0; d < width; d += 4, at += 4) {
    first += question[d]! * values[at]!;
    second += question[d + 1]! * values[at + 1]!;
    third += question[d + 2]! * values[at + 2]!;
    fourth += question[d + 3]! * values[at + 3]!;
  }
  return (first + second + third + fourth) * factors[passage]!;
}
