// Asks how whole repositories are run, tested and built, over the product's HTTP interface, and judges the first answer.
//   node run.mjs CHECKOUTS --product CHECKOUT [--set applications] [--half develop|kept] [--only OWNER/NAME] [--out rows.jsonl] [--wrong]
// CHECKOUTS has a folder `owner+name` of each repository of questions.jsonl, or of applications.jsonl. CHECKOUT has a build.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '../line-questions/product.mjs';
import { judged } from './judge.mjs';

const string = { type: 'string' };
const { values: options, positionals } = parseArgs({
  options: { product: string, set: string, half: string, only: string, out: string, wrong: { type: 'boolean' } },
  allowPositionals: true,
});
if (positionals.length !== 1 || options.product === undefined)
  throw new Error('usage: node run.mjs CHECKOUTS --product CHECKOUT [--half develop|kept] [--only OWNER/NAME]');

const questions = fs
  .readFileSync(path.join(import.meta.dirname, `${options.set ?? 'questions'}.jsonl`), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((row) => JSON.parse(row))
  .filter(({ half }) => options.half === undefined || half === options.half)
  .filter(({ repo }) => options.only === undefined || repo === options.only);
const folderOf = (repo) => fs.realpathSync(path.join(positionals[0], repo.replace('/', '+')));
const repos = [...new Set(questions.map(({ repo }) => repo))];

const rows = [];
const product = await startProduct(options.product, repos.map(folderOf));
try {
  for (const repo of repos) {
    await product.readWhole(folderOf(repo));
    for (const question of questions.filter((one) => one.repo === repo)) {
      const reply = await product.relevance(question.text, folderOf(repo), { question: true });
      const answer = String(reply.answer?.answers?.iterable?.[0]?.text ?? '');
      rows.push({ ...question, ...judged(question, answer), answer });
    }
  }
} finally {
  await product.stop();
}

function line(name, list) {
  const count = (wanted) => list.filter(wanted).length;
  const has = list.filter(({ none }) => !none);
  const hasNone = list.filter(({ none }) => none);
  const right = (of) => `${of.filter(({ isRight }) => isRight).length} of ${of.length}`;
  console.log(`${name.padEnd(34)} right ${right(list)} (has a command ${right(has)}, has none ${right(hasNone)}); first command right ${count(({ isFirst }) => isFirst)} of ${has.length}; misleading ${count(({ isMisleading }) => isMisleading)}; none said wrongly ${count(({ isDenied }) => isDenied)}; only places ${count(({ isPlaces }) => isPlaces)}`); // prettier-ignore
}
for (const half of ['develop', 'kept']) {
  const own = rows.filter((row) => row.half === half);
  if (own.length === 0) continue;
  console.log(`\n${half}`);
  for (const goal of [...new Set(own.map((row) => row.goal))].sort()) line(goal, own.filter((row) => row.goal === goal)); // prettier-ignore
  line('all', own);
}
if (options.wrong)
  for (const row of rows.filter(({ isRight, isFirst }) => !isRight || isFirst === false))
    console.log(`\n${row.id} [${row.isRight ? 'not first' : 'wrong'}] ${row.text}\n${row.answer.slice(0, 700)}`);
if (options.out !== undefined) fs.writeFileSync(options.out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
