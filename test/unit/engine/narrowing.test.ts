import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { placesAnswer } from '../../../src/engine/answer';
import { createEngine } from '../../../src/engine/engine';
import { narrowingOf } from '../../../src/engine/parts';
import type { Engine } from '../../../src/engine/types';

const grammarFolder = path.resolve('dist/grammars');

/** What is asked, the place it names, and what is left. */
const table: [query: string, place: string | undefined, rest?: string][] = [
  ['where is the port chosen, only in src/store?', 'src/store', 'where is the port chosen?'],
  ['where is the port chosen in src/store/ only?', 'src/store', 'where is the port chosen?'],
  ['where is the port chosen, just in the Server folder', 'server', 'where is the port chosen'],
  ['what is thrown, only in `lib/parser.js`?', 'lib/parser.js', 'what is thrown?'],
  ['is it kept only in memory?', undefined],
  ['where is the port chosen in src/store?', undefined],
  ['only in src/store', undefined],
];

describe('a question that names where to look', () => {
  for (const [query, place, rest] of table) {
    it(`is read: ${query}`, () => {
      assert.deepEqual(narrowingOf(query), place === undefined ? undefined : { place, rest });
    });
  }
});

describe('the space of a narrowed question', function () {
  this.timeout(20_000);
  let root: string;
  let engine: Engine;
  before(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-narrowed-'));
    for (const [file, text] of [
      [
        'store/keep.js',
        '/** Counts the boxes that are kept. */\nexport function countBoxes(shelf) {\n  return shelf.length;\n}\n',
      ],
      [
        'van/load.js',
        '/** Counts the boxes of a van, box by box. */\nexport function countBoxes(boxes) {\n  return boxes.count();\n}\n',
      ],
    ] as const) {
      fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
    engine = createEngine({ grammarFolder, log: () => undefined });
  });
  after(async () => {
    await engine.close();
    fs.rmSync(root, { recursive: true });
  });
  const filesFor = async (query: string) => {
    const { snippets } = await engine.retrieve({ query, space: { paths: [root] }, limit: 20 });
    return new Set(snippets.map(({ source }) => (source.kind === 'file' ? path.relative(root, source.path) : '')));
  };

  it('holds the files of that folder alone', async () => {
    assert.deepEqual(
      [...(await filesFor('how are boxes counted, only in the store folder?'))],
      [path.join('store', 'keep.js')],
    );
  });

  it('is the whole space when the folder does not exist', async () => {
    assert.equal((await filesFor('how are boxes counted, only in the cellar folder?')).size, 2);
  });

  it('is no subject that an answer would have to speak of', () => {
    const text =
      '/** Counts the boxes that are kept. */\nexport function countBoxes(shelf) {\n  return shelf.length;\n}';
    const snippet = {
      id: 'a',
      source: { kind: 'seed', index: 0 },
      label: 'keep.js',
      text,
      language: 'js',
      lines: { start: 1, end: 4 },
    } as const;
    const narrowed = placesAnswer('how are boxes counted, only in cellar/deep/down?', [snippet]);
    const whole = placesAnswer('how are boxes counted?', [snippet]);
    assert.deepEqual(narrowed, whole);
  });
});
