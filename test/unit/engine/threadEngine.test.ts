import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createThreadEngine } from '../../../src/engine/threadEngine';
import type { Engine } from '../../../src/engine/types';
import { buildWorker } from './buildWorker';

const grammarFolder = path.resolve('dist/grammars');
const shop = path.resolve('test/fixtures/engine/shop');

describe('the engine in its thread', function () {
  this.timeout(30_000);
  let folder: string;
  let workerFile: string;
  let told: string[];
  let engine: Engine;

  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-thread-'));
    workerFile = path.join(folder, 'engine.cjs');
    await buildWorker(workerFile);
    // Dies when asked for the status, as a thread out of memory would.
    const code = fs.readFileSync(workerFile, 'utf8');
    const trap = `require('node:worker_threads').parentPort.on('message', (m) => { if (m.method === 'hints') process.exit(3); });\n`;
    fs.writeFileSync(path.join(folder, 'fragile.cjs'), trap + code);
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  function start(file = workerFile): Engine {
    told = [];
    engine = createThreadEngine({ workerFile: file, grammarFolder, log: (_, text) => told.push(text) });
    return engine;
  }
  afterEach(() => engine.close());

  it('answers as the engine in process does', async () => {
    start();
    const { snippets } = await engine.retrieve({ query: 'discount of a coupon', space: { paths: [shop] }, limit: 3 });
    assert.equal(snippets[0]?.symbol, 'Cart');
    assert.equal((await engine.status()).state, 'idle');
  });

  it('ends an aborted call at once and goes on', async () => {
    start();
    const controller = new AbortController();
    const warming = engine.warm(shop, controller.signal);
    controller.abort();
    await assert.rejects(warming, { name: 'AbortError' });
    assert.equal((await engine.status()).documents, 0);
  });

  it('rejects what is in flight when the thread dies, starts again and gives it the documents', async () => {
    start(path.join(folder, 'fragile.cjs'));
    await engine.putDocuments([{ id: 'a', text: 'alpha beta' }]);
    await assert.rejects(engine.hints({ snippets: [] }), /engine thread ended/);
    const { snippets } = await engine.retrieve({ query: 'alpha', space: { documents: 'all' }, limit: 1 });
    assert.deepEqual(snippets[0]?.source, { kind: 'document', id: 'a' });
    assert.ok(told.some((text) => /ended with code 3/.test(text)));
  });

  it('stops starting a thread that dies again and again', async () => {
    start(path.join(folder, 'fragile.cjs'));
    for (let round = 0; round < 4; round += 1)
      await assert.rejects(engine.hints({ snippets: [] }), /engine thread ended/);
    await assert.rejects(engine.hints({ snippets: [] }), /too often/);
  });

  it('saves its indexes when it is closed, for the next thread of the same code', async () => {
    const cacheFolder = path.join(folder, 'cache');
    const options = { workerFile, grammarFolder, cacheFolder, log: (_: string, text: string) => told.push(text) };
    told = [];
    engine = createThreadEngine(options);
    await engine.warm(shop);
    await engine.close();
    assert.equal(fs.readdirSync(cacheFolder).length, 1);
    engine = createThreadEngine(options);
    const { snippets } = await engine.retrieve({ query: 'discount of a coupon', space: { paths: [shop] }, limit: 3 });
    assert.equal(snippets[0]?.symbol, 'Cart');
    assert.deepEqual(told, []);
  });

  it('comes to its end by itself when it is closed: cut off while it opens a file, it would take the process with it', async () => {
    const mark = path.join(folder, 'ended');
    const busy = path.join(folder, 'busy.cjs');
    // Still at work when all is saved; cut off, it would not get to its last words.
    const work = `require('node:worker_threads').parentPort.on('message', (m) => { if (m.method === 'close') setTimeout(() => 0, 100); });\n`;
    const words = `process.once('exit', () => require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''));\n`;
    fs.writeFileSync(busy, work + words + fs.readFileSync(workerFile, 'utf8'));
    start(busy);
    await engine.status();
    await engine.close();
    assert.ok(fs.existsSync(mark));
  });

  it('refuses calls after it was closed', async () => {
    start();
    await engine.close();
    await assert.rejects(engine.status(), /closed/);
  });
});
