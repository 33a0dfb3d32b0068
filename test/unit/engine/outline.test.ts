// Each language's real-looking file in test/fixtures/languages tells the outline beside it, and queries capture what is
// on the list and nothing else. With QUARRY_UPDATE_GOLDEN=1 the outlines are written anew instead.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readGrammarFile } from '../../../src/engine/chunk/grammars';
import { Grammars } from '../../../src/engine/chunk/grammars';
import { readOutline, readReferences } from '../../../src/engine/read/readOutline';
import type { Facts, Named, Outline, OutlineSymbol, RowSpan } from '../../../src/engine/read/types';
import { captures, otherReferences, symbolKinds, useKinds } from '../../../src/languages/captures';
import { languages } from '../../../src/languages/table';

const grammarFolder = path.resolve('dist/grammars');
const fixtures = 'test/fixtures/languages';
const told: string[] = [];
const grammars = new Grammars(grammarFolder, (_, text) => told.push(text));
const withTree = languages.filter(({ tree }) => tree);
const outlined = languages.filter(({ tree, rows }) => tree ?? rows);

const rowsOf = ({ start, end }: RowSpan) => `${start + 1}-${end + 1}`;
const listOf = (sign: string, items: readonly string[]) => (items.length > 0 ? [`${sign} ${items.join(' | ')}`] : []);
const namesOf = (named: readonly Named[]) => named.map(({ name, row }) => `${name}:${row + 1}`);

function factsOf({ values, failures, calls }: Facts): string[] {
  return [
    ...listOf(
      'value',
      values.map(({ name, value, row }) => `${name}:${row + 1} = ${value}`),
    ),
    ...listOf(
      'failure',
      failures.map(({ call, text, row }) => `${call}:${row + 1} ${text}`.trim()),
    ),
    ...listOf('call', namesOf(calls)),
  ];
}

function symbolText(symbol: OutlineSymbol, all: readonly OutlineSymbol[]): string {
  const { kind, path: names, documentation, signature, parameters, nameRow, parent } = symbol;
  assert.ok(parent === undefined || all.indexOf(symbol) > parent);
  const head = `${kind} ${names.join(' > ')} ${rowsOf(symbol)}${nameRow === symbol.start ? '' : ` named ${nameRow + 1}`}`;
  const parts = [
    `${head}${documentation ? ` documented ${rowsOf(documentation)}` : ''}`,
    ...listOf('signature', [signature]),
    ...listOf('parameter', parameters.map(({ name, default: preset }) => (preset === undefined ? name : `${name} = ${preset}`))),
    ...factsOf(symbol),
  ]; // prettier-ignore
  return parts.join('\n  ');
}

function textOf({ symbols, imports, outside, documentation, hasErrors }: Outline): string {
  const outer = [
    ...(hasErrors ? ['has errors'] : []),
    ...(documentation ? [`documented ${rowsOf(documentation)}`] : []),
    ...listOf('import', namesOf(imports)),
    ...factsOf(outside),
  ];
  return `${[...outer, ...symbols.map((symbol) => symbolText(symbol, symbols))].join('\n')}\n`;
}

describe('the outline of a file', function () {
  this.timeout(60_000);

  for (const language of outlined) {
    it(`tells what a file of ${language.id} says`, async () => {
      const folder = path.join(fixtures, language.id);
      const file = fs.readdirSync(folder).find((name) => name !== 'outline.txt');
      const outline = await readOutline(fs.readFileSync(path.join(folder, file ?? ''), 'utf8'), language, grammars);
      assert.ok(outline);
      const golden = path.join(folder, 'outline.txt');
      if (process.env.QUARRY_UPDATE_GOLDEN) fs.writeFileSync(golden, textOf(outline));
      assert.equal(textOf(outline), fs.readFileSync(golden, 'utf8'));
      assert.deepEqual(told, []);
    });
    it(`of ${language.id} is the same with the line ends of Windows`, async () => {
      const folder = path.join(fixtures, language.id);
      const file = fs.readdirSync(folder).find((name) => name !== 'outline.txt');
      const text = fs.readFileSync(path.join(folder, file ?? ''), 'utf8').replaceAll('\n', '\r\n');
      const outline = await readOutline(`\ufeff${text}`, language, grammars);
      assert.ok(outline);
      assert.equal(textOf(outline), fs.readFileSync(path.join(folder, 'outline.txt'), 'utf8'));
    });
  }

  const outlineOfText = async (text: string, id: string) => {
    const language = languages.find((row) => row.id === id);
    assert.ok(language);
    const outline = await readOutline(text, language, grammars);
    assert.ok(outline);
    return outline;
  };
  const names = ({ symbols }: Outline) => symbols.map(({ path: all }) => all.join('.'));

  it('tells what stands around an error of a half-edited file', async () => {
    const text =
      'def first():\n    return 1\n\n\ndef second(:\n    return (\n\n\nclass Third:\n    def fourth(self):\n        pass\n';
    const outline = await outlineOfText(text, 'python');
    assert.ok(outline.hasErrors);
    assert.ok(names(outline).includes('first'), names(outline).join());
    const brace = 'package sea\n\nfunc Walrus() int {\n\treturn 1\n}\n\nfunc Otter() {\n\tif true {\n}\n';
    assert.ok(names(await outlineOfText(brace, 'go')).includes('Walrus'));
  });

  it('has errors where a definition may be lost, not at words in a head that the grammar does not know', async () => {
    const known = [
      ['cpp', 'FERRY_EXPORT const char *moor(unsigned char *boat)\n            __attribute__ ((nonnull));\n'],
      [
        'typescript',
        'export class Ferry<\n  in out Crew,\n  in out Load,\n> {\n  moor(): number {\n    return 1;\n  }\n}\n',
      ],
    ] as const;
    for (const [id, text] of known) {
      const outline = await outlineOfText(text, id);
      assert.deepEqual([outline.hasErrors, names(outline).includes('FERRY_EXPORT')], [false, false], id);
      assert.ok(
        names(outline).some((name) => name.endsWith('moor')),
        id,
      );
    }
    const lost = 'class Ferry {\n  moor() {\n    return 1;\n  }\n  sink( {\n  load: ) {}\n}\n';
    assert.ok((await outlineOfText(lost, 'typescript')).hasErrors);
  });

  it('tells what stands behind an error that swallows the rest of a file, with what is used there', async () => {
    const boat = (at: number) => `// Boat${at} rows.\nfunc Boat${at}() int {\n\treturn row(${at})\n}\n\n`;
    const text = `package sea\n\nfunc Walrus() int {\n\treturn row(0)\n}\n\nfunc Otter() {\n\ts := \`raw\n}\n\n${Array.from({ length: 12 }, (_, at) => boat(at)).join('')}`;
    for (const written of [text, text.replaceAll('\n', '\r\n')]) {
      const { symbols, hasErrors } = await outlineOfText(written, 'go');
      assert.ok(hasErrors);
      const last = symbols.at(-1)!;
      assert.deepEqual(
        [last.path, last.start, last.end, last.calls.map(({ name }) => name)],
        [['Boat11'], 66, 68, ['row']],
      );
      assert.equal(new Set(symbols.map(({ path: all }) => all.join('.'))).size, symbols.length);
      const language = languages.find(({ id }) => id === 'go')!;
      const [calls] = (await readReferences({ text: written, names: ['row'] }, language, grammars))!;
      assert.deepEqual(
        calls?.map(({ row }) => row),
        [3, ...Array.from({ length: 12 }, (_, at) => 12 + 5 * at)],
      );
    }
  });

  it('reads type parameters with a comma behind the last one', async () => {
    const text =
      'class Harbour {\n    inline fun <\n        reified T : suspend (Boat, Rope)\n        -> R,\n        R,\n    > moor(\n        boat: Boat,\n    ): R = match(boat)\n}\n';
    const outline = await outlineOfText(text, 'kotlin');
    assert.ok(!outline.hasErrors);
    assert.deepEqual(names(outline), ['Harbour', 'Harbour.moor']);
  });

  it('knows the name of a type with macros before it, and no variable of a type as one', async () => {
    const text =
      'class FERRY_API Ferry : public Boat {\n public:\n  void moor();\n};\nstruct ALIGNED(16) OLD("by Quay") Pier<int> final {\n  int width;\n};\nenum class FERRY_API Tide : int { kLow };\nclass SHIP final {};\nclass QUAY\n{};\nstruct SHIP flagship = {};\nclass FERRY_API Bell;\n';
    const outline = await outlineOfText(text, 'cpp');
    assert.ok(!outline.hasErrors);
    assert.deepEqual(names(outline), [
      'Ferry',
      'Ferry.moor',
      'Pier',
      'Pier.width',
      'Tide',
      'Tide.kLow',
      'SHIP',
      'QUAY',
      'flagship',
    ]);
    const ofC = 'struct ALIGNED(16) pier {\n  int width;\n};\nstruct SHIP flagship;\n';
    assert.deepEqual(names(await outlineOfText(ofC, 'c')), ['pier', 'pier.width', 'flagship']);
    const language = languages.find(({ id }) => id === 'cpp')!;
    const [bells, uses] = (await readReferences({ text, names: ['Bell', 'FERRY_API'] }, language, grammars))!;
    assert.equal(bells?.[0]?.kind, 'use');
    assert.deepEqual(uses, [
      { kind: 'use', row: 0 },
      { kind: 'use', row: 7 },
      { kind: 'use', row: 12 },
    ]);
  });

  it('knows what stands around a directive in an expression, and a type with fields that are isolated from none', async () => {
    const sharp =
      'class Tide {\n  int Rise(bool isSpring) {\n    Func<int> high = () =>\n#if MOON\n      isSpring\n        ? 9 :\n#endif\n        3;\n    return high();\n  }\n\n#if DEEP\n  void Sink() {}\n#endif\n}\n';
    const tide = await outlineOfText(sharp, 'csharp');
    assert.deepEqual([names(tide), tide.hasErrors], [['Tide', 'Tide.Rise', 'Tide.Sink'], false]);
    const swift =
      'final class Buoy: Sendable {\n    private nonisolated(unsafe) var isLit = false\n\n    func light() {}\n}\n';
    assert.deepEqual(names(await outlineOfText(swift, 'swift')), ['Buoy', 'Buoy.isLit', 'Buoy.light']);
  });

  it('knows all scopes that the head of a definition names, without their arguments', async () => {
    const text =
      'namespace sea {\nint Quay::Berth::moor() { return 1; }\nQuay::Berth::Berth(int width) : width(width) {}\nchar** Quay<int>::Berth<std::pair<x::y, int>>::Rope::tie() {}\nQuay::Berth::operator bool() const { return x::y; }\nclass Quay::Berth::Lamp : public Base {\n  int light;\n};\nint Quay::Berth::made = 3;\nvoid ::river::cross() {}\n}\n';
    const outline = await outlineOfText(text, 'cpp');
    assert.deepEqual(names(outline), [
      'sea',
      'sea.Quay.Berth.moor',
      'sea.Quay.Berth.Berth',
      'sea.Quay.Berth.Rope.tie',
      'sea.Quay.Berth.operator bool() const',
      'sea.Quay.Berth.Lamp',
      'sea.Quay.Berth.Lamp.light',
      'sea.Quay.Berth.made',
      'sea.river.cross',
    ]);
    assert.deepEqual(outline.symbols.find(({ name }) => name === 'made')?.values, [
      { name: 'made', value: '3', row: 8 },
    ]);
    const language = languages.find(({ id }) => id === 'cpp')!;
    assert.deepEqual(await readReferences({ text, names: ['moor'] }, language, grammars), [
      [{ kind: 'definition', row: 1 }],
    ]);
  });

  it('knows the values that calls give for a key where nothing is set', async () => {
    const texts: [string, string, string?][] = [
      ['python', 'def tide():\n    low = os.environ.get("LOW", 3)\n    print("LOW", 7)\n'],
      ['php', "<?php\nfunction tide() {\n  $low = env('LOW', 3);\n  put('LOW', 7);\n}\n"],
      ['ruby', "def tide\n  ENV.fetch('LOW', 3)\n  ENV.store('LOW', 7)\nend\n"],
      ['csharp', 'class Tide {\n  int Low() { return GetValueInt("LOW", 3); }\n  void Ebb() { Set("LOW", 7); }\n}\n'],
      ['kotlin', 'fun tide() {\n  val low = store.getInt("LOW", 3)\n  store.putInt("LOW", 7)\n}\n'],
      ['java', 'class Tide {\n  int low() { return store.getInt(LOW, 3) + store.getInt(low, 7) + take(LOW, 7); }\n}\n'],
      ['go', 'package tide\n\nfunc tide() {\n\tviper.SetDefault("LOW", 3)\n\tviper.Get("LOW", low)\n}\n'],
      ['rust', 'fn tide() {\n  set.set_default("LOW", 3);\n  set.get("LOW OF IT", 7);\n}\n'],
      ['typescript', 'function tide() {\n  return config.get("LOW", 3) ?? config.get("LOW", 7, false);\n}\n'],
      ['elixir', 'defmodule Tide do\n  def low do\n    System.get_env("LOW", "3")\n  end\nend\n', '"3"'],
    ];
    for (const [language, text, value = '3'] of texts) {
      const { symbols } = await outlineOfText(text, language);
      const values = symbols.flatMap((one) => one.values).map((one) => `${one.name} ${one.value}`);
      assert.deepEqual([language, ...values], [language, `LOW ${value}`]);
    }
  });

  it('knows what a name is given as its value, not what it is changed by', async () => {
    const texts: [string, string][] = [
      ['java', 'class Tide {\n  void ebb() {\n    this.low = 3;\n    this.high += 7;\n  }\n}\n'],
      ['csharp', 'class Tide {\n  void Ebb() {\n    low = 3;\n    high += 7;\n  }\n}\n'],
      ['ruby', 'class Tide\n  def ebb\n    @low ||= 3\n    @high -= 7\n  end\nend\n'],
      ['shell', 'low=3\nhigh+=7\n'],
      ['gradle', 'def ebb() {\n  low = 3\n  high += 7\n}\n'],
    ];
    for (const [language, text] of texts) {
      const { symbols } = await outlineOfText(text, language);
      const values = symbols.flatMap((one) => one.values).map(({ value }) => value);
      assert.deepEqual([language, ...values], [language, '3']);
    }
  });

  it('tells all of a head, also where a type or a function in it has a body of its own', async () => {
    const heads: [string, string, string[]][] = [
      [
        'go',
        'package sea\n\nfunc (b *Boat) Load() interface{} {\n\treturn b.load\n}\n\nfunc (b *Boat) Take(load interface{}, to struct{ x int }, last int) *Boat {\n\treturn b\n}\n\nfunc Done() <-chan struct{} {\n\treturn nil\n}\n\nvar pool = &sync.Pool{New: func() interface{} { return 1 }}\n\ntype Rope struct{}\n\ntype Quay struct {\n}\n\ntype Crew struct {\n\tany interface{}\n}\n',
        [
          'func (b *Boat) Load() interface{}',
          'func (b *Boat) Take(load interface{}, to struct{ x int }, last int) *Boat',
          'x int',
          'func Done() <-chan struct{}',
          'var pool = &sync.Pool{New: func() interface{} { return 1 }}',
          'type Rope struct{}',
          'type Quay struct',
          'type Crew struct',
          'any interface{}',
        ],
      ],
      [
        'typescript',
        'export function moor(tie = () => { return 1; }, to: { a: number } = { a: 1 }): { b: number } {\n  return { b: tie() };\n}\n',
        ['export function moor(tie = () => { return 1; }, to: { a: number } = { a: 1 }): { b: number }'],
      ],
      [
        'kotlin',
        'fun moor(on: Any = object { fun tie() { 1 } }): Int {\n    return 1\n}\n',
        ['fun moor(on: Any = object { fun tie() { 1 } }): Int', 'fun tie()'],
      ],
      [
        'cpp',
        `static std::shared_ptr<sea::Ferry>\nmoor(const std::shared_ptr<sea::Quay>& quay,\n     const std::shared_ptr<sea::${'Long'.repeat(40)}>& other);\n`,
        ['static std::shared_ptr<sea::Ferry> moor(const std::shared_ptr<sea::Quay>& quay…'],
      ],
      [
        'java',
        `interface Sea {\n  Map<String, Ferry>\n      moor(Map<String, Quay> quays,\n          ${'Long'.repeat(50)} other);\n}\n`,
        ['interface Sea', 'Map<String, Ferry> moor(Map<String, Quay> quays…'],
      ],
    ];
    for (const [id, text, told] of heads) {
      const { symbols } = await outlineOfText(text, id);
      assert.deepEqual(
        symbols.map(({ signature }) => signature),
        told,
        id,
      );
      const first = symbols.find(({ name }) => name === 'Take' || name === 'moor');
      const parameters = {
        go: 'load to last',
        typescript: 'tie to',
        kotlin: 'on',
        cpp: 'quay other',
        java: 'quays other',
      };
      assert.equal(first?.parameters.map(({ name }) => name).join(' '), parameters[id as keyof typeof parameters]);
    }
  });

  it('takes no guard of a header for a symbol, but a name that is set where it is not yet', async () => {
    const set = '#ifndef DEEP\n#define DEEP\n#endif\n#ifndef LIMIT\n#define LIMIT 3\n#endif\nint moor(void);\n';
    for (const id of ['c', 'cpp'])
      for (const guard of ['#define PIER_H', '/* Once. */\n#define PIER_H 1']) {
        const text = `// Piers.\n#ifndef PIER_H\n${guard}\n\n${set}#endif\n`;
        assert.deepEqual(names(await outlineOfText(text, id)), ['DEEP', 'LIMIT', 'moor']);
      }
  });

  it('tells what a module hands out by its own name, where it has one', async () => {
    const named = 'module.exports = class Walrus {\n  dive() {}\n}\nmodule.exports.wake = function wake() {}\n';
    assert.deepEqual(names(await outlineOfText(named, 'javascript')), ['Walrus', 'Walrus.dive', 'wake']);
    assert.deepEqual(names(await outlineOfText('module.exports = function otter() {}\n', 'javascript')), ['otter']);
    assert.deepEqual(names(await outlineOfText('module.exports = () => 1\n', 'javascript')), ['exports']);
  });

  it('ends a function that branches of a preprocessor left open where the next one begins', async () => {
    const text =
      'namespace sea {\nbool Walrus::dive() {\n  {\n    while (isAwake) {\n#ifndef DEEP\n      if (isIdle() || isTired()) {\n#endif\n      if (!swim(\n              [this, at]() { breathe(at); })) {\n        sink();\n      }\n    }\n  }\n}\n\nbool Otter::dive() {\n  return false;\n}\n} // namespace sea\n';
    const { symbols } = await outlineOfText(text, 'cpp');
    const paths = symbols.map(({ path: all }) => all.join('.'));
    assert.ok(paths.includes('sea.Otter.dive'), paths.join());
    const [first, second] = ['Walrus', 'Otter'].map((on) => symbols.find(({ path: all }) => all.includes(on))!);
    assert.ok(first!.end < second!.start, `${first!.end}`);
  });

  it('ends a definition before the comments behind it that stand no deeper, which are about the next', async () => {
    const text =
      'class Ferry {\n  def moor: Int =\n    quay(1)\n\n  // Of sinking.\n\n  /** Sinks it. */\n  def sink: Int =\n    2\n    // Not deeper.\n}\n';
    const { symbols } = await outlineOfText(text, 'scala');
    assert.deepEqual(
      symbols.map(({ name, start, end, documentation }) => [name, start, end, documentation?.start]),
      [
        ['Ferry', 0, 10, undefined],
        ['moor', 1, 2, undefined],
        ['sink', 7, 9, 6],
      ],
    );
  });

  it('claims nothing of a text that its grammar does not understand at most rows', async () => {
    const prose = 'The walrus, it said; was (not at all) tired of: swimming} in the sea of [names\n'.repeat(40);
    for (const id of ['go', 'java', 'rust', 'c']) {
      const { symbols, imports, hasErrors } = await outlineOfText(prose, id);
      assert.deepEqual([symbols, imports, hasErrors], [[], [], true], id);
    }
  });

  it('defines a name in the row that has it, though its type began above', async () => {
    const language = languages.find(({ id }) => id === 'verilog')!;
    const text = 'typedef enum logic {\n  OPEN\n} door_t;\n\nmodule gate;\n  door_t door;\nendmodule\n';
    assert.deepEqual(await readReferences({ text, names: ['door_t'] }, language, grammars), [
      [
        { kind: 'definition', row: 2 },
        { kind: 'use', row: 5 },
      ],
    ]);
  });

  it('comes to an end on hostile text, and keeps to its bounds', async () => {
    const comments = '// note\n'.repeat(30_000);
    const constants = Array.from({ length: 20_000 }, (_, count) => `const c${count} = ${count};\n`).join('');
    const nested = `${'function f() {'.repeat(300)}${'}'.repeat(300)}`;
    assert.deepEqual(names(await outlineOfText(`${comments}function last() {}\n`, 'javascript')), ['last']);
    assert.ok((await outlineOfText(constants, 'javascript')).symbols.length <= 5000);
    const depths = (await outlineOfText(nested, 'javascript')).symbols.map(({ path: all }) => all.length);
    assert.ok(Math.max(...depths) <= 30, String(Math.max(...depths)));
    assert.equal((await outlineOfText('', 'javascript')).symbols.length, 0);
  });

  it('comes to an end on hostile rows, in each language that is read by rows', async () => {
    const rows = [
      'const ',
      'function a',
      'create table ',
      'a.',
      ' (',
      ',',
      '  ',
      '"',
      "'",
      'class <',
      'procedure A\nbegin\n',
    ];
    for (const { id } of languages.filter((language) => language.rows)) {
      const began = performance.now();
      for (const row of rows) {
        const text = `${row.repeat(390 / row.length)}\n`.repeat(50);
        assert.ok((await outlineOfText(text, id)).symbols.length <= 5000);
      }
      assert.ok(performance.now() - began < 3000, id);
    }
  });

  it('is missing for a language whose query fails, which is said once', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-outline-'));
    for (const file of ['tree-sitter.wasm', 'tree-sitter-go.wasm'])
      fs.writeFileSync(path.join(folder, file), await readGrammarFile(grammarFolder, file));
    fs.writeFileSync(path.join(folder, 'go.scm'), '(no_such_node) @definition.function');
    const said: string[] = [];
    const broken = new Grammars(folder, (_, text) => said.push(text));
    const go = withTree.find(({ id }) => id === 'go');
    assert.ok(go);
    assert.equal(await readOutline('package sea\n', go, broken), undefined);
    assert.equal(await readOutline('package sea\n', go, broken), undefined);
    assert.equal(said.length, 1, said.join());
    assert.match(said[0] ?? '', /query for go failed/);
    fs.rmSync(folder, { recursive: true });
  });

  it('captures what is on the list and nothing else, in our queries and in the official ones', () => {
    const known = new Set([
      ...captures,
      ...Object.keys(symbolKinds).map((kind) => `definition.${kind}`),
      ...[...useKinds, ...otherReferences].map((kind) => `reference.${kind}`),
    ]);
    for (const { id } of withTree) {
      const query = fs
        .readFileSync(path.join(grammarFolder, `${id}.scm`), 'utf8')
        .replace(/^\s*;.*$|"(?:\\.|[^"\\])*"/gm, '');
      const unknown = (query.match(/@[\w.]+/g) ?? []).filter(
        (name) => !name.startsWith('@_') && !known.has(name.slice(1)),
      );
      assert.deepEqual([...new Set(unknown)], [], id);
    }
  });

  it('has a query file for each language and no other', () => {
    const named = new Set(withTree.flatMap(({ tree }) => tree?.queries ?? []));
    const files = fs.readdirSync('src/languages/queries').map((file) => path.parse(file).name);
    assert.deepEqual(files.sort(), [...named].sort());
  });
});
