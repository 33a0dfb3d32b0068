/** Validates changes and turns them into forms for journal and memory, before anything is modified. */
import { ApiError } from '../contract/errors';
import { deleteJson, isStoredRecord, putJson, type Operation } from './disk/journal';
import type { Library } from './library';
import type { Change } from './types';

const mebibyte = 1024 * 1024;
const maxRecordBytes = 4 * mebibyte;
/** Largest change in bytes; it is one line, read back as a whole. */
const maxChangeBytes = 32 * mebibyte;
/** Deepest nesting of a record, far below a stack overflow, so that every snapshot can be written. */
const maxDepth = 500;
/** Largest library in bytes: plain lowdb must be able to parse it, and a string of the runtime ends at 512 MiB. */
const maxLibraryBytes = 400_000_000;
/** Extra bytes allowed for deletions, which add records to trash and history. */
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
    // Memory gets a private copy with the same losses of serialisation as the disk.
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

/** Length from which lists of texts are shared. */
const longList = 100;

/**
 * Lets a copy share the strings of its original. A tag's long list of assets is rewritten at each change, and its
 * duplicated strings would be most of the garbage while a library fills.
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
