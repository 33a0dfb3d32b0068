import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Grammars } from '../../../src/engine/chunk/grammars';
import { FolderWatch } from '../../../src/engine/files/folderWatch';
import { retrieve } from '../../../src/engine/retrieve';
import { Space } from '../../../src/engine/space';

const grammarFolder = path.resolve('dist/grammars');
/** More than are listed before every answer. */
const files = 1200;

describe('a tree of more files than are listed before every answer', function () {
  this.timeout(60_000);
  let folder: string;
  let space: Space;

  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-fresh-')));
    for (let n = 0; n < files; n += 1) write(`part${n % 40}/f${n}.js`, `function filler${n}() {}\n`);
    write('.gitignore', '*.log\n');
  });
  afterEach(async () => {
    await space.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  function write(file: string, text: string): void {
    const target = path.join(folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
  }

  async function open(maxWatches?: number): Promise<void> {
    space = new Space({ grammars: new Grammars(grammarFolder, () => undefined), log: () => undefined, maxWatches });
    for (const word of ['filler1', 'filler2', 'filler3']) await placesOf(word);
  }

  /** Where a word stands, by the very next question. */
  async function placesOf(query: string): Promise<string[]> {
    const { parts } = await space.open({ paths: [folder] }, { question: query, patienceMs: 10_000 });
    const { snippets } = await retrieve({ query, parts, limit: 3, explain: false, embedding: () => undefined });
    return snippets.flatMap(({ source, text }) =>
      source.kind === 'file' && text.includes(`${query}()`) ? [path.relative(folder, source.path)] : [],
    );
  }

  /** Each is found by the next question, whatever was done to the file. */
  async function editAndAsk(): Promise<void> {
    for (let edit = 0; edit < 20; edit += 1) {
      write(`part${edit}/f${edit}.js`, `function newlyNamed${edit}() {}\n`);
      assert.deepEqual(await placesOf(`newlyNamed${edit}`), [path.join(`part${edit}`, `f${edit}.js`)]);
      assert.deepEqual(await placesOf(`filler${edit}`), []);
    }
    // All its words are known.
    write('part5/f5.js', 'function filler900() {}\n');
    assert.ok((await placesOf('filler900')).includes(path.join('part5', 'f5.js')));
    write('made/new.js', 'function inNewFolder() {}\n');
    assert.deepEqual(await placesOf('inNewFolder'), [path.join('made', 'new.js')]);
    write('made/new.js', 'function writtenAgain() {}\n');
    assert.deepEqual(await placesOf('inNewFolder'), []);
    fs.renameSync(path.join(folder, 'made'), path.join(folder, 'moved'));
    assert.deepEqual(await placesOf('writtenAgain'), [path.join('moved', 'new.js')]);
    fs.rmSync(path.join(folder, 'moved'), { recursive: true });
    assert.deepEqual(await placesOf('writtenAgain'), []);
    write('moved/new.js', 'function madeAnew() {}\n');
    assert.deepEqual(await placesOf('madeAnew'), [path.join('moved', 'new.js')]);
  }

  // Elsewhere the engine listens to no folder: what is skipped there would end without a space to close.
  (process.platform === 'linux' ? it : it.skip)(
    'finds every edit with the next question where changes are heard',
    async () => {
      await open();
      await editAndAsk();
      // No word tells of this one, and nobody has asked for the file.
      write('part30/f30.js', 'function filler31() {}\nfunction filler32() {}\n');
      assert.ok((await placesOf('filler32')).includes(path.join('part30', 'f30.js')));
      write('.gitignore', '*.log\npart7/\n');
      assert.deepEqual(await placesOf('filler47'), []);
    },
  );

  it('finds every edit with the next question where nothing can be heard', async () => {
    await open(0);
    await editAndAsk();
  });
});

describe('the watch of a folder', () => {
  it('is given up whole when there are more folders than may be watched', function () {
    if (process.platform !== 'linux') this.skip();
    const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-watch-')));
    const watch = new FolderWatch(root, () => undefined, 2);
    for (const name of ['', 'a', 'b']) {
      fs.mkdirSync(path.join(root, name), { recursive: true });
      watch.follow(name);
    }
    assert.equal(watch.hearsAll, false);
    watch.close();
    fs.rmSync(root, { recursive: true });
  });
});
