// The same rows read from the other end: what the function around a call is said to call, over the product's HTTP interface.
//   node callees.mjs CHECKOUTS --product CHECKOUT --half open|kept [--only NAME]... [--out rows.jsonl]
// Of each question up to three of its calls are drawn by seed. Right: the call is told as one of the definition alone,
// overloads and declarations of it included.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '../line-questions/product.mjs';
import { readSet, rowsOf } from './set.mjs';

const string = { type: 'string' };
const { values: options, positionals } = parseArgs({
  options: { product: string, half: string, only: { ...string, multiple: true }, out: string },
  allowPositionals: true,
});
if (positionals.length !== 1 || options.product === undefined || !['open', 'kept'].includes(options.half))
  throw new Error('usage: node callees.mjs CHECKOUTS --product CHECKOUT --half open|kept [--only NAME]...');

const callsOfQuestion = 3;
const set = readSet(options.half);
const sources = set.sources.filter(({ name }) => options.only?.includes(name) ?? true);

let seed = 11;
const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
function drawn(list) {
  const ranked = list.map((one) => ({ one, rank: next() }));
  ranked.sort((a, b) => a.rank - b.rank);
  return ranked.slice(0, callsOfQuestion).map(({ one }) => one);
}

const placeOf = (row) => {
  const at = row.lastIndexOf(':');
  return { file: row.slice(0, at), line: Number(row.slice(at + 1)) };
};

async function calleesAt({ baseUrl, token }, folder, { file, line }) {
  const response = await fetch(`${baseUrl}/code/callees`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', ...(token && { authorization: `Bearer ${token}` }) }, // prettier-ignore
    body: JSON.stringify({ path: path.join(folder, file), line, paths: [folder] }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`callees of ${file}:${line}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text).calls.iterable;
}

/** What is said of the call in a row; a later call of what was told above has no row of its own. */
function judge(calls, asked, line, definition) {
  const said = calls.find((one) => one.line === line && one.name === asked.split('.').at(-1));
  if (!said) return 'above';
  // The set asks for all calls of a name in a type; which overload one runs is told besides.
  const covers = ({ path: file, lines, symbol }) =>
    file === definition.path &&
    (`.${symbol}`.endsWith(`.${asked}`) || (lines.start <= definition.line && definition.line <= lines.end));
  const isThere = said.definitions.some(covers);
  // A definition outside of its namespace leaves that out of its name.
  const [first, ...others] = said.definitions.map(({ symbol }) => symbol).sort((a, b) => b.length - a.length);
  if (first !== undefined) return !isThere ? 'wrong' : others.every((one) => `.${first}`.endsWith(`.${one}`)) ? 'right' : 'several'; // prettier-ignore
  return said.possible.some(covers) ? 'perhaps' : 'untold';
}

const rows = [];
for (const { name: source } of sources) {
  const folder = fs.realpathSync(path.join(positionals[0], source));
  const product = await startProduct(options.product, [folder]);
  try {
    await product.readWhole(folder);
    for (const question of set.questions.filter((one) => one.source === source)) {
      const { file, line } = placeOf(question.definition);
      const definition = { path: path.join(folder, file), line };
      for (const call of drawn(rowsOf(question.calls))) {
        const started = performance.now();
        const calls = await calleesAt(product, folder, placeOf(call));
        const ms = performance.now() - started;
        const { id, language, kind } = question;
        rows.push({
          id,
          language,
          kind,
          call,
          verdict: judge(calls, question.name, placeOf(call).line, definition),
          ms,
        });
      }
    }
  } finally {
    await product.stop();
  }
}

function print(name, all) {
  const list = all.filter(({ verdict }) => verdict !== 'above');
  if (list.length === 0) return;
  const share = (wanted) => (list.filter(({ verdict }) => verdict === wanted).length / list.length).toFixed(2);
  const told = ['right', 'several', 'perhaps', 'untold', 'wrong'].map((wanted) => `${wanted} ${share(wanted)}`);
  console.log(`${name.padEnd(12)} n ${String(list.length).padStart(4)}  ${told.join('  ')}`);
}
for (const key of ['language', 'kind'])
  for (const value of [...new Set(rows.map((row) => row[key]))].sort()) print(value, rows.filter((row) => row[key] === value)); // prettier-ignore
print('all', rows);
const times = rows.map(({ ms }) => ms).sort((a, b) => a - b);
console.log(`ms: p50 ${times[times.length >> 1]?.toFixed(0)}, p95 ${times[Math.floor(times.length * 0.95)]?.toFixed(0)}, most ${times.at(-1)?.toFixed(0)}`); // prettier-ignore
if (options.out !== undefined) fs.writeFileSync(options.out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
