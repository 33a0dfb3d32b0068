// Grammars that are damaged, that trap while they parse, and that never come back: their files are cut by lines, all
// others as before.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readGrammarFile } from '../../../src/engine/chunk/grammars';
import { Grammars } from '../../../src/engine/chunk/grammars';
import { createEngine } from '../../../src/engine/engine';
import { retrieve } from '../../../src/engine/retrieve';
import { Space } from '../../../src/engine/space';
import { createThreadEngine } from '../../../src/engine/threadEngine';
import type { Engine, Snippet } from '../../../src/engine/types';
import { grammarThat } from './brokenGrammar';
import { buildWorker } from './buildWorker';

const shippedGrammars = path.resolve('dist/grammars');

const texts: Record<string, string> = {
  'walrus.go': 'package sea\n\nfunc Walrus() int {\n\treturn 1\n}\n',
  'puffin.go': 'package sea\n\nfunc Puffin() int {\n\treturn 1\n}\n',
  'heron.js': 'function heron() {\n  return 1;\n}\n',
  'gull.css': '.gull {\n  color: white;\n}\n',
};

let base: string;
let folder: string;
let grammarFolder: string;
let told: string[];
let engine: Engine;

const log = (_: string, text: string) => told.push(text);

function nameOf(language: string): string {
  return `tree-sitter-${language}.wasm`;
}

async function put(language: string, change: (grammar: Buffer) => Buffer): Promise<void> {
  const grammar = await readGrammarFile(shippedGrammars, nameOf(language));
  fs.writeFileSync(path.join(grammarFolder, nameOf(language)), change(grammar));
}

async function ask(query: string): Promise<Snippet[]> {
  return (await engine.retrieve({ query, space: { paths: [folder] }, limit: 5 })).snippets;
}

const symbols: Record<string, string> = { walrus: 'Walrus', puffin: 'Puffin', heron: 'heron', gull: 'gull' };

/** Every file is found; what could not be read as a tree claims no definition. */
async function assertAllFound(unread: readonly string[]): Promise<void> {
  for (const [file, symbol] of Object.entries(symbols)) {
    const [first] = await ask(file);
    assert.equal(first?.source.kind === 'file' && path.basename(first.source.path).split('.')[0], file);
    assert.equal(first?.symbol?.replace(/^\./, ''), unread.includes(file) ? undefined : symbol);
  }
}

const inGo = ['walrus', 'puffin'];

describe('a grammar that fails', function () {
  this.timeout(60_000);
  beforeEach(async () => {
    base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-grammar-')));
    [folder, grammarFolder] = [path.join(base, 'code'), path.join(base, 'grammars')];
    fs.mkdirSync(folder);
    fs.mkdirSync(grammarFolder);
    for (const [file, text] of Object.entries(texts)) fs.writeFileSync(path.join(folder, file), text);
    for (const language of ['go', 'javascript', 'css']) {
      await put(language, (grammar) => grammar);
      fs.copyFileSync(path.join(shippedGrammars, `${language}.scm`), path.join(grammarFolder, `${language}.scm`));
    }
    const parser = 'tree-sitter.wasm';
    fs.writeFileSync(path.join(grammarFolder, parser), await readGrammarFile(shippedGrammars, parser));
    told = [];
    engine = createEngine({ grammarFolder, log });
  });
  afterEach(async () => {
    await engine.close();
    fs.rmSync(base, { recursive: true, force: true });
  });

  const damages: Record<string, (grammar: Buffer) => Buffer> = {
    'cut off': (grammar) => grammar.subarray(0, grammar.length / 2),
    empty: () => Buffer.alloc(0),
    'something else': () => Buffer.from('<html>Not found</html>'),
    'made for another loader': () => Buffer.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0),
  };
  for (const [what, damage] of Object.entries(damages)) {
    it(`costs its language only its syntax, and the log a line, when its file is ${what}`, async () => {
      await put('go', damage);
      await assertAllFound(inGo);
      assert.equal(told.length, 1, told.join('\n'));
      assert.match(told[0] ?? '', /tree-sitter-go\.wasm failed .*cut by lines/);
    });
  }

  it('is read where it is packed, and costs its language only its syntax when that file is cut off', async () => {
    const plain = path.join(grammarFolder, nameOf('go'));
    const packed = brotliCompressSync(fs.readFileSync(plain));
    fs.rmSync(plain);
    fs.writeFileSync(`${plain}.br`, packed);
    await assertAllFound([]);
    assert.deepEqual(told, []);
    await engine.close();
    engine = createEngine({ grammarFolder, log });
    fs.writeFileSync(`${plain}.br`, packed.subarray(0, packed.length / 2));
    await assertAllFound(inGo);
    assert.equal(told.length, 1, told.join('\n'));
    assert.match(told[0] ?? '', /tree-sitter-go\.wasm failed .*cut by lines/);
  });

  it('costs no language its syntax but its own when it traps in the middle of a text', async () => {
    await put('go', (grammar) => grammarThat('traps', grammar));
    await assertAllFound(inGo);
    assert.equal(told.length, 1, told.join('\n'));
    assert.match(told[0] ?? '', /tree-sitter-go\.wasm failed \(unreachable\)/);
  });

  it('leaves every language to be cut by lines when the parser itself is missing', async () => {
    fs.rmSync(path.join(grammarFolder, 'tree-sitter.wasm'));
    await assertAllFound(Object.keys(symbols));
    assert.match(told[0] ?? '', /tree-sitter\.wasm failed/);
  });

  it('is stopped at its limit of work, and parses the next file as if nothing had been', async () => {
    const method = (name: string, rows: number) =>
      `package sea\n\nfunc (s *Sea) ${name}() int {\n${'\tswim(1, 2, 3)\n'.repeat(rows)}\treturn 1\n}\n`;
    fs.writeFileSync(path.join(folder, 'a.go'), method('Walrus', 1200));
    fs.writeFileSync(path.join(folder, 'b.go'), method('Otter', 1));
    const space = new Space({ grammars: new Grammars(grammarFolder, log, { maxSteps: 10 }), log });
    const symbolOf = async (query: string) => {
      const { parts } = await space.open({ paths: [folder] });
      return (await retrieve({ query, parts, limit: 1 })).snippets[0]?.symbol;
    };
    assert.deepEqual([await symbolOf('otter'), await symbolOf('walrus swim')], ['Sea.Otter', 'Walrus']);
    assert.deepEqual(told, []);
    await space.close();
  });

  describe('by never coming back', () => {
    let workerFile: string;

    before(async () => {
      const built = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-grammar-thread-'));
      workerFile = path.join(built, 'engine.cjs');
      await buildWorker(workerFile);
    });
    after(() => fs.rmSync(path.dirname(workerFile), { recursive: true, force: true }));

    it('is ended with its thread, and the question is answered by the next', async () => {
      await put('go', (grammar) => grammarThat('hangs', grammar));
      engine = createThreadEngine({ workerFile, grammarFolder, log, hangLookMs: 50 });
      await engine.putDocuments([{ id: 'tern', text: 'the tern dives' }]);
      await assertAllFound(inGo);
      const { snippets } = await engine.retrieve({ query: 'tern', space: { documents: 'all' }, limit: 1 });
      assert.deepEqual(snippets[0]?.source, { kind: 'document', id: 'tern' });
      assert.equal(told.length, 1, told.join('\n'));
      assert.match(told[0] ?? '', /tree-sitter-go\.wasm did not come to an end; its files are cut by lines/);
    });

    it('is ended also when those who asked gave up', async () => {
      await put('go', (grammar) => grammarThat('hangs', grammar));
      engine = createThreadEngine({ workerFile, grammarFolder, log, hangLookMs: 50 });
      const impatient = new AbortController();
      const asked = engine.retrieve({ query: 'walrus', space: { paths: [folder] }, limit: 5 }, impatient.signal);
      impatient.abort();
      await assert.rejects(asked, { name: 'AbortError' });
      await assertAllFound(inGo);
    });
  });
});
