// What a query tells of a name in a small text: where it is called, imported, used in another way or not meant at all.
import assert from 'node:assert/strict';
import path from 'node:path';
import { Grammars } from '../../../src/engine/chunk/grammars';
import { readReferences } from '../../../src/engine/read/readOutline';
import { languageOfName } from '../../../src/languages/table';

const grammars = new Grammars(path.resolve('dist/grammars'), () => undefined);

/** The names, each with the kinds of what is told of it in a text. */
async function toldOf(id: string, text: string, names: string): Promise<string[]> {
  const language = languageOfName(id);
  assert.ok(language);
  const asked = names.split(' ');
  const found = (await readReferences({ text, names: asked }, language, grammars)) ?? [];
  return asked.map((name, at) => [name, ...new Set(found[at]?.map(({ kind }) => kind))].join(' '));
}

interface Row {
  language: string;
  text: string;
  called?: string;
  used?: string;
  imported?: string;
  /** Names of which nothing is told. */
  untold?: string;
}

const stories: Readonly<Record<string, readonly Row[]>> = {
  'is called where a macro takes the call': [
    {
      language: 'rust',
      text: 'fn f() { say!("{}", boat.moor(x)); same!(width(a), b); let all = vec![load::<u8>(1), harbour::open(2), Pier { at: place() }]; outer!(inner!(1)); }',
      called: 'moor width load open place inner',
      used: 'x a b harbour Pier',
    },
    { language: 'rust', text: 'fn f() { crate::sink!("{}", deep()); }', called: 'sink deep' },
    { language: 'rust', text: '#[cfg(any(unix, not(test)))]\nfn f() {}\n', untold: 'any not' },
  ],
  'is called in what a macro stands for': [
    ...['c', 'cpp', 'objectivec'].map((language) => ({
      language,
      text: '#define LIMIT depth\n#define TIE(b, n) do { /* drown(b) */ \\\n  if (moor(b, "sink(1) \\"" anchor) != WIDE) return; \\\n} while (0) // swim(b)\nint f(void);\n',
      called: 'moor',
      used: 'depth anchor WIDE',
      untold: 'drown sink swim',
    })),
  ],
  'is called without brackets where no variable has the name': [
    {
      language: 'ruby',
      text: 'def cross(width, by: 1)\n  river = bank\n  moor if ready?\n  river + width + by\n  say(place)\n  "#{depth}"\n  ferry.sail\nend\n',
      called: 'bank moor ready? place depth ferry sail',
      used: 'river width by',
    },
    { language: 'ruby', text: 'def cross\n  ferry.(1)\nend\n\ndef moor(ferry)\n  1\nend\n', called: 'ferry' },
    {
      language: 'ruby',
      text: 'each do |boat|\n  boat\nrescue => fault\n  fault\nend\ncase x\nin {river:} then river\nin [bank, *] then bank\nend\n',
      used: 'boat fault river bank',
    },
  ],
  'is called behind as many steps as there are': [
    {
      language: 'cpp',
      text: 'int f() { a::b::c::d::e::moor(1); throw a::b::c::d::e::sink<int>(1); new a::b::c::d::e::Boat<x>(1); T::template take<int>(1); a.b.c->d->load(2); }',
      called: 'moor sink Boat take load',
      used: 'e x T',
    },
    {
      language: 'go',
      text: 'package a\nfunc f() { moor[int](2); a.take[int](3); x := &Box[int]{}; y := a.Boat[int]{} }\n',
      called: 'moor take Box Boat',
      used: 'a',
    },
    {
      language: 'scala',
      text: 'object A { def f() = { new a.b.c.Boat(1); new a.b.Box[Int](2) } }',
      called: 'Boat Box',
      used: 'c Int',
    },
    { language: 'swift', text: 'func f() { a.b.take<Int>(1); b < c }', called: 'take', used: 'b c' },
    { language: 'julia', text: '@A.B.moor x\nA.B.Box{Int}(1)\n', called: 'moor Box', used: 'B Int' },
    { language: 'objectivec', text: 'void f() { a.b.c->moor(1); }', called: 'moor', used: 'c' },
  ],
  'is used and not called where the head of a type names it as its base, unless it is given arguments': [
    { language: 'cpp', text: 'class A : public Pier, harbour::Quay<int> {};', used: 'Pier Quay' },
    {
      language: 'java',
      text: 'class A extends Pier implements Quay {}\nclass B extends Boat<A> {}',
      used: 'Pier Quay Boat',
    },
    {
      language: 'csharp',
      text: 'class A : Pier, IQuay<int> {}\nrecord R(int a) : Boat(a);',
      used: 'Pier IQuay',
      called: 'Boat',
    },
    { language: 'kotlin', text: 'class A : Pier, Quay<Int> {}\nclass B : Boat(1)', used: 'Pier Quay', called: 'Boat' },
    {
      language: 'scala',
      text: 'class A extends Pier with Quay\nclass B extends Boat[Int](1)',
      used: 'Pier Quay',
      called: 'Boat',
    },
    { language: 'swift', text: 'class A: Pier, Quay {}', used: 'Pier Quay' },
    { language: 'dart', text: 'class A extends Pier with Quay implements Boat {}', used: 'Pier Quay Boat' },
    { language: 'php', text: '<?php class A extends Pier implements Quay {}', used: 'Pier Quay' },
    { language: 'ruby', text: 'class A < Pier\nend\nclass B < Harbour::Quay\nend\n', used: 'Pier Quay' },
    { language: 'python', text: 'class A(Pier, harbour.Quay):\n    pass\n', used: 'Pier Quay' },
    { language: 'typescript', text: 'class A extends Pier implements Quay {}', used: 'Pier Quay' },
    { language: 'javascript', text: 'class A extends Pier {}\nclass B extends harbour.Quay {}', used: 'Pier Quay' },
    { language: 'solidity', text: 'contract A is Pier, Quay {}', used: 'Pier Quay' },
    { language: 'gdscript', text: 'extends Pier\n', used: 'Pier' },
    { language: 'gradle', text: 'class A extends Pier {}\n', used: 'Pier' },
  ],
  'is called with types, or between its operands': [
    {
      language: 'kotlin',
      text: 'class Ferry : Boat<Int>(3), Bell by ring(1) {\n  fun f() {\n    Box<Int>(1)\n    a.take<Int>(2)\n    run<Int> { 1 }\n    every { x } returns 1\n  }\n}\n',
      called: 'Boat ring Box take run every returns',
      used: 'Bell a x',
    },
    {
      language: 'scala',
      text: 'object A { def f = { a moor b; c.take[Int](1) } }',
      called: 'moor take',
      used: 'a b c',
    },
    { language: 'haskell', text: 'f x = x `moor` 1\ng x = x `B.sink` 1\n', called: 'moor sink' },
    {
      language: 'swift',
      text: 'func f() { Box<Int>(1); super.moor(); a?.sink() }',
      called: 'Box moor sink',
      used: 'a',
    },
    {
      language: 'csharp',
      text: 'class A : Harbour.Pier { void F() { a?.Take<int>(); new Harbour.Boat(1); new Harbour.Box<int>(); base.Moor(); } }\nrecord R(int a) : Base(a);',
      called: 'Take Boat Box Moor Base',
      used: 'Pier',
    },
    {
      language: 'cpp',
      text: 'class A : public Pier<int>, harbour::Quay { void f() { a.take<int>(1); b->Pier::moor(); x::y::sink(1); x::y::z::load<int>(2); new Box<int>(1); new harbour::Boat(2); } };',
      called: 'take moor sink load Box Boat',
      used: 'Quay',
    },
    {
      language: 'java',
      text: 'class A extends Pier<B> { void f() { new Harbour.Boat(1); new Harbour.Box<B>(2); this.<B>take(3); super.moor(); } }',
      called: 'Boat Box take moor',
      used: 'Pier',
    },
    {
      language: 'typescript',
      text: 'a.take!(); moor!(); b?.sink(); super.load(); box<number>(1);',
      called: 'take moor sink load box',
      used: 'a b',
    },
    { language: 'elixir', text: 'f = &moor/1\ng = &ferry.land/2\n', called: 'moor land' },
  ],
  'is called without brackets on a module alone, and is a field elsewhere': [
    {
      language: 'elixir',
      text: 'def f(ferry) do\n  ferry.width\n  ferry.crew.mate\n  ferry.moor()\n  ferry.load 1\n  ferry.sail do\n    1\n  end\n  Quay.open\n  :sea.tide\n  __MODULE__.sink\n  ferry |> Quay.tie\nend\n',
      called: 'moor load sail open tide sink tie',
      used: 'width crew mate',
    },
  ],
  'is called on what may be missing, on the base and one after the other': [
    {
      language: 'dart',
      text: 'void f() { super.moor(); a?.sink(); b!.load(); c..open()..shut<int>(1)..deck.wash(); d?..ring(); e.take<int>(2); new Boat(1); const Box.of(1); this.hook!(); }',
      called: 'moor sink load open shut wash ring take Boat hook',
      used: 'a b c d e deck',
    },
    {
      language: 'dart',
      text: 'class Ferry extends Boat { Ferry(this.width, {super.name}) : super.of(make()); }',
      called: 'of make',
      used: 'width name',
    },
  ],
  'is imported where it is the last step or the alias, and no step of the way to it': [
    {
      language: 'kotlin',
      text: 'package harbour.quay\nimport harbour.moor\nimport harbour.sink as drown\nimport ferry.*\n',
      imported: 'moor sink drown',
      untold: 'harbour quay ferry import as',
    },
    {
      language: 'java',
      text: 'package harbour.quay;\nimport static harbour.Ferry.moor;\nimport harbour.Boat;\nimport ferry.*;\n',
      imported: 'moor Boat',
      used: 'Ferry',
      untold: 'harbour quay ferry static',
    },
    {
      language: 'scala',
      text: 'package quay\nimport harbour.{moor, sink => drown}\nimport ferry._\n',
      imported: 'moor sink drown',
      used: 'harbour ferry',
      untold: 'quay',
    },
    {
      language: 'rust',
      text: 'use harbour::moor;\nuse harbour::quay::{sink, load as fill};\n',
      imported: 'moor sink load fill',
      used: 'quay',
    },
    { language: 'php', text: '<?php\nuse Harbour\\Boat as Ferry;\n', imported: 'Boat Ferry', used: 'Harbour' },
    {
      language: 'python',
      text: 'from harbour.quay import moor as tie\n',
      imported: 'quay moor tie',
      used: 'harbour',
      untold: 'from as',
    },
    {
      language: 'typescript',
      text: "import { moor as tie } from './quay';\n",
      imported: 'moor tie',
      untold: 'from as import',
    },
  ],
};

const kinds = { called: 'call', used: 'use', imported: 'import' } as const;

describe('a name in a text', function () {
  this.timeout(60_000);

  for (const [story, rows] of Object.entries(stories)) {
    for (const [at, { language, text, untold = '', ...row }] of rows.entries()) {
      it(`${story}: ${language}, ${at + 1}`, async () => {
        for (const [key, kind] of Object.entries(kinds)) {
          const names = row[key as keyof typeof kinds] ?? '';
          const wanted = names === '' ? [] : names.split(' ').map((name) => `${name} ${kind}`);
          assert.deepEqual(names === '' ? [] : await toldOf(language, text, names), wanted);
        }
        if (untold !== '') assert.deepEqual(await toldOf(language, text, untold), untold.split(' '));
      });
    }
  }
});
