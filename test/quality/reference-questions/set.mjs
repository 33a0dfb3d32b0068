// The set as it is stored: repositories, and questions whose rows stand by file.
import fs from 'node:fs';
import path from 'node:path';

const read = (name) => fs.readFileSync(path.join(import.meta.dirname, name), 'utf8');

/** @returns the repositories and the questions of one half, or of both */
export function readSet(half) {
  const sources = JSON.parse(read('sources.json')).filter((one) => half === undefined || one.half === half);
  const names = new Set(sources.map(({ name }) => name));
  const questions = read('questions.jsonl')
    .split('\n')
    .filter(Boolean)
    .map((row) => JSON.parse(row));
  return { sources, questions: questions.filter(({ source }) => names.has(source)) };
}

/** `{ 'src/a.ts': [3, 7] }` as `src/a.ts:3` and `src/a.ts:7`. */
export const rowsOf = (byFile = {}) =>
  Object.entries(byFile).flatMap(([file, lines]) => lines.map((line) => `${file}:${line}`));
