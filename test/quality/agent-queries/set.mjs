// The queries and their repositories, as they are stored.
import fs from 'node:fs';
import path from 'node:path';

const read = (name) => fs.readFileSync(path.join(import.meta.dirname, name), 'utf8');

export const kinds = ['literal', 'name', 'report', 'question'];

/** Most lines of a place, and what is read at once where only a place is known. */
export const window = 40;

export const sources = JSON.parse(read('sources.json'));
export const queries = read('queries.jsonl')
  .split('\n')
  .filter(Boolean)
  .map((row) => JSON.parse(row));
