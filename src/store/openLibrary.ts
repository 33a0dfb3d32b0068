/**
 * Opens a library: the newest valid snapshot, then every journal from its generation on. Damaged files are quarantined
 * and reported; an untrustworthy library opens read-only; only a missing or empty folder counts as a first start.
 */
import type { LogLevel } from '../contract/serviceOptions';
import { codeOf } from '../owner/exclusiveFile';
import type { Low } from 'lowdb';
import path from 'node:path';
import type { LibraryAdapter } from './adapter';
import {
  type Files,
  compareGenerations,
  isForeign,
  isOrphan,
  journalsIn,
  type Generation,
  renameWithRetry,
  type Damaged,
} from './disk/files';
import { readHeads, replay, type JournalHead, type Replay } from './disk/replay';
import { Library, type Schema } from './library';

export type Log = (level: LogLevel, text: string) => void;

interface LibrarySource {
  files: Files;
  directory: string;
  db: Low<Library>;
  adapter: LibraryAdapter;
  schema: Schema;
  now: () => number;
  log: Log;
}

export interface OpenedLibrary {
  library: Library;
  /** Amount replayed from journals; a large one makes a snapshot due. */
  replayed: { bytes: number; records: number };
  /** Sentences for people: what was repaired or lost. */
  repairs: string[];
  /** Reason when the library is read-only. */
  readOnly: string | undefined;
}

/** Most listings of the folder: another process may remove old files while we read. */
const maxListings = 5;

/**
 * Opens the library, and lists the folder again when a listed file has gone.
 * @throws the system's error when the folder cannot be read
 */
export async function openLibrary(source: LibrarySource): Promise<OpenedLibrary> {
  for (let listing = 1; ; listing += 1) {
    try {
      return await openOnce(source);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || listing === maxListings) throw error;
    }
  }
}

interface Base {
  library: Library;
  /** Generation of the snapshot, which contains all older journals. */
  since: Generation | undefined;
  repairs: string[];
  readOnly: string | undefined;
}

async function openOnce(source: LibrarySource): Promise<OpenedLibrary> {
  const { files, directory, db, schema } = source;
  db.data = new Library(schema.current);
  await db.read();
  const names = await files.list(directory);
  const heads = await readHeads(files, directory, journalsIn(names));
  const base = await chooseBase(source, names, heads);
  const { library, since } = base;
  const relevant = heads.filter(({ generation }) => !since || compareGenerations(generation, since) >= 0);
  const replayed = await replay(library, { files, directory, heads: relevant, schema });
  const repairs = [...base.repairs, ...(await describeReplay(source, replayed))];
  db.data = library;
  const newest = Math.max(library.schema, ...relevant.map(({ header }) => header?.schema ?? 0));
  return { library, replayed, repairs, readOnly: base.readOnly ?? newerSchema(newest, schema) };
}

/** Removes half-written files of a crash. Only the owner may. */
export async function removeOrphans(files: Files, directory: string): Promise<void> {
  for (const name of await files.list(directory)) if (isOrphan(name)) await files.remove(path.join(directory, name));
}

async function chooseBase(source: LibrarySource, names: string[], heads: JournalHead[]): Promise<Base> {
  const { adapter, db, directory } = source;
  const repairs = await describeSnapshots(source);
  if (adapter.current) return { library: db.data, since: adapter.current, repairs, readOnly: undefined };

  const [first] = heads.filter(({ isOdd }) => !isOdd);
  const origin = first?.header;
  const fresh = new Library(origin?.schema ?? source.schema.current);
  const beginsAtTheBeginning = origin ? origin.from.seq === 0 : first?.firstSeq === 1;
  if (beginsAtTheBeginning) return { library: fresh, since: undefined, repairs, readOnly: undefined };
  if (adapter.salvaged) {
    const { library, name, badLines } = adapter.salvaged;
    if (library.schema === 0) adoptPlace(library, heads, source.schema); // the opening line is damaged
    repairs.push(`${name} was salvaged line by line; ${badLines} lines of it could not be read.`);
    return { library, since: library.generation, repairs, readOnly: undefined };
  }
  if (origin) fresh.last = origin.from; // the beginning of the library is lost: its changes are shown read-only
  if (!(await holdsSomething(source, names))) return { library: fresh, since: undefined, repairs, readOnly: undefined };
  const readOnly = `The library in ${directory} could not be read. Restore a backup or start empty; nothing is changed until then.`;
  return { library: fresh, since: undefined, repairs, readOnly };
}

function adoptPlace(library: Library, heads: JournalHead[], schema: Schema): void {
  const next = heads.find(({ generation }) => compareGenerations(generation, library.generation) >= 0)?.header;
  library.schema = next?.schema ?? schema.current;
  library.last = next?.from ?? library.last;
}

async function holdsSomething({ files, directory }: LibrarySource, names: string[]): Promise<boolean> {
  for (const name of names) {
    if (isForeign(name)) continue;
    const isFolder = name === 'backups' || name === 'quarantine';
    if (!isFolder || (await files.list(path.join(directory, name))).length > 0) return true;
  }
  return false;
}

async function describeSnapshots(source: LibrarySource): Promise<string[]> {
  const { damaged } = source.adapter;
  if (damaged.length === 0) return [];
  const names = damaged.map(({ name }) => name).join(', ');
  return [`${names} could not be trusted; ${await setAside(source, damaged)}.`];
}

async function describeReplay(source: LibrarySource, replayed: Replay): Promise<string[]> {
  const { damaged, worthless, torn, ghosts, missing } = replayed;
  if (torn.length > 0) source.log('info', `A change that was never acknowledged was cut off in ${torn.join(', ')}.`);
  if (ghosts > 0) source.log('info', `${ghosts} changes that were never acknowledged were dropped.`);
  const repairs: string[] = [];
  if (damaged.size > 0) {
    const lines = [...damaged].map(([name, count]) => `${name} (${count} damaged lines)`).join(', ');
    const kept = [...damaged.keys()].map((name) => ({ name, isWorthless: false }));
    repairs.push(`The rest of ${lines} was kept; ${await setAside(source, kept)}.`);
  }
  if (worthless.length > 0) {
    const moved = worthless.map((name) => ({ name, isWorthless: true }));
    repairs.push(`Nothing of ${worthless.join(', ')} could be read; ${await setAside(source, moved)}.`);
  }
  if (missing > 0) repairs.push(`${missing} changes are lost.`);
  return repairs;
}

async function setAside(source: LibrarySource, damaged: readonly Damaged[]): Promise<string> {
  try {
    return `it is kept in ${await quarantine(damaged, source)}`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw error; // the file itself vanished: list again
    source.log('warn', `Damaged files could not be set aside: ${String(error)}`);
    return 'it could not be brought to a safe place and is left where it is';
  }
}

function newerSchema(found: number, { current }: Schema): string | undefined {
  if (found <= current) return undefined;
  return `The library was written by a newer version (schema ${found}, this one knows ${current}). Reload this window to update.`;
}

interface Quarantine {
  files: Files;
  directory: string;
  now: () => number;
}

/**
 * Copies damaged files to `quarantine/<time>/`, or moves worthless ones, and returns that folder's relative path. A
 * file already there with the same size is not copied again, because every opening meets the damage until a new
 * snapshot is written.
 */
async function quarantine(damaged: readonly Damaged[], { files, directory, now }: Quarantine): Promise<string> {
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
