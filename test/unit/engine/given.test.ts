// Questions about what was given as it stands, and questions whose words nothing holds.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import { asksOfGiven } from '../../../src/engine/overview';
import type { Answer, Engine, QuerySpace } from '../../../src/engine/types';

const asked: [question: string, isOfGiven: boolean][] = [
  ['what does this do?', true],
  ['explain', true],
  ['Explain this snippet step by step', true],
  ['walk me through the selected code', true],
  ['tl;dr', true],
  ['what does this project do?', false],
  ['where does it read the file?', false],
  ['explain parseRow', false],
  ['why?', false],
  ['what is the default timeout?', false],
];

const seed = {
  id: 'seed 0',
  name: 'shelf.py',
  language: 'py',
  text: 'def put_book(shelf, book):\n    shelf.append(book)\n    return sorted(shelf)\n',
};

describe('what was given', function () {
  this.timeout(20_000);
  let folder: string;
  let engine: Engine;

  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-given-'));
    // More than a question without a subject would be answered from in order.
    for (let place = 0; place < 260; place += 1)
      fs.writeFileSync(path.join(folder, `row${place}.js`), `export const row${place} = ${place};\n`);
    engine = createEngine({
      grammarFolder: path.resolve('dist/grammars'),
      log: () => undefined,
    });
  });
  after(async () => {
    await engine.close();
    fs.rmSync(folder, { recursive: true });
  });

  async function answerOf(query: string, space: QuerySpace, fallsBack = true): Promise<Answer | undefined> {
    const { snippets } = await engine.retrieve({ query, space, limit: 20, fallsBack });
    const named = snippets.map((snippet, place) => ({
      ...snippet,
      id: String(place),
      label: snippet.source.kind === 'file' ? path.basename(snippet.source.path) : 'shelf.py',
    }));
    return (await engine.answer({ query, snippets: named }))[0];
  }

  for (const [question, isOfGiven] of asked) {
    it(`is ${isOfGiven ? '' : 'not '}what "${question}" asks of`, () => assert.equal(asksOfGiven(question), isOfGiven));
  }

  for (const question of ['what does this do?', 'explain this snippet', 'summarise']) {
    it(`is told by "${question}", whatever folder lies beside it`, async () => {
      const found = await answerOf(question, { seeds: [seed], paths: [folder] });
      assert.match(found?.text ?? '', /^`put_book` is a function in `[^`]+` \[1\]\./);
    });
  }

  it('is looked at when a question shares no word with it, and the answer says what is missing', async () => {
    const found = await answerOf('how does authentication work?', { seeds: [seed] });
    assert.match(found?.text ?? '', /“authentication” does not occur in the one passage/);
    assert.equal(found?.isAbsence, true);
    const { snippets } = await engine.retrieve({ query: 'zebra', space: { seeds: [seed] }, limit: 5, fallsBack: true });
    assert.deepEqual(
      snippets.map(({ score }) => score < 0.1),
      [true],
    );
  });

  it('is no more than a handful: a folder that holds none of the words gives nothing', async () => {
    const { snippets } = await engine.retrieve({
      ...{ query: 'authentication', space: { paths: [folder] } },
      ...{ limit: 5, fallsBack: true },
    });
    assert.deepEqual(snippets, []);
  });
});
