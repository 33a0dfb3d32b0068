/**
 * The two ways out of a library that opens read-only because it cannot be trusted: a backup, or a new beginning. What
 * was there is moved to quarantine, never deleted. Only the owner may call these, with the store closed; open it after.
 */
import { ApiError } from '../contract/errors';
import path from 'node:path';
import { LibraryAdapter } from './adapter';
import { backupsFolder, listBackups } from './backups';
import { diskFiles, renameWithRetry, type Files } from './disk/files';
import { isForeign, libraryName } from './disk/names';
import { Library } from './library';
import { schemaVersion } from './migrations';

export interface RescuePlace {
  directory: string;
  /** The owner's epoch: the new beginning is one of its files. */
  epoch: number;
  files?: Files;
}

export async function restoreBackup(name: string, { directory, epoch, files = diskFiles }: RescuePlace): Promise<void> {
  if (!(await listBackups({ files, directory })).some((backup) => backup.name === name))
    throw new ApiError('notFound', `There is no backup ${name}.`);
  await moveAway(directory, files);
  const target = path.join(directory, libraryName({ epoch, counter: 1 }));
  await files.copy(path.join(backupsFolder(directory), name), target);
  await files.syncFolder(directory);
}

export async function startEmpty({ directory, epoch, files = diskFiles }: RescuePlace): Promise<void> {
  await moveAway(directory, files);
  const library = new Library(schemaVersion);
  library.generation = { epoch, counter: 1 };
  await new LibraryAdapter(files, directory).write(library);
}

async function moveAway(directory: string, files: Files): Promise<void> {
  const time = new Date().toISOString().replaceAll(':', '-');
  const folder = path.join(directory, 'quarantine', `${time}-replaced`);
  await files.makeFolder(folder);
  for (const name of await files.list(directory)) {
    if (isForeign(name) || name === 'backups' || name === 'quarantine') continue;
    await renameWithRetry(files, path.join(directory, name), path.join(folder, name));
  }
}
