/**
 * A piece of the index: postings of its passages in typed arrays, by term. It never changes but for passages that are
 * gone, which are marked dead; merging drops them. At most 65,535 passages, so that a posting takes four bytes.
 */
import { fieldCount } from './fields';
import type { Records } from './records';
import type { TermTable } from './terms';

export interface Segment {
  terms: TermTable;
  /** Postings of term `t` are `offsets[t]` to `offsets[t + 1]`, in the order of passages. */
  offsets: Uint32Array;
  passages: Uint16Array;
  /** The counts of a posting are `counts[codes[at]]`: one byte per field, the first field lowest. */
  codes: Uint16Array;
  counts: Uint32Array;
  records: Records;
  /**
   * Words of the passage's definition, as numbers of terms: first those of the type around it, up to
   * `nameEnds[2 * passage]`, then its own, up to `nameEnds[2 * passage + 1]`. They begin where the ones before end.
   */
  nameWords: Uint32Array;
  nameEnds: Uint32Array;
  /** Terms per passage and field: `lengths[passage * fieldCount + field]`. */
  lengths: Uint16Array;
  alive: Uint8Array;
  /** Of the living passages: how many, and their terms by field. */
  living: number;
  lengthSums: Float64Array;
}

/** Norms and scores of a passage, which questions keep with its segment. */
const keptBytesPerPassage = 32;

/** Memory that the segment takes. */
export function bytesOf({ terms, records, ...columns }: Segment): number {
  const { offsets, passages, codes, counts, nameWords, nameEnds, lengths, alive } = columns;
  const own = [offsets, passages, codes, counts, nameWords, nameEnds, lengths, alive];
  const kept = alive.length * keptBytesPerPassage;
  return own.reduce((sum, { byteLength }) => sum + byteLength, terms.byteLength + records.byteLength + kept);
}

export type SegmentColumns = Omit<Segment, 'living' | 'lengthSums'>;

/** The living passages and their terms by field, as they stand in a saved index: counting them again takes 10 ms. */
export function totalsColumn({ living, lengthSums }: Segment): Float64Array {
  return Float64Array.of(living, ...lengthSums);
}

/** `totals` are as `totalsColumn` gave them. */
export function segmentWith(columns: SegmentColumns, totals: Float64Array): Segment {
  return { ...columns, living: totals[0]!, lengthSums: totals.slice(1) };
}

/** Adds what follows from the columns. */
export function segmentOf(columns: SegmentColumns): Segment {
  const lengthSums = new Float64Array(fieldCount);
  let living = 0;
  for (let passage = 0; passage < columns.alive.length; passage += 1) {
    if (!columns.alive[passage]) continue;
    living += 1;
    for (let field = 0; field < fieldCount; field += 1) {
      lengthSums[field]! += columns.lengths[passage * fieldCount + field]!;
    }
  }
  return { ...columns, living, lengthSums };
}

export function kill(segment: Segment, passage: number): void {
  if (!segment.alive[passage]) return;
  segment.alive[passage] = 0;
  segment.living -= 1;
  for (let field = 0; field < fieldCount; field += 1) {
    segment.lengthSums[field]! -= segment.lengths[passage * fieldCount + field]!;
  }
}
