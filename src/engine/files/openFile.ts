/**
 * Opens files and folders by real path and verifies that what was opened lies there: when a folder on the way was
 * replaced by a link meanwhile, the file is not read. Linux tells the path of every open file. Elsewhere the path is
 * resolved again, and what lies there is compared with what was opened; known limit: swapping a folder to and fro three
 * times at the right moments is not noticed there.
 */
import * as fs from 'node:fs';
import path from 'node:path';

/** Flags absent on a platform are undefined there and count as 0. */
const fileFlags = fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);
const folderFlags = fileFlags | (fs.constants.O_DIRECTORY ?? 0);

/** The folder in which Linux has a link for each file that this process has open. */
const openFiles = '/proc/self/fd';
const tellsWhereOpened = process.platform === 'linux' && fs.existsSync(openFiles);

/** Thrown when an opened file does not lie at the expected path. */
class SwappedError extends Error {
  readonly code = 'ELOOP';
}

function liesAt(opened: number, file: string): boolean {
  const place = path.normalize(file);
  if (tellsWhereOpened) return fs.readlinkSync(`${openFiles}/${opened}`) === place;
  return isStillAt(opened, place);
}

/** True when an open file is still the one at this path, for platforms that do not tell the path of an open file. */
export function isStillAt(opened: number, place: string): boolean {
  if (fs.realpathSync.native(place) !== place) return false;
  const [here, there] = [fs.fstatSync(opened, { bigint: true }), fs.lstatSync(place, { bigint: true })];
  return here.ino === there.ino && here.dev === there.dev;
}

function openAt(file: string, flags: number): number {
  const opened = fs.openSync(file, flags);
  try {
    if (liesAt(opened, file)) return opened;
  } catch (error) {
    fs.closeSync(opened);
    throw error;
  }
  fs.closeSync(opened);
  throw new SwappedError('The file or a folder above it was replaced while it was opened.');
}

/**
 * Calls `read` with the file, opened without following links and without blocking on pipes.
 * @param file absolute, with links resolved
 */
export function withOpened<Result>(file: string, read: (opened: number) => Result): Result {
  const opened = openAt(file, fileFlags);
  try {
    return read(opened);
  } finally {
    fs.closeSync(opened);
  }
}

/** Reads up to `size` bytes; a file that grows meanwhile is detected later by its modification time. */
export function readBytes(opened: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const read = fs.readSync(opened, bytes, length, size - length, length);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

export function statOf(file: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false });
  } catch {
    // Not readable, or below something that is not a folder: it cannot be searched.
    return undefined;
  }
}

/**
 * The entries of a folder; none when it is gone, not readable or replaced by a link. Synchronous, since a turn through
 * the thread pool takes five times as long.
 * @param folder absolute, with links resolved
 */
export function entriesOf(folder: string): fs.Dirent[] {
  let opened: number | undefined;
  try {
    // Windows cannot open folders.
    if (process.platform !== 'win32') opened = openAt(folder, folderFlags);
    const entries = fs.readdirSync(tellsWhereOpened ? `${openFiles}/${opened}` : folder, { withFileTypes: true });
    return tellsWhereOpened || fs.realpathSync.native(folder) === path.normalize(folder) ? entries : [];
  } catch {
    return [];
  } finally {
    if (opened !== undefined) fs.closeSync(opened);
  }
}
