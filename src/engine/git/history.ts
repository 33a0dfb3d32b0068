/**
 * Reads the history of a file or folder: who wrote the present lines (blame, ignoring white space and moves) and who
 * made the commits (log, following renames). Must not know: how a repository is found, how people are ranked.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { LineRange } from '../types';
import { type GitResult, type OwnGit, readPlain, Untold } from './ownGit';
import type { Repository } from './repository';
import { diffArrays } from 'diff';

/** Most commits read: enough to rank people, quick enough to wait for. */
const maxCommits = 200;
/** Most bytes of a file whose lines are compared; a larger one would hold up other questions. */
export const maxFileBytes = 4 * 1024 * 1024;
const tooLarge = 'is too large for its lines to be compared with those that were committed';
const maxMailmapBytes = 1024 * 1024;
const maxIgnoredBytes = 1024 * 1024;

interface Authored {
  name: string;
  email: string;
  /** Milliseconds since 1970. */
  time: number;
}

export interface History {
  lines: readonly Authored[];
  commits: readonly (Authored & { subject: string })[];
  /** Reasons for what is missing; each completes the sentence “The file …”. */
  notes: readonly string[];
}

/** A file or folder in a repository that has at least one commit. */
export interface Tracked {
  real: string;
  isFolder: boolean;
  lines?: LineRange | undefined;
  repository: Repository & { head: string };
  own: OwnGit;
}

interface TreeEntry {
  id: string;
  bytes: number;
}

/** Plain files of the commit by name, without links and submodules. */
async function filesAt({ repository, own }: Tracked, names: readonly string[]): Promise<Map<string, TreeEntry>> {
  const listed = await own.run(['ls-tree', '-l', '-z', repository.head, '--', ...names]);
  if (!listed.ok) throw faultOf(listed, repository);
  const found = new Map<string, TreeEntry>();
  for (const row of listed.output.split('\0')) {
    const tab = row.indexOf('\t');
    const [mode = '', , id = '', bytes] = row.slice(0, Math.max(0, tab)).split(/ +/);
    if (mode.startsWith('100')) found.set(row.slice(tab + 1), { id, bytes: Number(bytes) });
  }
  return found;
}

function faultOf(result: GitResult & { ok: false }, { isPartial }: Repository): Untold {
  if (isPartial) return new Untold('has a history of which parts were never fetched, and they are not fetched now');
  return new Untold(`has a history that git could not read: ${result.message.split('\n')[0] ?? ''}`);
}

/** Ids of commits that the project excludes from blame. Only ids are passed to git. */
async function ignoredRevisions({ repository, own }: Tracked): Promise<string[]> {
  const file = path.join(repository.top, '.git-blame-ignore-revs');
  // Most projects have no such file; a link or a too large file is ignored.
  const bytes = await readPlain(file, maxIgnoredBytes).catch(() => undefined);
  const words = (bytes?.toString('latin1') ?? '').split('\n').map((line) => line.split('#')[0]?.trim() ?? '');
  const ids = words.filter((word) => word.length === repository.head.length && /^[0-9a-f]+$/.test(word));
  return ids.length === 0 ? [] : [`--ignore-revs-file=${await own.keep('ignored', `${ids.join('\n')}\n`)}`];
}

/** The requested lines as numbers in the commit, in order; undefined: all. */
async function committedLines(tracked: Tracked, entry: TreeEntry): Promise<readonly number[] | undefined> {
  const { real, lines, repository, own } = tracked;
  const bytes = (await readPlain(real, maxFileBytes)) ?? Buffer.alloc(0);
  const working = bytes.toString('latin1');
  const hash = createHash(repository.format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  if (hash === entry.id && !lines) return working === '' ? [] : undefined;
  let committed = working;
  if (hash !== entry.id) {
    const read = await own.run(['cat-file', 'blob', entry.id], { isBinary: true });
    if (!read.ok) throw faultOf(read, repository);
    committed = read.output;
  }
  const standing = standingLines(committed, working);
  if (!standing) throw new Untold(tooLarge);
  if (lines && lines.start > standing.length) throw new Untold(`has only ${standing.length} lines`);
  const wanted = lines ? standing.subarray(lines.start - 1, lines.end) : standing;
  return [...wanted].filter((line) => line > 0);
}

/** Parses blame output: the wanted lines, each with its author. */
function readBlame(output: string, wanted: ReadonlySet<number> | undefined): Authored[] {
  const commits = new Map<string, Authored>();
  const lines: Authored[] = [];
  let commit: Authored | undefined;
  let line = 0;
  for (const row of output.split('\n')) {
    if (!commit) {
      const [id = '', , final] = row.split(' ');
      commit = commits.get(id) ?? { name: '', email: '', time: 0 };
      commits.set(id, commit);
      line = Number(final);
    } else if (row.startsWith('author ')) commit.name = row.slice(7);
    else if (row.startsWith('author-mail '))
      commit.email = row.slice(12 + Number(row[12] === '<'), row.endsWith('>') ? -1 : undefined);
    else if (row.startsWith('author-time ')) commit.time = Number(row.slice(12)) * 1000;
    else if (row.startsWith('\t')) {
      if (!wanted || wanted.has(line)) lines.push(commit);
      commit = undefined;
    }
  }
  return lines;
}

/** The option for the project's committed mailmap. */
function mailmapIn(files: ReadonlyMap<string, TreeEntry>): string[] {
  const entry = files.get('.mailmap');
  return entry && entry.bytes <= maxMailmapBytes ? ['-c', `mailmap.blob=${entry.id}`] : [];
}

async function blame(tracked: Tracked, name: string, files: ReadonlyMap<string, TreeEntry>): Promise<Authored[]> {
  const { repository, own, lines } = tracked;
  const entry = files.get(name);
  if (!entry) throw new Untold('is not under version control');
  if (entry.bytes > maxFileBytes) throw new Untold(tooLarge);
  const wanted = await committedLines(tracked, entry);
  if (wanted?.length === 0) throw new Untold(`has nothing committed ${lines ? 'in these lines' : 'that still stands'}`);
  // One range from the first to the last line, since command lines are limited; lines between are dropped afterwards.
  const range = wanted ? [`-L${wanted[0]},${wanted.at(-1)}`] : [];
  const options = ['--porcelain', '-w', '-M', '-C', ...(await ignoredRevisions(tracked)), ...range];
  const result = await own.run([...mailmapIn(files), 'blame', ...options, repository.head, '--', name]);
  if (!result.ok) throw faultOf(result, repository);
  return readBlame(result.output, wanted && new Set(wanted));
}

async function log(
  { isFolder, repository, own }: Tracked,
  name: string,
  files: ReadonlyMap<string, TreeEntry>,
): Promise<History['commits']> {
  const options = [...(isFolder ? [] : ['--follow']), `-n${maxCommits}`, '--format=%aN%x00%aE%x00%at%x00%s'];
  const names = name === '' ? [] : [name];
  const result = await own.run([...mailmapIn(files), 'log', ...options, repository.head, '--', ...names]);
  if (!result.ok) throw faultOf(result, repository);
  return result.output.split('\n').flatMap((row) => {
    const [author, email, seconds, subject = ''] = row.split('\0');
    if (author === undefined || email === undefined || seconds === undefined) return [];
    return [{ name: author, email, time: Number(seconds) * 1000, subject }];
  });
}

/**
 * Reads the history of a file or folder.
 * @throws Untold where its commit cannot be read, GitUnusable
 */
export async function historyOf(tracked: Tracked): Promise<History> {
  const { real, isFolder, repository } = tracked;
  const notes: string[] = [];
  const told = async <Told>(telling: Promise<readonly Told[]>): Promise<readonly Told[]> => {
    try {
      return await telling;
    } catch (error) {
      if (!(error instanceof Untold)) throw error;
      notes.push(error.message);
      return [];
    }
  };
  const name = path.relative(repository.top, real).split(path.sep).join('/');
  const files = await filesAt(tracked, ['.mailmap', ...(isFolder ? [] : [name])]);
  const [lines, commits] = await Promise.all([
    isFolder ? [] : told(blame(tracked, name, files)),
    told(log(tracked, name, files)),
  ]);
  return { lines, commits, notes: [...new Set(notes)] };
}

// Section: which lines of a commit are unchanged, by Myers’ difference (“An O(ND) difference algorithm and its
// variations”, 1986, package `diff`), white space ignored as by `git blame -w`. Known limit: beyond the bounds
// everything between the common beginning and end counts as changed. Pure.

/** Most differing lines and most milliseconds, after which the comparison is given up. */
const maxEdits = 4_000;
const maxMs = 150;

/** Most lines of a file that is compared; a longer one would hold up other questions. */
export const maxLines = 50_000;

/** Lines without their white space; a final line break does not begin another line. */
function linesOf(text: string): string[] {
  const lines = text.replace(/[ \t\r\f\v]+/g, '').split('\n');
  if (text === '' || text.endsWith('\n')) lines.pop();
  return lines;
}

/** A number for each line, equal for lines that differ in white space alone. */
function numbered(lines: readonly string[], numbers: Map<string, number>): number[] {
  return lines.map((line) => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  });
}

function commonBeginning(one: readonly number[], other: readonly number[]): number {
  const limit = Math.min(one.length, other.length);
  let length = 0;
  while (length < limit && one[length] === other[length]) length += 1;
  return length;
}

/**
 * For each line of the working copy the line number in the commit, from 1; 0 for a line that the commit lacks.
 * @returns undefined where there are too many lines
 */
export function standingLines(committed: string, working: string): Uint32Array | undefined {
  const [old, current] = [linesOf(committed), linesOf(working)];
  if (Math.max(old.length, current.length) > maxLines) return undefined;
  const numbers = new Map<string, number>();
  return standingOf(numbered(old, numbers), numbered(current, numbers));
}

function standingOf(from: readonly number[], to: readonly number[]): Uint32Array {
  const lines = new Uint32Array(to.length);
  const start = commonBeginning(from, to);
  const end = commonBeginning(from.slice(start).reverse(), to.slice(start).reverse());
  for (let line = 0; line < start; line += 1) lines[line] = line + 1;
  for (let back = 1; back <= end; back += 1) lines[to.length - back] = from.length - back + 1;
  const middle = [from.slice(start, from.length - end), to.slice(start, to.length - end)] as const;
  let [old, current] = [start, start];
  for (const { count, added, removed } of diffArrays(...middle, { maxEditLength: maxEdits, timeout: maxMs }) ?? []) {
    if (!added && !removed) for (let step = 0; step < count; step += 1) lines[current + step] = old + step + 1;
    if (!added) old += count;
    if (!removed) current += count;
  }
  return lines;
}
