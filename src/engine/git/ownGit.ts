/**
 * Runs git in a bare git folder of our own that borrows the objects of a repository: the repository is only data, and
 * none of its settings, attributes, hooks or worktrees is ever read. Must not know: where repositories lie, what output
 * means.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile, open, realpath } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { constants } from 'node:fs';

/** Most milliseconds of a git command: blame of a long history can take seconds. */
const timeoutMs = 15_000;
const maxOutputBytes = 32 * 1024 * 1024;
/** Age in ms after which a folder is taken for the leftover of a killed process; no question takes as long. */
const maxLeftMs = 60 * 60 * 1000;

export type ObjectFormat = 'sha1' | 'sha256';
export type GitResult = { ok: true; output: string } | { ok: false; message: string };

/** Thrown when git cannot be run; the message is a sentence that says why. */
export class GitUnusable extends Error {}

export interface GitCall {
  /** The git binary. */
  git: string;
  /** Parent of our git folder; the folder for temporary files when absent or not writable. */
  cacheFolder?: string | undefined;
  signal?: AbortSignal | undefined;
}

interface RunOptions {
  /** True for binary output: one character per byte. */
  isBinary?: boolean;
  /** True when the account's own configuration may be read. */
  readsOwnSettings?: boolean;
}

export interface OwnGit {
  /** @throws GitUnusable where there is no git */
  run(args: readonly string[], options?: RunOptions): Promise<GitResult>;
  /** Writes a file into our folder. @returns its path */
  keep(name: string, text: string): Promise<string>;
  remove(): Promise<void>;
}

/**
 * Options that exclude what the account, the machine and newer versions of git would add; nothing here comes from a
 * repository. Older versions ignore unknown names.
 */
function optionsWith(empty: string): string[] {
  const settings = [
    'safe.bareRepository=explicit',
    'protocol.allow=never',
    `core.attributesFile=${empty}`,
    `core.hooksPath=${empty}`,
    'core.fsmonitor=false',
  ];
  return [...settings.flatMap((setting) => ['-c', setting]), '--no-pager', '--literal-pathspecs'];
}

/** The environment without git's variables, which may name folders, settings and programs. */
function environmentWith(empty: string, readsOwnSettings: boolean): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'));
  const { GIT_CONFIG_GLOBAL: chosen } = process.env;
  const own = readsOwnSettings ? chosen : empty;
  return {
    ...Object.fromEntries(others),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: empty,
    ...(own !== undefined && { GIT_CONFIG_GLOBAL: own }),
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    LC_ALL: 'C',
  };
}

/** A line of `alternates`: quoted as git unquotes it, so that any name of a folder fits on it. */
function quoted(folder: string): string {
  const text = path.sep === '\\' ? folder.replaceAll('\\', '/') : folder.replaceAll('\\', '\\\\');
  return `"${text.replaceAll('"', '\\"').replaceAll('\n', '\\n')}"\n`;
}

async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const left = path.join(folder, name);
    const found = await stat(left).catch(() => undefined); // another process of ours removed it meanwhile
    if (found && Date.now() - found.mtimeMs > maxLeftMs) await rm(left, { recursive: true, force: true });
  }
}

/** Makes the folder, accessible to its owner only as by `mkdtemp`. */
async function makeFolder(cacheFolder: string | undefined): Promise<string> {
  if (cacheFolder !== undefined) {
    const parent = path.join(cacheFolder, 'git');
    try {
      await mkdir(parent, { recursive: true, mode: 0o700 });
      await removeLeft(parent);
      return await mkdtemp(path.join(parent, 'bare-'));
    } catch {
      // An unwritable cache folder is no error here; another folder does as well.
    }
  }
  return mkdtemp(path.join(os.tmpdir(), 'quarry-git-'));
}

export interface Borrowed {
  /** Path of the object store to borrow from; absent: none. */
  objects?: string | undefined;
  format?: ObjectFormat | undefined;
}

/**
 * Makes the git folder.
 * @throws GitUnusable where no folder can be written
 */
export async function makeOwnGit(call: GitCall, borrowed: Borrowed = {}): Promise<OwnGit> {
  try {
    return await makeIn(await makeFolder(call.cacheFolder), call, borrowed);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new GitUnusable(`Git cannot be asked, since no folder for its own files can be written (${reason}).`);
  }
}

async function makeIn(folder: string, call: GitCall, { objects, format = 'sha1' }: Borrowed): Promise<OwnGit> {
  const keep = async (name: string, text: string): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, text, { mode: 0o600 });
    return file;
  };
  const remove = () => rm(folder, { recursive: true, force: true });
  const version = format === 'sha1' ? '0\n' : `1\n[extensions]\n\tobjectFormat = ${format}\n`;
  try {
    await Promise.all(['objects/info', 'refs'].map((name) => mkdir(path.join(folder, name), { recursive: true })));
    // No branch of that name exists, so git finds nothing at HEAD that it would read by itself, such as attributes.
    await keep('HEAD', 'ref: refs/heads/none\n');
    await keep('config', `[core]\n\tbare = true\n\trepositoryFormatVersion = ${version}`);
    if (objects !== undefined) await keep('objects/info/alternates', quoted(objects));
    const empty = await keep('empty', '');
    return { run: (args, options = {}) => runIn(folder, empty, args, { ...call, ...options }), keep, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function runIn(
  folder: string,
  empty: string,
  args: readonly string[],
  { git, signal, isBinary = false, readsOwnSettings = false }: GitCall & RunOptions,
): Promise<GitResult> {
  const options = {
    cwd: folder,
    env: environmentWith(empty, readsOwnSettings),
    encoding: isBinary ? ('latin1' as const) : ('utf8' as const),
    ...{ timeout: timeoutMs, maxBuffer: maxOutputBytes, windowsHide: true, signal },
  };
  return new Promise((resolve, reject) => {
    execFile(git, [`--git-dir=${folder}`, ...optionsWith(empty), ...args], options, (error, stdout, stderr) => {
      if (!error) return resolve({ ok: true, output: stdout });
      if (signal?.aborted) return reject(error instanceof Error ? error : new Error('git was stopped'));
      if (error.code === 'ENOENT') return reject(new GitUnusable('Git was not found; install it or set its path.'));
      // The error's own message would reveal our folder and the whole command.
      resolve({
        ok: false,
        message: stderr.trim() || (error.killed ? 'it took too long' : `it ended by ${error.code}`),
      });
    });
  });
}

// Section: limits what may be read of a repository. A repository can claim to lie anywhere, so leading to another place
// needs permission.

/** Thrown when git can tell nothing of a path, for a reason that completes the sentence “The file …”. */
export class Untold extends Error {
  constructor(
    message: string,
    /** The folder that needs permission, when that is what is missing. */
    readonly elsewhere?: string,
  ) {
    super(message);
  }
}

function isInside(folder: string, place: string): boolean {
  const relative = path.relative(folder, place);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

/** The folder whose permission covers a path in `.git`: a folder that may be read shares its history. */
function holderOf(real: string): string {
  const segments = real.split(path.sep);
  const place = segments.indexOf('.git');
  return place < 0 ? real : segments.slice(0, place).join(path.sep) || path.parse(real).root;
}

export class Reach {
  /**
   * @param place a real path, whose surrounding repositories git would find
   * @param readable real paths of further folders that may be read
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

  /** Resolves a path that a repository names. @throws Untold where it may not lead */
  async follow(from: string, said: string): Promise<string> {
    // Access to a network path would reveal to another machine who is logged in here.
    const isPath = said !== '' && !/^[\\/]{2}/.test(said) && [...said].every((character) => character >= ' ');
    if (!isPath) throw new Untold('belongs to a repository that names no folder of this machine');
    const named = path.resolve(from, said);
    // A missing path gets the same answer as an existing one, so that nobody learns which files exist.
    const real = await realpath(named).catch(() => named);
    const holder = holderOf(real);
    if (!this.permits(real)) throw new Untold('belongs to a repository that lies where it may not be read', holder);
    return real;
  }

  /** Reads a file as one character per byte. @returns undefined when there is no such file */
  async read(file: string, maxBytes: number): Promise<string | undefined> {
    const real = await this.follow(path.dirname(file), path.basename(file));
    const bytes = await readPlain(real, maxBytes);
    return bytes?.toString('latin1');
  }
}

/** Opens without blocking on pipes and without following links put there since. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a plain file. @returns undefined when there is no such file. @throws Untold for one that is not plain or too
 * large
 */
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

/** Decodes a path, which is UTF-8 even in a text read byte by byte. */
export function pathFrom(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8').trim();
}
