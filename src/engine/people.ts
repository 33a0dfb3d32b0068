/**
 * Who knows a piece of code: authors of its lines (blame, white space and moves ignored) and of the file's history
 * (log, renames followed). One person is one e-mail address; machines count little. Every person comes with a reason.
 */
import path from 'node:path';
import { access, realpath, stat } from 'node:fs/promises';
import { runGit, type GitCall, type GitResult } from './git';
import type { PeopleRequest, PeopleResult, PersonFound, Place } from './types';

/** Places looked at, and commits of each file's history: enough to rank, quick enough to wait for. */
const maxPlaces = 20;
const maxCommits = 200;
const maxPeople = 10;
/** A line that stands counts as much as this many commits to the file. */
const commitWorth = 0.5;
const botFactor = 0.1;
/** A commit that only changed the looks of code tells of its machine, not of who knows it. */
const formattingFactor = 0.1;
const formattingSign =
  /^(?:style|format|lint|chore\((?:format|style|lint|deps?)\)|chore: (?:format|lint|prettier)|re-?format|prettier|eslint|standard|gofmt|rustfmt|black|isort|clang-format|apply (?:prettier|black|formatting)|run (?:prettier|black|gofmt|rustfmt|eslint)|fix (?:formatting|lint|indentation|whitespace)|whitespace)\b/i;
/** Who touched the place lately remembers more: a year back counts this much less. */
const yearFactor = 0.85;
const yearMs = 365 * 24 * 3_600_000;

const botSign = /\[bot\]|\bbot@|-bot\b|^(?:dependabot|renovate|greenkeeper|github-actions|semantic-release)/i;

interface Tally {
  names: Map<string, number>;
  email: string;
  lines: number;
  commits: number;
  /** Commits that did more than change the looks. */
  work: number;
  lastSeen: number;
}

class Tallies {
  readonly people = new Map<string, Tally>();
  totalLines = 0;
  totalCommits = 0;

  /** Whether all lines counted were asked for by number. */
  areCited = true;

  private of(name: string, email: string): Tally {
    const key = this.keyOf(name, email);
    const known = this.people.get(key) ?? { names: new Map(), email, lines: 0, commits: 0, work: 0, lastSeen: 0 };
    known.names.set(name, (known.names.get(name) ?? 0) + 1);
    this.people.set(key, known);
    return known;
  }

  /** The address that a host gives to hide the real one belongs to whoever has the name. */
  private keyOf(name: string, email: string): string {
    const key = email.toLowerCase();
    if (!/noreply/.test(key)) return key;
    const known = [...this.people].find(([, { names }]) => names.has(name));
    return known?.[0] ?? key;
  }

  addLine(name: string, email: string, time: number): void {
    const person = this.of(name, email);
    person.lines += 1;
    person.lastSeen = Math.max(person.lastSeen, time);
    this.totalLines += 1;
  }

  addCommit(name: string, email: string, time: number, subject: string): void {
    const person = this.of(name, email);
    person.commits += 1;
    person.work += formattingSign.test(subject) ? formattingFactor : 1;
    person.lastSeen = Math.max(person.lastSeen, time);
    this.totalCommits += 1;
  }
}

/** Lines that are not committed yet have this address. */
const uncommitted = 'not.committed.yet';

function readBlame(output: string, tallies: Tallies): void {
  let name = '';
  let email = '';
  let time = 0;
  for (const row of output.split('\n')) {
    if (row.startsWith('author ')) name = row.slice(7);
    else if (row.startsWith('author-mail ')) email = row.slice(12).replace(/^<|>$/g, '');
    else if (row.startsWith('author-time ')) time = Number(row.slice(12)) * 1000;
    else if (row.startsWith('\t') && email !== uncommitted) tallies.addLine(name, email, time);
  }
}

function readLog(output: string, tallies: Tallies): void {
  for (const row of output.split('\n')) {
    const [name, email, seconds, subject = ''] = row.split('\0');
    if (name !== undefined && email !== undefined && seconds !== undefined) {
      tallies.addCommit(name, email, Number(seconds) * 1000, subject);
    }
  }
}

const months = `January February March April May June July August September October November December`.split(' ');

function monthOf(time: number): string {
  const date = new Date(time);
  return `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function reasonOf(person: Tally, tallies: Tallies): string {
  const last = person.lastSeen > 0 ? `, last in ${monthOf(person.lastSeen)}` : '';
  if (person.lines > 0)
    return `wrote ${person.lines} of the ${counted(tallies.totalLines, tallies.areCited ? 'cited line' : 'line')}${last}`;
  return `made ${person.commits} of the ${counted(tallies.totalCommits, 'commit')}${last}`;
}

function worthOf(person: Tally, tallies: Tallies): number {
  const lines = tallies.totalLines > 0 ? person.lines / tallies.totalLines : 0;
  const commits = tallies.totalCommits > 0 ? person.work / tallies.totalCommits : 0;
  const name = [...person.names.keys()].join(' ');
  const isBot = botSign.test(name) || botSign.test(person.email);
  const newest = Math.max(...[...tallies.people.values()].map(({ lastSeen }) => lastSeen));
  const recency = yearFactor ** ((newest - person.lastSeen) / yearMs);
  return (lines + commitWorth * commits) * recency * (isBot ? botFactor : 1);
}

function mostUsed(names: ReadonlyMap<string, number>): string {
  return [...names].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? '';
}

function rank(tallies: Tallies): PersonFound[] {
  const rated = [...tallies.people.values()].map((person) => ({ person, worth: worthOf(person, tallies) }));
  rated.sort((a, b) => b.worth - a.worth || (a.person.email < b.person.email ? -1 : 1));
  const best = rated[0]?.worth ?? 1;
  return rated.slice(0, maxPeople).map(({ person, worth }) => ({
    name: mostUsed(person.names),
    email: person.email,
    score: Number((worth / best).toFixed(3)),
    reason: reasonOf(person, tallies),
    lastSeen: person.lastSeen,
  }));
}

function noteOf(result: GitResult & { ok: false }, file: string): string {
  if (result.isMissing) return 'Git was not found; install it or set its path.';
  if (/not a git repository/i.test(result.message)) return `${file} lies in no git repository.`;
  if (/dubious ownership/i.test(result.message))
    return `Git does not trust the repository of ${file}: it belongs to somebody else.`;
  if (/no such path|no such ref|outside repository|does not exist|ambiguous argument/i.test(result.message)) {
    return `${file} is not under version control.`;
  }
  return `Git could not tell of ${file}: ${result.message.split('\n')[0] ?? ''}`;
}

/** Commits that the project itself says tell nothing of who wrote a line. */
async function ignoredRevisions(at: GitCall): Promise<string[]> {
  const top = await runGit(['rev-parse', '--show-toplevel'], at);
  if (!top.ok) return [];
  const file = path.join(top.output.trim(), '.git-blame-ignore-revs');
  return access(file).then(
    () => [`--ignore-revs-file=${file}`],
    () => [], // most projects have none
  );
}

/** Adds what git tells of one place; a note when it tells nothing or not all. */
async function look(place: Place, call: Omit<GitCall, 'folder'>, tallies: Tallies, notes: Set<string>): Promise<void> {
  const real = await realpath(place.path).catch(() => undefined);
  if (real === undefined) {
    notes.add(`${place.path} does not exist.`);
    return;
  }
  const isFolder = (await stat(real)).isDirectory();
  const at: GitCall = { ...call, folder: isFolder ? real : path.dirname(real) };
  const probe = await runGit(['rev-parse', '--is-shallow-repository'], at);
  if (!probe.ok) {
    notes.add(noteOf(probe, place.path));
    return;
  }
  if (probe.output.trim() === 'true') {
    // Its oldest commit seems to have written everything.
    notes.add('The clone is shallow, so who wrote what is not known; fetch the whole history.');
    return;
  }
  const target = isFolder ? '.' : path.basename(real);
  if (!isFolder) {
    if (!place.lines) tallies.areCited = false;
    const range = place.lines ? ['-L', `${place.lines.start},${place.lines.end}`] : [];
    const ask = (ignored: readonly string[]) =>
      runGit(['blame', '--line-porcelain', '-w', '-M', '-C', ...ignored, ...range, '--', target], at);
    const ignored = await ignoredRevisions(at);
    const first = await ask(ignored);
    // A list that names what is no commit here is no reason to know nobody.
    const blame = first.ok || ignored.length === 0 ? first : await ask([]);
    if (blame.ok) readBlame(blame.output, tallies);
    else notes.add(noteOf(blame, place.path));
  }
  const follow = isFolder ? [] : ['--follow'];
  const log = await runGit(['log', ...follow, `-n${maxCommits}`, '--format=%aN%x00%aE%x00%at%x00%s', '--', target], at);
  if (log.ok) readLog(log.output, tallies);
}

export async function people(request: PeopleRequest, signal?: AbortSignal): Promise<PeopleResult> {
  const tallies = new Tallies();
  const notes = new Set<string>();
  for (const place of request.places.slice(0, maxPlaces)) {
    signal?.throwIfAborted();
    await look(place, { git: request.git ?? 'git', signal }, tallies, notes);
  }
  const { selfIn, git = 'git' } = request;
  const self = selfIn === undefined ? undefined : await selfOf(selfIn, { git, signal });
  return { people: rank(tallies), notes: [...notes], ...(self && { self }) };
}

/** A name and an address that git was told; one that it guesses from the machine's name belongs to nobody. */
async function selfOf(beside: string, call: Omit<GitCall, 'folder'>): Promise<PeopleResult['self']> {
  const known = await stat(beside).catch(() => undefined);
  if (!known) return undefined;
  const at: GitCall = { ...call, folder: known.isDirectory() ? beside : path.dirname(beside) };
  const told = async (key: string) => {
    const result = await runGit(['config', '--get', key], at);
    return result.ok ? result.output.trim() : '';
  };
  const [name, email] = await Promise.all([told('user.name'), told('user.email')]);
  return name !== '' && email !== '' ? { name, email } : undefined;
}
