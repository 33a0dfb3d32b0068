import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import { maxFileBytes } from '../../../src/engine/files/walk';
import type { Engine, RetrieveResult } from '../../../src/engine/types';

const grammarFolder = path.resolve('dist/grammars');

let folder: string;
let engine: Engine;

function open(patienceMs?: number): void {
  engine = createEngine({ grammarFolder, log: () => undefined, ...(patienceMs === undefined ? {} : { patienceMs }) });
}

function write(file: string, text: string | Uint8Array): string {
  const target = path.join(folder, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
  return target;
}

function ask(query: string, signal?: AbortSignal): Promise<RetrieveResult> {
  return engine.retrieve({ query, space: { paths: [folder] }, limit: 10 }, signal);
}

async function countOf(query: string): Promise<number> {
  return (await ask(query)).snippets.length;
}

/** Large enough that indexing takes some turns of the loop. */
function writeMany(count: number): void {
  for (let n = 0; n < count; n += 1)
    write(`many/f${n}.ts`, `export function f${n}() {\n${'  work();\n'.repeat(50)}}\n`);
}

describe('a folder that is searched', function () {
  this.timeout(30_000);
  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-space-')));
    write('one.js', 'function alpha() {}\n');
    open();
  });
  afterEach(async () => {
    await engine.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('shows files and folders it was told of, made, changed, renamed and removed', async () => {
    const two = write('two.js', 'function beta() {}\n');
    await ask('alpha');
    await engine.filesChanged([two]);
    write('two.js', 'function gamma() {}\n');
    await engine.filesChanged([two]);
    assert.deepEqual([await countOf('beta'), await countOf('gamma')], [0, 1]);
    const inner = write('in/three.js', 'function delta() {}\n');
    await engine.filesChanged([path.dirname(inner)]);
    assert.equal(await countOf('delta'), 1);
    fs.renameSync(path.join(folder, 'in'), path.join(folder, 'out'));
    await engine.filesChanged([path.join(folder, 'in'), path.join(folder, 'out')]);
    const [found] = (await ask('delta')).snippets;
    assert.deepEqual(found?.source, { kind: 'file', path: path.join(folder, 'out', 'three.js') });
    fs.rmSync(two);
    await engine.filesChanged([two]);
    assert.equal(await countOf('gamma'), 0);
  });

  it('tells which source files are too large to be read, as long as they are, and the first few of many', async () => {
    const large = Buffer.alloc(maxFileBytes + 1, '#');
    const leftOut = async (place = folder) => {
      const { skipped } = await engine.symbol({
        ...{ name: 'nobody', space: { paths: [place] } },
        ...{ limit: 1, characters: 1000, siblings: false },
      });
      return skipped.map(({ path: file, bytes, files }) => [path.basename(file), bytes, files ?? 1]);
    };
    const [parser, data] = [write('in/parser.rb', large), write('in/data.json', large)];
    ['bundle.min.js', 'picture.png', 'notes.txt'].forEach((file) => write(file, large));
    assert.deepEqual(await leftOut(), [['parser.rb', large.length, 1]]);
    assert.deepEqual(await leftOut(parser), [['parser.rb', large.length, 1]]);
    assert.deepEqual(await leftOut(data), [['data.json', large.length, 1]]);
    assert.deepEqual((await ask('alpha')).skipped, []);
    write('in/parser.rb', 'class Parser; end\n');
    await engine.filesChanged([parser]);
    assert.deepEqual(await leftOut(), []);
    const many = ['a.py', 'b.py', 'c.py', 'd.py', 'e.py'].map((file) => write(file, large));
    await engine.filesChanged(many);
    const [, , , others] = await leftOut();
    assert.deepEqual(others, ['d.py', large.length, 2]);
    fs.rmSync(many[0]!);
    await engine.filesChanged(many.slice(0, 1));
    assert.deepEqual(
      (await leftOut()).map(([file]) => file),
      ['b.py', 'c.py', 'd.py', 'e.py'],
    );
  });

  it('sees changes of the same size within one tick of the clock', async () => {
    for (const word of ['beta', 'zeta', 'iota', 'beta']) {
      write('two.js', `function ${word}() {}\n`);
      assert.equal(await countOf(word), 1, word);
    }
  });

  it('answers from the part that is ready when its patience is over, and says so', async () => {
    await engine.close();
    open(0);
    writeMany(400);
    const warming = engine.warm(folder);
    while ((await engine.status()).filesDone < 10) await new Promise((resume) => setImmediate(resume));
    const { skipped, snippets, searched } = await ask('alpha');
    assert.match(skipped[0]?.reason ?? '', /^Still being indexed: [\d,]+ of 401 files are searched\.$/);
    assert.equal(snippets.length, 1);
    assert.ok(searched.passages > 0 && searched.passages < 400);
    await warming;
    assert.deepEqual((await ask('alpha')).skipped, []);
    assert.equal(await countOf('f399'), 1);
  });

  it('shares the work of `warm` with a question, and goes on for the one that did not give up', async () => {
    writeMany(200);
    const controller = new AbortController();
    const warming = engine.warm(folder, controller.signal);
    const asked = ask('f199');
    while ((await engine.status()).filesDone < 10) await new Promise((resume) => setImmediate(resume));
    assert.equal((await engine.status()).filesTotal, 201);
    controller.abort();
    await assert.rejects(warming, { name: 'AbortError' });
    assert.equal((await asked).snippets.length, 1);
  });

  it('answers a question that comes just when the others gave up', async () => {
    writeMany(200);
    const controller = new AbortController();
    const given = ask('alpha', controller.signal);
    while ((await engine.status()).filesDone < 10) await new Promise((resume) => setImmediate(resume));
    controller.abort();
    const next = ask('f199');
    await assert.rejects(given, { name: 'AbortError' });
    assert.equal((await next).snippets.length, 1);
  });

  it('serves other calls in short turns while a large file is read', async () => {
    const body = Array.from(
      { length: 1500 },
      (_, n) => `function f${n}(a, b) {\n  return { a, b, n: [${n}, a.x] };\n}\n`,
    );
    write('large.js', body.join('\n').repeat(8));
    let turns = 0;
    let isDone = false;
    const warming = engine.warm(folder).then(() => (isDone = true));
    while (!isDone) {
      await new Promise((resume) => setImmediate(resume));
      turns += 1;
    }
    await warming;
    assert.ok(turns > 10, `${turns} turns`);
    assert.equal((await engine.status()).roots[0]?.files, 2);
  });

  it('says that a vanished root is gone, and finds it when it is back', async () => {
    assert.equal(await countOf('alpha'), 1);
    fs.rmSync(folder, { recursive: true });
    assert.match((await ask('alpha')).skipped[0]?.reason ?? '', /no such file/);
    write('one.js', 'function alpha() {}\n');
    assert.equal(await countOf('alpha'), 1);
  });

  it('searches the documents that were put before the question, though they are not indexed yet', async () => {
    const put = engine.putDocuments(
      Array.from({ length: 200 }, (_, n) => ({ id: `d${n}`, text: `function d${n}() {}`, language: 'ts' })),
    );
    const { searched } = await engine.retrieve({ query: 'd199', space: { documents: 'all' }, limit: 1 });
    assert.equal(searched.documents, 200);
    await put;
  });

  it('passes over pipes, broken text, binary files and rows of megabytes', async () => {
    execFileSync('mkfifo', [path.join(folder, 'pipe.js')]);
    write('broken.js', Uint8Array.of(0x66, 0xc3, 0x28, 0x0a));
    write('binary.js', Uint8Array.of(1, 0, 2, 0));
    write('minified.js', `var alpha=1;${'x=alpha+1;'.repeat(90_000)}`);
    write('huge.js', `var alpha=1;${'x=alpha+1;'.repeat(500_000)}`);
    const began = performance.now();
    const { snippets, searched } = await ask('alpha');
    assert.ok(performance.now() - began < 20_000);
    assert.ok(snippets.every(({ text }) => text.length < 10_000));
    assert.equal(searched.files, 4);
    assert.deepEqual(snippets.map(({ source }) => source.kind === 'file' && path.basename(source.path)).sort(), [
      'minified.js',
      'one.js',
    ]);
  });

  it('drops a passage whose file changed after it was indexed, and finds it again', async () => {
    await engine.filesChanged([path.join(folder, 'one.js')]);
    assert.equal(await countOf('alpha'), 1);
    // Nobody tells of this change, and the folder is watched.
    write('one.js', '\n\nfunction alpha() { return 1; }\n');
    await ask('alpha');
    assert.equal((await ask('alpha')).snippets[0]?.lines.start, 3);
  });
});
