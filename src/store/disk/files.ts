/** The store's files: access to the file system, names of files, and reading by lines. */
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { codeOf, renamePatiently } from '../../owner/exclusiveFile';
import { randomBytes } from 'node:crypto';

// Section: the file system as a port, so that a test can make any call fail.

export interface OpenFile {
  /** Bytes read, 0 at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Bytes written, which may be fewer than given. */
  write(bytes: Uint8Array, position: number): Promise<number>;
  datasync(): Promise<void>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
}

/** Thrown when a pipe, a device or a folder has the name of one of our files: reading it could block forever. */
export class NotAFileError extends Error {}

export interface Files {
  /**
   * `new` makes the file (0600) and fails when it exists.
   * @throws NotAFileError at once, as `size` and `copy` do, when what is to be read is no file
   */
  open(file: string, purpose: 'read' | 'new'): Promise<OpenFile>;
  /** Names in a folder; none when the folder is missing. */
  list(folder: string): Promise<string[]>;
  size(file: string): Promise<number>;
  /** Makes the folder and its parents, 0700. */
  makeFolder(folder: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Copies a file; on disk when it resolves. */
  copy(from: string, to: string): Promise<void>;
  /** A missing file is no error. */
  remove(file: string): Promise<void>;
  /** Syncs a folder so that its names are durable; skipped where the platform cannot. */
  syncFolder(folder: string): Promise<void>;
}

export const diskFiles: Files = {
  async open(file, purpose) {
    const opened = purpose === 'new' ? await fs.open(file, 'wx+', 0o600) : await openToRead(file);
    return {
      read: async (into, position) => (await opened.read(into, 0, into.byteLength, position)).bytesRead,
      write: async (bytes, position) => (await opened.write(bytes, 0, bytes.byteLength, position)).bytesWritten,
      datasync: () => opened.datasync(),
      truncate: (size) => opened.truncate(size),
      close: () => opened.close(),
    };
  },
  async list(folder) {
    try {
      return await fs.readdir(folder);
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return [];
      throw error;
    }
  },
  async size(file) {
    const found = await fs.stat(file);
    if (!found.isFile()) throw new NotAFileError(`${file} is no file.`);
    return found.size;
  },
  async makeFolder(folder) {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  },
  rename: (from, to) => fs.rename(from, to),
  async copy(from, to) {
    await this.size(from); // a pipe would be waited for
    await fs.copyFile(from, to, constants.COPYFILE_FICLONE);
    await fs.chmod(to, 0o600);
    const copied = await fs.open(to, 'r+');
    try {
      await copied.datasync();
    } finally {
      await copied.close();
    }
  },
  remove: (file) => fs.rm(file, { force: true }),
  async syncFolder(folder) {
    if (process.platform === 'win32') return; // a folder cannot be opened there
    const opened = await fs.open(folder, 'r');
    try {
      await opened.sync();
    } catch (error) {
      // Some network and overlay file systems refuse to sync a folder: the rename is as durable as it gets.
      if (!['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM'].includes(codeOf(error) ?? '')) throw error;
    } finally {
      await opened.close();
    }
  },
};

/** Flags for reading that do not wait for a pipe's other end; Windows has no such flag. */
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

async function openToRead(file: string): Promise<fs.FileHandle> {
  let opened: fs.FileHandle;
  try {
    opened = await fs.open(file, readFlags);
  } catch (error) {
    // The errors of Linux for a socket and of Windows for a folder.
    if (['ENXIO', 'EISDIR'].includes(codeOf(error) ?? '')) throw new NotAFileError(`${file} is no file.`);
    throw error;
  }
  if ((await opened.stat()).isFile()) return opened;
  await opened.close();
  throw new NotAFileError(`${file} is no file.`);
}

/** The same port with every change refused, for a read-only library. */
export function withoutWriting(files: Files): Files {
  const refuse = (): Promise<never> =>
    Promise.reject(Object.assign(new Error('The library is only looked at.'), { code: 'EROFS' }));
  return {
    open: (file, purpose) => (purpose === 'read' ? files.open(file, purpose) : refuse()),
    list: (folder) => files.list(folder),
    size: (file) => files.size(file),
    ...{ makeFolder: refuse, rename: refuse, copy: refuse, remove: refuse, syncFolder: refuse },
  };
}

/** Writes all bytes, in several calls when the system takes only parts. */
export async function writeAll(file: OpenFile, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.byteLength) {
    const written = await file.write(bytes.subarray(done), position + done);
    if (written === 0) throw Object.assign(new Error('the disk took no bytes'), { code: 'EIO' });
    done += written;
  }
}

/** Renames, and retries when a virus scanner holds one of the files. */
export async function renameWithRetry(files: Files, from: string, to: string): Promise<void> {
  await renamePatiently(() => files.rename(from, to));
}

// Section: names of the store’s files. `library.<epoch>.<counter>.json` holds everything up to
// `journal.<epoch>.<counter>.ndjson`.

export interface Generation {
  epoch: number;
  counter: number;
}

/** Position in the sequence of all changes: the writer's epoch and a number that never restarts. */
export interface Position {
  epoch: number;
  seq: number;
}

export const beginning: Position = { epoch: 0, seq: 0 };

/** Comparison for sorting, oldest first. */
export function compareGenerations(a: Generation, b: Generation): number {
  return a.epoch - b.epoch || a.counter - b.counter;
}

export function isAfter(a: Position, b: Position): boolean {
  return a.epoch > b.epoch || (a.epoch === b.epoch && a.seq > b.seq);
}

export function libraryName({ epoch, counter }: Generation): string {
  return `library.${epoch}.${counter}.json`;
}

export function journalName({ epoch, counter }: Generation): string {
  return `journal.${epoch}.${counter}.ndjson`;
}

/** A unique temporary name; leftovers of a crash are removed at the next opening. */
export function temporaryName(finalName: string): string {
  return `${finalName}.${randomBytes(6).toString('hex')}.tmp`;
}

/** True for a half-written file of a crash, which is never read. */
export function isOrphan(name: string): boolean {
  return /^(library|journal|probe)\..*\.tmp$/.test(name);
}

function generationsIn(names: readonly string[], pattern: RegExp): Generation[] {
  const found: Generation[] = [];
  for (const name of names) {
    const match = pattern.exec(name);
    if (match) found.push({ epoch: Number(match[1]), counter: Number(match[2]) });
  }
  return found.sort(compareGenerations);
}

/** Oldest first. */
export function librariesIn(names: readonly string[]): Generation[] {
  return generationsIn(names, /^library\.(\d{1,15})\.(\d{1,15})\.json$/);
}

/** Oldest first. */
export function journalsIn(names: readonly string[]): Generation[] {
  return generationsIn(names, /^journal\.(\d{1,15})\.(\d{1,15})\.ndjson$/);
}

/** True for files that are not part of a library: owner files, the token, temporary and hidden files. */
export function isForeign(name: string): boolean {
  return /^owner\.|^token$|\.tmp$|^\.|^(desktop\.ini|Thumbs\.db)$/.test(name);
}

// Section: reads a file as lines of bytes in pieces, so that a long file neither blocks the event loop nor fills
// memory.

/** Bytes read at once; a piece parses in a few milliseconds. */
const pieceBytes = 256 * 1024;
/** Longest line in bytes: one change has up to 32 MiB, so a longer line is damage. */
const maxLineBytes = 48 * 1024 * 1024;
const lineFeed = 0x0a;
const emptyLine = Buffer.alloc(0);
/** Most bytes without a usable line before reading stops, above the longest line. */
const maxBarrenBytes = 128 * 1024 * 1024;

/** Detects long unusable stretches: gigabytes of zeros must not delay a start. */
export class BarrenRun {
  private bytes = 0;

  /** @returns whether to go on reading is pointless */
  isTooLong(readBytes: number, madeSense: boolean): boolean {
    this.bytes = madeSense ? 0 : this.bytes + readBytes;
    return this.bytes > maxBarrenBytes;
  }
}

interface LineBatch {
  /** Without the line feed. Valid until the next batch is asked for. An oversized line comes as an empty one. */
  lines: Buffer[];
  /** The bytes read in which these lines end. */
  piece: Buffer;
  /** Bytes after the file's last line feed; only in the last batch. */
  rest?: Buffer;
}

/** @returns batches of whole lines with the bytes they came in; the last one has the bytes after the last line feed */
export async function* readLines(files: Files, file: string): AsyncGenerator<LineBatch> {
  const opened = await files.open(file, 'read');
  try {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    const splitter = new LineSplitter();
    for (let position = 0; ;) {
      const read = await opened.read(buffer, position);
      if (read === 0) break;
      position += read;
      const piece = buffer.subarray(0, read);
      yield { lines: splitter.split(piece), piece };
    }
    yield { lines: [], piece: Buffer.alloc(0), rest: splitter.rest() };
  } finally {
    await opened.close();
  }
}

class LineSplitter {
  private begun: Buffer[] = [];
  private begunBytes = 0;

  split(piece: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = piece.indexOf(lineFeed); end !== -1; end = piece.indexOf(lineFeed, start)) {
      lines.push(start === end && this.begunBytes === 0 ? emptyLine : this.finish(piece.subarray(start, end)));
      start = end + 1;
    }
    if (start < piece.length) this.begin(piece.subarray(start));
    return lines;
  }

  rest(): Buffer {
    return Buffer.concat(this.begun);
  }

  private begin(part: Buffer): void {
    this.begunBytes += part.length;
    if (this.begunBytes <= maxLineBytes) this.begun.push(Buffer.from(part));
    else this.begun = [];
  }

  private finish(part: Buffer): Buffer {
    const isOversized = this.begunBytes + part.length > maxLineBytes;
    const line = this.begunBytes === 0 ? part : Buffer.concat([...this.begun, part]);
    this.begun = [];
    this.begunBytes = 0;
    return isOversized ? Buffer.alloc(0) : line;
  }
}

/** A damaged file to be quarantined; see `quarantine`. */
export interface Damaged {
  name: string;
  /** True when it is no regular file or holds no usable line over a long stretch, and so is not worth a copy. */
  isWorthless: boolean;
}
