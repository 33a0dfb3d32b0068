// Questions that are offered next: each one is answered by a claim about the very thing, in a real folder or a pasted piece.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import type { AnswerSnippet, Engine, HintsRequest } from '../../../src/engine/types';

const files: Record<string, string> = {
  'src/bookStore.ts': `import { readShelf } from './shelf';\n\n/** Keeps books. */\nexport class BookStore {\n  /** Opens it. */\n  openStore(place: string) {\n    if (place === '') throw new RangeError('the place of the store is missing');\n    return readShelf(place);\n  }\n\n  closeStore() {\n    return true;\n  }\n}\n`,
  'src/shelf.ts': `/** Reads the books of a shelf. */\nexport function readShelf(place: string) {\n  return [place];\n}\n\nexport const shelfLimit = 40;\n`,
  'src/start.ts': `import { BookStore } from './bookStore';\nimport { shelfLimit } from './shelf';\n\nexport function start() {\n  return new BookStore().openStore('home').slice(0, shelfLimit);\n}\n`,
  'test/bookStore.test.ts': `import { BookStore } from '../src/bookStore';\n\nit('opens', () => {\n  new BookStore().openStore('x');\n});\n`,
  'src/logged.ts': `const LOGGER = getLogger('x');\n\nexport function drain() {\n  getLogger('drain').info('drained');\n}\n\nexport function getLogger(name: string) {\n  return console;\n}\n\ndrain();\nLOGGER.info('begun');\n`,
  'lib/pool.py': `class Pool:\n    """Hands out lines."""\n\n    def take_line(self, name):\n        if not name:\n            raise ValueError("a line needs a name")\n        return self.find_line(name)\n\n    def find_line(self, name):\n        return name\n\n\ndef use(pool):\n    return pool.take_line("a")\n`,
};

describe('hints', function () {
  this.timeout(20_000);
  let folder: string;
  let engine: Engine;

  before(async () => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-hints-')));
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    engine = createEngine({ grammarFolder: path.resolve('dist/grammars'), log: () => undefined });
    await engine.warm(folder);
  });
  after(async () => {
    await engine.close();
    fs.rmSync(folder, { recursive: true });
  });

  function passage(name: string, start: number, end: number): AnswerSnippet {
    const text = files[name]!.split('\n')
      .slice(start - 1, end)
      .join('\n');
    const language = path.extname(name).slice(1);
    return {
      id: name,
      source: { kind: 'file', path: path.join(folder, name) },
      label: name,
      text,
      language,
      lines: { start, end },
    };
  }
  const pasted = (text: string, language = 'ts'): AnswerSnippet => ({
    ...{ id: 'seed', source: { kind: 'seed', index: 0 }, label: `piece.${language}`, text, language },
    lines: { start: 1, end: text.split('\n').length },
  });
  const textsOf = async (request: HintsRequest) => (await engine.hints(request)).map(({ text }) => text);

  /** The first answer to a question about the folder. */
  async function answerOf(query: string) {
    const space = { paths: [folder] };
    const { snippets } = await engine.retrieve({ query, space, limit: 10 });
    const named = snippets.map((one, place) => ({ ...one, id: String(place), label: 'x' }));
    return (await engine.answer({ query, snippets: named, space, roots: [folder] }))[0];
  }

  it('is about the first passage alone where there is no answer yet, as of a selection', async () => {
    const texts = await textsOf({ snippets: [passage('src/shelf.ts', 2, 3), passage('src/bookStore.ts', 5, 9)] });
    assert.ok(texts.includes('Who calls `readShelf`?'), texts.join('\n'));
    assert.doesNotMatch(texts.join('\n'), /BookStore|openStore/);
    // A piece of code that raises no question leaves it to what is like it.
    const others = await textsOf({ snippets: [pasted('1 + 1'), passage('src/shelf.ts', 2, 3)] });
    assert.ok(others.includes('Who calls `readShelf`?'), others.join('\n'));
  });

  it('ask who calls what was found, when it fails, what tests it and what it is a part of', async () => {
    const found = await textsOf({ snippets: [passage('src/bookStore.ts', 5, 9)] });
    assert.deepEqual(found.slice(0, 4), [
      'Who calls `BookStore.openStore`?',
      'When does `BookStore.openStore` fail?',
      'Which tests use `BookStore.openStore`?',
      'What is `BookStore`?',
    ]);
    assert.ok(found.includes('What does `readShelf` do?'), found.join('\n'));
  });

  it('are of another language the same', async () => {
    const found = await textsOf({ snippets: [passage('lib/pool.py', 4, 7)] });
    assert.deepEqual(found.slice(0, 3), [
      'Who calls `Pool.take_line`?',
      'When does `Pool.take_line` fail?',
      'What is `Pool`?',
    ]);
  });

  it('are each answered by a claim about what they name', async () => {
    const snippets = [passage('src/bookStore.ts', 5, 9), passage('lib/pool.py', 4, 7), passage('src/shelf.ts', 6, 6)];
    const offered = await textsOf({ snippets });
    assert.ok(offered.length >= 4);
    for (const question of offered) {
      const answer = await answerOf(question);
      const name = /`([^`]+)`/.exec(question)?.[1]?.split('.').at(-1) ?? '';
      assert.ok(answer && answer.score >= 0.5 && answer.kind !== 'places' && answer.kind !== 'unsure', question);
      assert.ok(
        answer.symbols?.some((symbol) => symbol.endsWith(name)),
        `${question}\n${answer.text}`,
      );
    }
  });

  it('are not offered without an answer in the space', async () => {
    const found = (await textsOf({ snippets: [passage('src/bookStore.ts', 11, 13)] })).join('\n');
    assert.doesNotMatch(found, /Who calls|fail|tests/);
  });

  it('ask where a constant is used, where the passage defines nothing else', async () => {
    assert.ok((await textsOf({ snippets: [passage('src/shelf.ts', 6, 6)] })).includes('Where is `shelfLimit` used?'));
  });

  it('never repeat the question or what was asked before', async () => {
    const snippets = [passage('src/bookStore.ts', 5, 9)];
    const found = await textsOf({ query: 'who calls `BookStore.openStore`?', snippets });
    assert.doesNotMatch(found.join(), /Who calls/);
    const history = [{ role: 'user' as const, text: 'when does BookStore.openStore fail?' }];
    assert.doesNotMatch((await textsOf({ history, snippets })).join(), /fail/);
  });

  it('never ask what was answered by other words', async () => {
    const snippets = [passage('src/bookStore.ts', 5, 9)];
    const answer = '`RangeError`: “the place of the store is missing” in `BookStore.openStore` (`src/bookStore.ts`, line 7) [1].\n\n[1] src/bookStore.ts:5-8'; // prettier-ignore
    const query = 'which error says that the place is missing?';
    assert.doesNotMatch((await textsOf({ query, answer, snippets })).join(), /When does `BookStore\.openStore` fail/);
    const found = await textsOf({ query: 'what uses openStore?', answer: '`openStore` [1]', snippets });
    assert.doesNotMatch(found.join(), /Who calls `BookStore\.openStore`/);
  });

  it('never ask about what writes the log', async () => {
    const logged = (await textsOf({ snippets: [passage('src/logged.ts', 1, 5)] })).join();
    assert.match(logged, /`drain`/);
    assert.doesNotMatch(logged, /LOGGER|getLogger/);
  });

  it('ask what something is once, and not of what the answer told', async () => {
    const snippets = [passage('src/bookStore.ts', 5, 9)];
    const answer = '`readShelf` is called by `BookStore` [1].\n\n[1] src/bookStore.ts:5-9';
    const found = (await textsOf({ answer, snippets })).join('\n');
    assert.doesNotMatch(found, /What (?:is|does) `(?:readShelf|BookStore)`/);
    assert.match(found, /Who calls `BookStore\.openStore`/);
  });

  it('ask about the definition that the answer cites before what lies beside it', async () => {
    const snippets = [passage('lib/pool.py', 1, 14), passage('src/bookStore.ts', 1, 14)];
    const answer = 'See [1].\n\n[1] src/bookStore.ts:6-8';
    assert.match((await textsOf({ answer, snippets }))[0] ?? '', /BookStore\.openStore/);
  });

  it('of a pasted piece are those that the piece answers by itself', async () => {
    const piece = pasted(
      `function openDoor(key) {\n  if (!key) throw new Error('no key was given');\n  return turnLock(key);\n}\n\nfunction turnLock(key) {\n  return key;\n}\n`,
    );
    const found = await textsOf({ query: 'explain this', snippets: [piece] });
    assert.ok(found.includes('When does `openDoor` fail?'), found.join('\n'));
    assert.ok(found.includes('Who calls `turnLock`?'), found.join('\n'));
    assert.ok(!found.includes('Who calls `openDoor`?'), found.join('\n'));
  });

  it('are best first, scored in [0, 1], without repetition', async () => {
    const found = await engine.hints({ snippets: [passage('src/bookStore.ts', 5, 9), passage('lib/pool.py', 4, 7)] });
    assert.ok(found.length > 2);
    assert.equal(new Set(found.map(({ text }) => text)).size, found.length);
    assert.ok(found.every(({ score }, place) => score > 0 && score <= 1 && score <= (found[place - 1]?.score ?? 1)));
  });

  it('take no more time for a long passage than its length asks for', async function () {
    this.timeout(60_000);
    const took = async (count: number) => {
      const before = process.cpuUsage();
      await engine.hints({ query: 'what is it?', snippets: [pasted('def f():\n x=1\n'.repeat(count), 'py')] });
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    await took(1_000);
    const [short, long] = [await took(2_000), await took(20_000)];
    assert.ok(long <= 25 * Math.max(short, 5), `${long} ms for ten times of what takes ${short}`);
  });

  it('are none without code', async () => {
    assert.deepEqual(await engine.hints({ query: 'anything', snippets: [] }), []);
  });
});
