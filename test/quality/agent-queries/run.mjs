// What a useful hit costs an agent, with search_code over MCP and with ripgrep and a 40-line read, in one run:
//   node run.mjs CHECKOUTS --product CHECKOUT [--set DIR] [--out FILE]
// CHECKOUT: this project with a build. Tokens are characters divided by 3.2 on both sides.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '../line-questions/product.mjs';
import { findByRipgrep, version } from './ripgrep.mjs';
import { kinds, queries, sources, window } from './set.mjs';

const string = { type: 'string' };
const { values, positionals } = parseArgs({
  options: { product: string, set: string, out: string },
  allowPositionals: true,
});
if (positionals.length !== 1 || values.product === undefined)
  throw new Error('usage: node run.mjs CHECKOUTS --product CHECKOUT [--set DIR] [--out FILE]');
const checkouts = path.resolve(positionals[0]);

/** Places that are read when none of the texts shown is the right one. */
const maxReads = 3;
const tokens = (characters) => characters / 3.2;

/** The places of an answer, best first, each with the lines that are shown of it. */
function placesIn(text) {
  const places = [];
  for (const row of text.split('\n')) {
    const [, file, start, end] =
      /^(\S.*?):(\d+)(?:-(\d+))?(?: \((?:strong|likely|weak|none)\b[^)]*\))?(?: \| .*)?$/.exec(row) ?? [];
    const number = Number(/^(\d+)\|/.exec(row)?.[1]);
    if (Number.isInteger(number)) places.at(-1)?.shown.push(number);
    else if (file !== undefined) places.push({ file, start: Number(start), end: Number(end ?? start), shown: [] });
  }
  return places;
}

const overlaps = (query, file, start, end) =>
  query.places.some((place) => place.path === file && start <= place.endLine && end >= place.startLine);

/** Places are read from their beginning, as much as one read gives. */
function judge(query, text, folder) {
  const places = placesIn(text);
  const rank = places.findIndex(({ file, start, end }) => overlaps(query, file, start, end)) + 1;
  const isShown = places.some(({ file, shown }) => shown.some((line) => overlaps(query, file, line, line)));
  const read = ({ file, start, end }) => {
    const lines = fs.readFileSync(path.join(folder, file), 'utf8').split('\n').slice(start - 1, start - 1 + window); // prettier-ignore
    const text = lines.map((line, at) => `${start + at}\t${line}`).join('\n');
    return { length: text.length, isRight: overlaps(query, file, start, Math.min(end, start + lines.length - 1)) };
  };
  const unread = places.filter(({ shown }) => shown.length === 0).map(read);
  const wanted = unread.slice(0, maxReads).findIndex(({ isRight }) => isRight);
  const seen = isShown ? [] : unread.slice(0, wanted === -1 ? maxReads : wanted + 1);
  const right = unread.find(({ isRight }) => isRight);
  return {
    rank,
    isShown,
    isFound: isShown || wanted !== -1,
    inOrder: text.length + seen.reduce((sum, { length }) => sum + length, 0),
    isFoundByOracle: isShown || right !== undefined,
    oracle: text.length + (isShown || !right ? 0 : right.length),
  };
}

async function ask(product, source) {
  const folder = path.join(checkouts, source.name);
  const client = new Client({ name: 'agent-queries', version: '1' });
  // A connection for each call: ripgrep's turn can take longer than the service keeps an idle one.
  const requestInit = { headers: { authorization: `Bearer ${product.token}`, connection: 'close' } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${product.baseUrl}/mcp`), { requestInit }));
  const search = async (query) => {
    for (;;) {
      const { content, isError } = await client.callTool({
        name: 'search_code',
        arguments: { query, roots: [folder] },
      });
      const text = content.map((part) => part.text).join('\n');
      if (!isError) return text;
      if (!text.startsWith('Quarry is busy')) throw new Error(text);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  };
  for (let tries = 0; (await search('warm up')).includes('Still being'); tries += 1)
    if (tries > 60) throw new Error(`${folder} is still being read.`);
  const rows = [];
  for (const query of queries.filter((one) => one.source === source.name)) {
    const text = await search(query.query);
    rows.push({ ...query, text, ours: judge(query, text, folder), grep: findByRipgrep(query, folder) });
  }
  await client.close();
  return rows;
}

const sum = (list, of) => list.reduce((total, one) => total + of(one), 0);
/** Tokens of all, for each one that was found. */
const perHit = (list, side, way) =>
  tokens(sum(list, (row) => row[side][way])) / sum(list, (row) => (row[side][way === 'oracle' ? 'isFoundByOracle' : 'isFound'] ? 1 : 0)); // prettier-ignore
const ratio = (list, way) => perHit(list, 'ours', way) / perHit(list, 'grep', way);

/** 95 of 100 draws of as many queries lie between. */
function interval(list, of) {
  let seed = 7;
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const drawn = Array.from({ length: 2000 }, () => of(list.map(() => list[Math.floor(next() * list.length)])));
  const sorted = drawn.filter(Number.isFinite).sort((a, b) => a - b);
  return [0.025, 0.975].map((share) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(2)).join(' to ');
}

function print(name, list) {
  const share = (test) => (list.filter(test).length / list.length).toFixed(2);
  const cost = (way) =>
    `${perHit(list, 'ours', way).toFixed(0)} / ${perHit(list, 'grep', way).toFixed(0)} = ${ratio(list, way).toFixed(2)} (${interval(list, (some) => ratio(some, way))})`;
  const first = (most) => share(({ ours }) => ours.rank > 0 && ours.rank <= most);
  console.log(
    `${name.padEnd(9)} n ${String(list.length).padStart(2)}  first ${first(1)}  first three ${first(3)}  shown ${share(({ ours }) => ours.isShown)}` +
      `  found ${share(({ ours }) => ours.isFound)} / ${share(({ grep }) => grep.isFound)}  tokens a hit, in order ${cost('inOrder')}, right place at once ${cost('oracle')}`,
  );
}

const product = await startProduct(
  values.product,
  sources.map(({ name }) => path.join(checkouts, name)),
);
const rows = [];
try {
  console.log(`Quarry / ${version()}; tokens: characters / 3.2; 95 % by resampling queries`);
  for (const source of sources) rows.push(...(await ask(product, source)));
} finally {
  await product.stop();
}
for (const kind of kinds) print(kind, rows.filter((row) => row.kind === kind)); // prettier-ignore
print('all', rows);
if (values.out !== undefined) fs.writeFileSync(values.out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
