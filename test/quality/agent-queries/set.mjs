// The queries and their repositories, as they are stored: those of this folder, or with --set DIR those of another.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

// Not strict: every other option is the business of the script that was started.
const { values } = parseArgs({ options: { set: { type: 'string' } }, strict: false });
const folder = values.set === undefined ? import.meta.dirname : path.resolve(values.set);
const read = (name) => fs.readFileSync(path.join(folder, name), 'utf8');

export const kinds = ['literal', 'name', 'report', 'question'];

/** Most lines of a place, and what is read at once where only a place is known. */
export const window = 40;

export const sources = JSON.parse(read('sources.json'));
export const queries = read('queries.jsonl')
  .split('\n')
  .filter(Boolean)
  .map((row) => JSON.parse(row));
