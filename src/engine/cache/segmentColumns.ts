/** Columns as they stand in a saved index, and the strings that they name by number. */
import { Records } from '../index/records';
import { segmentWith, totalsColumn, type Segment } from '../index/segment';
import { TermTable } from '../index/terms';

export type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/**
 * The file names a column's type by its place in this list, which is the binary logarithm of the bytes of one element.
 */
export const columnTypes = [Uint8Array, Uint16Array, Uint32Array, Float64Array] as const;

/** Strings by their place, each once. */
export class Strings {
  readonly list: string[] = [];
  private readonly places = new Map<string, number>();

  placeOf(text: string): number {
    const known = this.places.get(text);
    if (known !== undefined) return known;
    this.places.set(text, this.list.length);
    return this.list.push(text) - 1;
  }
}

export function columnsOfSegment(segment: Segment, strings: Strings): Column[] {
  const { bytes, ends, slots } = segment.terms.columns();
  const { offsets, passages, codes, counts, lengths, alive, nameWords, nameEnds, records } = segment;
  const { sources, firsts, columns, names } = records;
  const symbols = names.columns();
  return [
    ...[bytes, ends, slots, offsets, passages, codes, counts, lengths, alive, nameWords, nameEnds],
    ...[Uint32Array.from(sources, (source) => strings.placeOf(source)), firsts],
    ...[symbols.bytes, symbols.ends, symbols.slots],
    ...[columns.starts, columns.ends, columns.startOffsets, columns.endOffsets, columns.startBytes],
    ...[columns.symbols, columns.flags, totalsColumn(segment)],
  ];
}

/** The order of `columnsOfSegment`, with its types. */
type Terms = [bytes: Uint8Array, ends: Uint32Array, slots: Uint32Array];
type Postings = [offsets: Uint32Array, passages: Uint16Array, codes: Uint16Array, counts: Uint32Array];
type Passages = [lengths: Uint16Array, alive: Uint8Array, nameWords: Uint32Array, nameEnds: Uint32Array];
type Sources = [places: Uint32Array, firsts: Uint32Array];
type Places = [Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint8Array];
type Totals = [Float64Array];
type SegmentTypes = [...Terms, ...Postings, ...Passages, ...Sources, ...Terms, ...Places, ...Totals];

/** `columns` are as `columnsOfSegment` gave them. */
export function segmentFrom(columns: readonly Column[], strings: readonly string[]): Segment {
  const typed = columns as SegmentTypes;
  const [bytes, ends, slots, offsets, passages, codes, counts, lengths, alive, nameWords, nameEnds, ...more] = typed;
  const [places, firsts, symbolBytes, symbolEnds, symbolSlots, ...rest] = more;
  const [starts, lasts, startOffsets, endOffsets, startBytes, symbols, flags, totals] = rest;
  const terms = new TermTable({ bytes, ends, slots });
  const names = new TermTable({ bytes: symbolBytes, ends: symbolEnds, slots: symbolSlots });
  const sources = Array.from(places, (place) => strings[place] ?? '');
  const stands = { starts, ends: lasts, startOffsets, endOffsets, startBytes, symbols, flags };
  const records = new Records(sources, firsts, stands, names);
  const own = { terms, offsets, passages, codes, counts, records, lengths, alive, nameWords, nameEnds };
  return segmentWith(own, totals);
}
