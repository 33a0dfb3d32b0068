/** The store's files: the file system as the store uses it, how they are named, and how one is read line by line. */
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { codeOf, renamePatiently } from '../../owner/exclusiveFile';
import { randomBytes } from 'node:crypto';

// Section: the file system as the store uses it: a port, so that a test can let any one call fail.

export interface OpenFile {
  /** Bytes read, 0 at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Bytes written, which may be fewer than given. */
  write(bytes: Uint8Array, position: number): Promise<number>;
  datasync(): Promise<void>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
}

/** A pipe, a device or a folder lies where a file of ours should: to read it could take for ever. */
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
  /** On disk when it resolves. */
  copy(from: string, to: string): Promise<void>;
  /** A missing file is no error. */
  remove(file: string): Promise<void>;
  /** Makes names durable; skipped where the platform cannot. */
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

/** Opening a pipe waits for its other end unless it is told not to; Windows knows no such flag. */
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

async function openToRead(file: string): Promise<fs.FileHandle> {
  let opened: fs.FileHandle;
  try {
    opened = await fs.open(file, readFlags);
  } catch (error) {
    // How Linux refuses a socket, and Windows a folder.
    if (['ENXIO', 'EISDIR'].includes(codeOf(error) ?? '')) throw new NotAFileError(`${file} is no file.`);
    throw error;
  }
  if ((await opened.stat()).isFile()) return opened;
  await opened.close();
  throw new NotAFileError(`${file} is no file.`);
}

/** The same files with every change refused: for a library that is only looked at. */
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

/** Writes all bytes, also when the system takes them in parts. */
export async function writeAll(file: OpenFile, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.byteLength) {
    const written = await file.write(bytes.subarray(done), position + done);
    if (written === 0) throw Object.assign(new Error('the disk took no bytes'), { code: 'EIO' });
    done += written;
  }
}

/** Tries again where a scanner holds one of the two files for a moment. */
export async function renameWithRetry(files: Files, from: string, to: string): Promise<void> {
  await renamePatiently(() => files.rename(from, to));
}

// Section: names of the store’s files. `library.<epoch>.<counter>.json` holds everything up to
// `journal.<epoch>.<counter>.ndjson`.

export interface Generation {
  epoch: number;
  counter: number;
}

/** A place in the one row of all changes: who wrote it, and its number, which never goes back to 0. */
export interface Position {
  epoch: number;
  seq: number;
}

export const beginning: Position = { epoch: 0, seq: 0 };

/** For sorting, oldest first. */
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

/** A name nobody else uses; what a crash leaves behind is removed at the next opening. */
export function temporaryName(finalName: string): string {
  return `${finalName}.${randomBytes(6).toString('hex')}.tmp`;
}

/** A file that a crash has left half written; nobody reads it. */
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

/** Entries that say nothing about a library: files of the owner, the token, temporary and hidden files. */
export function isForeign(name: string): boolean {
  return /^owner\.|^token$|\.tmp$|^\.|^(desktop\.ini|Thumbs\.db)$/.test(name);
}

// Section: reads a file as lines of bytes, a piece at a time, so that a long file never blocks the loop or fills the
// memory.

/** One piece parses in a few milliseconds. */
const pieceBytes = 256 * 1024;
/** The longest line we write is one change of 32 MiB; what is longer is damage. */
const maxLineBytes = 48 * 1024 * 1024;
const lineFeed = 0x0a;
const emptyLine = Buffer.alloc(0);
/** Reading stops after this many bytes without a usable line, which is more than any line of ours. */
const maxBarrenBytes = 128 * 1024 * 1024;

/** Ends the reading of a file that holds no more of ours: gigabytes of zeros must not hold up a start. */
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
  /** The piece of the file these lines end in, as read. */
  piece: Buffer;
  /** What follows the last line feed of the file; only in the last batch. */
  rest?: Buffer;
}

/**
 * @returns whole lines in each batch, with the bytes they came in; the last batch has what stood behind the last line
 *   feed
 */
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

/** What opening sets aside: see `quarantine`. */
export interface Damaged {
  name: string;
  /** No file at all, or gigabytes of nothing, which are not worth the room of a copy. */
  isWorthless: boolean;
}
