// What comes from a real disk and from real people: files that go while they are read, texts of other scripts, questions
// in other languages. A useful answer or a clear one, never a crash.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Grammars } from '../../../src/engine/chunk/grammars';
import { createEngine } from '../../../src/engine/engine';
import type { Engine, Snippet } from '../../../src/engine/types';

const grammarFolder = path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm');

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

  it('cuts a text by lines when its grammar runs long, and goes on with the next text', async () => {
    const text = `function heron() {\n${'  work({ a: [1, 2, 3] });\n'.repeat(400)}}\n`;
    const short = new Grammars(grammarFolder, () => undefined, 3);
    assert.equal(await short.parse(text, 'tree-sitter-javascript.wasm'), undefined);
    const tree = await short.parse('function heron() {}', 'tree-sitter-javascript.wasm');
    assert.equal(tree?.rootNode.toString().startsWith('(program (function_declaration'), true);
    tree?.delete();
    const enough = await new Grammars(grammarFolder, () => undefined).parse(text, 'tree-sitter-javascript.wasm');
    assert.equal(enough?.rootNode.hasError, false);
    enough?.delete();
  });
});
