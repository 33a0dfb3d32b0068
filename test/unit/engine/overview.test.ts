// Questions about a whole, asked of a real folder: what the project does, where it starts, what a file is for.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import { nameInQuestion, overviewOf, isCalled } from '../../../src/engine/overview';
import type { Answer, Engine } from '../../../src/engine/types';

const asked: [question: string, about: string | undefined][] = [
  ['What does this project do?', 'project'],
  ['what is this repository about?', 'project'],
  ['Give me an overview of this codebase', 'project'],
  ['what is the purpose of this library?', 'project'],
  ['please explain this project', 'project'],
  ['What is this?', 'project'],
  ['Where does the program start?', 'start'],
  ['what is the entry point?', 'start'],
  ['What does shelf.js do?', 'file'],
  ['explain `src/shelf.js`', 'file'],
  ['What does this project do about retries?', undefined],
  ['what is the purpose of this function?', undefined],
  ['where does the program start listening?', undefined],
  ['what does the shelf do?', undefined],
];

const files: Record<string, string> = {
  'README.md': `<div align="center"> <a href="https://example.org/">\n    <img\n      src="https://example.org/shelves-in-a-row-of-books.svg"\n      width="650"\n    />\n  </a>\n</div>\n\n# Shelves\n\n[![build](https://example.org/b.svg)](https://example.org)\n\nShelves keeps **books** in order for small libraries. It sorts them by title.\n`,
  'package.json': `{\n  "name": "shelves",\n  "description": "Keeps books in order",\n  "main": "./src/index.js",\n  "scripts": {\n    "start": "node src/index.js"\n  }\n}\n`,
  'examples/README.md': '# Examples\n\nThese are only examples of what can be done.\n',
  'src/index.js': `export { Shelf } from './shelf.js';\n`,
  'src/shelf.js': `'use strict';\n\n/** Puts a book where its title belongs, and moves the others. */\nexport function putBook(shelf, book) {\n  shelf.push(book);\n  shelf.sort((a, b) => (a.title < b.title ? -1 : 1));\n  return shelf;\n}\n\n/** Takes the book with this title away. */\nexport function takeBook(shelf, title) {\n  const place = shelf.findIndex((book) => book.title === title);\n  return shelf.splice(place, 1)[0];\n}\n`,
  'tools/sweep.py': `def main():\n    print("swept")\n\n\nif __name__ == "__main__":\n    main()\n`,
};

describe('questions about a whole', function () {
  this.timeout(20_000);
  let folder: string;
  let engine: Engine;

  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-whole-'));
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    // More than a question without a subject would be answered from in order.
    for (let place = 0; place < 260; place += 1)
      fs.writeFileSync(path.join(folder, 'src', `row${place}.js`), `export const row${place} = ${place};\n`);
    engine = createEngine({
      grammarFolder: path.resolve('dist/grammars'),
      log: () => undefined,
    });
  });
  after(async () => {
    await engine.close();
    fs.rmSync(folder, { recursive: true });
  });

  async function answerOf(query: string, space = folder, isSpaceKnown = false): Promise<Answer | undefined> {
    const { snippets } = await engine.retrieve({ query, space: { paths: [space] }, limit: 20 });
    const named = snippets.map((snippet, place) => ({
      ...snippet,
      id: String(place),
      label: snippet.source.kind === 'file' ? path.relative(folder, snippet.source.path).split(path.sep).join('/') : '',
    }));
    const within = isSpaceKnown ? { space: { paths: [space] } } : {};
    return (await engine.answer({ query, snippets: named, ...within }))[0];
  }

  for (const [question, about] of asked) {
    it(`takes "${question}" as one about ${about ?? 'something in particular'}`, () =>
      assert.equal(overviewOf(question)?.about, about));
  }

  it('are answered from what the README and the manifest say of the project', async () => {
    const found = await answerOf('What does this project do?');
    assert.match(
      found?.text ?? '',
      /^Shelves keeps books in order for small libraries\. It sorts them by title \[1\]\./,
    );
    assert.match(found?.text ?? '', /`package\.json` describes it as “Keeps books in order” \[2\]/);
    assert.match(found?.text ?? '', /^\[1\] README\.md:13$/m);
  });

  it('tell where programs begin, what the manifest names before what is called main', async () => {
    const found = await answerOf('Where does the program start?');
    assert.match(
      found?.text ?? '',
      /^`package\.json` names `\.\/src\/index\.js` as `main`, `node src\/index\.js` to start/,
    );
    assert.match(found?.text ?? '', /`main` in `tools\/sweep\.py` \[2\]/);
  });

  it('say that nothing starts where nothing does', async () => {
    const found = await answerOf('Where does the program start?', path.join(folder, 'src'));
    assert.ok(found?.isAbsence === true || /index\.js/.test(found?.text ?? ''));
    assert.ok((found?.score ?? 1) < 0.5);
  });

  it('tell what a file defines, each with its own place', async () => {
    const found = await answerOf('What does shelf.js do?');
    assert.match(found?.text ?? '', /^`src\/shelf\.js` defines `putBook` and `takeBook` \[1\]/);
    assert.match(found?.text ?? '', /`takeBook`: Takes the book with this title away \[3\]/);
    assert.deepEqual(found?.citations[2]?.lines.start, 10);
  });

  for (const question of [
    'What is shelves?',
    'what does Shelves do?',
    'explain shelves',
    'Tell me about the shelves project',
    'What does this do?',
  ]) {
    it(`are asked with the project's own name too: "${question}"`, async () =>
      assert.match((await answerOf(question))?.text ?? '', /^Shelves keeps books in order for small libraries/));
  }

  it('are not asked with the name of something in the project', async () => {
    assert.doesNotMatch((await answerOf('What is putBook?'))?.text ?? '', /^Shelves keeps/);
  });

  it('know a project by its manifest, its title and its folder', () => {
    const names: [name: string, place: string, text: string][] = [
      ['shelves', '/a/package.json', '{\n  "name": "@books/shelves",\n'],
      ['shelves', '/a/go.mod', 'module example.org/shelves/v2\n'],
      ['Shelves', '/a/pyproject.toml', '[project]\nname = "shelves"\n'],
      ['book shelves', '/a/README.md', '# Book Shelves – for small libraries\n'],
      ['shelves', '/a/README.rst', 'Shelves\n=======\n'],
      ['shelves', '/a/README.md', '<h1 align="center">Shelves</h1>\n'],
      ['shelves', '/home/shelves/README.md', 'No title here.\n'],
    ];
    for (const [name, place, text] of names) assert.ok(isCalled(name, { place, text }), place);
    assert.ok(!isCalled('shelves', { place: '/a/src/shelves.md', text: '# Shelves\n' }));
    assert.ok(!isCalled('rows', { place: '/a/package.json', text: '{\n  "name": "shelves"\n}' }));
    assert.equal(nameInQuestion('What is the purpose of Book Shelves?'), 'Book Shelves');
  });

  it('are told by the files where neither a README nor a manifest tells them', async () => {
    const found = await answerOf('What does this project do?', path.join(folder, 'src'));
    assert.match(found?.text ?? '', /^I could not tell what this is from a README or a manifest\.[^]*defines/);
  });

  it('name each place of a beginning once', async () => {
    const { citations } = (await answerOf('Where does the program start?')) ?? { citations: [] };
    assert.equal(new Set(citations.map(({ label }) => label)).size, citations.length);
  });

  it('lead on to the parts of the whole, each of which is answered', async () => {
    const query = 'What does this project do?';
    const { snippets } = await engine.retrieve({ query, space: { paths: [folder] }, limit: 20 });
    const named = snippets.map((one, place) => ({ ...one, id: String(place), label: 'README.md' }));
    const answer = (await answerOf(query))?.text ?? '';
    const texts = (await engine.hints({ query, answer, snippets: named })).map(({ text }) => text);
    assert.deepEqual(texts.slice(0, 2), ['Where does the program start?', 'What does `tools/sweep.py` do?']);
    assert.ok(texts.includes('What does `src/` hold?'), texts.join('\n'));
    for (const text of texts) assert.equal((await answerOf(text, folder, true))?.isAbsence, false, text);
  });

  it('are like any other where no such file is', async () => {
    const found = await answerOf('What does cellar.js do?');
    assert.doesNotMatch(found?.text ?? '', /defines/);
  });
});
