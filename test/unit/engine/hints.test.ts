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

  it('are none without code', async () => {
    assert.deepEqual(await hints({ query: 'anything', snippets: [] }), []);
  });
});
