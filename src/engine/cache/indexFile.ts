/**
 * The bytes of a saved index: a header, a JSON part (files, strings, where the columns stand) and the columns of each
 * segment as they are in memory, so that opening is one read and no parsing of postings. Everything behind the header
 * is under its checksum. Nothing is in it that an answer could not show: texts were masked before their terms were made.
 */
import { crc32 } from 'node:zlib';
import type { SavedListing } from '../files/walk';
import { segmentOf, type PassageRecord, type Segment } from '../index/segment';
import type { Slices } from '../index/slices';
import { TermTable } from '../index/terms';

/** Raised whenever chunks, terms, fields or this format change, so that what was saved before is made again. */
export const formatVersion = 3;

/** Of one file that was looked at. */
export interface SavedFile {
  size: number;
  modified: number;
  hash: number;
  /** Why the file holds no passages. */
  reason?: string;
  /** Read so soon after its change that another change may have the same time: to be read once more. */
  isUnsettled?: boolean;
  /** ASCII without secrets: any part of the file can be read by itself. */
  isPlain?: boolean;
}

export interface Saved {
  files: Iterable<readonly [string, SavedFile]>;
  listing: SavedListing;
  segments: readonly Segment[];
}

export interface Identity {
  /** Real path of the root. */
  root: string;
  /** Of the code that made the index; another one may cut and split differently. */
  maker: string;
}

/** Column types by the number that stands in the file. */
const columnTypes = [Uint8Array, Uint16Array, Uint32Array] as const;
type Column = Uint8Array | Uint16Array | Uint32Array;

type SavedFileEntry = [
  path: number,
  size: number,
  modified: number,
  hash: number,
  flags: number,
  reason: string | null,
];
type Place = [type: number, offset: number, length: number];

interface Meta extends Identity {
  files: SavedFileEntry[];
  folders: [path: number, modified: number | null, files: number[], folders: number[]][];
  stamps: SavedListing['stamps'];
  rules: string;
  /** Paths, sources and symbols. */
  strings: string[];
  /** Of each segment its columns: type, offset behind the JSON part, length. */
  segments: Place[][];
}

/** Magic, byte order, version, checksum, bytes of JSON. */
const headerBytes = 20;
const magic = 0x51494458;
const byteOrder = 0x01020304;
const align = 8;
const flagListing = 1;
const flagUnsettled = 1;
const flagPlain = 2;

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

function recordColumns(records: readonly PassageRecord[], strings: Strings): Column[] {
  const numbers = (value: (record: PassageRecord) => number) => Uint32Array.from(records, value);
  return [
    numbers(({ source }) => strings.placeOf(source)),
    numbers(({ start }) => start),
    numbers(({ end }) => end),
    numbers(({ startOffset }) => startOffset),
    numbers(({ endOffset }) => endOffset),
    // One more than the place; 0 for none.
    numbers(({ symbol }) => (symbol === undefined ? 0 : strings.placeOf(symbol) + 1)),
    Uint8Array.from(records, ({ isListing }) => (isListing ? flagListing : 0)),
    // One more than the byte; 0 for none.
    numbers(({ startByte }) => (startByte === undefined ? 0 : startByte + 1)),
  ];
}

function columnsOf(segment: Segment, strings: Strings): Column[] {
  const { bytes, ends, slots } = segment.terms.columns();
  const { offsets, passages, codes, counts, lengths, alive, nameWords, nameEnds } = segment;
  const columns = [bytes, ends, slots, offsets, passages, codes, counts, lengths, alive, nameWords, nameEnds];
  return [...columns, ...recordColumns(segment.records, strings)];
}

function bytesOf(column: Column): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

function padding(length: number): number {
  return (align - (length % align)) % align;
}

type FilesAndListing = Pick<Meta, 'files' | 'folders' | 'stamps' | 'rules'>;

function filesAndListing({ files, listing }: Saved, strings: Strings): FilesAndListing {
  const placesOf = (paths: readonly string[]) => paths.map((file) => strings.placeOf(file));
  return {
    files: Array.from(files, ([file, { size, modified, hash, isUnsettled, isPlain, reason }]) => {
      const flags = (isUnsettled ? flagUnsettled : 0) | (isPlain ? flagPlain : 0);
      return [strings.placeOf(file), size, modified, hash, flags, reason ?? null];
    }),
    // A time that is not a number becomes null, and back.
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

interface Columns {
  places: Meta['segments'];
  pieces: Uint8Array[];
}

async function columnPieces(segments: readonly Segment[], strings: Strings, slices: Slices): Promise<Columns> {
  // Copies of what may change while the rest is made.
  const living = segments.map(({ alive }) => alive.slice());
  const pieces: Uint8Array[] = [];
  const places: Meta['segments'] = [];
  let offset = 0;
  for (const [at, segment] of segments.entries()) {
    const alive = living[at] ?? segment.alive;
    const placesOfSegment = columnsOf({ ...segment, alive }, strings).map((column) => {
      const place: Place = [Math.log2(column.BYTES_PER_ELEMENT), offset, column.length];
      const pad = padding(column.byteLength);
      pieces.push(bytesOf(column), new Uint8Array(pad));
      offset += column.byteLength + pad;
      return place;
    });
    places.push(placesOfSegment);
    await slices.rest();
  }
  return { places, pieces };
}

/** The pieces to write one behind the other: the segments' own memory, not copies. */
export async function encode(saved: Saved, identity: Identity, slices: Slices): Promise<Uint8Array[]> {
  const strings = new Strings();
  // At once, before anything is awaited: files and segments must be of one moment.
  const files = filesAndListing(saved, strings);
  const { places, pieces } = await columnPieces(saved.segments, strings, slices);
  const meta: Meta = { ...identity, ...files, strings: strings.list, segments: places };
  const json = Buffer.from(JSON.stringify(meta), 'utf8');
  pieces.unshift(json, new Uint8Array(padding(headerBytes + json.length)));
  return [await headerOf(pieces, json.length, slices), ...pieces];
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

/** The bytes must begin on a multiple of eight; the segments are views of them. */
export async function decode(bytes: Uint8Array<ArrayBuffer>, identity: Identity, slices: Slices): Promise<Decoded> {
  if (bytes.length < headerBytes) return { ok: false, reason: 'it is cut off' };
  const [sign, order, version, sum, jsonBytes = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, headerBytes / 4);
  if (sign !== magic || order !== byteOrder) return { ok: false, reason: 'it is no index of this machine' };
  if (version !== formatVersion) return { ok: false, reason: 'another version wrote it' };
  if ((await checksum([bytes.subarray(headerBytes)], slices)) !== sum) return { ok: false, reason: 'it is damaged' };
  const json = Buffer.from(bytes.buffer, bytes.byteOffset + headerBytes, jsonBytes).toString('utf8');
  // Written by `encode` of this version: version and checksum were compared.
  const meta = JSON.parse(json) as Meta;
  if (meta.root !== identity.root) return { ok: false, reason: 'it is of another folder' };
  if (meta.maker !== identity.maker) return { ok: false, reason: 'another version wrote it' };
  await slices.rest();
  const start = headerBytes + jsonBytes + padding(headerBytes + jsonBytes);
  const segments: Segment[] = [];
  for (const places of meta.segments) {
    const columns = places.map(([type, offset, length]) => {
      const View = columnTypes[type as 0 | 1 | 2];
      return new View(bytes.buffer, bytes.byteOffset + start + offset, length);
    });
    segments.push(segmentFrom(columns, meta.strings));
    await slices.rest();
  }
  return { ok: true, saved: { files: filesOf(meta), listing: listingOf(meta), segments } };
}

function filesOf({ files, strings }: Meta): [string, SavedFile][] {
  return files.map(([place, size, modified, hash, flags, reason]) => [
    strings[place] ?? '',
    {
      size,
      modified,
      hash,
      ...(flags & flagUnsettled ? { isUnsettled: true } : {}),
      ...(flags & flagPlain ? { isPlain: true } : {}),
      ...(reason === null ? {} : { reason }),
    },
  ]);
}

function listingOf({ folders, stamps, rules, strings }: Meta): SavedListing {
  const pathsOf = (places: readonly number[]) => places.map((place) => strings[place] ?? '');
  const entries = folders.map(
    ([place, modified, files, inner]) =>
      [strings[place] ?? '', { modified: modified ?? NaN, files: pathsOf(files), folders: pathsOf(inner) }] as const,
  );
  return { folders: entries, stamps, rules };
}

function segmentFrom(columns: readonly Column[], strings: readonly string[]): Segment {
  // The order of `columnsOf`, with its types.
  const [bytes, ends, slots, offsets, passages, codes, counts, lengths, alive, nameWords, nameEnds, ...rest] =
    columns as [
      ...[Uint8Array, Uint32Array, Uint32Array, Uint32Array, Uint16Array, Uint16Array, Uint32Array, Uint16Array],
      ...[Uint8Array, Uint32Array, Uint32Array, ...Column[]],
    ];
  const terms = new TermTable({ bytes, ends, slots });
  const records = recordsFrom(rest, strings);
  return segmentOf({ terms, offsets, passages, codes, counts, records, lengths, alive, nameWords, nameEnds });
}

function recordsFrom(columns: readonly Column[], strings: readonly string[]): PassageRecord[] {
  const [sources, starts, ends, startOffsets, endOffsets, symbols, flags, startBytes] = columns;
  return Array.from(sources ?? [], (source, passage) => {
    const symbol = symbols?.[passage] ?? 0;
    const record: PassageRecord = {
      source: strings[source] ?? '',
      start: starts?.[passage] ?? 0,
      end: ends?.[passage] ?? 0,
      startOffset: startOffsets?.[passage] ?? 0,
      endOffset: endOffsets?.[passage] ?? 0,
    };
    if (symbol > 0) record.symbol = strings[symbol - 1] ?? '';
    if (((flags?.[passage] ?? 0) & flagListing) !== 0) record.isListing = true;
    const startByte = startBytes?.[passage] ?? 0;
    if (startByte > 0) record.startByte = startByte - 1;
    return record;
  });
}
