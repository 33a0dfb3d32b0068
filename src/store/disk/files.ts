/** The store's files: the file system as the store uses it, how they are named, and how damaged ones are kept. */
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { codeOf, renamePatiently } from '../../owner/exclusiveFile';
import { randomBytes } from 'node:crypto';

/**
 * The file system as the store uses it: a port, so that a test can let any one call fail.
 * Must not know what the files hold.
 */

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

/**
 * Names of the store's files. A generation is (owner's epoch, counter): `library.<epoch>.<counter>.json` holds
 * everything up to the beginning of `journal.<epoch>.<counter>.ndjson`.
 */

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

/**
 * Keeps every damaged file before anything else happens to it: a copy, or the file itself when nothing of it is of use.
 */

export interface Damaged {
  name: string;
  /** No file at all, or gigabytes of nothing, which are not worth the room of a copy. */
  isWorthless: boolean;
}

interface Quarantine {
  files: Files;
  directory: string;
  now: () => number;
}

/**
 * Brings the named files to `quarantine/<time>/` and returns that folder, relative. A file that already lies there with
 * the same size is not copied again: until a fresh snapshot stands, every opening meets the same damage.
 */
export async function quarantine(damaged: readonly Damaged[], { files, directory, now }: Quarantine): Promise<string> {
  const root = path.join(directory, 'quarantine');
  const folder = path.join('quarantine', new Date(now()).toISOString().replaceAll(':', '-'));
  for (const { name, isWorthless } of damaged) {
    const source = path.join(directory, name);
    if (isWorthless) {
      await files.makeFolder(path.join(directory, folder));
      await renameWithRetry(files, source, path.join(directory, folder, name));
      continue;
    }
    if (await isKept(files, root, name, await files.size(source))) continue;
    await files.makeFolder(path.join(directory, folder));
    await files.copy(source, path.join(directory, folder, name));
  }
  return folder;
}

async function isKept(files: Files, root: string, name: string, size: number): Promise<boolean> {
  for (const time of await files.list(root)) {
    const isThere = (await files.list(path.join(root, time))).includes(name);
    if (isThere && (await files.size(path.join(root, time, name))) === size) return true;
  }
  return false;
}
