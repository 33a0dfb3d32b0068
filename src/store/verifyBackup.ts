/**
 * Restores a backup into a library of its own, in a temporary folder, and compares what comes back, record by record.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../contract/errors';
import { backupsFolder, listBackups } from './backups';
import { diskFiles } from './disk/files';
import { libraryName } from './disk/names';
import { readSnapshot } from './disk/snapshotReader';
import type { Library } from './library';
import { schemaVersion } from './migrations';
import { openStore } from './openStore';
import type { BackupCheck, Collection, Store } from './types';

/** @throws ApiError `notFound` */
export async function verifyBackup(name: string, directory: string): Promise<BackupCheck> {
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

/** An older schema is migrated while it opens: then its records differ as they should, and are only counted. */
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
