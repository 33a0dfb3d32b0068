import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CacheFolder } from '../../../src/engine/cache/cacheFolder';
import { createEngine } from '../../../src/engine/engine';
import type { Engine } from '../../../src/engine/types';

const grammarFolder = path.resolve('dist/grammars');

let base: string;
let folder: string;
let cacheFolder: string;
let told: string[];
let engine: Engine;

function open(codeVersion = 'one'): Engine {
  told = [];
  engine = createEngine({ grammarFolder, cacheFolder, codeVersion, log: (_, text) => told.push(text) });
  return engine;
}

function write(file: string, text: string): string {
  const target = path.join(folder, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
  return target;
}

/** Long enough ago that no later change has the same time. */
function age(file: string): void {
  const before = new Date(Date.now() - 60_000);
  fs.utimesSync(file, before, before);
}

async function ask(query: string): Promise<string[]> {
  const { snippets } = await engine.retrieve({ query, space: { paths: [folder] }, limit: 10 });
  return snippets.map(({ source, symbol, text, lines, start }) =>
    JSON.stringify({ source, symbol, text, lines, start }),
  );
}

const savedFile = () => path.join(cacheFolder, fs.readdirSync(cacheFolder)[0] ?? '');

/** Opens a new engine on what the last one saved. */
async function reopen(codeVersion?: string): Promise<void> {
  await engine.close();
  open(codeVersion);
}

describe('the saved index', function () {
  this.timeout(20_000);
  beforeEach(() => {
    base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-cache-')));
    folder = path.join(base, 'code');
    cacheFolder = path.join(base, 'cache', 'index');
    age(write('one.js', 'function alphaBeta() {\n  return gamma;\n}\n'));
    age(write('deep/two.js', `/** Größe 数据 of things. */\nfunction delta() {}\n`));
    write('notes.md', '# Titles\n\nalpha words\n');
    open();
  });
  afterEach(async () => {
    await engine.close();
    fs.rmSync(base, { recursive: true, force: true });
  });

  it('answers as the index it was saved from, without reading the files again', async () => {
    const questions = ['alphaBeta', 'delta things', '数据', 'alpha words'];
    const before = await Promise.all(questions.map(ask));
    await reopen();
    // Unreadable by content, but of the same size and time: only a saved index can know it.
    const file = path.join(folder, 'one.js');
    const text = fs.readFileSync(file, 'utf8');
    const { atime, mtime } = fs.statSync(file);
    fs.writeFileSync(file, text.replace('alphaBeta', 'omegaBeta'));
    fs.utimesSync(file, atime, mtime);
    assert.equal((await ask('alphaBeta')).length > 0, true);
    fs.writeFileSync(file, text);
    fs.utimesSync(file, atime, mtime);
    await reopen();
    assert.deepEqual(await Promise.all(questions.map(ask)), before);
    assert.deepEqual(told, []);
  });

  it('reads only what changed, came or went while it was closed', async () => {
    await ask('alpha');
    await reopen();
    write('one.js', 'function epsilonZeta() {}\n');
    write('three.js', 'function thetaIota() {}\n');
    fs.rmSync(path.join(folder, 'deep'), { recursive: true });
    assert.equal((await ask('epsilonZeta')).length, 1);
    assert.equal((await ask('thetaIota')).length, 1);
    assert.deepEqual(await ask('delta things'), []);
    assert.deepEqual(await ask('gamma'), []);
  });

  it('respects ignore rules that changed while it was closed', async () => {
    await ask('alpha');
    await reopen();
    fs.mkdirSync(path.join(folder, '.git'));
    write('.gitignore', 'deep/\n');
    assert.deepEqual(await ask('delta things'), []);
    await reopen();
    write('.gitignore', '*.md\n');
    assert.equal((await ask('delta things')).length, 1);
    assert.equal((await ask('titles')).length, 0);
  });

  const damages: [string, RegExp, (bytes: Buffer) => Buffer][] = [
    ['cut off', /damaged/, (bytes) => bytes.subarray(0, bytes.length - 9)],
    ['cut off in its header', /cut off/, (bytes) => bytes.subarray(0, 7)],
    ['empty', /cut off/, () => Buffer.alloc(0)],
    ['of something else', /no index/, (bytes) => Buffer.alloc(bytes.length, 'x')],
    ['changed in one bit', /damaged/, (bytes) => (bytes.writeUInt8(bytes.readUInt8(90) ^ 4, 90), bytes)],
    ['of another format', /another version/, (bytes) => (bytes.writeUInt32LE(99, 8), bytes)],
  ];
  for (const [what, reason, damage] of damages) {
    it(`makes it again when the file is ${what}, and says so`, async () => {
      const before = await ask('alphaBeta');
      await engine.close();
      fs.writeFileSync(savedFile(), damage(fs.readFileSync(savedFile())));
      open();
      assert.deepEqual(await ask('alphaBeta'), before);
      assert.match(told.join('\n'), reason);
      await reopen();
      assert.deepEqual(await ask('alphaBeta'), before);
      assert.deepEqual(told, []);
    });
  }

  it('makes it again when other code made it', async () => {
    await ask('alpha');
    await reopen('two');
    assert.equal((await ask('alphaBeta')).length > 0, true);
    assert.match(told.join('\n'), /another version/);
  });

  it('saves what was indexed before an abort, and goes on from there', async () => {
    for (let n = 0; n < 300; n += 1)
      write(`many/f${n}.ts`, `export function f${n}() {\n${'  work();\n'.repeat(40)}}\n`);
    const controller = new AbortController();
    const warming = engine.warm(folder, controller.signal);
    while ((await engine.status()).filesDone < 20) await new Promise((resume) => setImmediate(resume));
    controller.abort();
    await assert.rejects(warming, { name: 'AbortError' });
    await reopen();
    assert.equal((await ask('alphaBeta')).length > 0, true);
    assert.equal((await engine.status()).roots[0]?.files, 303);
  });

  it('keeps secrets out of the file, and the file to its owner', async () => {
    const value = ['q9Zr4', 'Xv7Lp2', 'Bn8Kt'].join('');
    write('secret.js', `const apiToken = "${value}";\nconnect(apiToken);\n`);
    await ask('api token');
    await engine.close();
    const bytes = fs.readFileSync(savedFile()).toString('latin1').toLowerCase();
    assert.ok(!bytes.includes(value.toLowerCase()));
    // Parts of a word are kept as words; shorter ones than these stand in any binary file by chance.
    assert.ok(!bytes.includes('q9zr4') && !bytes.includes('xv7lp2') && !bytes.includes('bn8kt'));
    if (process.platform !== 'win32') assert.equal(fs.statSync(savedFile()).mode & 0o777, 0o600);
  });

  it('goes on without a cache where the folder cannot be made', async () => {
    await engine.close();
    fs.mkdirSync(path.dirname(cacheFolder), { recursive: true });
    fs.writeFileSync(cacheFolder, 'a file');
    open();
    assert.equal((await ask('alphaBeta')).length > 0, true);
    await engine.close();
    assert.match(told.join('\n'), /could not be saved/);
  });
});

describe('the folder of saved indexes', () => {
  it('drops the roots used longest ago when it grows too large, never the newest', async () => {
    const cache = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-cache-'));
    const saved = { files: [], listing: { folders: [], stamps: [], rules: '' }, segments: [], isWhole: true };
    const small = new CacheFolder({ folder: cache, maker: 'm', log: assert.fail, maxBytes: 800 });
    for (const root of ['/a', '/b', '/c']) await small.save(root, saved);
    assert.ok(fs.readdirSync(cache).length === 3, 'three small files fit');
    for (const name of fs.readdirSync(cache)) age(path.join(cache, name));
    assert.ok(await small.load('/a'));
    const tight = new CacheFolder({ folder: cache, maker: 'm', log: assert.fail, maxBytes: 1 });
    await tight.save('/b', saved);
    assert.deepEqual([await tight.load('/a'), (await tight.load('/b')) !== undefined], [undefined, true]);
    fs.rmSync(cache, { recursive: true });
  });
});
