// Asks where names are used, over the product's HTTP interface, and compares the rows with those of a compiler.
//   node ../line-questions/checkout.mjs CHECKOUTS --sources sources.json [--mirrors DIR]
//   node run.mjs CHECKOUTS --product CHECKOUT --half open|kept [--only NAME]... [--out rows.jsonl] [--wrong]
// CHECKOUT has a build. Beside it, in the same run: all rows that hold the name as a word, as ripgrep finds them.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '../line-questions/product.mjs';
import { filesBelow } from '../line-questions/sets.mjs';
import { readSet, rowsOf } from './set.mjs';

const string = { type: 'string' };
const { values: options, positionals } = parseArgs({
  options: { product: string, half: string, only: { ...string, multiple: true }, out: string, wrong: { type: 'boolean' } }, // prettier-ignore
  allowPositionals: true,
});
if (positionals.length !== 1 || options.product === undefined || !['open', 'kept'].includes(options.half))
  throw new Error('usage: node run.mjs CHECKOUTS --product CHECKOUT --half open|kept [--only NAME]... [--wrong]');

const set = readSet(options.half);
const sources = set.sources.filter(({ name }) => options.only?.includes(name) ?? true);
const folderOf = (name) => fs.realpathSync(path.join(positionals[0], name));

/** Rows of a repository by the words in them. */
function wordsIn(folder, files) {
  const rows = new Map();
  for (const file of files) {
    const lines = fs.readFileSync(path.join(folder, file), 'utf8').split('\n');
    for (const [at, text] of lines.entries())
      for (const word of new Set(text.match(/[\p{L}\p{N}_$]+/gu)))
        if (rows.has(word)) rows.get(word).push(`${file}:${at + 1}`);
        else rows.set(word, [`${file}:${at + 1}`]);
  }
  return rows;
}

/** A name that several definitions have is asked for by its place where no type stands before it. */
const subjectOf = ({ name, definition, shared }, folder) => {
  if (shared === 1 || name.includes('.')) return { name };
  const at = definition.lastIndexOf(':');
  return { path: path.join(folder, definition.slice(0, at)), line: Number(definition.slice(at + 1)) };
};

async function referencesOf({ baseUrl, token }, folder, subject) {
  const response = await fetch(`${baseUrl}/code/references`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', ...(token && { authorization: `Bearer ${token}` }) }, // prettier-ignore
    body: JSON.stringify({ ...subject, paths: [folder], options: { limit: 2000 } }),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`references of ${JSON.stringify(subject)}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** @returns how many of the told rows are true, how many are told, how many are to be told */
const compare = (told, truth, neutral) => {
  const judged = [...new Set(told)].filter((row) => !neutral.has(row));
  return { right: judged.filter((row) => truth.has(row)).length, told: judged.length, all: truth.size };
};

const rows = [];
const product = await startProduct(
  options.product,
  sources.map(({ name }) => folderOf(name)),
);
try {
  for (const { name: source } of sources) {
    const folder = folderOf(source);
    await product.readWhole(folder);
    const own = set.questions.filter((one) => one.source === source);
    const extensions = new Set(
      own.map(({ definition }) => path.extname(definition.slice(0, definition.lastIndexOf(':')))),
    );
    const words = wordsIn(folder, filesBelow(folder).filter((file) => extensions.has(path.extname(file)))); // prettier-ignore
    for (const question of own) {
      const truth = new Set([question.calls, question.uses, question.imports].flatMap(rowsOf));
      const neutral = new Set([question.may, question.unresolved].flatMap(rowsOf).filter((row) => !truth.has(row)));
      const told = await referencesOf(product, folder, subjectOf(question, folder));
      const place = ({ path: file, references }) =>
        references.map(({ line }) => `${path.relative(folder, file).split(path.sep).join('/')}:${line}`);
      neutral.add(question.definition);
      const certain = [...told.files.iterable, ...told.tests.iterable].flatMap(place);
      const possible = told.possible.iterable.flatMap(place);
      const last = question.name.split('.').at(-1);
      rows.push({
        ...{ id: question.id, source, language: question.language, kind: question.kind, name: question.name },
        certain: compare(certain, truth, neutral),
        both: compare([...certain, ...possible], truth, neutral),
        byWord: compare(words.get(last) ?? [], truth, neutral),
        wrong: [...new Set(certain)].filter((row) => !truth.has(row) && !neutral.has(row)),
        missing: [...truth].filter((row) => !certain.includes(row)),
        possible: [...truth].filter((row) => !certain.includes(row) && possible.includes(row)),
      });
    }
  }
} finally {
  await product.stop();
}
if (options.out) fs.writeFileSync(options.out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

const mean = (list, of) => list.reduce((sum, one) => sum + of(one), 0) / list.length;
const share = (part, whole) => (whole === 0 ? 1 : part / whole);
const shown = (value) => value.toFixed(2).replace(/^0/, '');
function line(name, list) {
  if (list.length === 0) return;
  const precision = (key) => mean(list, (one) => share(one[key].right, one[key].told));
  const recall = (key) => mean(list, (one) => share(one[key].right, one[key].all));
  const exact = mean(list, ({ certain: { right, told, all } }) => Number(right === told && right === all));
  const pair = (key) => `${shown(precision(key))} / ${shown(recall(key))}`;
  console.log(`${name.padEnd(22)} ${String(list.length).padStart(4)}  exact ${shown(exact)}  precision / recall ${pair('certain')}  with what may be meant ${pair('both')}  rows with the word ${pair('byWord')}`); // prettier-ignore
}
for (const key of ['language', 'kind', 'source'])
  for (const value of [...new Set(rows.map((row) => row[key]))].sort()) line(value, rows.filter((row) => row[key] === value)); // prettier-ignore
line('all', rows);
if (options.wrong)
  for (const { id, name, certain, wrong, missing, possible } of rows)
    if (wrong.length + missing.length > 0)
      console.log(`\n${id} ${name}: ${certain.right} of ${certain.all}, ${certain.told} told\n  untrue: ${wrong.slice(0, 8).join(' ')}\n  missing: ${missing.slice(0, 8).join(' ')}${possible.length > 0 ? `\n  as what may be meant: ${possible.slice(0, 4).join(' ')}` : ''}`); // prettier-ignore
