// Asks every question over the product's HTTP interface and tells, by kind, what the first answer is and whether it is right.
//   node run.mjs CHECKOUTS --product CHECKOUT [--only REPO] [--out rows.jsonl] [--wrong]
// CHECKOUTS has a folder of each repository of sources.json. CHECKOUT has a build.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '../line-questions/product.mjs';

const string = { type: 'string' };
const { values: options, positionals } = parseArgs({
  options: { product: string, only: string, out: string, wrong: { type: 'boolean' } },
  allowPositionals: true,
});
if (positionals.length !== 1 || options.product === undefined)
  throw new Error('usage: node run.mjs CHECKOUTS --product CHECKOUT [--only REPO]');

const here = import.meta.dirname;
const sources = JSON.parse(fs.readFileSync(path.join(here, 'sources.json'), 'utf8'));
const questions = fs
  .readFileSync(path.join(here, 'questions.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((row) => JSON.parse(row))
  .filter(({ repo }) => options.only === undefined || repo === options.only);
const folderOf = (repo) => fs.realpathSync(path.join(positionals[0], repo));
const repos = [...new Set(questions.map(({ repo }) => repo))];

const tierOf = (text) =>
  /^(?:Most likely here|I am not sure)/.test(text)
    ? 'places'
    : /^(?:I found nothing|No:)/.test(text)
      ? 'absent'
      : 'claim';

const rows = [];
const product = await startProduct(options.product, repos.map(folderOf));
try {
  for (const repo of repos) {
    await product.readWhole(folderOf(repo));
    for (const question of questions.filter((one) => one.repo === repo)) {
      const reply = await product.relevance(question.text, folderOf(repo), { question: true });
      const text = String(reply.answer?.answers?.iterable?.[0]?.text ?? '');
      const isRight = question.says.every((pattern) => new RegExp(pattern, 'im').test(text));
      rows.push({ ...question, fresh: sources[repo].fresh, tier: tierOf(text), isRight, answer: text });
    }
  }
} finally {
  await product.stop();
}

function line(name, list) {
  const claims = list.filter(({ tier }) => tier === 'claim');
  const right = (of) => `${of.filter(({ isRight }) => isRight).length} of ${of.length}`;
  console.log(`${name.padEnd(14)} right ${right(list)}; claims ${right(claims)}; places ${right(list.filter(({ tier }) => tier === 'places'))}; “not here” ${right(list.filter(({ tier }) => tier === 'absent'))}`); // prettier-ignore
}
for (const fresh of [true, false]) {
  const own = rows.filter((row) => row.fresh === fresh);
  if (own.length === 0) continue;
  console.log(
    fresh
      ? '\nrepositories that nobody had looked at:'
      : '\nrepositories that were looked at while the makers were written:',
  );
  for (const kind of [...new Set(own.map((row) => row.kind))].sort()) line(kind, own.filter((row) => row.kind === kind)); // prettier-ignore
  for (const repo of [...new Set(own.map((row) => row.repo))]) line(repo, own.filter((row) => row.repo === repo)); // prettier-ignore
  line('all', own);
}
if (options.wrong)
  for (const row of rows.filter(({ isRight }) => !isRight))
    console.log(`\n${row.id} [${row.kind}, ${row.tier}] ${row.text}\n${row.answer.slice(0, 500)}`);
if (options.out !== undefined) fs.writeFileSync(options.out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
