import assert from 'node:assert/strict';
import { hints } from '../../../src/engine/hints';
import type { AnswerSnippet } from '../../../src/engine/types';

function snippet(text: string, symbol: string, label = 'src/a.ts'): AnswerSnippet {
  return {
    id: label,
    source: { kind: 'file', path: `/${label}` },
    label,
    text,
    language: 'ts',
    lines: { start: 1, end: text.split('\n').length },
    symbol,
  };
}

const throwing = snippet(
  `function openStore(path) {\n  if (path === '') {\n    throw new StoreClosed('The path of the store is missing');\n  }\n}`,
  'openStore',
  'src/bookStore.ts',
);
const calling = snippet(`async function start() {\n  const store = openStore(home);\n}`, 'start', 'src/start.ts');
const test = snippet(`it('opens', () => {\n  openStore('x');\n});`, 'opens', 'test/bookStore.test.ts');
const listening = snippet(
  `class Clock extends Ticker {\n  start() {\n    this.running = true;\n    this.on('tick', beat);\n  }\n}`,
  'Clock',
  'src/clock.ts',
);
const ticker = snippet(`export class Ticker {\n  beat() {\n    this.emit('tick');\n  }\n}`, 'Ticker', 'src/ticker.ts');

/** A space that finds these passages whatever is asked. */
const finding =
  (...found: AnswerSnippet[]) =>
  () =>
    Promise.resolve(found);
const texts = async (snippets: AnswerSnippet[], found: AnswerSnippet[] = []) =>
  (await hints({ snippets }, finding(...found))).map(({ text }) => text);

describe('hints', () => {
  it('ask about callers and tests that are there', async () => {
    const found = (await texts([throwing], [calling, test])).join('\n');
    assert.match(found, /(?:Who calls|Where is) `openStore` (?:in|from) bookStore\.ts/);
    assert.match(found, /(?:tests cover|How is) `openStore`.* bookStore\.ts/);
  });

  it('are not offered without an answer in the space', async () => {
    const found = (await texts([throwing], [listening])).join('\n');
    assert.doesNotMatch(found, /Who calls|used\?|tests|tested/);
  });

  it('ask about the type behind and about who emits an event', async () => {
    const found = (await texts([listening], [ticker])).join('\n');
    assert.match(found, /`Ticker`.* clock\.ts/);
    assert.match(found, /Who emits the event 'tick' of clock\.ts/);
  });

  it('name a definition of the passage, not the passage, when it holds several', async () => {
    const several = snippet(
      `function readShelf() {\n  return shelf;\n}\n\nfunction sortShelf(rows) {\n  return rows.sort(byTitleAndYearOfTheBook);\n}`,
      'sortShelf',
    );
    const caller = snippet(`readShelf();\n`, 'run', 'src/run.ts');
    assert.match((await texts([several], [caller])).join(), /(?:Who calls|Where is) `readShelf`/);
  });

  it('are best first, scored in [0, 1], without repetition', async () => {
    const found = await hints({ snippets: [throwing, listening] }, finding(calling, test, ticker));
    assert.ok(found.length > 2);
    assert.equal(new Set(found.map(({ text }) => text)).size, found.length);
    assert.ok(found.every(({ score }, place) => score > 0 && score <= 1 && score <= (found[place - 1]?.score ?? 1)));
  });

  it('never repeat the question or what was asked before', async () => {
    const query = 'Who calls or used `openStore` in bookStore.ts, and when, where?';
    const asked = await hints({ query, snippets: [throwing] }, finding(calling, test));
    assert.doesNotMatch(asked.map(({ text }) => text).join(), /Who calls|used\?/);
    const history = [
      { role: 'user' as const, text: 'how do tests cover `openStore` from bookStore.ts, is it tested?' },
    ];
    const later = await hints({ query, history, snippets: [throwing] }, finding(calling, test));
    assert.doesNotMatch(later.map(({ text }) => text).join(), /tests|tested/);
  });

  it('ask about the definition that the answer cites before what lies beside it', async () => {
    const shelf = snippet(`function sortShelf(rows) {\n  return rows;\n}\n\nfunction readShelf() {\n  return shelf;\n}`, 'sortShelf', 'src/shelf.ts');
    const caller = snippet(`readShelf();\nsortShelf([]);\n`, 'run', 'src/run.ts');
    const answer = '`readShelf` returns `shelf` [1].\n\n[1] shelf.ts:5-7';
    const found = await hints({ query: 'what is on the shelf?', answer, snippets: [throwing, shelf] }, finding(caller, calling, test));
    assert.match(found[0]?.text ?? '', /`readShelf`.* shelf\.ts/);
    assert.ok(found.slice(1).some(({ text }) => text.includes('bookStore.ts')));
  }); // prettier-ignore

  it('ask where a constant is read, when the passage defines no function', async () => {
    const pattern = snippet(`export const emailPattern = /^[^@]+@[^@]+$/;\n`, 'emailPattern', 'src/patterns.ts');
    const reader = snippet(`function check(text) {\n  return emailPattern.test(text);\n}`, 'check', 'src/check.ts');
    assert.match((await texts([pattern], [reader])).join(), /`emailPattern` (?:from|of) patterns\.ts/);
    assert.deepEqual(await texts([pattern], [throwing]), []);
    const bringing = snippet(`const emailPattern = require('patterns');\n`, 'emailPattern', 'src/top.js');
    assert.deepEqual(await texts([bringing], [reader]), []);
  });

  it('ask who handles an error of the program’s own, no variable and none that everybody throws', async () => {
    const handler = (error: string) =>
      snippet(`try {\n  go();\n} catch (e) {\n  if (e instanceof ${error}) return;\n}`, 'go', 'src/go.ts');
    assert.match((await texts([throwing], [handler('StoreClosed')])).join(), /Who handles the `StoreClosed`/);
    for (const error of ['RuntimeException', 'ValueError', 'err']) {
      const other = snippet(throwing.text.replace('StoreClosed', error), 'openStore', 'src/other.ts');
      assert.doesNotMatch((await texts([other], [handler(error)])).join(), /Who handles/);
    }
  });

  it('ask what something is once, and not of what the answer told', async () => {
    const making = snippet(
      `class Shop {\n  open() {\n    const sum = new ShaSum();\n    return ShaSum_of(ShaSum(1));\n  }\n}`,
      'Shop',
      'src/shop.ts',
    );
    const sum = snippet(`class ShaSum {\n  add() {}\n}`, 'ShaSum', 'src/sum.ts');
    const asked = await texts([making], [sum]);
    assert.equal(asked.filter((text) => text.includes('`ShaSum`')).length, 1);
    const told = await hints({ answer: '`ShaSum` adds [1].\n\n[1] src/shop.ts:1-6', snippets: [making] }, finding(sum));
    assert.ok(told.every(({ text }) => !text.includes('`ShaSum`')));
  });

  it('put what the cited rows do before what stands elsewhere in the passage', async () => {
    const option = snippet(
      `class Choice {\n  group(text) {\n    this.heading = text;\n  }\n${'  //\n'.repeat(20)}  isFlag() {\n    return readFlag(this);\n  }\n}`,
      'Choice',
      'src/choice.ts',
    );
    const other = snippet(`class Choice {\n  reset() {\n    this.heading = '';\n  }\n}`, 'Choice', 'src/choice.ts');
    const reader = snippet(`function readFlag(one) {\n  return one;\n}`, 'readFlag', 'src/flag.ts');
    const moved = { ...other, lines: { start: 90, end: 94 } };
    const found = await hints(
      { answer: '`isFlag` reads [1].\n\n[1] src/choice.ts:25-27', snippets: [option] },
      finding(moved, reader),
    );
    const place = (part: string) => found.findIndex(({ text }) => text.includes(part));
    assert.ok(place('`readFlag`') >= 0 && place('`heading`') > place('`readFlag`'), JSON.stringify(found));
  });

  it('take no more time for a long passage than its length asks for', async function () {
    this.timeout(60_000);
    const took = async (count: number) => {
      const text = 'def f():\n x=1\n'.repeat(count);
      const before = process.cpuUsage();
      await hints({ query: 'what is it?', snippets: [{ ...snippet(text, 'f', 'a.py'), language: 'py' }] });
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    await took(1_000);
    const [short, long] = [await took(5_000), await took(50_000)];
    assert.ok(long <= 20 * Math.max(short, 5), `${long} ms for ten times of what takes ${short}`);
  });

  it('are none without code', async () => {
    assert.deepEqual(await hints({ query: 'anything', snippets: [] }), []);
  });
});
