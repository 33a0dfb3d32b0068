import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { maxSymbolChars, Rows } from '../../../src/engine/chunk/block';
import { chunksOf } from '../../../src/engine/chunk/chunk';
import { declaredNames } from '../../../src/languages/declarations';
import { Grammars } from '../../../src/engine/chunk/grammars';
import { lineStartsOf } from '../../../src/engine/files/readSource';
import { languageKey } from '../../../src/engine/text/comments';

const folder = path.resolve('dist/grammars');
const grammars = new Grammars(folder, () => undefined);

function rowsOf(text: string): Rows {
  return new Rows(text, lineStartsOf(text));
}

async function cut(text: string, language: string, by = grammars): Promise<{ symbol?: string; text: string }[]> {
  const rows = rowsOf(text);
  const chunks = await chunksOf(rows, language, by);
  return chunks.map(({ start, end, symbol }) => ({ text: rows.slice(start, end), ...(symbol ? { symbol } : {}) }));
}

function longFunction(name: string): string {
  const rows = Array.from(
    { length: 80 },
    (_, n) => `  const value${n} = compute(${n}, 'some text that fills the row');`,
  );
  return `// Says what ${name} does.\nfunction ${name}() {\n${rows.join('\n')}\n}\n`;
}

describe('chunks', function () {
  this.timeout(20_000);

  it('keeps a definition whole and its comment with it', async () => {
    const text = fs.readFileSync(path.resolve('test/fixtures/engine/shop/src/cart.ts'), 'utf8');
    const chunk = (await cut(text, 'ts')).find((entry) => entry.text.includes('totalWithCoupon'));
    assert.match(chunk?.text ?? '', /class Cart/);
    assert.equal(chunk?.symbol, 'Cart');
  });

  it('names the parts of a large class after the class and the member', async () => {
    const member = (name: string) => longFunction(name).replace(/^\/\/.*\nfunction /, '');
    const text = `class Store {\n${member('open')}${member('close')}}\n`;
    const symbols = new Set((await cut(text, 'js')).map(({ symbol }) => symbol));
    assert.deepEqual([...symbols].sort(), ['Store.close', 'Store.open']);
  });

  it('keeps a function whole up to some 70 rows, and opens a class of that size', async () => {
    const rows = "  const value = compute(1, 'some text that fills the row');\n".repeat(30);
    const [whole, ...others] = await cut(`function load() {\n${rows}}\n`, 'js');
    assert.deepEqual([whole?.symbol, others], ['load', []]);
    const members = await cut(`class Store {\n  open() {\n${rows}  }\n  close() {\n${rows}  }\n}\n`, 'js');
    assert.deepEqual(
      members.map(({ symbol }) => symbol),
      ['Store.open', 'Store.close'],
    );
  });

  it('takes the name of a small definition for a word to find the chunk by, not for the name of the whole', async () => {
    const imports = Array.from({ length: 12 }, (_, n) => `import { part${n} } from './parts/part${n}';\n`).join('');
    const chunkOf = async (text: string) => (await chunksOf(rowsOf(text), 'js', grammars))[0];
    const small = await chunkOf(`${imports}\nconst logger = make('shop');\n\nstart(logger);\n`);
    assert.deepEqual([small?.symbol, small?.isNamedByPart], ['logger', true]);
    const most = await chunkOf(
      `import { a } from './a';\n\nfunction open() {\n  return a('a row of text that is longer');\n}\n`,
    );
    assert.deepEqual([most?.symbol, most?.isNamedByPart], ['open', undefined]);
  });

  it('keeps the comment above a definition with it, and rows between definitions by themselves', async () => {
    const body = "  return compute('some text that fills the row here, and a little more');\n".repeat(6);
    const text = `import { a } from 'a';\n\n/** Opens it. */\nfunction open() {\n${body}}\n\nstart(open);\n`;
    const chunks = await cut(text, 'js');
    assert.match(chunks.find(({ symbol }) => symbol === 'open')?.text ?? '', /^\/\*\* Opens it\. \*\/\nfunction/);
  });

  it('cuts a long function at statements and keeps its name on every part', async () => {
    const chunks = await cut(longFunction('load'), 'js');
    assert.ok(chunks.length > 2);
    assert.ok(chunks.every(({ symbol, text }) => symbol === 'load' && text.length <= maxSymbolChars));
    assert.match(chunks[0]?.text ?? '', /^\/\/ Says what load does/);
  });

  const definitions: Record<string, [text: string, symbol: string]> = {
    py: ['class Stock:\n    def reserve(self):\n        return 1\n', 'Stock'],
    go: ['package a\n\nfunc (s *Stock) Reserve() int {\n\treturn 1\n}\n', 'Stock.Reserve'],
    java: ['class Stock {\n  int reserve() { return 1; }\n}\n', 'Stock'],
    rs: ['impl Stock {\n  fn reserve() -> i32 { 1 }\n}\n', 'Stock'],
    rb: ['class Stock\n  def reserve\n    1\n  end\nend\n', 'Stock'],
    cpp: ['int Stock::reserve(int amount) {\n  return amount;\n}\n', 'Stock.reserve'],
    hpp: ['namespace shop { namespace cart {\nclass Stock {\n  int reserve();\n};\n}}\n', 'shop.cart.Stock'],
    hh: ['namespace shop {\nint reserve();\nint release();\n}\n', 'shop'],
    cs: ['class Stock { int Reserve() { return 1; } }\n', 'Stock'],
    php: ['<?php\nfunction reserve($amount) {\n  return 1;\n}\n', 'reserve'],
    sh: ['reserve() {\n  echo 1\n}\n', 'reserve'],
    ps1: ['function Reserve-Stock {\n  1\n}\n', 'Reserve-Stock'],
    css: ['.stock {\n  color: red;\n}\n', '.stock'],
    tsx: ['export function Stock() {\n  return <p>1</p>;\n}\n', 'Stock'],
    jsx: ['export const Stock = () => {\n  return <p>1</p>;\n};\n', 'Stock'],
    kt: ['fun reserve(amount: Int): Int {\n  return 1\n}\n', 'reserve'],
  };
  for (const [language, [text, symbol]] of Object.entries(definitions)) {
    it(`finds the definition in ${language}`, async () => {
      const symbols = (await cut(text, language)).map((chunk) => chunk.symbol);
      assert.ok(symbols.includes(symbol), `${symbols.join(', ')} lacks ${symbol}`);
    });
  }

  it('cuts Markdown at headings outside of fenced code', async () => {
    const filler = 'Words that fill the section. '.repeat(20);
    const text = `# Guide\n\n## Coupons\n\n${filler}\n\n## Returns\n\n\`\`\`sh\n# not a heading\n\`\`\`\n${filler}\n`;
    const symbols = (await cut(text, 'md')).map(({ symbol }) => symbol);
    assert.deepEqual(symbols.slice(-2), ['Guide.Coupons', 'Guide.Returns']);
  });

  it('ends fenced code of Markdown only at a bare fence of the same sign that is as long', async () => {
    const filler = 'Words that fill the section. '.repeat(20);
    const inner = '```sh\n# a comment\n```\n# another comment\n~~~\n# a third';
    const text = `# Guide\n\n\`\`\`\`markdown\n${inner}\n\`\`\`\`\n${filler}\n\n## Returns\n\n${filler}\n`;
    const symbols = (await cut(text, 'md')).map(({ symbol }) => symbol);
    assert.deepEqual(symbols, ['Guide', 'Guide.Returns']);
  });

  it('names a section of Markdown by the words of its heading, without their markup', async () => {
    const filler = 'Words that fill the section. '.repeat(20);
    const text = `# The **Ferry** API\n\n${filler}\n\n## [\`sail\`](sail.md) with src/**/*.js\n\n${filler}\n`;
    const symbols = (await cut(text, 'md')).map(({ symbol }) => symbol);
    assert.deepEqual(symbols, ['The Ferry API', 'The Ferry API.sail with src/**/*.js']);
  });

  it('takes no sentence of a plain document, such as a page of a manual, for a definition', async () => {
    const text = `NAME\n\n${'The ferry sails. '.repeat(20)}\n\nlet the harbour know of it\n${'It waits. '.repeat(40)}\n`;
    assert.equal(languageKey('man/man1/ferry.1'), 'txt');
    for (const { symbol } of await cut(text, languageKey('man/man1/ferry.1'))) assert.equal(symbol, undefined);
  });

  it('falls back to line windows, which claim no names, and says so once when a grammar cannot be loaded', async () => {
    const told: string[] = [];
    const broken = new Grammars(path.resolve('test/fixtures/engine'), (_, text) => told.push(text));
    const first = await cut('function a() {\n  return 1;\n}\n', 'js', broken);
    await cut('function b() {\n  return 1;\n}\n', 'js', broken);
    assert.deepEqual(first, [{ text: 'function a() {\n  return 1;\n}' }]);
    assert.equal(told.length, 1);
  });

  it('takes a minified file in reasonable time', async () => {
    const text = `${'var a=function(b){return b+1};'.repeat(20_000)}\n`;
    const begin = performance.now();
    const chunks = await cut(text, 'js');
    assert.equal(chunks.length, 1);
    assert.ok(performance.now() - begin < 10_000);
  });

  it('covers every row that is not blank exactly once, whatever the text', async () => {
    const row = fc.constantFrom(
      'function a() {',
      '}',
      '',
      '  x = 1;',
      '// note',
      'class B {',
      '  m() {',
      '  }',
      '"',
      '/*',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 60 }),
        fc.constantFrom('js', 'py', 'md', 'txt'),
        async (rows, language) => {
          const text = rows.join('\n');
          const covered = (await cut(text, language)).map((chunk) => chunk.text).join('\n');
          const solid = (value: string) => value.split('\n').filter((line) => line.trim() !== '');
          assert.deepEqual(solid(covered), solid(text));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('declared names', () => {
  it('are those behind the words that begin a definition, where no tree tells', () => {
    const text = `export class Cart {\n  if (total) {\n  }\n}\nconst limit = 3;\ndef self.reserve(item):\nfn (broken\nclass\n\nof things`;
    assert.deepEqual(declaredNames(text), ['Cart', 'limit', 'reserve', 'broken']);
  });

  it('are none where there is a tree that could not be read', () => {
    assert.deepEqual(declaredNames('class Cart {}', 'java'), []);
  });
});
