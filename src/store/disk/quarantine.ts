/**
 * Keeps every damaged file before anything else happens to it: a copy, or the file itself when nothing of it is of use.
 */
import path from 'node:path';
import { renameWithRetry, type Files } from './files';

export interface Damaged {
  name: string;
  /** No file at all, or gigabytes of nothing, which are not worth the room of a copy. */
  isWorthless: boolean;
}

interface Quarantine {
  files: Files;
  directory: string;
  now: () => number;
}

/**
 * Brings the named files to `quarantine/<time>/` and returns that folder, relative. A file that already lies there with
 * the same size is not copied again: until a fresh snapshot stands, every opening meets the same damage.
 */
export async function quarantine(damaged: readonly Damaged[], { files, directory, now }: Quarantine): Promise<string> {
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
