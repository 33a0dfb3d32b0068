/**
 * Opens the store: reads the library, starts our own journal, and takes a first snapshot after long journals or
 * repairs. Only the owner may call it; the fence tells how long it stays owner.
 */
import { ApiError } from '../contract/errors';
import type { Fence } from '../owner/ownerFiles';
import { Low } from 'lowdb';
import path from 'node:path';
import { LibraryAdapter } from './adapter';
import {
  diskFiles,
  withoutWriting,
  type Files,
  journalsIn,
  librariesIn,
  type Generation,
  libraryName,
} from './disk/files';
import { Journals, describeFault } from './journals';
import { Library, schema as currentSchema, type Schema, schemaVersion } from './library';
import { LibraryStore } from './libraryStore';
import { openLibrary, removeOrphans, type Log, type OpenedLibrary } from './openLibrary';
import { Snapshots, defaultLimits, type Limits, backupsFolder, listBackups } from './snapshots';
import type { Store, LibraryFolder, BackupCheck, Collection } from './types';
import { carryOutOrder, copyLibrary, isAtRest, leaveAtRest, leaveOrder } from './orders';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { readSnapshot } from './disk/snapshot';

export interface StoreOptions {
  directory: string;
  fence: Fence;
  log: Log;
  /** Reason for opening read-only because no epoch is held; unreadable files are then skipped. */
  readOnly?: string | undefined;
  now?: () => number;
  /** For tests: another file system, another schema, smaller limits. */
  files?: Files;
  schema?: Schema;
  limits?: Partial<Limits>;
}

interface Opening extends Required<Omit<StoreOptions, 'readOnly'>> {
  readOnly: string | undefined;
  limits: Limits;
  db: Low<Library>;
  adapter: LibraryAdapter;
}

/** Assets above which the library works but is slow in places. */
const manyAssets = 100_000;
/** Bytes above which the same holds. */
const manyBytes = 200_000_000;

/** @throws ApiError `internal` when the folder cannot be read at all, `overloaded` when a later owner was there. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { directory } = options;
  const { readOnly } = options;
  const files = readOnly === undefined ? (options.files ?? diskFiles) : withoutWriting(options.files ?? diskFiles);
  const schema = options.schema ?? currentSchema;
  const limits = { ...defaultLimits, ...options.limits };
  const adapter = new LibraryAdapter(files, directory);
  const db = new Low<Library>(adapter, new Library(schema.current));
  const opening: Opening = { now: Date.now, ...options, readOnly, limits, files, schema, adapter, db };
  if (readOnly !== undefined) return serve(opening, await lookAt(opening, readOnly));
  try {
    await files.makeFolder(directory);
  } catch (error) {
    throw new ApiError('internal', `The library's folder ${directory} cannot be made: ${describeFault(error)}.`, {
      cause: error,
    });
  }
  const opened = await read(opening);
  return serve(opening, opened);
}

/** Opens what can be read, read-only; for an unreadable folder the library is empty and the reason says so. */
async function lookAt(opening: Opening, readOnly: string): Promise<OpenedLibrary> {
  try {
    const opened = await read(opening);
    return { ...opened, readOnly: opened.readOnly ?? readOnly };
  } catch (error) {
    const library = new Library(opening.schema.current);
    const reason = error instanceof ApiError ? `${readOnly} ${error.message}` : readOnly;
    return { library, replayed: { bytes: 0, records: 0 }, repairs: [], readOnly: reason };
  }
}

async function read(opening: Opening): Promise<OpenedLibrary> {
  let opened: OpenedLibrary;
  try {
    opened = await openLibrary(opening);
    opened.library.generation = lastGeneration(await opening.files.list(opening.directory), opening.fence);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('internal', `The library cannot be read: ${describeFault(error)}.`, { cause: error });
  }
  const { library, repairs } = opened;
  for (const repair of repairs) opening.log('warn', repair);
  const assets = library.records('assets')?.size ?? 0;
  if (assets > manyAssets || library.bytes > manyBytes) {
    opening.log(
      'warn',
      `The library is large: ${assets} assets, ${Math.round(library.bytes / 1e6)} MB. It stops growing at 400 MB.`,
    );
  }
  return opened;
}

async function serve(opening: Opening, { library, replayed, repairs, readOnly }: OpenedLibrary): Promise<Store> {
  const { files, directory, fence, schema, limits, log, now } = opening;
  const snapshots = new Snapshots(opening, replayed);
  const journals = new Journals({ files, directory, library, log });
  const parts = { fence, library, snapshots, journals, repairs, limits, now, log };
  if (readOnly !== undefined) {
    log('error', readOnly);
    return new LibraryStore({ ...parts, readOnly: { reason: readOnly }, mayRecover: false });
  }
  try {
    await removeOrphans(files, directory);
    const isOlder = library.schema < schema.current;
    if (isOlder) await migrateLibrary(opening, library);
    await journals.next();
    if (isOlder || repairs.length > 0) snapshots.force();
    if (snapshots.isDue()) await snapshots.take();
    return new LibraryStore({ ...parts, readOnly: undefined, mayRecover: false });
  } catch (error) {
    const reason = `The library takes no changes: ${describeFault(error)}. It is tried again every few seconds.`;
    log('error', reason);
    const mayRecover = library.schema === schema.current; // a migration is not begun twice
    return new LibraryStore({ ...parts, readOnly: { reason }, mayRecover });
  }
}

/** Migrates the library after saving its previous state as one file. */
async function migrateLibrary({ files, directory, adapter, schema, log }: Opening, library: Library): Promise<void> {
  const before = library.schema;
  const folder = path.join(directory, 'backups');
  await files.makeFolder(folder);
  await adapter.writeTo(path.join(folder, `pre-${before}.json`), library);
  library.migrateTo(schema.current, schema);
  log('info', `The library was migrated from schema ${before} to ${schema.current}.`);
}

/** The generation to start from: we write only files of our own epoch, never an existing one. */
function lastGeneration(names: string[], { epoch }: Fence): Generation {
  const known = [...librariesIn(names), ...journalsIn(names)];
  if (known.some((generation) => generation.epoch > epoch)) {
    throw new ApiError('overloaded', 'Another window has taken over the library.', { retryAfterSeconds: 1 });
  }
  const counters = known.filter((generation) => generation.epoch === epoch).map(({ counter }) => counter);
  return { epoch, counter: Math.max(0, ...counters) };
}

// Section: operations on a library's folder: open, verify, back up, move. The only place that knows what each file is
// for.

interface LibraryFolderOptions {
  /** Absolute path; created when missing. */
  directory: string;
  /** Folder of data derived from the library, erased with it. */
  caches: string;
  log: Log;
}

export function createLibraryFolder({ directory, caches, log }: LibraryFolderOptions): LibraryFolder {
  return {
    isAtRest: () => isAtRest(directory),
    async open(fence, readOnly) {
      if (readOnly === undefined) await carryOutOrder({ directory, fence, log, caches });
      return openStore({ directory, fence, log, readOnly });
    },
    backups: async () => ({
      folder: backupsFolder(directory),
      backups: await listBackups({ files: diskFiles, directory }),
    }),
    verify: (backup) => verifyBackup(backup, directory),
    leaveOrder: (order) => leaveOrder(directory, order),
    async moveTo(place, restMs) {
      await copyLibrary(directory, path.join(place, 'store'));
      await leaveAtRest(directory, restMs);
    },
  };
}

// Section: restores a backup into a temporary library and compares it record by record.

/** @throws ApiError `notFound` */
async function verifyBackup(name: string, directory: string): Promise<BackupCheck> {
  if (!(await listBackups({ files: diskFiles, directory })).some((backup) => backup.name === name))
    throw new ApiError('notFound', `There is no backup ${name}.`);
  const file = path.join(backupsFolder(directory), name);
  const { library, isWhole, badLines } = await readSnapshot(diskFiles, file);
  const counted = { name, ...countsOf(library) };
  if (!isWhole) {
    const what = badLines > 0 ? `${badLines} of its lines are damaged` : 'its end or its checksum is wrong';
    return { ...counted, fault: `${name} cannot be trusted: ${what}.` };
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quarry-verify-'));
  try {
    await diskFiles.copy(file, path.join(folder, libraryName({ epoch: 1, counter: 1 })));
    const store = await openStore({
      directory: folder,
      fence: { epoch: 2, isFenced: () => Promise.resolve(false) },
      log: () => undefined, // what is wrong with it is the result
    });
    try {
      const fault = store.readOnly?.reason ?? difference(library, store);
      return { ...counted, ...(fault !== undefined && { fault }) };
    } finally {
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sizeOf = (library: Library, name: string): number => library.records(name)?.size ?? 0;

function countsOf(library: Library) {
  const records = library.freeze().collections.reduce((sum, [, members]) => sum + members.length, 0);
  return { assets: sizeOf(library, 'assets'), conversations: sizeOf(library, 'conversations'), records };
}

/**
 * The first difference between both libraries. An older schema is migrated on opening, so its records are only counted.
 */
function difference(library: Library, store: Store): string | undefined {
  for (const [name, records] of library.freeze().collections) {
    // Checked boundary: names of collections come from a file that an earlier version of the store wrote.
    const collection = name as Collection;
    if (library.schema !== schemaVersion) continue;
    if (store.count(collection) !== records.length)
      return `Of ${name}, ${store.count(collection)} of ${records.length} came back.`;
    const changed = records.find((record) => !isDeepStrictEqual(store.get(collection, record.id), record));
    if (changed) return `${name}/${changed.id} did not come back as it was written.`;
  }
  return undefined;
}
