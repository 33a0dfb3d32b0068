/**
 * Lists the files of a folder that may be searched, in a fixed order: shallow before deep, then by name.
 * Must not know: what is in the files. Symbolic links are never followed; limits cut the deepest files first.
 */
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { fdir } from 'fdir';
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
/** Files looked at side by side; more only fills the thread pool of the file system. */
const statBatch = 64;

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

function depthOf(file: string): number {
  let depth = 0;
  for (const character of file) if (character === '/') depth += 1;
  return depth;
}

async function listPaths(root: string, signal: AbortSignal | undefined): Promise<string[]> {
  const isIgnored = ignoredBelow(root);
  const deadline = AbortSignal.timeout(maxListingMs);
  const crawler = new fdir()
    .withFullPaths()
    .withMaxDepth(maxDepth)
    .withAbortSignal(signal ? AbortSignal.any([signal, deadline]) : deadline)
    .exclude((name, folder) => isSkippedFolder(name) || isIgnored(folder.replace(/[\\/]+$/, ''), true))
    .filter((file) => !isUnreadKind(file) && !whyNeverRead(path.relative(root, file)) && !isIgnored(file, false));
  const found = await crawler.crawl(root).withPromise();
  return found.map((file) => path.relative(root, file).split(path.sep).join('/'));
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
  const paths = await listPaths(root, signal);
  signal?.throwIfAborted();
  const order = new Map(paths.map((file) => [file, depthOf(file)]));
  paths.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0) || (a < b ? -1 : 1));
  const notes: string[] = [];
  if (paths.length > maxFiles) {
    notes.push(`Only the first ${maxFiles} of its ${paths.length} files were searched; name a folder inside it.`);
    paths.length = maxFiles;
  }
  const files: FoundFile[] = [];
  let total = 0;
  for (let from = 0; from < paths.length; from += statBatch) {
    signal?.throwIfAborted();
    for (const file of await Promise.all(paths.slice(from, from + statBatch).map((entry) => describe(root, entry)))) {
      if (!file) continue;
      if (total + file.size > maxTotalBytes) {
        notes.push(`Only its first ${maxTotalBytes >> 20} MB were searched; name a folder inside it.`);
        return { files, notes };
      }
      total += file.size;
      files.push(file);
    }
  }
  return { files, notes };
}
