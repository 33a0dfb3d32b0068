/**
 * Finds who knows a piece of code: authors of its lines (blame, ignoring white space and moves) and of the file's
 * history (log, following renames). A person is identified by e-mail address; bots count little. Each person comes with
 * a reason.
 */
import path from 'node:path';
import { realpath, stat } from 'node:fs/promises';
import { historyOf, maxFileBytes } from './git/history';
import { type Borrowed, GitUnusable, makeOwnGit, type GitCall, type OwnGit, Reach, Untold } from './git/ownGit';
import { findRepository, type Repository } from './git/repository';
import type { PeopleRequest, PeopleResult, PersonFound, Place } from './types';

/** Most places examined in one request, which bounds its duration. */
const maxPlaces = 20;
/** Most people returned. */
const maxPeople = 10;
/** Weight of a commit to the file, relative to a line that still stands. */
const commitWorth = 0.5;
const botFactor = 0.1;
/** Factor for commits that only format code: they do not show who knows it. */
const formattingFactor = 0.1;
const formattingSign =
  /^(?:style|format|lint|chore\((?:format|style|lint|deps?)\)|chore: (?:format|lint|prettier)|re-?format|prettier|eslint|standard|gofmt|rustfmt|black|isort|clang-format|apply (?:prettier|black|formatting)|run (?:prettier|black|gofmt|rustfmt|eslint)|fix (?:formatting|lint|indentation|whitespace)|whitespace)\b/i;
/** Factor for each year since the last change: recent authors remember more. */
const yearFactor = 0.85;
const yearMs = 365 * 24 * 3_600_000;

const botSign = /\[bot\]|\bbot@|-bot\b|^(?:dependabot|renovate|greenkeeper|github-actions|semantic-release)/i;

interface Tally {
  names: Map<string, number>;
  email: string;
  lines: number;
  commits: number;
  /** Number of commits that are not just formatting. */
  work: number;
  lastSeen: number;
}

class Tallies {
  readonly people = new Map<string, Tally>();
  totalLines = 0;
  totalCommits = 0;

  /** True while all lines counted were asked for by number. */
  areCited = true;

  private of(name: string, email: string): Tally {
    const key = this.keyOf(name, email);
    const known = this.people.get(key) ?? { names: new Map(), email, lines: 0, commits: 0, work: 0, lastSeen: 0 };
    known.names.set(name, (known.names.get(name) ?? 0) + 1);
    this.people.set(key, known);
    return known;
  }

  /** The key of a person. A host's no-reply address belongs to the known person of the same name. */
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

/** A place on the disk, with its repository. */
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

/** Real folders that repositories of these places lead to and that need permission to be read. Runs no git. */
export async function foldersElsewhere({ places, readable = [] }: PeopleRequest): Promise<string[]> {
  const folders = new Set<string>();
  for (const place of places.slice(0, maxPlaces)) {
    await find(place, readable).catch((error: unknown) => {
      if (!(error instanceof Untold)) throw error;
      if (error.elsewhere !== undefined) folders.add(error.elsewhere); // other reasons are reported with the people
    });
  }
  return [...folders];
}

/** Temporary git folders, one for each object store, for the duration of a request. */
class OwnGits {
  private readonly made = new Map<string | undefined, OwnGit>();

  constructor(private readonly call: GitCall) {}

  async of({ objects, format }: Borrowed): Promise<OwnGit> {
    const own = this.made.get(objects) ?? (await makeOwnGit(this.call, { objects, format }));
    this.made.set(objects, own);
    return own;
  }

  /** Removes the folders; those that cannot be removed now are left to a later request. */
  async remove(): Promise<void> {
    await Promise.allSettled([...this.made.values()].map((own) => own.remove()));
  }
}

/**
 * Adds what git reports of one place.
 * @throws Untold when it reports nothing, GitUnusable
 */
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
 * The name and address in the account's global git configuration. A repository's own setting is not trusted, since it
 * may be somebody else's, and a name that git guesses from the machine belongs to nobody.
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
    if (error instanceof GitUnusable) return undefined; // treated like a git without configuration
    throw error;
  } finally {
    await gits.remove();
  }
}
