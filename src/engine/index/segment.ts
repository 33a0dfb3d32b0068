/**
 * A part of the index: postings of its passages in typed arrays, by term. It never changes except that removed passages
 * are marked dead; merging drops them. At most 65,535 passages, so that a posting takes four bytes.
 */
import { fieldCount } from './fields';
import { growing8, growing32, TermTable } from './columns';

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
   * Words of the name of the passage's definition, as numbers of terms: first those of the type around it, up to
   * `nameEnds[2 * passage]`, then its own, up to `nameEnds[2 * passage + 1]`. They begin where the ones before end.
   */
  nameWords: Uint32Array;
  nameEnds: Uint32Array;
  /** Terms per passage and field: `lengths[passage * fieldCount + field]`. */
  lengths: Uint16Array;
  alive: Uint8Array;
  /** Number of living passages, and the number of their terms by field. */
  living: number;
  lengthSums: Float64Array;
}

/** Bytes of a passage's norms and scores, which are kept with its segment. */
const keptBytesPerPassage = 32;

/** Bytes of memory that the segment takes. */
export function bytesOf({ terms, records, ...columns }: Segment): number {
  const { offsets, passages, codes, counts, nameWords, nameEnds, lengths, alive } = columns;
  const own = [offsets, passages, codes, counts, nameWords, nameEnds, lengths, alive];
  const kept = alive.length * keptBytesPerPassage;
  return own.reduce((sum, { byteLength }) => sum + byteLength, terms.byteLength + records.byteLength + kept);
}

export type SegmentColumns = Omit<Segment, 'living' | 'lengthSums'>;

/** Number of living passages and of their terms by field, as saved with an index: counting them again takes 10 ms. */
export function totalsColumn({ living, lengthSums }: Segment): Float64Array {
  return Float64Array.of(living, ...lengthSums);
}

/** The segment of saved columns; `totals` as returned by `totalsColumn`. */
export function segmentWith(columns: SegmentColumns, totals: Float64Array): Segment {
  return { ...columns, living: totals[0]!, lengthSums: totals.slice(1) };
}

/** The segment of the columns, with its totals counted. */
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

// Section: the records of passages as columns, saved as they are: creating 100,000 objects took 80 ms at each opening.

export interface PassageRecord {
  /** Key of the file or document. */
  source: string;
  /** 0-based rows, inclusive. */
  start: number;
  end: number;
  /** Offsets on disk, in UTF-16 units. */
  startOffset: number;
  endOffset: number;
  /** Byte in the file at which the passage begins, if it differs from the offset and nothing in the file is masked. */
  startByte?: number;
  symbol?: string;
  /** True when the definition is a small part of the passage: a word to find it by, but no name for the whole. */
  isNamedByPart?: boolean;
  /** True when the passage mostly imports or exports. */
  isListing?: boolean;
}

/** Columns of records, by passage. */
export interface RecordColumns {
  starts: Uint32Array;
  ends: Uint32Array;
  startOffsets: Uint32Array;
  endOffsets: Uint32Array;
  /** One more than the byte; 0 for none. */
  startBytes: Uint32Array;
  /** One more than the number in the table of symbols; 0 for none. */
  symbols: Uint32Array;
  flags: Uint8Array;
}

const flagListing = 1;
const flagNamedByPart = 2;
/** Bytes of memory of a source: its path and what is known of its file. */
const bytesPerSource = 500;

export class Records {
  readonly length: number;
  /** By passage, the index of its source. */
  private readonly rows: Uint16Array;

  /**
   * @param sources each once: the passages of a source stand side by side
   * @param firsts the passages of source `s` are `firsts[s]` to before `firsts[s + 1]`
   * @param names of the definitions
   */
  constructor(
    readonly sources: readonly string[],
    readonly firsts: Uint32Array,
    readonly columns: RecordColumns,
    readonly names: TermTable,
  ) {
    this.length = columns.starts.length;
    this.rows = new Uint16Array(this.length);
    for (let row = 0; row < sources.length; row += 1) this.rows.fill(row, firsts[row], firsts[row + 1]);
  }

  /** Bytes of memory that the records take, with what is kept elsewhere for each source. */
  get byteLength(): number {
    const { starts, ends, startOffsets, endOffsets, startBytes, symbols, flags } = this.columns;
    const own = [starts, ends, startOffsets, endOffsets, startBytes, symbols, flags, this.rows, this.firsts];
    const sources = this.sources.length * bytesPerSource;
    return own.reduce((sum, { byteLength }) => sum + byteLength, sources + this.names.byteLength);
  }

  /** Undefined where there is no such passage. */
  at(passage: number): PassageRecord | undefined {
    if (!(passage >= 0 && passage < this.length)) return undefined;
    const { starts, ends, startOffsets, endOffsets, startBytes } = this.columns;
    const record: PassageRecord = {
      source: this.sourceOf(passage),
      start: starts[passage]!,
      end: ends[passage]!,
      startOffset: startOffsets[passage]!,
      endOffset: endOffsets[passage]!,
    };
    const symbol = this.symbolOf(passage);
    if (symbol !== undefined) record.symbol = symbol;
    if (this.isListing(passage)) record.isListing = true;
    if ((this.columns.flags[passage]! & flagNamedByPart) !== 0) record.isNamedByPart = true;
    if (startBytes[passage]! > 0) record.startByte = startBytes[passage]! - 1;
    return record;
  }

  sourceOf(passage: number): string {
    return this.sources[this.rowOf(passage)] ?? '';
  }

  /** Index of the passage's source. */
  rowOf(passage: number): number {
    return this.rows[passage]!;
  }

  /** A number for the name of the passage's definition: equal names have equal numbers; 0 where it has no name. */
  symbolNumber(passage: number): number {
    return this.columns.symbols[passage]!;
  }

  symbolOf(passage: number): string | undefined {
    const number = this.symbolNumber(passage);
    return number === 0 ? undefined : this.names.termOf(number - 1);
  }

  isListing(passage: number): boolean {
    return (this.columns.flags[passage]! & flagListing) !== 0;
  }
}

function flagsOf({ isListing, isNamedByPart }: PassageRecord): number {
  return (isListing ? flagListing : 0) | (isNamedByPart ? flagNamedByPart : 0);
}

/** Builds records passage by passage. The passages of a source must be consecutive. */
export class RecordsBuilder {
  private readonly sources: string[] = [];
  private readonly firsts = growing32();
  private readonly names = new TermTable();
  private readonly starts = growing32();
  private readonly ends = growing32();
  private readonly startOffsets = growing32();
  private readonly endOffsets = growing32();
  private readonly startBytes = growing32();
  private readonly symbols = growing32();
  private readonly flags = growing8();

  get length(): number {
    return this.starts.length;
  }

  add(record: PassageRecord): void {
    this.open(record.source);
    this.starts.push(record.start);
    this.ends.push(record.end);
    this.startOffsets.push(record.startOffset);
    this.endOffsets.push(record.endOffset);
    this.startBytes.push(record.startByte === undefined ? 0 : record.startByte + 1);
    this.symbols.push(record.symbol === undefined ? 0 : this.names.add(record.symbol) + 1);
    this.flags.push(flagsOf(record));
  }

  /**
   * Adds a record of another segment without creating an object. `symbols` maps its symbols to numbers here, 0 where
   * not known.
   */
  addFrom(records: Records, passage: number, symbols: Uint32Array): void {
    const { columns, names } = records;
    this.open(records.sourceOf(passage));
    this.starts.push(columns.starts[passage]!);
    this.ends.push(columns.ends[passage]!);
    this.startOffsets.push(columns.startOffsets[passage]!);
    this.endOffsets.push(columns.endOffsets[passage]!);
    this.startBytes.push(columns.startBytes[passage]!);
    const symbol = columns.symbols[passage]!;
    if (symbol > 0 && symbols[symbol] === 0) symbols[symbol] = this.names.addFrom(names, symbol - 1) + 1;
    this.symbols.push(symbol === 0 ? 0 : symbols[symbol]!);
    this.flags.push(columns.flags[passage]!);
  }

  private open(source: string): void {
    if (this.sources.length > 0 && this.sources.at(-1) === source) return;
    this.sources.push(source);
    this.firsts.push(this.length);
  }

  build(): Records {
    this.firsts.push(this.length);
    const columns = {
      starts: this.starts.column(),
      ends: this.ends.column(),
      startOffsets: this.startOffsets.column(),
      endOffsets: this.endOffsets.column(),
      startBytes: this.startBytes.column(),
      symbols: this.symbols.column(),
      flags: this.flags.column(),
    };
    return new Records(this.sources, this.firsts.column(), columns, new TermTable(this.names.columns()));
  }
}
