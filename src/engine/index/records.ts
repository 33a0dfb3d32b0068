/**
 * What the passages of a segment are: file, rows, place on disk, definition. Held as columns, which are written to disk
 * and read back as they stand; the object of one passage is made when somebody asks for it. A hundred thousand of them
 * took 80 ms at each opening, and time of every collection of garbage after that.
 */
import { TermTable } from './terms';

export interface PassageRecord {
  /** Key of the file or document. */
  source: string;
  /** 0-based rows, inclusive. */
  start: number;
  end: number;
  /** Offsets on disk, in UTF-16 units. */
  startOffset: number;
  endOffset: number;
  /** Where it begins in the file, if its offset is not the place and nothing of the file is masked. */
  startByte?: number;
  symbol?: string;
  /** The definition is a small part of it: a word to find it by, and no name for the whole. */
  isNamedByPart?: boolean;
  /** Mostly imports or exports. */
  isListing?: boolean;
}

/** By passage. */
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
/** A path, and what is known of its file. */
const bytesPerSource = 500;

export class Records {
  readonly length: number;
  /** By passage: the place of its source. */
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

  /** Memory that they take, with what is known elsewhere of each source. */
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

  /** The place of its source. */
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

function columnsOf(records: readonly PassageRecord[], names: TermTable): RecordColumns {
  const numbers = (value: (record: PassageRecord) => number) => Uint32Array.from(records, value);
  return {
    starts: numbers(({ start }) => start),
    ends: numbers(({ end }) => end),
    startOffsets: numbers(({ startOffset }) => startOffset),
    endOffsets: numbers(({ endOffset }) => endOffset),
    startBytes: numbers(({ startByte }) => (startByte === undefined ? 0 : startByte + 1)),
    symbols: numbers(({ symbol }) => (symbol === undefined ? 0 : names.add(symbol) + 1)),
    flags: Uint8Array.from(records, flagsOf),
  };
}

/** The passages of a source must stand side by side. */
export function recordsOf(records: readonly PassageRecord[]): Records {
  const sources: string[] = [];
  const firsts: number[] = [];
  records.forEach(({ source }, passage) => {
    if (sources.length > 0 && sources.at(-1) === source) return;
    sources.push(source);
    firsts.push(passage);
  });
  firsts.push(records.length);
  const names = new TermTable();
  const columns = columnsOf(records, names);
  return new Records(sources, Uint32Array.from(firsts), columns, new TermTable(names.columns()));
}
