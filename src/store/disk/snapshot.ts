/** Format of a snapshot, and reading it. */
import { createHash, type Hash } from 'node:crypto';
import { type Position, type Files, BarrenRun, readLines } from './files';
import { type FrozenLibrary, Library } from '../library';
import { isStoredRecord } from './journal';

// Section: a snapshot is one JSON document with one record per line, so that lowdb reads it and a damaged one can be
// salvaged. The last line, of fixed length, has the record count and the SHA-256 of all bytes before it.

const libraryFormat = 'quarry-library';
const countWidth = 12;

interface SnapshotHeader {
  schema: number;
  last: Position;
}

/** Starts the digest, which covers all bytes before the ending. */
export function startHash(): Hash {
  return createHash('sha256');
}

/** The last line, of fixed length so that it can be read from the end of the file. */
export function writeEnding(count: number, digest: string): string {
  return `],"count":${String(count).padStart(countWidth)},"digest":"${digest}"}\n`;
}

export const endingBytes = writeEnding(0, '0'.repeat(64)).length;

interface Ending {
  count: number;
  digest: string;
}

/** Parses the last line; undefined for any other. */
export function readEnding(line: string): Ending | undefined {
  const match = /^\],"count": *(\d+),"digest":"([0-9a-f]{64})"\}\n?$/.exec(line);
  return match?.[2] === undefined ? undefined : { count: Number(match[1]), digest: match[2] };
}

/** All lines but the last, each with its line feed. */
export function* writeLines({ schema, last, collections, requests }: FrozenLibrary): Generator<string> {
  const opening = { format: libraryFormat, schema, epoch: last.epoch, seq: last.seq };
  yield `${JSON.stringify(opening).slice(0, -1)},"collections":{\n`;
  for (const [index, [name, records]] of collections.entries()) {
    yield `${JSON.stringify(name)}:[\n`;
    yield* writeItems(records);
    yield index < collections.length - 1 ? '],\n' : ']\n';
  }
  yield '},"requests":[\n';
  yield* writeItems(requests);
}

function* writeItems(items: readonly unknown[]): Generator<string> {
  const final = items.length - 1;
  for (const [index, item] of items.entries()) yield `${JSON.stringify(item)}${index < final ? ',' : ''}\n`;
}

export function countRecords({ collections }: FrozenLibrary): number {
  return collections.reduce((sum, [, records]) => sum + records.length, 0);
}

/** Parses the first line; undefined for any other. */
function readOpening(line: string): SnapshotHeader | undefined {
  const match = /^\{"format":"quarry-library","schema":(\d+),"epoch":(\d+),"seq":(\d+),"collections":\{$/.exec(line);
  return match ? { schema: Number(match[1]), last: { epoch: Number(match[2]), seq: Number(match[3]) } } : undefined;
}

// Section: reads a snapshot in one pass: complete when every check holds, else with the records that could be salvaged.

interface ReadSnapshot {
  library: Library;
  /** True when opening line, ending, count and digest are all valid. */
  isWhole: boolean;
  hasOpening: boolean;
  badLines: number;
  /** True when a long stretch held no usable line and reading stopped before the end. */
  isBarren: boolean;
}

/** Throws what the file system throws; damage is no error here. */
export async function readSnapshot(files: Files, file: string): Promise<ReadSnapshot> {
  const hashedBytes = (await files.size(file)) - endingBytes;
  const hash = startHash();
  const parser = new SnapshotParser();
  const barren = new BarrenRun();
  let position = 0;
  let isBarren = false;
  for await (const { lines, piece, rest } of readLines(files, file)) {
    hash.update(piece.subarray(0, Math.max(0, Math.min(piece.length, hashedBytes - position))));
    position += piece.length;
    let madeSense = false;
    for (const line of lines) madeSense = parser.read(line) || madeSense;
    if (rest && rest.length > 0) parser.read(rest);
    isBarren = barren.isTooLong(piece.length, madeSense);
    if (isBarren) break;
  }
  return { ...parser.result(hash.digest('hex')), isBarren };
}

class SnapshotParser {
  private readonly library = new Library(0);
  private section: { kind: 'collection'; name: string } | { kind: 'requests' } | undefined;
  private lineNumber = 0;
  private count = 0;
  private badLines = 0;
  private hasOpening = false;
  private ending: Ending | undefined;

  /** @returns whether the line is one of a snapshot */
  read(line: Buffer): boolean {
    this.lineNumber += 1;
    if (this.readItem(line) || this.readMark(line.toString('utf8'))) return true;
    this.badLines += 1;
    return false;
  }

  result(digest: string): Omit<ReadSnapshot, 'isBarren'> {
    const { library, hasOpening, badLines, count, ending } = this;
    const endsWell = ending?.digest === digest && ending.count === count;
    return { library, hasOpening, badLines, isWhole: hasOpening && badLines === 0 && endsWell };
  }

  private readItem(line: Buffer): boolean {
    if (!this.section) return false;
    const hasComma = line[line.length - 1] === 0x2c;
    const end = hasComma ? line.length - 1 : line.length;
    const isItem = line[0] === (this.section.kind === 'requests' ? 0x22 : 0x7b);
    if (!isItem) return false;
    const value = parse(line.toString('utf8', 0, end));
    if (this.section.kind === 'requests') {
      if (typeof value !== 'string') return false;
      this.library.remember(value);
      return true;
    }
    if (!isStoredRecord(value)) return false;
    this.library.put(this.section.name, value, end);
    this.count += 1;
    return true;
  }

  /** Parses a line that opens or closes a collection or the document. */
  private readMark(line: string): boolean {
    if (this.lineNumber === 1) {
      const opening = readOpening(line);
      if (!opening) return false;
      this.library.schema = opening.schema;
      this.library.last = opening.last;
      this.hasOpening = true;
      return true;
    }
    if (line === ']' || line === '],') {
      this.section = undefined;
      return true;
    }
    if (line === '},"requests":[') {
      this.section = { kind: 'requests' };
      return true;
    }
    const collection = /^"(\w+)":\[$/.exec(line)?.[1];
    if (collection !== undefined) {
      this.section = { kind: 'collection', name: collection };
      return true;
    }
    this.ending = readEnding(line);
    return this.ending !== undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a damaged line: the caller counts it
  }
}
