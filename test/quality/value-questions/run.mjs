// Asks applications for values: defaults, limits and names of settings, over the product's HTTP interface.
//   node run.mjs CHECKOUTS --product CHECKOUT [--half develop|kept] [--only NAME] [--out rows.jsonl]
// CHECKOUTS is what `line-questions/checkout.mjs CHECKOUTS --sources sources.json` wrote. CHECKOUT has a build.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '../line-questions/product.mjs';

const string = { type: 'string' };
const { values: options, positionals } = parseArgs({
  options: { product: string, half: string, only: string, out: string },
  allowPositionals: true,
});
if (positionals.length !== 1 || options.product === undefined)
  throw new Error('usage: node run.mjs CHECKOUTS --product CHECKOUT [--half develop|kept] [--only NAME]');

const questions = fs
  .readFileSync(path.join(import.meta.dirname, 'questions.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((row) => JSON.parse(row))
  .filter(({ half }) => options.half === undefined || half === options.half)
  .filter(({ source }) => options.only === undefined || source === options.only);
const folderOf = (source) => fs.realpathSync(path.join(positionals[0], source));
const sources = [...new Set(questions.map(({ source }) => source))];

/** How an answer says it: a statement, places headed as likely, or places headed as unsure or as nothing. */
function headingOf(answer) {
  if (/^(?:Most likely here|Possibly here|Probably)/.test(answer)) return 'likely';
  return /^(?:I am not sure|I cannot say|I found nothing|No:|I saw no)/.test(answer) ? 'unsure' : 'statement';
}

const rows = [];
const product = await startProduct(options.product, sources.map(folderOf));
try {
  for (const source of sources) {
    const folder = folderOf(source);
    await product.readWhole(folder);
    for (const question of questions.filter((one) => one.source === source)) {
      const reply = await product.relevance(question.text, folder, { question: true, limit: 20 });
      const answer = String(reply.answer?.answers?.iterable?.[0]?.text ?? '');
      const holds = ({ path: file = '', lines: { start = 1, end = Infinity } = {} }) =>
        (question.places ?? []).some(
          (place) => file.endsWith(`/${place.path}`) && start <= place.endLine && end >= place.startLine,
        );
      rows.push({
        ...question,
        heading: headingOf(answer),
        hasFact: question.fact !== undefined && new RegExp(question.fact, 'i').test(answer),
        place: (reply.relevant?.iterable ?? []).findIndex(holds) + 1,
        answer,
      });
    }
  }
} finally {
  await product.stop();
}

const count = (list, wanted) => list.filter(wanted).length;
for (const half of ['develop', 'kept']) {
  const own = rows.filter((row) => row.half === half);
  if (own.length === 0) continue;
  const present = own.filter(({ absent }) => !absent);
  const told = (heading, list = present) => list.filter((row) => row.heading === heading);
  const right = (list) => `${count(list, ({ hasFact }) => hasFact)} of ${list.length}`;
  const within = (most) => count(present, ({ place }) => place > 0 && place <= most);
  console.log(
    `${half}: fact ${right(present)}; in statements ${right(told('statement'))}, likely places ${right(told('likely'))}, unsure ones ${right(told('unsure'))}` +
      `; place within 1 / 5 / 20: ${within(1)} / ${within(5)} / ${within(20)}`,
  );
  for (const form of ['name', 'words', 'other'])
    console.log(`  ${form}: fact ${right(present.filter((row) => row.form === form))}`);
  const absent = own.filter((row) => row.absent);
  console.log(`  not there: ${told('unsure', absent).length} of ${absent.length} told as unsure or as not there`);
}
if (options.out !== undefined) fs.writeFileSync(options.out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
