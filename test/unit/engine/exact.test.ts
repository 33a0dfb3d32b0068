import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import { literalsOf, quotedIn } from '../../../src/engine/question/literals';
import type { Engine } from '../../../src/engine/types';

const files: Record<string, string> = {
  'lib/level.js': `/** The level of a logger. */\nexport function setLevel(level) {\n  if (!levels.has(level)) throw new Error('The level must be one of the names');\n}\n`,
  'lib/names.js': `/** The names of a level: one of them must be the level. Names, names, names of the levels. */\nexport const levelNames = ['must', 'be', 'one'];\n`,
  'test/level.test.js': `it('The level must be one of the names', () => {\n  setLevel('warn');\n});\n`,
  'lib/store.py': `class Store:\n    def open(self):\n        return self.file\n\n\nclass Door:\n    def open(self):\n        return self.hinge\n`,
  'docs/door.md': '# Store\n\nStore open, open the store, the door of a store is open.\n',
};

describe('what is asked for to the letter', function () {
  this.timeout(20_000);
  let root: string;
  let engine: Engine;
  before(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-exact-'));
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
    engine = createEngine({ grammarFolder: path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm'), log: () => undefined }); // prettier-ignore
  });
  after(async () => {
    await engine.close();
    fs.rmSync(root, { recursive: true });
  });
  const found = async (query: string) => {
    const { snippets } = await engine.retrieve({ query, space: { paths: [root] }, limit: 10 });
    return snippets.map(({ source, text }) => ({ file: source.kind === 'file' ? path.relative(root, source.path).split(path.sep).join('/') : '', text })); // prettier-ignore
  };

  it('finds a pasted message first where it is thrown, then where it is tested', async () => {
    const rows = await found('The level must be one of the names');
    assert.deepEqual(rows.slice(0, 2).map(({ file }) => file), ['lib/level.js', 'test/level.test.js']); // prettier-ignore
  });

  it('finds a message in quotes first, however long the rest of the question', async () => {
    const [first] = await found('I set it up with all names and must see one: "the level must be one of the names", where is it?');
    assert.equal(first?.file, 'lib/level.js');
  }); // prettier-ignore

  it('finds the definition of a name first, also behind the type around it', async () => {
    assert.equal((await found('setLevel'))[0]?.file, 'lib/level.js');
    assert.match((await found('Door.open'))[0]?.text ?? '', /hinge/);
  });

  it('finds a file by the end of its path, and nothing else before it', async () => {
    const rows = await found('docs/door.md');
    assert.equal(rows[0]?.file, 'docs/door.md');
  });

  it('gives each passage once', async () => {
    const rows = await found('The level must be one of the names');
    assert.equal(new Set(rows.map(({ file, text }) => file + text)).size, rows.length);
  });
});

describe('texts that may stand in the code as they are', () => {
  it('are what stands in quotes or back-quotes, and a question of a few words as a whole', () => {
    assert.deepEqual(quotedIn('why “not found” and `a b` but not it\'s or don\'t?'), ['not found', 'a b']); // prettier-ignore
    assert.deepEqual(literalsOf("stream 'is closed' already"), ["stream 'is closed' already", 'is closed']);
  });

  it('are none of a single word, and none longer than a passage', () => {
    assert.deepEqual(literalsOf('word'), []);
    assert.deepEqual(literalsOf('request body limit'), [], 'a topic');
    assert.deepEqual(literalsOf('body: too large'), ['body: too large'], 'no topic');
    assert.deepEqual(literalsOf(`${'many words '.repeat(60)}`), []);
  });
});
