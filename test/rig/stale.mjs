// Whether what was built is older than what it is made of.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './child.mjs';

function newest(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0;
  return Math.max(stat.mtimeMs, ...fs.readdirSync(file).map((name) => newest(path.join(file, name))));
}

/**
 * True when it is missing, or anything of its sources is newer.
 * @param {string} built file or folder
 * @param {string[]} sources files and folders below the root
 */
export function isStale(built, sources) {
  const stat = fs.statSync(built, { throwIfNoEntry: false });
  return !stat || sources.some((source) => newest(path.join(root, source)) > stat.mtimeMs);
}
