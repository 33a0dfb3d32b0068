// Asks every chat turn by turn over the product's streaming interface, one conversation each, as the sidebar does.
//   node run.mjs CHECKOUTS --product CHECKOUT [--only REPO] [--out rows.jsonl] [--check]
// CHECKOUTS is what ../line-questions/checkout.mjs wrote; CHECKOUT has a build. --check proves the set and asks nothing.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import WebSocket from 'ws';
import { hasFact } from '../line-questions/match.mjs';
import { startProduct } from '../line-questions/product.mjs';
import { halfOf, readParts } from '../line-questions/sets.mjs';

const string = { type: 'string' };
const { values: options, positionals } = parseArgs({
  options: { product: string, only: string, out: string, check: { type: 'boolean' } },
  allowPositionals: true,
});
if (positionals.length !== 1 || (options.product === undefined) === !options.check)
  throw new Error('usage: node run.mjs CHECKOUTS --product CHECKOUT [--only REPO], or node run.mjs CHECKOUTS --check');

const maxRows = 30;
const sources = readParts().sources;
const chats = fs
  .readFileSync(path.join(import.meta.dirname, 'chats.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((row) => JSON.parse(row))
  .filter(({ repo }) => options.only === undefined || repo === options.only);
const top = (repo) => fs.realpathSync(path.join(positionals[0], repo));
const rootOf = (repo) => path.join(top(repo), sources.find(({ name }) => name === repo).root);

/** What is wrong with a turn: its places have to be there, and one of them has to hold the fact. */
function faultsOf({ repo, id }, { question, places, facts }) {
  const texts = places.map(({ path: file, from, to }) => {
    const rows = fs.readFileSync(path.join(top(repo), file), 'utf8').split('\n');
    const isRange = from >= 1 && to >= from && to <= rows.length && to - from < maxRows;
    return isRange ? rows.slice(from - 1, to).join('\n') : undefined;
  });
  const holds = facts.every((fact) => texts.some((text) => text !== undefined && new RegExp(fact, 'm').test(text)));
  if (holds && !texts.includes(undefined)) return [];
  return [`${id}: ${question}: ${holds ? 'a place is not there' : 'no place holds the fact'}`];
}

if (options.check) {
  const faults = chats.flatMap((chat) => chat.turns.flatMap((turn) => faultsOf(chat, turn)));
  const closed = chats.filter(({ repo }) => halfOf(repo) !== 'open').map(({ id }) => `${id}: of the kept half`);
  for (const fault of [...faults, ...closed]) console.log(fault);
  console.log(
    `${chats.length} chats, ${chats.flatMap(({ turns }) => turns).length} turns, ${faults.length + closed.length} faults`,
  );
  process.exit(faults.length + closed.length > 0 ? 1 : 0);
}

/** One turn: the passages that it was answered from, and the answer. */
async function ask(socket, input) {
  let [text, relevant, conversation] = ['', [], undefined];
  const ended = new Promise((resolve, reject) => {
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data));
      conversation = frame.conversation;
      relevant = frame.relevance?.relevant?.iterable ?? relevant;
      text += frame.question?.answers?.iterable?.[0]?.text ?? '';
      if (frame.status === 'COMPLETED') resolve();
      else if (frame.status !== 'IN-PROGRESS') reject(new Error(`${frame.statusCode} ${frame.errorMessage}`));
    };
    socket.onclose = () => reject(new Error('The stream was closed.'));
  });
  socket.send(JSON.stringify(input));
  await ended;
  return { text, relevant, conversation };
}

const rows = [];
const product = await startProduct(options.product, [...new Set(chats.map(({ repo }) => rootOf(repo)))]);
try {
  const headers = product.token && { authorization: `Bearer ${product.token}` };
  for (const chat of chats) {
    const root = rootOf(chat.repo);
    await product.readWhole(root);
    const socket = new WebSocket(`${product.baseUrl.replace('http', 'ws')}/qgpt/stream`, { headers });
    await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
    let conversation;
    for (const [at, turn] of chat.turns.entries()) {
      const relevance = { query: turn.question, paths: [root], options: { question: true, limit: 20 } };
      const answer = await ask(socket, { relevance, ...(conversation && { conversation }) });
      conversation = answer.conversation;
      const isPlace = ({ path: file, lines: { start, end } }) =>
        turn.places.some(
          ({ path: own, from, to }) => path.join(top(chat.repo), own) === file && from <= end && to >= start,
        );
      const rank = answer.relevant.findIndex(isPlace) + 1;
      const fact = hasFact(turn, answer.text);
      rows.push({
        id: `${chat.id}#${at + 1}`,
        sort: turn.sort,
        question: turn.question,
        rank,
        fact,
        answer: answer.text,
      });
    }
    socket.onclose = undefined;
    socket.close();
  }
} finally {
  await product.stop();
}
if (options.out) fs.writeFileSync(options.out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

const share = (list, test) => (list.filter(test).length / list.length).toFixed(2);
for (const sort of ['all', 'first', 'leaning', 'own', 'change']) {
  const list = rows.filter((row) => sort === 'all' || row.sort === sort);
  if (list.length === 0) continue;
  const within = (most) => share(list, ({ rank }) => rank >= 1 && rank <= most);
  console.log(`${sort.padEnd(8)} ${String(list.length).padStart(4)}  place at 1 / 5 / 10 ${within(1)} / ${within(5)} / ${within(10)}  fact in the answer ${share(list, ({ fact }) => fact)}`); // prettier-ignore
}
