// Files that a grammar does not fit as they are: several languages in one, an ending that several languages have, macros,
// half-edited texts, and texts of another language altogether.
import assert from 'node:assert/strict';
import path from 'node:path';
import { Rows } from '../../../src/engine/chunk/block';
import { chunksOf } from '../../../src/engine/chunk/chunk';
import { Grammars } from '../../../src/engine/chunk/grammars';
import { lineStartsOf } from '../../../src/engine/files/readSource';
import { readOutline, readReferences } from '../../../src/engine/read/readOutline';
import { languageOfEnding } from '../../../src/languages/table';

const grammars = new Grammars(path.resolve('dist/grammars'), () => undefined);

function languageOf(ending: string) {
  const language = languageOfEnding(ending);
  assert.ok(language);
  return language;
}

async function outlineOf(text: string, ending: string) {
  const outline = await readOutline(text, languageOf(ending), grammars);
  assert.ok(outline);
  return outline;
}

const told = async (text: string, ending: string) =>
  (await outlineOf(text, ending)).symbols.map(({ path: names, start }) => `${names.join('.')}:${start + 1}`);

async function cut(text: string, ending: string) {
  const rows = new Rows(text, lineStartsOf(text));
  const chunks = await chunksOf(rows, ending, grammars);
  return chunks.map(({ start, end, symbol, names }) => ({ text: rows.slice(start, end), symbol, names }));
}

const page = `<h1 id="top">Orders</h1>
<script>
  function open(order) {
    return order;
  }
</script>
<p>Text</p>
<script lang="ts">
  const most: number = 3;
  export const close = (order: Order) => open(order);
</script>
<script type="text/x-template"><b id="inner">function fake() {}</b></script>
<style>
  .order { color: red; }
</style>
`;

describe('a file of several languages', function () {
  this.timeout(60_000);

  it('tells what its scripts and styles define, at the rows of the file', async () => {
    assert.deepEqual(await told(page, 'html'), ['top:1', 'open:3', 'most:9', 'close:10', '.order:14']);
  });

  it('tells where a script uses a name', async () => {
    const [found] = (await readReferences({ text: page, names: ['open'] }, languageOf('html'), grammars))!;
    assert.deepEqual(found, [
      { kind: 'definition', row: 2 },
      { kind: 'call', row: 9 },
    ]);
  });

  it('is told around an error while somebody types in its script', async () => {
    const text = `<template><p id="shown">{{ a }}</p></template>\n<script setup lang="ts">\nfunction whole() {\n  return 1;\n}\n\nconst half = ref(\n</script>\n`;
    const names = await told(text, 'vue');
    assert.ok(names.includes('shown:1') && names.includes('whole:3'), names.join());
  });

  it('keeps code in Markdown and notebooks a part of the text, and claims no definitions there', async () => {
    const markdown = '# Guide\n\nText.\n\n```python\n# no heading\ndef total(cart):\n    return 0\n```\n';
    assert.deepEqual(await cut(markdown, 'md').then((chunks) => chunks.map(({ symbol }) => symbol)), ['Guide']);
    const cell = { cell_type: 'code', source: ['def total(cart):\n', '    return 0\n'] };
    const notebook = JSON.stringify({ cells: [cell], nbformat: 4 }, undefined, 1);
    const chunks = await cut(notebook, 'ipynb');
    assert.ok(chunks.every(({ names }) => names === undefined));
    assert.equal(chunks.map(({ text }) => text).join('\n'), notebook);
  });
});

describe('an ending that several languages have', function () {
  this.timeout(60_000);

  const header = `#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

/// Keeps what is in the cart.
@interface SHCart : NSObject <NSCopying>
@property (nonatomic, strong) NSArray *items;
- (void)addItem:(SHItem *)item;
@end

NS_ASSUME_NONNULL_END
`;

  it('is read as the one that the text shows: a header of Objective-C', async () => {
    assert.deepEqual(await told(header, 'h'), ['SHCart:6', 'SHCart.items:7', 'SHCart.addItem:8']);
  });

  it('is read as the usual one otherwise: a header of C++', async () => {
    assert.deepEqual(await told('class Cart {\n public:\n  void Add(int item);\n};\n', 'h'), ['Cart:1', 'Cart.Add:3']);
  });
});

describe('macros', function () {
  this.timeout(60_000);

  it('that stand alone in a row do not hide what is around them', async () => {
    const text = `SHOP_BEGIN_NAMESPACE\n\nclass Cart : public Base {\n  Q_OBJECT\n public:\n  int Total() const;\n};\n\nSHOP_END_NAMESPACE\n`;
    const outline = await outlineOf(text, 'cpp');
    assert.equal(outline.hasErrors, false);
    assert.deepEqual(
      outline.symbols.map(({ name }) => name),
      ['Cart', 'Total'],
    );
  });

  it('are not taken for the last value of a list, or for the only one', async () => {
    const text = 'enum color {\n  RED,\n  GREEN\n};\n\nenum one {\n  ONLY\n};\n';
    assert.deepEqual(await told(text, 'c'), ['color:1', 'color.RED:2', 'color.GREEN:3', 'one:6', 'one.ONLY:7']);
  });
});

describe('variables of C', function () {
  this.timeout(60_000);

  it('are told between #if and #endif and in extern "C", and not those of functions', async () => {
    const text = `#ifdef SHOP\nstatic int open_carts = 0;\n#endif\n\nextern "C" {\nchar *name;\n}\n\nint total(int n) {\n  int sum = 0;\n  return sum;\n}\n`;
    assert.deepEqual(await told(text, 'cpp'), ['open_carts:2', 'name:6', 'total:9']);
  });
});

describe('a text that is in another language than its ending says', function () {
  this.timeout(60_000);

  it('is cut into blocks, claims no names and loses no row', async () => {
    const prose = Array.from({ length: 60 }, (_, row) => `The class of ${row}, said the def, was: (never { open] for; long.\n${row % 5 === 0 ? '\n' : ''}`).join(''); // prettier-ignore
    for (const ending of ['go', 'java', 'rs']) {
      const chunks = await cut(prose, ending);
      assert.ok(chunks.length > 1, ending);
      assert.ok(
        chunks.every(({ symbol, names }) => symbol === undefined && (names ?? []).length === 0),
        ending,
      );
      assert.equal(
        chunks
          .map(({ text }) => text)
          .join('')
          .replace(/\s/g, ''),
        prose.replace(/\s/g, ''),
      );
    }
  });
});
