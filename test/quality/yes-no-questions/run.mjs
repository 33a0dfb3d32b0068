// Asks whether repositories have something, over the product's HTTP interface, and counts what the first answers begin with.
//   node ../line-questions/checkout.mjs CHECKOUTS --sources sources.json [--mirrors DIR]
//   node run.mjs CHECKOUTS --product CHECKOUT [--wrong]
// CHECKOUT has a build. `there`: whether it is there, by `where`, which begins with its file; each word of a question with no
// stands in its repository.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '../line-questions/product.mjs';

const { values: options, positionals } = parseArgs({
  options: { product: { type: 'string' }, wrong: { type: 'boolean' } },
  allowPositionals: true,
});
if (positionals.length !== 1 || options.product === undefined)
  throw new Error('usage: node run.mjs CHECKOUTS --product CHECKOUT [--wrong]');

const questions = fs
  .readFileSync(path.join(import.meta.dirname, 'questions.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((row) => JSON.parse(row));
const folderOf = (source) => fs.realpathSync(path.join(positionals[0], source));
const sources = [...new Set(questions.map(({ source }) => source))];
const lost = questions.filter(
  ({ source, there, where }) => there && !fs.existsSync(path.join(folderOf(source), where.split(':')[0])),
);
if (lost.length > 0) throw new Error(`The files that give these are gone: ${lost.map(({ id }) => id).join(', ')}.`);

/** What an answer says by its beginning, which may stand behind what a document is quoted with. */
const beginnings = [
  ['yes', /^Yes\b/],
  ['probably', /(?:^|\n)Probably\. /],
  ['nothing', /I found nothing that says so/],
  ['cannot say', /I cannot say yes or no/],
];

const rows = [];
const product = await startProduct(options.product, sources.map(folderOf));
try {
  for (const source of sources) {
    await product.readWhole(folderOf(source));
    for (const question of questions.filter((one) => one.source === source)) {
      const reply = await product.relevance(question.text, folderOf(source), { question: true });
      const answer = String(reply.answer?.answers?.iterable?.[0]?.text ?? '');
      const says = beginnings.find(([, form]) => form.test(answer))?.[0] ?? 'something else';
      rows.push({ ...question, says, answer });
    }
  }
} finally {
  await product.stop();
}

const counted = (list) => [list.filter(({ there }) => there).length, list.filter(({ there }) => !there).length];
const [there, absent] = counted(rows);
for (const says of [...beginnings.map(([name]) => name), 'something else']) {
  const [ofThere, ofAbsent] = counted(rows.filter((row) => row.says === says));
  console.log(`${says.padEnd(16)} ${ofThere} of ${there} that are there, ${ofAbsent} of ${absent} that are not`);
}
if (options.wrong)
  for (const row of rows.filter((one) => (one.there ? one.says === 'nothing' : ['yes', 'probably'].includes(one.says))))
    console.log(`\n${row.id} [${row.there ? 'there' : 'not there'}] ${row.text}\n${row.answer.slice(0, 500)}`);
