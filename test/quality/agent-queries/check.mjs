// Proves the set against the checked-out sources: node check.mjs CHECKOUTS [--set DIR]
// Every place is there and holds what it is named for; a literal stands in its place word for word, a name is defined
// there; what is asked in words is not answered by its own words. Exit status 1 on any fault.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { kinds, queries, sources, window } from './set.mjs';

const { positionals } = parseArgs({ options: { set: { type: 'string' } }, allowPositionals: true });
if (positionals.length !== 1) throw new Error('usage: node check.mjs CHECKOUTS [--set DIR]');
const [checkouts] = positionals;

const perKind = queries.length / kinds.length;
const faults = [];

function checkPlace({ id, kind, query, source }, { path: file, startLine, endLine, holds }) {
  const fault = (why) => faults.push(`${id}: ${file}:${startLine}-${endLine} ${why}`);
  const whole = path.join(checkouts, source, file);
  if (!fs.existsSync(whole)) return fault('is not there');
  const lines = fs.readFileSync(whole, 'utf8').split('\n').slice(startLine - 1, endLine); // prettier-ignore
  const text = lines.join('\n');
  if (lines.length !== endLine - startLine + 1 || lines.length > window) fault('is outside the file or too long');
  if (!new RegExp(holds).test(text)) fault(`does not hold ${holds}`);
  if (kind === 'literal' && !text.includes(query.replace(/^'|'$/g, ''))) fault('does not hold the literal');
  const name = query.split(/\.|::|#/).at(-1);
  if (kind === 'name' && !lines[0].includes(name)) fault('does not begin with the name');
  if (kind === 'question' && new RegExp(holds).test(query)) fault('is answered by the question itself');
}

for (const kind of kinds) {
  const count = queries.filter((one) => one.kind === kind).length;
  if (count !== perKind) faults.push(`${count} queries of the kind ${kind}`);
}
for (const key of ['id', 'query']) {
  const found = queries.map((one) => one[key]);
  for (const one of found.filter((value, at) => found.indexOf(value) !== at)) faults.push(`${one}: ${key} twice`);
}
for (const one of queries) {
  if (!sources.some(({ name }) => name === one.source)) faults.push(`${one.id}: there is no source ${one.source}`);
  if (one.places.length === 0) faults.push(`${one.id}: no place`);
  for (const place of one.places) checkPlace(one, place);
}
for (const fault of faults) console.log(`FAULT ${fault}`);
console.log(`${queries.length} queries, ${sources.length} repositories, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
