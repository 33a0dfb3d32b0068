import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import { ReadingQueue } from '../../../src/engine/files/readingOrder';
import { Grammars } from '../../../src/engine/chunk/grammars';
import { Waiters } from '../../../src/engine/index/scheduling';
import { Space } from '../../../src/engine/space';
import type { Engine } from '../../../src/engine/types';

const grammarFolder = path.resolve('dist/grammars');

const year = 365 * 24 * 60 * 60 * 1000;
const now = 3 * year;

function queueOf(paths: readonly string[], modified: Record<string, number> = {}, sizes: Record<string, number> = {}) {
  const files = paths.map((file) => ({
    path: file,
    size: sizes[file] ?? 1000,
    modified: modified[file] ?? now - year,
  }));
  return new ReadingQueue(files, now);
}

function order(queue: ReadingQueue): string[] {
  const taken: string[] = [];
  for (let file = queue.take(); file; file = queue.take()) taken.push(file.path);
  return taken;
}

describe('the order in which files are read', () => {
  it('has source before tests and documents, then other texts, then data and what programs made', () => {
    const made = ['vendor/lib.ts', 'big.json', 'api.pb.go'];
    const beside = ['notes/a.md', 'test/a.test.ts', 'small.json'];
    const paths = ['NOTICE', ...made, ...beside, 'src/a.ts', 'README.md'];
    const sizes = { 'big.json': 500_000 };
    assert.deepEqual(order(queueOf(paths, {}, sizes)), ['src/a.ts', 'README.md', ...beside, 'NOTICE', ...made]);
  });

  it('has first what a question names, by all of its words and by the rarest', () => {
    const paths = Array.from({ length: 50 }, (_, n) => `src/server/part${n}.ts`);
    const queue = queueOf([...paths, 'src/server/bodyLimits.ts', 'lib/limit.ts', 'src/server/README.md']);
    queue.prefer('Where are the limits of a server’s body checked?');
    assert.deepEqual(order(queue).slice(0, 2), ['src/server/bodyLimits.ts', 'lib/limit.ts']);
  });

  it('has a file later whose grammar no likelier one needs, unless it is one of the likeliest', () => {
    const named = Array.from({ length: 40 }, (_, n) => `src/zebra/part${String(n).padStart(2, '0')}.ts`);
    const [early, late] = ['src/zebra/part03.rs', 'src/zebra/part12.go'];
    const queue = queueOf([...named, early, late].sort());
    queue.prefer('zebra');
    const places = order(queue);
    // In the order of their paths they are the fourth and the fourteenth.
    assert.equal(places.indexOf(early), 3);
    assert.equal(places.indexOf(late), 32);
  });

  it('gives those that were put first by themselves', () => {
    const queue = queueOf(['src/a.ts', 'src/zebra.ts', 'src/b.ts']);
    queue.prefer('zebra');
    assert.deepEqual([queue.takeFirst()?.path, queue.takeFirst()], ['src/zebra.ts', undefined]);
    assert.deepEqual(order(queue), ['src/a.ts', 'src/b.ts']);
  });

  it('goes by the last question while files are being read, and takes each file once', () => {
    const paths = Array.from({ length: 20 }, (_, n) => `src/part${n}.ts`);
    const queue = queueOf([...paths, 'src/zebra.ts', 'src/okapi.ts']);
    queue.prefer('what is a zebra?');
    assert.equal(queue.take()?.path, 'src/zebra.ts');
    queue.prefer('okapi or zebra');
    const rest = order(queue);
    assert.equal(rest[0], 'src/okapi.ts');
    assert.deepEqual([rest.length, new Set(rest).size], [21, 21]);
  });

  it('has first what says the words of a question, by a look into as many files as there is time for', () => {
    const paths = Array.from({ length: 30 }, (_, n) => `src/part${n}.ts`);
    const texts: Record<string, string> = {
      'src/part7.ts': 'const zebras = 1; // okapi',
      'src/part3.ts': 'a ZEBRA',
      'test/part.test.ts': 'zebra okapi',
    };
    const queue = queueOf([...paths, 'test/part.test.ts']);
    const looked: string[] = [];
    const textOf = ({ path: file }: { path: string }) => {
      looked.push(file);
      return file === 'src/part5.ts' ? undefined : (texts[file] ?? 'the giraffe');
    };
    const run = (most: number) => {
      const steps = queue.preferByTexts('Where is the zebra beside the okapi?', textOf, () => looked.length >= most);
      while (!steps.next().done);
    };
    run(5);
    assert.deepEqual(looked, paths.slice(0, 5));
    assert.equal(queue.take()?.path, 'src/part3.ts');
    run(100);
    const rest = order(queue);
    assert.deepEqual(rest.slice(0, 3), ['src/part7.ts', 'test/part.test.ts', 'src/part0.ts']);
    assert.equal(rest.length, 30);
  });

  it('has first what is open in an editor, the one in front before the others', () => {
    const queue = queueOf(['src/a.ts', 'src/b.ts', 'vendor/open.ts', 'src/zebra.ts', 'notes/front.md']);
    queue.putFirst(['notes/front.md', 'elsewhere.ts', 'vendor/open.ts']);
    assert.deepEqual(order(queue).slice(0, 3), ['notes/front.md', 'vendor/open.ts', 'src/a.ts']);
  });

  it('has what was changed lately before the rest, unless all was: then it is a checkout', () => {
    const paths = Array.from({ length: 20 }, (_, n) => `src/part${n}.ts`);
    assert.equal(order(queueOf(paths, { 'src/part7.ts': now - 1000 }))[0], 'src/part7.ts');
    const all = Object.fromEntries(paths.slice(5).map((file) => [file, now - 1000]));
    assert.equal(order(queueOf(paths, all))[0], 'src/part0.ts');
  });
});

describe('those who wait for work', () => {
  it('wait shorter where the work says that it takes long, if they are hasty; the others wait on', async () => {
    const waiters = new Waiters();
    let finish = (): void => undefined;
    waiters.begin(() => new Promise((resolve) => (finish = resolve)));
    const ended: string[] = [];
    const patient = waiters.wait(60_000).then(() => ended.push('patient'));
    const hasty = waiters.wait(60_000, { isHasty: true }).then(() => ended.push('hasty'));
    waiters.hurry(1);
    await hasty;
    await waiters.wait(60_000, { isHasty: true });
    assert.deepEqual(ended, ['hasty']);
    finish();
    await patient;
    assert.deepEqual(ended, ['hasty', 'patient']);
  });
});

describe('a cold tree', function () {
  this.timeout(60_000);
  let folder: string;
  let cacheFolder: string;
  let engine: Engine;

  const open = () =>
    createEngine({
      grammarFolder,
      cacheFolder,
      codeVersion: 'one',
      log: (level, text) => assert.equal(level, 'info', text),
    });

  function write(file: string, text: string): string {
    const target = path.join(folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
    return target;
  }

  const body = (name: string) => `export function ${name}() {\n${'  work(with, some, words);\n'.repeat(60)}}\n`;

  /** So many that reading them takes longer than the question waits. */
  function writeMany(count: number): void {
    for (let n = 0; n < count; n += 1) write(`many/f${n}.ts`, body(`f${n}`));
  }

  const ask = (query: string, patienceMs?: number) =>
    engine.retrieve({
      query,
      space: { paths: [folder] },
      limit: 10,
      ...(patienceMs === undefined ? {} : { patienceMs }),
    });

  async function begun(done: number): Promise<void> {
    while ((await engine.status()).filesDone < done) await new Promise((resume) => setImmediate(resume));
  }

  beforeEach(() => {
    const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-cold-')));
    folder = path.join(base, 'code');
    cacheFolder = path.join(base, 'cache');
    fs.mkdirSync(folder);
    engine = open();
  });
  afterEach(async () => {
    await engine.close();
    fs.rmSync(path.dirname(folder), { recursive: true, force: true });
  });

  it('answers from the files that the question names while the rest is being read, and says so', async () => {
    writeMany(700);
    // Nothing speaks for it but the question: it would be read last.
    write('vendor/zebra.ts', body('gallop'));
    const warming = engine.warm(folder);
    await begun(1);
    const { skipped, snippets } = await ask('how does the zebra gallop?', 50);
    assert.match(skipped[0]?.reason ?? '', /^Still being indexed: [\d,]+ of 701 files are searched\.$/);
    assert.equal(snippets[0]?.symbol, 'gallop');
    await warming;
    assert.deepEqual((await ask('f699')).skipped, []);
  });

  it('of very many files answers from those that the question names, and then reads each of the others once', async () => {
    // Larger than what is looked at file by file before anything is read.
    for (let n = 0; n < 10_100; n += 1) {
      if (n % 100 === 0) fs.mkdirSync(path.join(folder, `d${n / 100}`));
      fs.writeFileSync(path.join(folder, `d${Math.floor(n / 100)}`, `f${n}.txt`), `word${n}\n`);
    }
    write('d0/empty.txt', '');
    write('vendor/zebra.ts', body('gallop'));
    const { snippets, skipped } = await ask('how does the zebra gallop?');
    assert.equal(snippets[0]?.symbol, 'gallop');
    // On a quick machine all are read by then.
    for (const { reason } of skipped)
      assert.match(reason, /^Still being indexed: [\d,]+ of 10,10[12] files are searched\.$/);
    const all = await ask('word10099', 100_000);
    assert.deepEqual([all.skipped, all.searched.files, all.searched.passages], [[], 10_101, 10_101]);
    assert.match(all.snippets[0]?.text ?? '', /word10099/);
  });

  it('is not waited for where reading it takes seconds, though it is of some hundred files only', async () => {
    for (let n = 0; n < 600; n += 1) write(`many/f${n}.ts`, body(`f${n}`).repeat(10));
    write('vendor/zebra.ts', body('gallop'));
    const { skipped, snippets } = await ask('how does the zebra gallop?');
    assert.match(skipped[0]?.reason ?? '', /^Still being indexed: \d+ of 601 files are searched\.$/);
    assert.equal(snippets[0]?.symbol, 'gallop');
  });

  it('is read from the files on that are open in an editor', async () => {
    writeMany(300);
    const open = write('vendor/zebra.ts', body('gallop'));
    await engine.readFirst([path.join(folder, 'none.ts'), open]);
    const warming = engine.warm(folder);
    await begun(1);
    const { snippets, skipped } = await ask('gallop', 0);
    assert.equal(snippets[0]?.symbol, 'gallop');
    assert.match(skipped[0]?.reason ?? '', /^Still being indexed/);
    await warming;
  });

  it('knows the names of all files before it has read them', async () => {
    writeMany(600);
    write('vendor/zebra.ts', body('gallop'));
    const warming = engine.warm(folder);
    await begun(1);
    const [found] = await engine.findFiles({ query: 'zebra', folders: [folder], limit: 3 });
    assert.equal(found?.path, path.join(folder, 'vendor', 'zebra.ts'));
    assert.equal((await engine.status()).state, 'indexing');
    await warming;
  });

  it('is read rightly though its files come, change and go meanwhile', async () => {
    writeMany(500);
    const warming = engine.warm(folder);
    await begun(50);
    fs.rmSync(path.join(folder, 'many', 'f499.ts'));
    const changed = ['many/f0.ts', 'many/f498.ts'].map((file, n) => write(file, body(`changed${n}`)));
    write('many/new.ts', body('quokka'));
    await engine.filesChanged([...changed, path.join(folder, 'many/f499.ts'), path.join(folder, 'many/new.ts')]);
    await warming;
    const firstOf = async (query: string) => (await ask(query)).snippets[0]?.symbol;
    assert.deepEqual(
      [await firstOf('changed0'), await firstOf('changed1'), await firstOf('quokka')],
      ['changed0', 'changed1', 'quokka'],
    );
    for (const gone of ['f0', 'f498', 'f499']) assert.notEqual(await firstOf(gone), gone);
  });

  it('is read on where an engine that was closed has stopped', async () => {
    writeMany(600);
    engine.warm(folder).catch(() => undefined);
    await begun(200);
    await engine.close();
    engine = open();
    const warming = engine.warm(folder);
    while ((await engine.status()).filesTotal === 0) await new Promise((resume) => setImmediate(resume));
    const { filesTotal } = await engine.status();
    assert.ok(filesTotal > 0 && filesTotal <= 400, `${filesTotal} files are read`);
    await warming;
    assert.equal((await ask('f599')).snippets[0]?.symbol, 'f599');
  });

  it('takes no more memory than it may: the least likely files are left out, and it says how many', async () => {
    writeMany(300);
    write('vendor/zebra.ts', body('gallop'));
    const log = () => undefined;
    const space = new Space({ grammars: new Grammars(grammarFolder, log), log, maxIndexBytes: 50_000 });
    const { skipped, files } = await space.open({ paths: [folder] });
    const [, left = 0] = /^(\d+) of its 301 files are not searched/.exec(skipped[0]?.reason ?? '') ?? [];
    assert.ok(Number(left) > 0, JSON.stringify(skipped));
    assert.equal(files, 301 - Number(left));
    const other = path.join(folder, 'many');
    await space.open({ paths: [other] });
    assert.deepEqual(
      space.status().roots.map(({ path: root }) => root),
      [other],
    );
    await space.close();
  });
});
