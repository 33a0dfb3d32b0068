/**
 * The format of a saved index: a header, a JSON part (paths, positions of columns), and the columns of the files and of
 * each segment as they are in memory, so that opening is one read without parsing. A checksum covers everything behind
 * the header. It holds only what an answer could show: texts were masked before their terms were made.
 */
import { crc32 } from 'node:zlib';
import type { SavedListing } from '../files/walk';
import { type Segment, Records, segmentWith, totalsColumn } from '../index/segment';
import type { Slices } from '../index/scheduling';
import { TermTable } from '../index/columns';

/**
 * Version of the format, to be raised when chunks, terms, fields or this format change, so that older indexes are
 * rebuilt.
 */
const formatVersion = 9;

export interface Saved {
  files: Iterable<readonly [string, SavedFile]>;
  listing: SavedListing;
  segments: readonly Segment[];
  /** True when every listed file was read. */
  isWhole: boolean;
}

export interface Identity {
  /** Real path of the root. */
  root: string;
  /** Version of the code that made the index: another version may cut files and split words differently. */
  maker: string;
}

type Place = [type: number, offset: number, length: number];

interface Meta extends Identity {
  /** Positions of columns: type, offset behind the JSON part, length. */
  files: Place[];
  reasons: Texts;
  languages: Texts;
  folders: [path: number, modified: number | null, files: number[], folders: number[]][];
  stamps: SavedListing['stamps'];
  rules: string;
  isWhole: boolean;
  /** Paths of files and folders. */
  strings: string[];
  /** Positions of the columns of each segment. */
  segments: Place[][];
}

/** Bytes of the header: magic, byte order, version, checksum, length of the JSON part. */
const headerBytes = 20;
const magic = 0x51494458;
const byteOrder = 0x01020304;
const align = 8;

function bytesOf(column: Column): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

function padding(length: number): number {
  return (align - (length % align)) % align;
}

function listingMeta({ listing }: Saved, strings: Strings): Pick<Meta, 'folders' | 'stamps' | 'rules'> {
  const placesOf = (paths: readonly string[]) => paths.map((file) => strings.placeOf(file));
  return {
    // JSON stores NaN times as null, which is converted back.
    folders: Array.from(listing.folders, ([folder, { modified, files: inside, folders }]) => [
      strings.placeOf(folder),
      modified,
      placesOf(inside),
      placesOf(folders),
    ]),
    stamps: listing.stamps,
    rules: listing.rules,
  };
}

/** Columns to write one after the other. */
class Pieces {
  readonly list: Uint8Array[] = [];
  private offset = 0;

  place(column: Column): Place {
    const place: Place = [Math.log2(column.BYTES_PER_ELEMENT), this.offset, column.length];
    const pad = padding(column.byteLength);
    this.list.push(bytesOf(column), new Uint8Array(pad));
    this.offset += column.byteLength + pad;
    return place;
  }
}

/** The parts of the file in order: views of the segments' own memory, not copies. */
export async function encode(saved: Saved, identity: Identity, slices: Slices): Promise<Uint8Array[]> {
  const strings = new Strings();
  const pieces = new Pieces();
  // Before anything is awaited, since files and segments must be consistent.
  const { columns, ...texts } = columnsOfFiles(saved.files, strings);
  const files = columns.map((column) => pieces.place(column));
  const listing = listingMeta(saved, strings);
  // Copies of columns that may change while the rest is encoded.
  const copies = saved.segments.map((segment) => {
    return { ...segment, alive: segment.alive.slice(), lengthSums: segment.lengthSums.slice() };
  });
  const segments: Place[][] = [];
  for (const segment of copies) {
    segments.push(columnsOfSegment(segment, strings).map((column) => pieces.place(column)));
    await slices.rest();
  }
  const { isWhole } = saved;
  const meta: Meta = { ...identity, ...listing, isWhole, files, ...texts, strings: strings.list, segments };
  const json = Buffer.from(JSON.stringify(meta), 'utf8');
  const all = [json, new Uint8Array(padding(headerBytes + json.length)), ...pieces.list];
  return [await headerOf(all, json.length, slices), ...all];
}

async function headerOf(pieces: readonly Uint8Array[], jsonBytes: number, slices: Slices): Promise<Uint8Array> {
  const header = new Uint32Array(headerBytes / 4);
  header.set([magic, byteOrder, formatVersion, await checksum(pieces, slices), jsonBytes]);
  return bytesOf(header);
}

/** Bytes summed between two pauses: about 2 ms. */
const checksumStep = 4 * 1024 * 1024;

async function checksum(pieces: readonly Uint8Array[], slices: Slices): Promise<number> {
  let sum = 0;
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += checksumStep) {
      sum = crc32(piece.subarray(from, from + checksumStep), sum);
      await slices.rest();
    }
  }
  return sum;
}

export type Decoded = { ok: true; saved: Saved } | { ok: false; reason: string };

/** Decodes a saved index. The bytes must begin at a multiple of eight; the segments are views of them. */
export async function decode(bytes: Uint8Array<ArrayBuffer>, identity: Identity, slices: Slices): Promise<Decoded> {
  if (bytes.length < headerBytes) return { ok: false, reason: 'it is cut off' };
  const [sign, order, version, sum, jsonBytes = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, headerBytes / 4);
  if (sign !== magic || order !== byteOrder) return { ok: false, reason: 'it is no index of this machine' };
  if (version !== formatVersion) return { ok: false, reason: 'another version wrote it' };
  if ((await checksum([bytes.subarray(headerBytes)], slices)) !== sum) return { ok: false, reason: 'it is damaged' };
  const json = Buffer.from(bytes.buffer, bytes.byteOffset + headerBytes, jsonBytes).toString('utf8');
  // The cast is safe: version and checksum match, so `encode` of this version wrote it.
  const meta = JSON.parse(json) as Meta;
  if (meta.root !== identity.root) return { ok: false, reason: 'it is of another folder' };
  if (meta.maker !== identity.maker) return { ok: false, reason: 'another version wrote it' };
  await slices.rest();
  const start = headerBytes + jsonBytes + padding(headerBytes + jsonBytes);
  const columnAt = ([type, offset, length]: Place): Column => {
    const View = columnTypes[type as 0 | 1 | 2 | 3];
    return new View(bytes.buffer, bytes.byteOffset + start + offset, length);
  };
  const segments: Segment[] = [];
  for (const places of meta.segments) {
    segments.push(segmentFrom(places.map(columnAt), meta.strings));
    await slices.rest();
  }
  const files = filesFrom(meta.files.map(columnAt), meta);
  return { ok: true, saved: { files, listing: listingOf(meta), segments, isWhole: meta.isWhole } };
}

function listingOf({ folders, stamps, rules, strings }: Meta): SavedListing {
  const pathsOf = (places: readonly number[]) => places.map((place) => strings[place] ?? '');
  const entries = folders.map(
    ([place, modified, files, inner]) =>
      [strings[place] ?? '', { modified: modified ?? NaN, files: pathsOf(files), folders: pathsOf(inner) }] as const,
  );
  return { folders: entries, stamps, rules };
}

// Section: the known files of a root, as columns of its saved index.

/** The saved state of one file that was examined. */
export interface SavedFile {
  size: number;
  modified: number;
  hash: number;
  /** Why the file holds no passages. */
  reason?: string;
  /**
   * The file was read so soon after it changed that a second change could carry the same time; it is read once more.
   */
  isUnsettled?: boolean;
  /** ASCII without secrets: any part of the file can be read by itself. */
  isPlain?: boolean;
  /** The language that its first row names (`#!`), where its name tells none; an ending. */
  language?: string;
}

/** Rows of the few files that have a text of their own, with it: why they hold no passages, or their language. */
type Texts = [row: number, text: string][];

const flagUnsettled = 1;
const flagPlain = 2;

function columnsOfFiles(
  files: Iterable<readonly [string, SavedFile]>,
  strings: Strings,
): { columns: Column[]; reasons: Texts; languages: Texts } {
  const rows = Array.from(files);
  const textsOf = (key: 'reason' | 'language') =>
    rows.flatMap(([, { [key]: text }], row): Texts => (text === undefined ? [] : [[row, text]]));
  const flagsOf = ({ isUnsettled, isPlain }: SavedFile) =>
    (isUnsettled ? flagUnsettled : 0) | (isPlain ? flagPlain : 0);
  const columns = [
    Uint32Array.from(rows, ([file]) => strings.placeOf(file)),
    Float64Array.from(rows, ([, { size }]) => size),
    Float64Array.from(rows, ([, { modified }]) => modified),
    Float64Array.from(rows, ([, { hash }]) => hash),
    Uint8Array.from(rows, ([, file]) => flagsOf(file)),
  ];
  return { columns, reasons: textsOf('reason'), languages: textsOf('language') };
}

/** Files of saved columns, as returned by `columnsOfFiles`. */
function filesFrom(
  columns: readonly Column[],
  { reasons, languages, strings }: Pick<Meta, 'reasons' | 'languages' | 'strings'>,
): [string, SavedFile][] {
  const [places, sizes, modified, hashes, flags] = columns;
  const files: [string, SavedFile][] = [];
  for (let row = 0; row < (places?.length ?? 0); row += 1) {
    const flag = flags?.[row] ?? 0;
    // All properties at once, so that all objects have the same shape.
    const file: SavedFile = {
      size: sizes?.[row] ?? 0,
      modified: modified?.[row] ?? 0,
      hash: hashes?.[row] ?? 0,
      isUnsettled: (flag & flagUnsettled) !== 0,
      isPlain: (flag & flagPlain) !== 0,
    };
    files.push([strings[places?.[row] ?? -1] ?? '', file]);
  }
  for (const [row, reason] of reasons) {
    const file = files[row]?.[1];
    if (file) file.reason = reason;
  }
  for (const [row, language] of languages) {
    const file = files[row]?.[1];
    if (file) file.language = language;
  }
  return files;
}

// Section: columns as stored in a saved index, and the strings that they refer to by number.

type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Types of columns; the file stores an index of this list, which is the binary logarithm of an element's bytes. */
const columnTypes = [Uint8Array, Uint16Array, Uint32Array, Float64Array] as const;

/** Distinct strings, numbered in order. */
class Strings {
  readonly list: string[] = [];
  private readonly places = new Map<string, number>();

  placeOf(text: string): number {
    const known = this.places.get(text);
    if (known !== undefined) return known;
    this.places.set(text, this.list.length);
    return this.list.push(text) - 1;
  }
}

function columnsOfSegment(segment: Segment, strings: Strings): Column[] {
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

/** Columns in the order and with the types of `columnsOfSegment`. */
type Terms = [bytes: Uint8Array, ends: Uint32Array, slots: Uint32Array];
type Postings = [offsets: Uint32Array, passages: Uint16Array, codes: Uint16Array, counts: Uint32Array];
type Passages = [lengths: Uint16Array, alive: Uint8Array, nameWords: Uint32Array, nameEnds: Uint32Array];
type Sources = [places: Uint32Array, firsts: Uint32Array];
type Places = [Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint8Array];
type Totals = [Float64Array];
type SegmentTypes = [...Terms, ...Postings, ...Passages, ...Sources, ...Terms, ...Places, ...Totals];

/** The segment of saved columns, as returned by `columnsOfSegment`. */
function segmentFrom(columns: readonly Column[], strings: readonly string[]): Segment {
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
