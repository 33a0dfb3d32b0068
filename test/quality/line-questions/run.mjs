// Asks every question over the product's HTTP interface: where the right place stands, what the first answer says.
//   node run.mjs CHECKOUTS --product CHECKOUT [--half open|kept] [--part PART] [--only NAME] [--limit 20] [--out rows.jsonl] [--missed]
// CHECKOUTS is what checkout.mjs wrote. CHECKOUT has a build; its service is started with a data folder of its own.
// --missed lists what was missed, of the open half only.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { atPlace, citations, declines, hasFact, locator } from './match.mjs';
import { startProduct } from './product.mjs';
import { halfOf, readParts } from './sets.mjs';

const string = { type: 'string' };
const { values: options, positionals } = parseArgs({
  options: {
    product: string,
    half: string,
    part: string,
    only: string,
    limit: string,
    out: string,
    missed: { type: 'boolean' },
  },
  allowPositionals: true,
});
if (positionals.length !== 1 || options.product === undefined)
  throw new Error('usage: node run.mjs CHECKOUTS --product CHECKOUT [--half open|kept] [--part PART] [--only NAME]');

const limit = Number(options.limit ?? 20);
/**
 * What an answer says decides whether it declines. Beside it, as the figures before 2026-11-24 have it: one with less of a
 * chance counts as declined too, whatever it says, so places that are headed as unsure.
 */
const low = 0.3;
const { sources: all, questions } = readParts(options.part);
const checkouts = path.resolve(positionals[0]);
const sources = all
  .filter(({ name }) => options.only === undefined || name === options.only)
  .filter(({ name }) => options.half === undefined || halfOf(name) === options.half);
const missing = sources.filter(({ name }) => !fs.existsSync(path.join(checkouts, name)));
if (missing.length > 0) throw new Error(`Not checked out: ${missing.map(({ name }) => name).join(', ')}.`);

function judge(question, source, where, reply) {
  const answers = reply.answer?.answers?.iterable ?? [];
  const passages = (reply.relevant?.iterable ?? []).map(({ path: file, lines }) => ({
    path: file && where.find(file),
    start: lines?.start ?? 1,
    end: lines?.end ?? Infinity,
  }));
  const rank = (test) => passages.findIndex(test) + 1;
  const first = String(answers[0]?.text ?? '');
  const score = answers[0]?.score;
  const cited = citations(first).map((one) => ({ ...one, path: where.find(one.path) }));
  const saysAbsent = answers.length === 0 || declines(first, where.folded());
  const { id, kind, text, absent } = question;
  return {
    id,
    source: source.name,
    language: source.language,
    half: halfOf(source.name),
    kind,
    otherWords: question.otherWords === true,
    absent,
    hard: question.hard === true,
    text,
    declined: saysAbsent || (typeof score === 'number' && score < low),
    saysAbsent,
    isUnsure: saysAbsent || first.startsWith('I am not sure.'),
    score,
    ...(!absent && {
      place: rank((one) => atPlace(question, one.path, one.start, one.end)),
      file: rank((one) => question.places.some((place) => place.path === one.path)),
      fact: answers.findIndex((answer) => hasFact(question, String(answer.text))) + 1,
      cited: cited.some((one) => atPlace(question, one.path, one.start, one.end)),
    }),
    answer: first,
  };
}

async function ask(product, source, where) {
  await product.readWhole(where.root);
  const rows = [];
  for (const question of questions.filter((one) => one.source === source.name)) {
    const began = performance.now();
    const reply = await product.relevance(question.text, where.root, { question: true, limit });
    const ms = performance.now() - began;
    rows.push({ ...judge(question, source, where, reply), ms });
  }
  return rows;
}

const rows = [];
const places = new Map(sources.map((source) => [source, locator(checkouts, source)]));
const product = await startProduct(
  options.product,
  [...places.values()].map(({ root }) => root),
);
try {
  for (const [source, where] of places) rows.push(...(await ask(product, source, where)));
} finally {
  await product.stop();
}

const share = (list, test) =>
  (list.length ? ((100 * list.filter(test).length) / list.length).toFixed(0) : '–').padStart(4);
const within = (n) => (row) => row.place > 0 && row.place <= n;

function line(name, list) {
  const present = list.filter((row) => !row.absent);
  const hard = list.filter((row) => row.absent && row.hard);
  const easy = list.filter((row) => row.absent && !row.hard);
  const declined = ({ declined }) => declined;
  const saysAbsent = ({ saysAbsent }) => saysAbsent;
  const isUnsure = ({ isUnsure }) => isUnsure;
  const found = [1, 3, 5, 10, 20].map((n) => `@${n} ${share(present, within(n))}`).join(' ');
  console.log(
    `${name.padEnd(18)} n ${String(present.length).padStart(3)}  place ${found}  file@5 ${share(present, (row) => row.file > 0 && row.file <= 5)}` +
      ` | fact in 1st ${share(present, (row) => row.fact === 1)} in 3 ${share(present, (row) => row.fact > 0 && row.fact <= 3)} cited ${share(present, (row) => row.cited)}` +
      ` | “not here” wrongly ${share(present, saysAbsent)}, rightly ${share(easy, saysAbsent)} of ${easy.length}, hard ${share(hard, saysAbsent)} of ${hard.length}` +
      ` | that or headed as unsure: wrongly ${share(present, isUnsure)}, rightly ${share(easy, isUnsure)}, hard ${share(hard, isUnsure)}` +
      ` | that or a chance under ${low}: wrongly ${share(present, declined)}, rightly ${share(easy, declined)}, hard ${share(hard, declined)}`,
  );
}

const groups = (of) => [...new Set(rows.map(of))].sort();
for (const { name } of sources)
  line(
    name,
    rows.filter((row) => row.source === name),
  );
console.log('');
for (const language of groups((row) => row.language))
  line(
    language,
    rows.filter((row) => row.language === language),
  );
console.log('');
for (const kind of groups((row) => row.kind).filter((one) => one !== 'absent'))
  line(
    kind,
    rows.filter((row) => row.kind === kind),
  );
console.log('');
line(
  'other words',
  rows.filter((row) => row.otherWords),
);
line(
  'the code’s words',
  rows.filter((row) => !row.otherWords && !row.absent),
);
for (const half of groups((row) => row.half))
  line(
    `half ${half}`,
    rows.filter((row) => row.half === half),
  );
line('all', rows);
const times = rows.map(({ ms }) => ms).sort((a, b) => a - b);
const quantile = (q) => times[Math.floor((times.length - 1) * q)]?.toFixed(0);
console.log(`milliseconds p50 ${quantile(0.5)}, p95 ${quantile(0.95)}`);
if (options.missed)
  for (const row of rows.filter(({ absent, half, fact }) => !absent && half === 'open' && fact !== 1))
    console.log(
      `${row.id} [${row.kind}] ${row.text} | file ${row.file || '–'}, place ${row.place || '–'}, fact ${row.fact || '–'}` +
        `${row.saysAbsent ? ', “not here”' : ''} | ${row.answer.slice(0, 140).replace(/\s+/g, ' ')}`,
    );
if (options.out !== undefined) fs.writeFileSync(options.out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
