// Proves the set against the checked-out sources: node check.mjs CHECKOUTS
// Every row is there and holds the name, no row stands in two lists, and the definition is none of them. Exit status 1
// on any fault.
import fs from 'node:fs';
import path from 'node:path';
import { readSet, rowsOf } from './set.mjs';

const [, , checkouts] = process.argv;
if (checkouts === undefined) throw new Error('usage: node check.mjs CHECKOUTS');
const { sources, questions } = readSet();
const faults = [];
const texts = new Map();

function rowOf(source, place) {
  const at = place.lastIndexOf(':');
  const file = path.join(checkouts, source, place.slice(0, at));
  if (!texts.has(file)) texts.set(file, fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []);
  return texts.get(file)[Number(place.slice(at + 1)) - 1];
}

for (const { id, source, name, definition, ...lists } of questions) {
  const known = new Set([definition]);
  const last = name.split('.').at(-1);
  if (rowOf(source, definition) === undefined) faults.push(`${id}: ${definition} is not there`);
  for (const list of ['calls', 'uses', 'imports', 'may', 'unresolved'])
    for (const place of rowsOf(lists[list])) {
      const row = rowOf(source, place);
      if (row === undefined) faults.push(`${id}: ${place} is not there`);
      else if (!row.includes(last)) faults.push(`${id}: ${place} does not hold ${last}`);
      if (known.has(place)) faults.push(`${id}: ${place} stands twice`);
      known.add(place);
    }
  if ([lists.calls, lists.uses, lists.imports].flatMap(rowsOf).length === 0) faults.push(`${id}: is used nowhere`);
}
for (const { name, half } of sources) {
  if (!['open', 'kept'].includes(half)) faults.push(`${name} is of no half`);
  if (!questions.some(({ source }) => source === name)) faults.push(`${name} has no question`);
}
for (const fault of faults) console.log(`FAULT ${fault}`);
console.log(`${questions.length} questions, ${sources.length} repositories, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
