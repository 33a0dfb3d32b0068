/**
 * Lists the files of a folder that may be searched, level by level, so that a limit cuts the deepest files, and in a
 * fixed order. Must not know: what is in the files. Symbolic links are never followed.
 */
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isUnreadKind } from '../text/languages';
import { ignoredBelow } from './ignored';
import { isSkippedFolder, whyNeverRead } from './neverRead';

/** Limits of one folder; beyond them an answer would come too late to be of use. */
export const maxFiles = 20_000;
export const maxTotalBytes = 200 * 1024 * 1024;
export const maxFileBytes = 1024 * 1024;
const maxDepth = 32;
/** Time for listing; what was found by then is searched. */
const maxListingMs = 10_000;
/** Files or folders looked at side by side; more only fills the thread pool of the file system. */
const batchSize = 64;

export interface FoundFile {
  /** Relative to the root, with `/`. */
  path: string;
  size: number;
  modified: number;
}

export interface Walk {
  files: FoundFile[];
  /** What was left out and why, when a limit was met. */
  notes: string[];
}

interface Listing {
  paths: string[];
  notes: string[];
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    // Gone or closed to us: nothing below it can be searched.
    return [];
  }
}

/** Files and folders one level below `folders`, both relative to the root and in order. */
async function nextLevel(
  root: string,
  folders: readonly string[],
  isIgnored: (file: string, isFolder: boolean) => boolean,
): Promise<{ files: string[]; folders: string[] }> {
  const found = await Promise.all(folders.map((folder) => entriesOf(path.join(root, folder))));
  const level = { files: [] as string[], folders: [] as string[] };
  found.forEach((entries, place) => {
    const folder = folders[place] ?? '';
    for (const entry of entries) {
      const relative = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const absolute = path.join(root, relative);
      if (entry.isDirectory()) {
        if (!isSkippedFolder(entry.name) && !whyNeverRead(relative) && !isIgnored(absolute, true)) {
          level.folders.push(relative);
        }
      } else if (entry.isFile() && !isUnreadKind(relative) && !whyNeverRead(relative) && !isIgnored(absolute, false)) {
        level.files.push(relative);
      }
    }
  });
  return level;
}

async function listPaths(root: string, signal: AbortSignal | undefined): Promise<Listing> {
  const isIgnored = ignoredBelow(root);
  const deadline = performance.now() + maxListingMs;
  const paths: string[] = [];
  let folders = [''];
  for (let depth = 0; depth < maxDepth && folders.length > 0; depth += 1) {
    const level = { files: [] as string[], folders: [] as string[] };
    for (let from = 0; from < folders.length; from += batchSize) {
      signal?.throwIfAborted();
      if (performance.now() > deadline) {
        return {
          paths,
          notes: ['Listing its files took too long, the deepest were left out; name a folder inside it.'],
        };
      }
      const found = await nextLevel(root, folders.slice(from, from + batchSize), isIgnored);
      level.files.push(...found.files);
      level.folders.push(...found.folders);
    }
    paths.push(...level.files.sort());
    if (paths.length > maxFiles) {
      paths.length = maxFiles;
      return { paths, notes: [`Only its first ${maxFiles} files were searched; name a folder inside it.`] };
    }
    folders = level.folders.sort();
  }
  return { paths, notes: [] };
}

async function describe(root: string, file: string): Promise<FoundFile | undefined> {
  try {
    const found = await lstat(path.join(root, file));
    if (!found.isFile() || found.size > maxFileBytes || found.size === 0) return undefined;
    return { path: file, size: found.size, modified: found.mtimeMs };
  } catch {
    // Gone since it was listed.
    return undefined;
  }
}

/** `root` must be a folder given by its real path. */
export async function walk(root: string, signal?: AbortSignal): Promise<Walk> {
  const { paths, notes } = await listPaths(root, signal);
  const files: FoundFile[] = [];
  let total = 0;
  for (let from = 0; from < paths.length; from += batchSize) {
    signal?.throwIfAborted();
    const found = await Promise.all(paths.slice(from, from + batchSize).map((file) => describe(root, file)));
    for (const file of found) {
      if (!file) continue;
      total += file.size;
      if (total > maxTotalBytes) {
        notes.push(`Only its first ${maxTotalBytes >> 20} MB were searched; name a folder inside it.`);
        return { files, notes };
      }
      files.push(file);
    }
  }
  return { files, notes };
}
