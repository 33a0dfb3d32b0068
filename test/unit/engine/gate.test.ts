import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import { rankPaths } from '../../../src/engine/files/pathMatch';
import type { Engine } from '../../../src/engine/types';

const grammarFolder = path.resolve('dist/grammars');

describe('indexing that is paused', function () {
  this.timeout(30_000);
  let folder: string;
  let engine: Engine;

  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-gate-')));
    for (let n = 0; n < 80; n += 1) {
      fs.writeFileSync(path.join(folder, `f${n}.ts`), `export function zebra${n}() {\n  return ${n};\n}\n`);
    }
    engine = createEngine({ grammarFolder, log: () => undefined });
  });
  afterEach(async () => {
    await engine.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const ask = () => engine.retrieve({ query: 'zebra79', space: { paths: [folder] }, limit: 5 });

  it('reads no file until it is resumed; a question is answered at once from what there is, and told so', async () => {
    await engine.setPaused(true);
    const warm = engine.warm(folder);
    const { snippets, skipped } = await ask();
    assert.deepEqual(snippets, []);
    assert.match(skipped.map(({ reason }) => reason).join(), /paused: 0 of 80 files/);
    const status = await engine.status();
    assert.deepEqual([status.isPaused, status.state, status.filesDone, status.filesTotal], [true, 'indexing', 0, 80]);
    await engine.setPaused(false);
    await warm;
    assert.ok((await ask()).snippets.some(({ text }) => text.includes('zebra79')));
    assert.equal((await engine.status()).isPaused, false);
  });

  it('is given up when it is cancelled; the next question reads what is missing', async () => {
    await engine.setPaused(true);
    await engine.warm(folder);
    assert.equal((await engine.status()).state, 'indexing');
    await engine.cancelIndexing();
    // It ends between two files; the limit is that of the test.
    while ((await engine.status()).state !== 'idle') await new Promise((resolve) => setImmediate(resolve));
    await engine.setPaused(false);
    assert.equal((await engine.status()).state, 'idle', 'it does not begin again by itself');
    assert.ok((await ask()).snippets.some(({ text }) => text.includes('zebra79')));
  });

  it('is not taken from a question that waits for it', async () => {
    const asked = ask();
    await engine.cancelIndexing();
    assert.ok((await asked).snippets.some(({ text }) => text.includes('zebra79')));
  });

  it('still looks at a few changed files, because the answer would be wrong', async () => {
    await engine.warm(folder);
    await engine.setPaused(true);
    fs.writeFileSync(path.join(folder, 'new.ts'), 'export function okapi() {\n  return 1;\n}\n');
    const { snippets } = await engine.retrieve({ query: 'okapi', space: { paths: [folder] }, limit: 5 });
    assert.equal(snippets.length > 0, true);
  });

  it('ends with the engine though it is held up', async () => {
    await engine.setPaused(true);
    const warm = engine.warm(folder).catch((error: unknown) => error);
    await ask();
    await engine.close();
    await warm;
  });

  it('does not stand in the way of finding files by name', async () => {
    await engine.warm(folder);
    const found = await engine.findFiles({ query: 'f12', folders: [folder], limit: 3 });
    assert.equal(found[0]?.path, path.join(folder, 'f12.ts'));
  });
});

describe('finding files by a few letters', () => {
  const files = ['src/server/http.ts', 'src/server/hosts.ts', 'test/http.test.ts', 'docs/how-to-test.md', 'README.md'];
  const names = (query: string) => rankPaths(files, query, 3).map(({ path: file }) => file);

  it('puts the file of that name first, then names that begin so', () => {
    assert.deepEqual(names('http').slice(0, 2), ['src/server/http.ts', 'test/http.test.ts']);
    assert.equal(names('http.ts')[0], 'src/server/http.ts');
  });

  it('takes letters that only come in order, those at the beginnings of words first', () => {
    assert.equal(names('sht')[0], 'src/server/http.ts');
    assert.deepEqual(names('xyz'), []);
  });

  it('finds folders too', () => {
    assert.deepEqual(rankPaths(files, 'server', 1), [
      { path: 'src/server', isFolder: true, score: rankPaths(files, 'server', 1)[0]?.score },
    ]);
  });
});
