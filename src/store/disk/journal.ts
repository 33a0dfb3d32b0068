/** Format of a journal, and its writer. */
import { crc32 } from 'node:zlib';
import {
  type Position,
  renameWithRetry,
  writeAll,
  type Files,
  type OpenFile,
  journalName,
  temporaryName,
  type Generation,
} from './files';
import path from 'node:path';

// Section: a journal is lines of `crc32 SP json LF`: a head, then whole records, so that replaying twice is harmless.

const journalFormat = 'quarry-journal';

export interface JournalHeader {
  format: typeof journalFormat;
  schema: number;
  /** Position of the last record its writer had read: later ones of older epochs were never acknowledged. */
  from: Position;
}

/** Fields of every record. */
export interface StoredRecord {
  id: string;
}

export type Operation =
  | { op: 'put'; collection: string; value: StoredRecord; bytes: number }
  | { op: 'delete'; collection: string; id: string };

export interface JournalRecord {
  seq: number;
  request: string | undefined;
  operations: Operation[];
}

const checksumLength = 8;

function encodeLine(json: string): Buffer {
  const jsonBytes = Buffer.byteLength(json);
  const line = Buffer.allocUnsafe(checksumLength + 1 + jsonBytes + 1);
  line.write(json, checksumLength + 1, 'utf8');
  const sum = crc32(line.subarray(checksumLength + 1, -1));
  line.write(`${sum.toString(16).padStart(checksumLength, '0')} `, 0, 'latin1');
  line[line.length - 1] = 0x0a;
  return line;
}

/** The first line of a journal. */
function encodeHeader(header: JournalHeader): Buffer {
  return encodeLine(JSON.stringify(header));
}

/**
 * Encodes a record. `operationsJson` is already serialised, because records are serialised once, before they are
 * queued.
 */
export function encodeRecord(seq: number, time: number, request: string | undefined, operationsJson: string): Buffer {
  const asked = request === undefined ? '' : `"r":${JSON.stringify(request)},`;
  return encodeLine(`{"s":${seq},"t":${time},${asked}"ops":${operationsJson}}`);
}

/**
 * One operation as JSON, for `encodeRecord`.
 * @param valueJson the record, written as JSON already
 */
export function putJson(collection: string, id: string, valueJson: string): string {
  return `{"op":"put","c":${JSON.stringify(collection)},"id":${JSON.stringify(id)},"v":${valueJson}}`;
}

export function deleteJson(collection: string, id: string): string {
  return `{"op":"del","c":${JSON.stringify(collection)},"id":${JSON.stringify(id)}}`;
}

/** The line's JSON value, or undefined when the line is damaged. */
function decodeLine(line: Buffer): object | undefined {
  if (line.length < checksumLength + 2 || line[checksumLength] !== 0x20) return undefined;
  const stated = line.toString('latin1', 0, checksumLength);
  const body = line.subarray(checksumLength + 1);
  if (!/^[0-9a-f]{8}$/.test(stated) || crc32(body) !== parseInt(stated, 16)) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // the sum held but it is no JSON: damage like any other, counted by the caller
  }
}

/** Parses a header; undefined when the line is damaged or no header of this format. */
export function decodeHeader(line: Buffer): JournalHeader | undefined {
  const value = decodeLine(line);
  if (!value || !('format' in value) || value.format !== journalFormat) return undefined;
  if (!('schema' in value) || typeof value.schema !== 'number' || !('from' in value)) return undefined;
  const from = value.from;
  if (typeof from !== 'object' || from === null || !('epoch' in from) || !('seq' in from)) return undefined;
  if (typeof from.epoch !== 'number' || typeof from.seq !== 'number') return undefined;
  return { format: journalFormat, schema: value.schema, from: { epoch: from.epoch, seq: from.seq } };
}

/**
 * Parses a record; undefined when the line is damaged or no record. Sizes of its operations are exact only in their
 * sum.
 */
export function decodeRecord(line: Buffer): JournalRecord | undefined {
  const value = decodeLine(line);
  if (!value || !('s' in value) || typeof value.s !== 'number' || !('ops' in value)) return undefined;
  if (!Array.isArray(value.ops)) return undefined;
  // Only the total is known; shared out evenly it is right for the sum, which is what counts.
  const bytesEach = Math.round(line.length / Math.max(1, value.ops.length));
  const operations: Operation[] = [];
  for (const entry of value.ops) {
    const operation = decodeOperation(entry, bytesEach);
    if (!operation) return undefined;
    operations.push(operation);
  }
  const request = 'r' in value && typeof value.r === 'string' ? value.r : undefined;
  return { seq: value.s, request, operations };
}

function decodeOperation(entry: unknown, bytes: number): Operation | undefined {
  if (typeof entry !== 'object' || entry === null || !('op' in entry) || !('c' in entry) || !('id' in entry))
    return undefined;
  const { op, c: collection, id } = entry;
  if (typeof collection !== 'string' || typeof id !== 'string') return undefined;
  if (op === 'del') return { op: 'delete', collection, id };
  if (op !== 'put' || !('v' in entry) || !isStoredRecord(entry.v) || entry.v.id !== id) return undefined;
  return { op: 'put', collection, value: entry.v, bytes };
}

/** True when the value has an id; other fields are checked by its collection. */
export function isStoredRecord(value: unknown): value is StoredRecord {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

// Section: our own journal: complete from its first moment, appended to in groups, cut back after a failed append.

/**
 * A failed append. After a failed sync the descriptor must not be used again: the kernel may have dropped the pages.
 */
export class AppendError extends Error {
  constructor(
    readonly stage: 'write' | 'sync',
    override readonly cause: unknown,
  ) {
    super(`The journal could not be ${stage === 'write' ? 'written' : 'synced'}.`, { cause });
  }
}

/**
 * Thrown when a half-made journal could not be removed. While it exists, later appends to the previous journal would
 * count as ghosts, so that one must not be used.
 */
export class StrayJournalError extends Error {}

interface JournalPlace {
  files: Files;
  directory: string;
  generation: Generation;
  schema: number;
  from: Position;
}

export class JournalWriter {
  private constructor(
    private readonly opened: OpenFile,
    private end: number,
  ) {}

  /** Creates a journal. The header is on disk before the file gets its name, so a journal without one is damage. */
  static async create(place: JournalPlace): Promise<JournalWriter> {
    const { files, directory, generation, schema, from } = place;
    const file = path.join(directory, journalName(generation));
    const temporary = temporaryName(file);
    const opened = await files.open(temporary, 'new');
    let mayHaveName = false;
    try {
      const header = encodeHeader({ format: journalFormat, schema, from });
      await writeAll(opened, header, 0);
      await opened.datasync();
      mayHaveName = true;
      await renameWithRetry(files, temporary, file);
      await files.syncFolder(directory);
      return new JournalWriter(opened, header.length);
    } catch (error) {
      // Only the first error is reported; a leftover file is removed at the next opening.
      await opened.close().catch(() => undefined);
      await files.remove(temporary).catch(() => undefined);
      if (mayHaveName) await takeBack(place, file, error);
      throw error;
    }
  }

  /**
   * Appends and syncs; without a following `keep` the lines are cut off by `cutBack` or overwritten by the next
   * `append`.
   */
  async append(lines: Uint8Array): Promise<void> {
    try {
      await writeAll(this.opened, lines, this.end);
    } catch (error) {
      throw new AppendError('write', error);
    }
    try {
      await this.opened.datasync();
    } catch (error) {
      throw new AppendError('sync', error);
    }
  }

  keep(bytes: number): void {
    this.end += bytes;
  }

  /** Removes appended lines that were not kept. */
  async cutBack(): Promise<void> {
    await this.opened.truncate(this.end);
    await this.opened.datasync();
  }

  close(): Promise<void> {
    return this.opened.close();
  }
}

async function takeBack({ files, directory }: JournalPlace, file: string, cause: unknown): Promise<void> {
  try {
    await files.remove(file);
    await files.syncFolder(directory);
  } catch {
    throw new StrayJournalError('A new journal could be neither finished nor removed.', { cause });
  }
}
