// Asks for texts of an application's interface, such as the label of a button: at which rank stands the code that names
// the text by its key? The texts are taken from the application's own files of texts, twelve of each application: those
// of two to nine words that stand nowhere else, whose whole key one or two files of code have.
//   node run.mjs CHECKOUTS --product CHECKOUT [--half develop|kept] [--only NAME] [--missed]
// CHECKOUTS is what `line-questions/checkout.mjs CHECKOUTS --sources sources.json` wrote. CHECKOUT has a build.
// --missed lists what was missed, of the develop half only.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '../line-questions/product.mjs';
import { filesBelow } from '../line-questions/sets.mjs';

const string = { type: 'string' };
const { values: options, positionals } = parseArgs({
  options: { product: string, half: string, only: string, missed: { type: 'boolean' } },
  allowPositionals: true,
});
if (positionals.length !== 1 || options.product === undefined)
  throw new Error('usage: node run.mjs CHECKOUTS --product CHECKOUT [--half develop|kept] [--only NAME] [--missed]');

const most = 12;
const code = /\.(?:[jt]sx?|vue|svelte|py|php|rb|java|kt|cs|go|twig|html|cshtml|scala|mustache|erb|ex|heex|rs|astro)$/;
const ofTexts = /(?:^|\/)(?:values(?:-[\w-]+)?|langs?|locales?|intl|strings|translations|i18n)\//;
const ofTests = /tests?(?:\/|\.)|spec/i;
const plain = /^[^{}%<&:|]{10,70}$/;

/** Keys with their texts, of an object of objects. */
const flat = (table, around = '') =>
  Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'object' ? flat(value, `${around}${key}.`) : [[around + key, value]],
  );

/** Those of YAML, by its indentation. */
function ofYaml(text) {
  const above = [];
  return text.split('\n').flatMap((row) => {
    const [, space, key, value] = /^(\s*)([\w.-]+):\s*(.*)$/.exec(row) ?? [];
    if (key === undefined) return [];
    while (above.length > 0 && above.at(-1).indent >= space.length) above.pop();
    above.push({ indent: space.length, key });
    const bare = value.replace(/^(['"])(.*)\1$/, '$2');
    return bare === '' ? [] : [[above.map((one) => one.key).join('.'), bare]];
  });
}

/** Keys with the texts of a file, or of a folder of PHP. */
function textsOf(place) {
  if (fs.statSync(place).isDirectory())
    return filesBelow(place)
      .filter((file) => file.endsWith('.php'))
      .flatMap((file) =>
        [...fs.readFileSync(path.join(place, file), 'utf8').matchAll(/^ {4}'([\w.-]+)'\s*=>\s*'([^']+)'/gm)].map(
          ([, key, text]) => [`${path.basename(file, '.php')}.${key}`, text],
        ),
      );
  const text = fs.readFileSync(place, 'utf8');
  if (place.endsWith('.json')) return flat(JSON.parse(text));
  if (place.endsWith('.yml')) return ofYaml(text);
  return [...text.matchAll(/<string name="([^"]+)"[^>]*>([^<]+)</g)].map(([, key, said]) => [key, said]);
}

const digest = (key) => createHash('sha1').update(key).digest('hex');
/** True where a row names the whole key. */
function names(row, key) {
  const at = row.indexOf(key);
  return at >= 0 && !/[\w.-]/.test(row[at - 1] ?? ' ') && !/[\w-]/.test(row[at + key.length] ?? ' ');
}

/** The texts that are asked for, each with the rows of code that name it. */
function questionsOf({ name, texts }) {
  const folder = fs.realpathSync(path.join(positionals[0], name));
  const files = filesBelow(folder)
    .filter((file) => code.test(file) && !ofTexts.test(file) && !ofTests.test(file))
    .map((file) => ({ file, text: fs.readFileSync(path.join(folder, file), 'utf8') }));
  const all = textsOf(path.join(folder, texts)).filter(([, text]) => typeof text === 'string' && plain.test(text));
  const once = all.filter(([, text]) => all.filter(([, other]) => other === text).length === 1);
  const asked = once.filter(([, text]) => text.includes(' ') && text.split(' ').length < 10);
  const questions = [];
  for (const [key, text] of asked.toSorted(([a], [b]) => (digest(a) < digest(b) ? -1 : 1))) {
    if (questions.length === most) break;
    const naming = files.filter((one) => one.text.includes(key));
    const places = naming.flatMap((one) =>
      one.text.split('\n').flatMap((row, at) => (names(row, key) ? [{ file: one.file, line: at + 1 }] : [])),
    );
    const count = new Set(places.map(({ file }) => file)).size;
    if (count < 1 || count > 2 || files.some((one) => one.text.includes(text))) continue;
    questions.push({ name, folder, key, text, places });
  }
  return questions;
}

const forms = { pasted: (text) => text, asked: (text) => `Where is the text "${text}" shown?` };
const sources = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'sources.json'), 'utf8'))
  .filter(({ half }) => options.half === undefined || half === options.half)
  .filter(({ name }) => options.only === undefined || name === options.only);
const questions = sources.flatMap((source) => questionsOf(source).map((one) => ({ ...one, half: source.half })));
const folders = [...new Set(questions.map(({ folder }) => folder))];

const rows = [];
const product = await startProduct(options.product, folders);
try {
  for (const folder of folders) {
    await product.readWhole(folder);
    for (const [form, asked] of Object.entries(forms))
      for (const question of questions.filter((one) => one.folder === folder)) {
        const reply = await product.relevance(asked(question.text), folder, { question: form === 'asked', limit: 20 });
        const isRight = ({ path: file = '', lines: { start = 1, end = Infinity } = {} }) =>
          question.places.some((one) => file.endsWith(`/${one.file}`) && start <= one.line && one.line <= end);
        rows.push({ ...question, form, rank: (reply.relevant?.iterable ?? []).findIndex(isRight) + 1 });
      }
  }
} finally {
  await product.stop();
}

function line(title, list) {
  const within = (limit) => list.filter(({ rank }) => rank > 0 && rank <= limit).length;
  console.log(`${title.padEnd(24)} n ${list.length}, within 1 / 2 / 3 / 5 / 20: ${[1, 2, 3, 5, 20].map(within).join(' / ')}`); // prettier-ignore
}
for (const half of new Set(rows.map((row) => row.half)))
  for (const form of Object.keys(forms)) {
    const own = rows.filter((row) => row.half === half && row.form === form);
    for (const { name } of sources.filter((one) => one.half === half)) line(name, own.filter((row) => row.name === name)); // prettier-ignore
    line(`${half}, ${form}`, own);
  }
if (options.missed)
  for (const { name, form, rank, key, text, places, half } of rows)
    if (half === 'develop' && (rank < 1 || rank > 3))
      console.log(`${name} ${form} ${rank} ${key} “${text}” ${places[0].file}:${places[0].line}`);
