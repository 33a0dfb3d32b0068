/**
 * Who knows a piece of code: authors of its lines (blame, white space and moves ignored) and of the file's history
 * (log, renames followed). One person is one e-mail address; machines count little. Every person comes with a reason.
 */
import path from 'node:path';
import { realpath, stat } from 'node:fs/promises';
import { historyOf, maxFileBytes } from './git/history';
import { type Borrowed, GitUnusable, makeOwnGit, type GitCall, type OwnGit, Reach, Untold } from './git/ownGit';
import { findRepository, type Repository } from './git/repository';
import type { PeopleRequest, PeopleResult, PersonFound, Place } from './types';

/** Enough to rank, quick enough to wait for. */
const maxPlaces = 20;
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
    if (!key.includes('noreply')) return key;
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

/** A place as it is on the disk, with the repository that it lies in. */
interface Found extends Place {
  real: string;
  isFolder: boolean;
  repository: Repository;
}

async function find(place: Place, readable: readonly string[]): Promise<Found> {
  const real = await realpath(place.path).catch(() => undefined);
  if (real === undefined) throw new Untold('does not exist');
  const found = await stat(real);
  const isFolder = found.isDirectory();
  if (!isFolder && !found.isFile()) throw new Untold('is no plain file');
  if (!isFolder && found.size > maxFileBytes) throw new Untold('is too large to be asked about');
  const repository = await findRepository(isFolder ? real : path.dirname(real), new Reach(real, readable));
  return { ...place, real, isFolder, repository };
}

/** Real folders that repositories of these places lead to, and that may be read only with leave. Runs no git. */
export async function foldersElsewhere({ places, readable = [] }: PeopleRequest): Promise<string[]> {
  const folders = new Set<string>();
  for (const place of places.slice(0, maxPlaces)) {
    await find(place, readable).catch((error: unknown) => {
      if (!(error instanceof Untold)) throw error;
      if (error.elsewhere !== undefined) folders.add(error.elsewhere); // other reasons are told with the people
    });
  }
  return [...folders];
}

/** Git folders of our own, one for each object store, for as long as a request takes. */
class OwnGits {
  private readonly made = new Map<string | undefined, OwnGit>();

  constructor(private readonly call: GitCall) {}

  async of({ objects, format }: Borrowed): Promise<OwnGit> {
    const own = this.made.get(objects) ?? (await makeOwnGit(this.call, { objects, format }));
    this.made.set(objects, own);
    return own;
  }

  /** What cannot be removed now is removed by a later request. */
  async remove(): Promise<void> {
    await Promise.allSettled([...this.made.values()].map((own) => own.remove()));
  }
}

/** Adds what git tells of one place. @throws Untold when it tells nothing, GitUnusable */
async function look(place: Place, readable: readonly string[], gits: OwnGits, tallies: Tallies): Promise<string[]> {
  const found = await find(place, readable);
  const { head, isShallow } = found.repository;
  if (isShallow) return ['The clone is shallow, so who wrote what is not known; fetch the whole history.'];
  if (head === undefined) throw new Untold('is not under version control, since nothing was committed yet');
  if (!found.isFolder && !place.lines) tallies.areCited = false;
  const own = await gits.of(found.repository);
  const { lines, commits, notes } = await historyOf({ ...found, repository: { ...found.repository, head }, own });
  for (const { name, email, time } of lines) tallies.addLine(name, email, time);
  for (const { name, email, time, subject } of commits) tallies.addCommit(name, email, time, subject);
  return notes.map((note) => `${place.path} ${note}.`);
}

export async function people(
  request: PeopleRequest,
  { signal, cacheFolder }: Omit<GitCall, 'git'> = {},
): Promise<PeopleResult> {
  const tallies = new Tallies();
  const notes = new Set<string>();
  const { git = 'git', readable = [] } = request;
  const gits = new OwnGits({ git, cacheFolder, signal });
  try {
    for (const place of request.places.slice(0, maxPlaces)) {
      signal?.throwIfAborted();
      try {
        for (const note of await look(place, readable, gits, tallies)) notes.add(note);
      } catch (error) {
        if (error instanceof Untold) notes.add(`${place.path} ${error.message}.`);
        else if (error instanceof GitUnusable) notes.add(error.message);
        else throw error;
      }
    }
    const self = request.wantsSelf ? await selfOf({ git, cacheFolder, signal }) : undefined;
    return { people: rank(tallies), notes: [...notes], ...(self && { self }) };
  } finally {
    await gits.remove();
  }
}

/**
 * The name and address that the account gave git for all its work. A repository may say another name, but it may also
 * be somebody else's that says any; and a name that git guesses from the machine's belongs to nobody.
 */
async function selfOf(call: GitCall): Promise<PeopleResult['self']> {
  const gits = new OwnGits(call);
  try {
    const own = await gits.of({});
    const told = async (key: string) => {
      const result = await own.run(['config', '--global', '--get', key], { readsOwnSettings: true });
      return result.ok ? result.output.trim() : '';
    };
    const [name, email] = await Promise.all([told('user.name'), told('user.email')]);
    return name !== '' && email !== '' ? { name, email } : undefined;
  } catch (error) {
    if (error instanceof GitUnusable) return undefined; // as good as a git that was never told
    throw error;
  } finally {
    await gits.remove();
  }
}
