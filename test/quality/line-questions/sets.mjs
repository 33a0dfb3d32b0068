// The set as it is stored: its parts, their repositories and questions, and the half that each repository belongs to.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export const partsFolder = path.join(import.meta.dirname, 'parts');

/** Half of the repositories is for reading misses and fitting, half is kept apart: by the name's hash, so it never moves. */
export const halfOf = (name) => (createHash('sha1').update(name).digest()[0] % 2 === 0 ? 'open' : 'kept');

/** @returns the sources and questions of one part, or of all */
export function readParts(part) {
  const names = part === undefined ? fs.readdirSync(partsFolder).sort() : [part];
  const read = (name, file) => fs.readFileSync(path.join(partsFolder, name, file), 'utf8');
  const sources = names.flatMap((name) => JSON.parse(read(name, 'sources.json')));
  const rows = names.flatMap((name) => read(name, 'questions.jsonl').split('\n').filter(Boolean));
  return { sources, questions: rows.map((row) => JSON.parse(row)) };
}

/** @returns every file below a folder, with "/" between folders, relative to it; what is no file or folder is left out */
export function filesBelow(folder) {
  const found = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile() && !entry.parentPath.split(path.sep).includes('.git'));
  return files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}
