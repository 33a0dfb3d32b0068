/** One copy of a good snapshot a day, the last seven kept. */
import path from 'node:path';
import { renameWithRetry, type Files } from './disk/files';
import { temporaryName } from './disk/names';

const keptBackups = 7;
const maxBackupBytes = 500 * 1024 * 1024;

export interface BackupPlace {
  files: Files;
  directory: string;
  now: () => number;
}

export async function isBackupDue({ files, directory, now }: BackupPlace): Promise<boolean> {
  return !(await files.list(folderOf(directory))).includes(nameOf(now()));
}

/** Copies the snapshot as today's backup, when there is none yet. */
export async function backUp(snapshotName: string, place: BackupPlace): Promise<void> {
  const { files, directory, now } = place;
  if (!(await isBackupDue(place))) return;
  const folder = folderOf(directory);
  await files.makeFolder(folder);
  const target = path.join(folder, nameOf(now()));
  const temporary = temporaryName(target);
  try {
    await files.copy(path.join(directory, snapshotName), temporary);
    await renameWithRetry(files, temporary, target);
  } catch (error) {
    await files.remove(temporary).catch(() => undefined); // removed with the next backup; the first error is told
    throw error;
  }
  await prune(files, folder);
}

async function prune(files: Files, folder: string): Promise<void> {
  const names = await files.list(folder);
  for (const name of names) if (name.endsWith('.tmp')) await files.remove(path.join(folder, name));
  const newestFirst = names
    .filter((name) => /^library-[\d-]+\.json$/.test(name))
    .sort()
    .reverse();
  let bytes = 0;
  for (const [index, name] of newestFirst.entries()) {
    bytes += await files.size(path.join(folder, name));
    if (index > 0 && (index >= keptBackups || bytes > maxBackupBytes)) await files.remove(path.join(folder, name));
  }
}

function folderOf(directory: string): string {
  return path.join(directory, 'backups');
}

function nameOf(time: number): string {
  return `library-${new Date(time).toISOString().slice(0, 10)}.json`;
}
