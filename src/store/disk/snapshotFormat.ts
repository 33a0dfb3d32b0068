/**
 * A snapshot is one valid JSON document with one record per line, so that plain lowdb can read it and a damaged one can
 * be salvaged line by line. The last line has a fixed length and states how many records there are and the SHA-256 of
 * all bytes before it.
 */
import { createHash, type Hash } from 'node:crypto';
import type { Position } from './names';
import type { FrozenLibrary } from '../library';

const libraryFormat = 'quarry-library';
const countWidth = 12;

interface SnapshotHeader {
  schema: number;
  last: Position;
}

/** The digest of a snapshot is taken of all its bytes before the ending. */
export function startHash(): Hash {
  return createHash('sha256');
}

/** Always of the same length, so that it can be read from the end of the file. */
export function writeEnding(count: number, digest: string): string {
  return `],"count":${String(count).padStart(countWidth)},"digest":"${digest}"}\n`;
}

export const endingBytes = writeEnding(0, '0'.repeat(64)).length;

export interface Ending {
  count: number;
  digest: string;
}

/** Undefined for a line that is no ending. */
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

/** Undefined for a line that is no opening of this format. */
export function readOpening(line: string): SnapshotHeader | undefined {
  const match = /^\{"format":"quarry-library","schema":(\d+),"epoch":(\d+),"seq":(\d+),"collections":\{$/.exec(line);
  return match ? { schema: Number(match[1]), last: { epoch: Number(match[2]), seq: Number(match[3]) } } : undefined;
}
