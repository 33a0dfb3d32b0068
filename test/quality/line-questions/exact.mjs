// Pastes the code's own words back as queries: string literals and names that occur once, and messages of errors as a
// program prints them, with values put in. At which rank stands their passage?
//   node exact.mjs CHECKOUTS --product CHECKOUT [--part PART] [--only NAME] [--half open|kept] [--n 12]
// With --list in the place of --product they are only written out, a JSON object a line.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { locator } from './match.mjs';
import { startProduct } from './product.mjs';
import { halfOf, readParts } from './sets.mjs';

const string = { type: 'string' };
const { values: options, positionals } = parseArgs({
  options: { product: string, part: string, only: string, half: string, n: string, list: { type: 'boolean' } },
  allowPositionals: true,
});
if (positionals.length !== 1 || (options.product === undefined && !options.list))
  throw new Error(
    'usage: node exact.mjs CHECKOUTS --product CHECKOUT [--half open|kept] [--part PART] [--only NAME] [--n 12]',
  );

const literal = /"([A-Z][^"\\%{}$#<>`]{18,90})"|'([A-Z][^'\\%{}$#<>`]{18,90})'/g;
const definition =
  /^\s*(?:(?:pub(?:\(\w+\))?|export|async|public|private|protected|static|final|default)\s+)*(?:def|defp|fn|func(?: \([^)]*\))?|function|class|struct|contract)\s+(\w{8,})/;
const cFunction = /^(?:static )?(?:int|void|size_t|char|long|unsigned \w+)\s+\*?(\w{8,})\([^;]*\{\s*$/;
const code =
  /\.(c|h|cc|cpp|hpp|m|mm|py|rs|php|exs?|ts|js|vue|go|java|kt|scala|rb|cs|swift|hs|lua|zig|sh|dart|sql|ml|mli|sol)$/;
const test = /(^|[/_.])tests?([/_.]|$)|_test\./i;

const failing = /throw|raise|error|panic|fail|fatal|warn/i;
const remark = /^\s*(?:\/\/|#|\*|--)/;
const quoted = /(["'`])((?:(?!\1)[^\\]|\\[^n])*)\1/;
const valueSign =
  /%[-+#0]*\d*(?:\.\d+)?[sdvqfixzulpwTtcg]+|\$\{[^{}]{1,60}\}|#\{[^{}]{1,60}\}|\\\([^()]{1,60}\)|\{[\w.!:]{0,40}\}/g;
const values = [
  '42',
  '/var/lib/app/config.yml',
  'user_id',
  '10.0.3.7:5432',
  'orders',
  'abc123',
  'true',
  'main.handler',
  '3',
];

/** A message of a row with one to three values put in, which stand in the same order for the same place; none without. */
function printedBy(row, at) {
  if (row.length > 300 || !failing.test(row) || remark.test(row)) return [];
  const text = quoted.exec(row)?.[2] ?? '';
  const count = text.match(valueSign)?.length ?? 0;
  const fixed = text.split(valueSign).map((piece) => piece.trim()).filter((piece) => piece.length > 2); // prettier-ignore
  if (count < 1 || count > 3 || fixed.join(' ').split(/\s+/).length < 4) return [];
  let next = at;
  return [{ query: text.replace(valueSign, () => values[next++ % values.length]), fixed: fixed.sort((a, b) => b.length - a.length)[0] }]; // prettier-ignore
}

/** A value of many words, such as what another program said. */
const longValue = 'the remote side closed the channel before the first byte was read by the worker';

/** A message as `printedBy` gives it whose last piece is a value of many words; none where it ends otherwise. */
function printedBefore(row) {
  const text = quoted.exec(row)?.[2] ?? '';
  const ends = [...text.matchAll(valueSign)].at(-1);
  if (!ends || ends.index + ends[0].length < text.length - 1) return [];
  const head = printedBy(row, 0)[0];
  const last = values[((text.match(valueSign)?.length ?? 1) - 1) % values.length];
  return head ? [{ ...head, query: head.query.slice(0, head.query.lastIndexOf(last)) + longValue }] : [];
}

const severalRows =
  /("{3}|'{3}|`)([^"'`]{24,400}?\n[^"'`]{1,400}?)\1|<<[~-]?["']?([A-Z]\w+)["']?[^\n]*\n([^"'`]{24,400}?)\n\s*\3\b|(["'])((?:(?!\5)[^\\\n]|\\[^n\n]){16,200})\5\s{0,3}(?:\+|\.\.?|<>|\+\+|\\|&)?\s*\n\s*(?:\+|\.\.?|<>|\+\+|&)?\s*[fr]?\5((?:(?!\5)[^\\\n]|\\[^n\n]){12,200})\5/g;

const noMessage = /^\W|[;{}]\n|\n\s*[@*}]|:param|:=|\\\n/;

/** Messages that stand over several rows of a file, with the row each begins at. */
function printedOver(file, text) {
  const found = [];
  for (const match of text.matchAll(severalRows)) {
    const line = text.slice(0, match.index).split('\n').length;
    const near = text
      .split('\n')
      .slice(Math.max(0, line - 2), line)
      .join('\n');
    if (!failing.test(near) || near.split('\n').some((row) => remark.test(row))) continue;
    if (match[1] === '`' && !/\.(ts|js|vue|go)$/.test(file)) continue;
    const inside = match[2] ?? match[4] ?? match[6] + match[7];
    const pieces = inside.split(valueSign).flatMap((piece) => piece.split('\n')).map((piece) => piece.trim()); // prettier-ignore
    const fixed = pieces.filter((piece) => piece.length > 12).sort((a, b) => b.length - a.length)[0];
    if (fixed === undefined || fixed.split(/\s+/).length < 3 || noMessage.test(inside)) continue;
    let next = line;
    const query = inside.replace(valueSign, () => values[next++ % values.length]).split('\n').map((row) => row.trim()).filter(Boolean).join('\n'); // prettier-ignore
    found.push({ query, fixed, line });
  }
  return found;
}

/** The same draw for the same list, whatever stands before it. */
function draw(list, n) {
  let seed = 7;
  const rest = [...list];
  const drawn = [];
  while (drawn.length < n && rest.length > 0) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    drawn.push(...rest.splice(Math.floor((seed / 2147483648) * rest.length), 1));
  }
  return drawn;
}

function countOf(list) {
  const counts = new Map();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** @returns literals, names and messages that occur once, each with its file and line */
function wordsOf({ repo, root, files }) {
  const isWanted = (file) => code.test(file) && !test.test(path.relative(root, path.join(repo, file)));
  const texts = files.filter(isWanted).map((file) => [file, fs.readFileSync(path.join(repo, file), 'utf8')]);
  const whole = texts.map(([, text]) => text).join('\n');
  const literals = [];
  const names = [];
  const messages = [];
  const told = [];
  const over = [];
  for (const [file, text] of texts) {
    over.push(...printedOver(file, text).map((one) => ({ ...one, file })));
    text.split('\n').forEach((row, at) => {
      for (const match of row.matchAll(literal)) literals.push({ query: match[1] ?? match[2], file, line: at + 1 });
      const name = definition.exec(row) ?? (file.endsWith('.c') ? cFunction.exec(row) : null);
      if (name) names.push({ query: name[1], file, line: at + 1 });
      messages.push(...printedBy(row, at).map((one) => ({ ...one, file, line: at + 1 })));
      told.push(...printedBefore(row).map((one) => ({ ...one, file, line: at + 1 })));
    });
  }
  const standsOnce = (text) => whole.indexOf(text) === whole.lastIndexOf(text);
  const isOnce = ({ query }) => standsOnce(query);
  const counts = countOf(names.map(({ query }) => query));
  return {
    literal: literals.filter(({ query }) => query.split(' ').length >= 4).filter(isOnce),
    name: names.filter(({ query }) => counts.get(query) === 1),
    message: messages.filter(({ fixed }) => standsOnce(fixed)),
    told: told.filter(({ fixed }) => standsOnce(fixed)),
    rows: over.filter(({ fixed }) => standsOnce(fixed)),
  };
}

const sources = readParts(options.part)
  .sources.filter(({ name }) => options.only === undefined || name === options.only)
  .filter(({ name }) => options.half === undefined || halfOf(name) === options.half);
const places = new Map(sources.map((source) => [source, locator(positionals[0], source)]));
if (options.list) {
  for (const [{ name }, where] of places)
    for (const [kind, words] of Object.entries(wordsOf(where)))
      for (const { query, file, line } of draw(words, Number(options.n ?? 12)))
        console.log(JSON.stringify({ source: name, kind, query, file, line }));
  process.exit();
}
const product = await startProduct(
  options.product,
  [...places.values()].map(({ root }) => root),
);
const rows = [];
try {
  for (const [{ name }, where] of places)
    for (const [kind, words] of Object.entries(wordsOf(where)))
      for (const { query, file, line } of draw(words, Number(options.n ?? 12))) {
        const { relevant } = await product.relevance(query, where.root, { limit: 20 });
        const isThere = (one) => one.lines.start <= line && one.lines.end >= line && where.find(one.path) === file;
        rows.push({ source: name, kind, query, rank: relevant.iterable.findIndex(isThere) + 1 });
      }
} finally {
  await product.stop();
}

function print(kind, name, list) {
  const share = (most) => ((100 * list.filter(({ rank }) => rank > 0 && rank <= most).length) / list.length).toFixed(0);
  const figures = [1, 3, 10, 20].map((most) => `@${most} ${share(most).padStart(3)}`).join('  ');
  if (list.length > 0)
    console.log(`${kind.padEnd(8)} ${name.padEnd(16)} n ${String(list.length).padStart(3)}  rank ${figures}`);
}
for (const kind of ['literal', 'name', 'message', 'told', 'rows']) {
  for (const { name } of sources)
    print(
      kind,
      name,
      rows.filter((row) => row.kind === kind && row.source === name),
    );
  print(
    kind,
    'all',
    rows.filter((row) => row.kind === kind),
  );
}
for (const { source, kind, query } of rows.filter(({ rank, source }) => rank === 0 && halfOf(source) === 'open'))
  console.log(`not within 20: ${source}, ${kind}: ${query}`);
