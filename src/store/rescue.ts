/**
 * The way out of a library that opens read-only because it cannot be trusted: a backup takes its place. What was there
 * is moved to quarantine, never deleted. Only the owner may do so, with the store closed; open it after.
 */
import { ApiError } from '../contract/errors';
import path from 'node:path';
import { backupsFolder, listBackups } from './backups';
import { diskFiles, renameWithRetry, type Files } from './disk/files';
import { isForeign, libraryName } from './disk/names';

interface RescuePlace {
  directory: string;
  /** The owner's epoch: the restored library is one of its files. */
  epoch: number;
  files?: Files;
}

/** @throws ApiError `notFound` when there is no backup of this name */
export async function restoreBackup(name: string, { directory, epoch, files = diskFiles }: RescuePlace): Promise<void> {
  if (!(await listBackups({ files, directory })).some((backup) => backup.name === name))
    throw new ApiError('notFound', `There is no backup ${name}.`);
  await moveAway(directory, files);
  const target = path.join(directory, libraryName({ epoch, counter: 1 }));
  await files.copy(path.join(backupsFolder(directory), name), target);
  await files.syncFolder(directory);
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
