// What comes from a real disk and from real people: files that go while they are read, texts of other scripts, questions
// in other languages. A useful answer or a clear one, never a crash.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Grammars } from '../../../src/engine/chunk/grammars';
import { createEngine } from '../../../src/engine/engine';
import type { Engine, Snippet } from '../../../src/engine/types';

const grammarFolder = path.resolve('dist/grammars');

let folder: string;
let engine: Engine;

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
}

async function ask(query: string, limit = 10): Promise<Snippet[]> {
  return (await engine.retrieve({ query, space: { paths: [folder] }, limit })).snippets;
}

function fileOf(snippet: Snippet | undefined): string {
  return snippet?.source.kind === 'file' ? path.basename(snippet.source.path) : '';
}

describe('bad input', function () {
  this.timeout(60_000);
  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-bad-')));
    engine = createEngine({ grammarFolder, log: () => undefined });
  });
  afterEach(async () => {
    await engine.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('passes over files that vanish or are cut off between being listed and being read', async () => {
    for (let n = 0; n < 400; n += 1)
      write(`f${n}.ts`, `export function walrus${n}() {\n${'  work();\n'.repeat(50)}}\n`);
    const indexed = engine.warm(folder);
    while ((await engine.status()).filesDone === 0) await new Promise((resume) => setImmediate(resume));
    for (let n = 200; n < 300; n += 1) fs.rmSync(path.join(folder, `f${n}.ts`));
    for (let n = 300; n < 400; n += 1) fs.truncateSync(path.join(folder, `f${n}.ts`), 30);
    await indexed;
    assert.equal(fileOf((await ask('walrus7'))[0]), 'f7.ts');
    assert.ok((await ask('walrus250', 100)).every((snippet) => fileOf(snippet) !== 'f250.ts'));
    assert.match((await ask('walrus350'))[0]?.text ?? '', /^export function walrus350\(\) \{?$/);
  });

  it('cuts passages out of texts of many scripts as they stand on disk, with and without a mark of byte order', async () => {
    const rows = Array.from(
      { length: 200 },
      (_, n) => `// größe 尺寸 ${n} 😀\nfunction größe${n}() { return '${'é'.repeat(60)}'; }`,
    );
    const text = rows.join('\r\n');
    write('plain.ts', text);
    write('marked.ts', `\ufeff${text}`);
    for (const query of ['größe150', '尺寸', 'größe3']) {
      const found = await ask(query);
      assert.ok(found.length > 0, query);
      for (const { source, start, end, text: shown } of found) {
        assert.ok(source.kind === 'file');
        assert.equal(
          shown,
          fs
            .readFileSync(source.path, 'utf8')
            .replace(/^\ufeff/, '')
            .slice(start, end),
          query,
        );
      }
    }
  });

  it('shows the right passages of a file with more of them than are looked at', async () => {
    const part = (n: number) => `export function part${n}() {\n${`  otter(${n});\n`.repeat(90)}}\n`;
    write(
      'long.ts',
      Array.from({ length: 300 }, (_, n) => part(n))
        .join('\n')
        .replace('otter(217)', 'badger(217)'),
    );
    const found = await ask('where is the badger called by the otter?');
    assert.match(found[0]?.text ?? '', /badger\(217\)/);
  });

  it('finds what a question in another language names', async () => {
    write('parser.ts', 'export function parseBody(stream: Stream) {\n  return stream.read();\n}\n');
    write('other.ts', 'export function sendHead() {\n  return 1;\n}\n');
    assert.equal(fileOf((await ask('Wo wird eigentlich parseBody aufgerufen, und warum?'))[0]), 'parser.ts');
    assert.equal(fileOf((await ask('リクエストの本文は parseBody のどこで読まれますか'))[0]), 'parser.ts');
    assert.deepEqual(await ask('Где вычисляется скидка?'), []);
  });

  it('finds the file that is all of a question, and tells of signs alone what stands there', async () => {
    write('parser.ts', 'export function parseBody(stream: Stream) {\n  return stream.read();\n}\n');
    write('other.ts', 'export function sendHead() {\n  return parser.parseBody("parser.ts");\n}\n');
    assert.equal(fileOf((await ask('./parser.ts'))[0]), 'parser.ts');
    for (const signs of ['???', '(){};', '…', '"', '🦦', '/', '*', '\\', '\0', '. . .']) {
      const snippets = (await ask(signs)).map((snippet, at) => ({ ...snippet, id: String(at), label: '' }));
      const [first] = await engine.answer({ query: signs, snippets, space: { paths: [folder] }, roots: [folder] });
      assert.ok(first && (first.isAbsence || first.citations.length > 0), signs);
    }
  });

  it('finds the code that a German question about English code names in its words', async () => {
    write('parser.ts', 'export function parseBody(stream: Stream) {\n  return stream.read();\n}\n');
    write('cache.ts', 'export class SessionCache {\n  timeout = 30;\n  evict() {}\n}\n');
    assert.equal(fileOf((await ask('Welchen Timeout hat der Session-Cache, und wo wird er gesetzt?'))[0]), 'cache.ts');
  });

  it('finds what a report of 100 KB and a trace of 2,000 frames are about, in bounded time', async () => {
    for (let n = 0; n < 40; n += 1) write(`a${n}.py`, `def walrus${n}():\n    return ${n}\n`);
    write(
      'cart.py',
      'def total(cart):\n    if not cart:\n        raise ValueError("the cart has no rows")\n    return sum(cart)\n',
    );
    const trace = Array.from({ length: 2000 }, (_, n) => `  File "/usr/lib/python3/lib${n}.py", line ${n}, in call${n}\n    call(${n})\n`); // prettier-ignore
    const told = `Traceback (most recent call last):\n${trace.join('')}  File "/srv/shop/cart.py", line 3, in total\n    raise ValueError("the cart has no rows")\nValueError: the cart has no rows\n`;
    const long = `Ordering fails when nothing was chosen\n\n${'It happened again, as so often before.\n'.repeat(2_800)}\nValueError: the cart has no rows\n`;
    assert.ok(long.length > 100_000);
    for (const text of [told, long]) assert.equal(fileOf((await ask(text))[0]), 'cart.py');
  });

  it('says that a root is gone which disappears while it is indexed, and finds it when it is back', async () => {
    for (let n = 0; n < 400; n += 1)
      write(`f${n}.ts`, `export function walrus${n}() {\n${'  work();\n'.repeat(50)}}\n`);
    const indexed = engine.warm(folder);
    while ((await engine.status()).filesDone === 0) await new Promise((resume) => setImmediate(resume));
    fs.rmSync(folder, { recursive: true });
    await indexed;
    const { snippets, skipped } = await engine.retrieve({ query: 'walrus7', space: { paths: [folder] }, limit: 10 });
    assert.deepEqual(snippets, []);
    assert.match(skipped[0]?.reason ?? '', /no such file/);
    write('f7.ts', 'export function walrus7() {}\n');
    assert.equal(fileOf((await ask('walrus7'))[0]), 'f7.ts');
  });

  it('takes rows of 5 MB in assets and in what a caller sends, and shows no more of them than of others', async () => {
    const row = 'x=alpha+1;'.repeat(500_000);
    await engine.putDocuments([
      { id: 'row', text: row, language: 'js' },
      { id: 'short', text: 'function beta() {}', language: 'js' },
    ]);
    const space = {
      documents: 'all' as const,
      seeds: [{ id: 'seed', text: `const gamma = 1;\n${row}`, language: 'js' }],
    };
    for (const [query, kinds] of Object.entries({ alpha: 2, beta: 1, gamma: 1 })) {
      const { snippets } = await engine.retrieve({ query, space, limit: 5 });
      assert.equal(new Set(snippets.map(({ source }) => JSON.stringify(source))).size, kinds, query);
      assert.ok(
        snippets.every(({ text }) => text.length < 10_000),
        query,
      );
    }
  });

  const longQuestions: Record<string, string> = {
    'of one word': 'walrus'.repeat(17_000),
    'of as many words as fit': Array.from({ length: 14_000 }, (_, n) => `w${n}x`).join(' '),
    'without a letter': '?! '.repeat(34_000),
    'of one row of another script': '検索'.repeat(50_000),
    'that is code': 'if (walrus[0] === "a") { return walrus; }\n'.repeat(2500),
  };
  for (const [what, query] of Object.entries(longQuestions)) {
    it(`answers a question of 100 KB ${what}, in folders and stores`, async () => {
      await engine.close();
      engine = createEngine({ grammarFolder, embeddingFile: path.resolve('media/embedding.bin'), log: assert.fail });
      write('walrus.ts', 'export function walrus() {}\n');
      await engine.putDocuments([{ id: 'a', text: 'function walrus() { return 1; }' }]);
      const { snippets } = await engine.retrieve({ query, space: { paths: [folder], documents: 'all' }, limit: 10 });
      assert.ok(snippets.length <= 10 && (snippets.length > 0 || !query.includes('walrus[')));
      assert.equal(fileOf((await ask('walrus'))[0]), 'walrus.ts');
    });
  }

  it('cuts a text by lines when its grammar runs long, and goes on with the next text', async () => {
    const text = `function heron() {\n${'  work({ a: [1, 2, 3] });\n'.repeat(400)}}\n`;
    const short = new Grammars(grammarFolder, () => undefined, { maxSteps: 3 });
    assert.equal(await short.parse(text, 'tree-sitter-javascript.wasm'), undefined);
    const tree = await short.parse('function heron() {}', 'tree-sitter-javascript.wasm');
    assert.equal(tree?.rootNode.toString().startsWith('(program (function_declaration'), true);
    tree?.delete();
    const enough = await new Grammars(grammarFolder, () => undefined).parse(text, 'tree-sitter-javascript.wasm');
    assert.equal(enough?.rootNode.hasError, false);
    enough?.delete();
  });
});
