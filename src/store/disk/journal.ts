/** A journal: its lines, and the one that we write. */
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
  /** The last record its writer had read: later ones of older epochs were never acknowledged. */
  from: Position;
}

/** What every record has. */
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

/** `operationsJson` is the list already written as JSON: records are serialised once, before they are queued. */
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

/** Undefined when the line is damaged or no header of this format. */
export function decodeHeader(line: Buffer): JournalHeader | undefined {
  const value = decodeLine(line);
  if (!value || !('format' in value) || value.format !== journalFormat) return undefined;
  if (!('schema' in value) || typeof value.schema !== 'number' || !('from' in value)) return undefined;
  const from = value.from;
  if (typeof from !== 'object' || from === null || !('epoch' in from) || !('seq' in from)) return undefined;
  if (typeof from.epoch !== 'number' || typeof from.seq !== 'number') return undefined;
  return { format: journalFormat, schema: value.schema, from: { epoch: from.epoch, seq: from.seq } };
}

/** Undefined when the line is damaged or no record. The sizes of its operations are right in their sum. */
export function decodeRecord(line: Buffer): JournalRecord | undefined {
  const value = decodeLine(line);
  if (!value || !('s' in value) || typeof value.s !== 'number' || !('ops' in value)) return undefined;
  if (!Array.isArray(value.ops)) return undefined;
  // One operation's size is only known together; shared out evenly it is right for the sum, which is what counts.
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

/** Says only that it has an id: what else a record holds is its collection’s affair. */
export function isStoredRecord(value: unknown): value is StoredRecord {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

// Section: our own journal: complete from its first moment, appended to in groups, cut back after a failed append.

/** An append that failed. After a failed sync the descriptor must not be trusted again: the kernel forgot the pages. */
export class AppendError extends Error {
  constructor(
    readonly stage: 'write' | 'sync',
    override readonly cause: unknown,
  ) {
    super(`The journal could not be ${stage === 'write' ? 'written' : 'synced'}.`, { cause });
  }
}

/**
 * A journal that failed half-way could not be taken back. While it exists, whatever is appended to the one before
 * counts as a ghost: that one must not be used any more.
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

  /** The header is on disk before the file has its name, so a journal without one is damage, never a crash. */
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
      // The first error is the one to tell; what stays behind is an orphan that the next opening removes.
      await opened.close().catch(() => undefined);
      await files.remove(temporary).catch(() => undefined);
      if (mayHaveName) await takeBack(place, file, error);
      throw error;
    }
  }

  /** On disk when it resolves, but cut off by the next `cutBack` and overwritten by the next `append` unless kept. */
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

  /** Cuts off what was appended and not kept. */
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
