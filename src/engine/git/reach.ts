/**
 * What of a repository may be read for a place, and reading it: bounded texts of plain files. A repository can say that
 * it lies anywhere, so whatever leads away from the place needs leave. Must not know: git's formats, who gives leave.
 */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';

/** Git tells nothing of the place, for a reason that completes the sentence “The file …”. */
export class Untold extends Error {
  constructor(
    message: string,
    /** The folder that needs leave, when that is what is missing. */
    readonly elsewhere?: string,
  ) {
    super(message);
  }
}

function isInside(folder: string, place: string): boolean {
  const relative = path.relative(folder, place);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

/** What holds a path in `.git` is asked about as a whole: whoever may read the folder may read its history. */
function holderOf(real: string): string {
  const segments = real.split(path.sep);
  const place = segments.indexOf('.git');
  return place < 0 ? real : segments.slice(0, place).join(path.sep) || path.parse(real).root;
}

export class Reach {
  /**
   * @param place a real path; the repositories around it are those that git finds for it
   * @param readable real folders that may be read besides
   */
  constructor(
    private readonly place: string,
    private readonly readable: readonly string[],
  ) {}

  private permits(real: string): boolean {
    const holder = holderOf(real);
    const isAround = holder !== real && isInside(holder, this.place);
    return isAround || this.readable.some((folder) => isInside(folder, real));
  }

  /** Follows what a repository says to a real path. @throws Untold where it may not lead */
  async follow(from: string, said: string): Promise<string> {
    // Touching a path of the network tells another machine who is logged in here.
    const isPath = said !== '' && !/^[\\/]{2}/.test(said) && [...said].every((character) => character >= ' ');
    if (!isPath) throw new Untold('belongs to a repository that names no folder of this machine');
    const named = path.resolve(from, said);
    // What is not there gets the same answer as what is, so that nobody learns which files exist.
    const real = await realpath(named).catch(() => named);
    const holder = holderOf(real);
    if (!this.permits(real)) throw new Untold('belongs to a repository that lies where it may not be read', holder);
    return real;
  }

  /** @returns undefined when there is no such file; one character for each byte */
  async read(file: string, maxBytes: number): Promise<string | undefined> {
    const real = await this.follow(path.dirname(file), path.basename(file));
    const bytes = await readPlain(real, maxBytes);
    return bytes?.toString('latin1');
  }
}

/** A pipe must not hold us up, and a link put there since must not lead us on. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** @returns undefined when there is no such file. @throws Untold for what is no plain file, or too large a one */
export async function readPlain(real: string, maxBytes: number): Promise<Buffer | undefined> {
  const opened = await open(real, openFlags).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw new Untold(`belongs to a repository whose ${path.basename(real)} cannot be read (${code})`);
  });
  if (!opened) return undefined;
  try {
    const found = await opened.stat();
    if (found.isDirectory()) return undefined;
    if (!found.isFile()) throw new Untold(`belongs to a repository whose ${path.basename(real)} is no plain file`);
    if (found.size > maxBytes) {
      throw new Untold(`belongs to a repository whose ${path.basename(real)} has more than ${maxBytes >> 10} KiB`);
    }
    const bytes = Buffer.alloc(found.size);
    const { bytesRead } = await opened.read(bytes, 0, found.size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}

/** Names of files are UTF-8, also in a text that was read byte by byte. */
export function pathFrom(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8').trim();
}
