/** Turns changes into what the journal and the memory take, or refuses them, before anything is touched. */
import { ApiError } from '../contract/errors';
import { deleteJson, isStoredRecord, putJson, type Operation } from './disk/journal';
import type { Library } from './library';
import type { Change } from './types';

const mebibyte = 1024 * 1024;
const maxRecordBytes = 4 * mebibyte;
/** One change is one line, read back as one piece. */
const maxChangeBytes = 32 * mebibyte;
/** Far below what overflows the stack, so that what could be written once can be written into every snapshot. */
const maxDepth = 500;
/** Plain lowdb must still be able to parse the file: one string of the runtime ends at 512 MiB. */
const maxLibraryBytes = 400_000_000;
/** Beyond that for what deletes: the trash takes what the library gives, and a line of history beside it. */
const spareBytes = 16 * mebibyte;

export interface Prepared {
  operations: Operation[];
  /** The operations as a JSON list. */
  json: string;
  bytes: number;
}

/** @throws ApiError `invalid` when a record is larger than the store takes */
export function prepare(changes: readonly Change[]): Prepared {
  const operations: Operation[] = [];
  const parts: string[] = [];
  for (const change of changes) {
    if (change.op === 'delete') {
      operations.push({ op: 'delete', collection: change.collection, id: change.id });
      parts.push(deleteJson(change.collection, change.id));
      continue;
    }
    const json = serialise(change);
    const bytes = Buffer.byteLength(json);
    if (bytes > maxRecordBytes) throw tooBig(change, bytes);
    // Memory gets what the disk gets: a copy that nobody else holds, with the same losses.
    const value: unknown = JSON.parse(json);
    shareLongLists(value, change.value);
    if (isDeeper(value, maxDepth))
      throw new ApiError('invalid', `A record in ${change.collection} is nested too deep.`);
    if (!isStoredRecord(value) || value.id === '')
      throw new ApiError('invalid', `A record in ${change.collection} needs an id.`);
    operations.push({ op: 'put', collection: change.collection, value, bytes });
    parts.push(putJson(change.collection, value.id, json));
  }
  const json = `[${parts.join(',')}]`;
  const bytes = Buffer.byteLength(json);
  if (bytes > maxChangeBytes)
    throw new ApiError('invalid', `One change may hold at most 32 MiB; this one has ${mib(bytes)}.`);
  return { operations, json, bytes };
}

/** A list with fewer texts is not worth the look. */
const longList = 100;

/**
 * Texts never change, so a copy may have those of what it was made of. A tag on thousands of assets is written anew
 * with each of them: as many new texts each time, which live until the next time, were most of the garbage of a library
 * that fills.
 */
function shareLongLists(copy: unknown, original: object): void {
  if (typeof copy !== 'object' || copy === null) return;
  for (const [name, list] of Object.entries(copy)) {
    if (!Array.isArray(list) || list.length < longList) continue;
    const texts: unknown[] = list;
    const before: unknown = Reflect.get(original, name);
    if (!Array.isArray(before)) continue;
    for (const [at, text] of before.entries()) if (texts[at] === text) texts[at] = text;
  }
}

/** Refuses what would make a full library larger; changes that shrink it always pass. */
export function refuseGrowth({ operations }: Prepared, library: Library): void {
  let growth = 0;
  for (const operation of operations) {
    const id = operation.op === 'put' ? operation.value.id : operation.id;
    growth += (operation.op === 'put' ? operation.bytes : 0) - library.bytesOf(operation.collection, id);
  }
  const isDeleting = operations.some(({ op }) => op === 'delete');
  const limit = isDeleting ? maxLibraryBytes + spareBytes : maxLibraryBytes;
  if (growth > 0 && library.bytes + growth > limit) {
    throw new ApiError('internal', 'The library is full (400 MB). Delete assets and empty the trash to make room.');
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function serialise(change: Extract<Change, { op: 'put' }>): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(change.value);
  } catch (error) {
    throw new ApiError(
      'invalid',
      `A record in ${change.collection} cannot be written: it is too deep or refers to itself.`,
      {
        cause: error,
      },
    );
  }
  if (json === undefined) throw new ApiError('invalid', `A record in ${change.collection} is missing.`);
  return json;
}

function tooBig({ collection, value }: Extract<Change, { op: 'put' }>, bytes: number): ApiError {
  return new ApiError('invalid', `${collection}/${value.id} has ${mib(bytes)}; a record may have at most 4 MiB.`);
}

function mib(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(1)} MiB`;
}
