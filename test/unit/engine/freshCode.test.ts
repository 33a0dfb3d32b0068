// What answers about code of all languages once got wrong: each file below is the smallest that showed it.
import assert from 'node:assert/strict';
import { askedProjects } from './projects';

const files: Record<string, string> = {
  'masked/ferry.py':
    'FERRY_TOKEN = "AAAAAAAAAAAAAAAAAAAAAFQODgEAAAAAVHTp76lzh3rFzcHbmHVvQxYYpTw"\n\ndef cross(river):\n    """Crosses a river."""\n    return river\n\n\ndef return_home(river):\n    """Crosses the same river once more."""\n    return cross(river)\n',
  'script/bin/ferry': '#!/usr/bin/env perl\nuse strict;\n\ncross_river(3);\n\nexit 0;\n',
  'script/lib/River.pm':
    'package River;\n\n# Crosses a river.\nsub cross_river {\n    my ($width) = @_;\n    return $width;\n}\n\n1;\n',
  'script/schema.sql.in': 'CREATE FUNCTION moor_ferry(INT) RETURNS INT AS $$\n  SELECT 1;\n$$ LANGUAGE sql;\n',
  'dotted/lib/other.ex': 'defmodule Harbour.Quay do\n  @type ferry :: integer\n  def moor(ferry), do: ferry\nend\n',
  'dotted/lib/ferry.ex':
    'defmodule Harbour.Ferry do\n  @moduledoc """\n  Carries people over the river.\n  """\n\n  def cross(river), do: river\nend\n',
  'dotted/autoload/ferry/cache.vim': 'function! ferry#cache#open(name) abort\n  return a:name\nendfunction\n',
  'dotted/autoload/ferry/quay.vim':
    'function! ferry#quay#open(name) abort\n  return ferry#cache#open(a:name)\nendfunction\n',
  'dotted/core.clj': '(ns harbour.core)\n\n(defmacro where\n  "Passes on what is so."\n  [expr]\n  expr)\n',
  'kinds/ferry.ts':
    'export class Ferry {}\nexport class FastFerry extends Ferry {}\nexport class Sunk extends Error {}\n\nexport function cross(ferry: Ferry): Ferry {\n  if (!ferry) throw new Sunk();\n  return ferry;\n}\n\nexport const isSunk = (error: unknown): boolean => error instanceof Sunk;\n',
  'kinds/Ferry.test.ts': "import { Quay } from './quay';\n\nit('moors', () => new Quay());\n",
  'kinds/quay.ts': 'export class Quay {}\n',
  'kinds/tool.py': 'def cross(x):\n    return x\n\n\nsunk = Ferry()\n',
  'kinds/dock.ts': "import { Ferry } from './ferry';\n\nexport const dock = new Ferry();\n",
  'unread/pier.ts':
    'export function moor() {}\n\nexport function unmoor() {}\n\nexport function drift() {}\n\nmoor();\n',
  'unread/moor.quay': 'begin moor\n',
  'unread/moor.yaml': 'calls: [moor, unmoor]\n',
  'unread/notes.rst': 'Call moor, unmoor and drift.\n',
  'unread/notes.txt': 'Call moor, unmoor and drift.\n',
  'kinds/quay.html': '<p>{{ Quay.name }}</p>\n',
  'inner/Ferry.scala':
    'package harbour\n\nclass Fare(amount: Int)\n\ntrait Ferry {\n  import Ferry._\n\n  def cross(river: Int): Int = {\n    new Fare(river)\n    river\n  }\n}\n',
  'inner/state.h': 'enum state {\n  calm = 1,\n  flood = 17, /* no ferry crosses */\n};\n',
  'made/README.md':
    '# Made\n\n## Building it\n\n### Python\n\n```\n./configure.py --bootstrap\n```\n\n### CMake\n\n```\ncmake -Bbuild\ncmake --version\n```\n\n## Install\n\n```\nmake install\n```\n',
  'made/configure.py': 'print("ready")\n',
  'made/Justfile': 'test *args:\n  cargo nextest run {{args}}\n',
  'made/contrib/install': '#!/bin/sh\nmake build "$1"\n',
  'made/.github/workflows/ci.yml':
    'jobs:\n  build:\n    steps:\n      - run: |\n          sudo apt-get install -y \\\n            cmake ninja-build\n      - run: brew install re2c\n',
  'parts/src/FerryCard.vue':
    '<template>\n  <p @click="sink">{{ name }}</p>\n</template>\n\n<script>\nexport default {\n  methods: {\n    /** Lets it sink. */\n    sink() {\n      this.name = "";\n    },\n  },\n};\n</script>\n',
  'parts/src/Harbour.vue':
    '<template>\n  <FerryCard :river="river" />\n</template>\n\n<script>\nimport FerryCard from "./FerryCard.vue";\n\nexport default { components: { FerryCard } };\n</script>\n',
  'noted/build.cc':
    'void start() {\n  for (auto it = pools.begin(); it != pools.end(); ++it) {\n    (*it)->run();\n  }\n}\n\nHarbour::Harbour(BuildLog* build_log, DepsLog* deps_log, int64_t started_at)\n    : build_log_(build_log), deps_log_(deps_log), started_at_(started_at) {\n}\n',
  'noted/logs.h':
    '/// Keeps what was built.\nstruct BuildLog {\n  int built;\n};\n\n/// Keeps what it depends on.\nstruct DepsLog {\n  int depended;\n};\n',
  'noted/options.h':
    '/*\n * Parameters:\n *  max_boats - the maximum number of boats on the river. Defaults\n *              to 20.\n */\nint set_option(int name, int value);\n',
  'noted/cli.ts':
    'export class Hooks {\n  /** Calls all listeners. */\n  emit(name: string): void {\n    console.log(name);\n  }\n}\n',
  'noted/docs/options.md': '# Options\n\n## emit\n\nInstructs the ferry to write its compiled output as others do.\n',
  'owned/lib/ferry.ex':
    'defmodule Harbour.Ferry do\n  def start, do: {Harbour.Quay, []}\n  def sink, do: raise Harbour.Sunk\nend\n',
  'owned/lib/quay.ex': 'defmodule Harbour.Quay do\n  def moor(x), do: x\nend\n',
  'owned/lib/sunk.ex': 'defmodule Harbour.Sunk do\n  defexception [:message]\nend\n',
  'owned/cache/cache.go': 'package cache\n\n// New makes one.\nfunc New() int { return 1 }\n',
  'owned/main.go':
    'package main\n\nimport (\n\t"errors"\n\t"owned/cache"\n)\n\nfunc main() {\n\t_ = errors.New("sunk")\n\t_ = cache.New()\n}\n',
  'owned/river.ml': '(** Rivers to cross. *)\n\nlet cross width = width\n',
  'owned/bank.ml': 'let go () = River.cross 3\n',
  'owned/src/harbour/spec.clj': '(ns harbour.spec)\n\n(defn expand-> [x] x)\n\n(defn moor [x]\n  (expand-> x))\n',
  'owned/mail.rb': 'class Mail\n  def deliver\n    post\n  end\n\n  def deliver!\n    force\n  end\nend\n',
  'lisp/ferry.el':
    '(cl-defun ferry-find (&optional other-window filter-fn pred &key templates)\n  "Find a ferry."\n  (ferry-visit other-window filter-fn templates))\n\n(cl-defun ferry-insert (&optional filter-fn &key templates info)\n  "Insert a ferry."\n  (ferry-format filter-fn templates info))\n',
  'twice/Tides.java':
    'final class Tides {\n  private Tides() {}\n\n  static int level(int day) {\n    return Moon.of(day);\n  }\n}\n',
  'twice/NewTides.java':
    'final class NewTides {\n  private NewTides() {}\n\n  static int level(int day) {\n    return Sun.at(day) + Moon.of(day);\n  }\n}\n',
  'twice/Moon.java': 'final class Moon {\n  static int of(int day) {\n    return day;\n  }\n}\n',
  'twice/Sun.java': 'final class Sun {\n  static int at(int day) {\n    return Moon.of(day);\n  }\n}\n',
};

describe('an answer about code of any language', function () {
  this.timeout(30_000);
  const told = askedProjects(files);

  it('quotes rows as they are in a file with masked secrets', async () => {
    const text = await told('masked', 'What is return_home?');
    assert.match(
      text,
      /^`return_home` is a function in `ferry\.py`, line 8 \[1\]\.\n\n> Crosses the same river once more\./,
    );
    assert.match(text, /\n {4}return cross\(river\)\n/);
    assert.match(await told('masked', 'Who calls cross?'), /line 10 in `return_home`: `return cross\(river\)`/);
  });

  it('reads a program without an ending by its first row, and a template as what is made from it', async () => {
    assert.match(await told('script', 'Who calls cross_river?'), /- `bin\/ferry`\n {2}- line 4: `cross_river\(3\);`/);
    assert.match(
      await told('script', 'What is moor_ferry?'),
      /^`moor_ferry` is a function in `schema\.sql\.in`, line 1/,
    );
  });

  it('knows a definition by the name that it gives itself with what it stands in', async () => {
    assert.match(
      await told('dotted', 'What is Harbour.Ferry?'),
      /^`Harbour\.Ferry` is a module in `lib\/ferry\.ex`, line 1 \[1\]\.\n\n> Carries people over the river\./,
    );
    assert.match(
      await told('dotted', 'Who calls ferry#cache#open?'),
      /`autoload\/ferry\/cache\.vim`, line 1\): 1 call[^]*line 2 in `ferry\.quay\.open`/,
    );
  });

  it('tells two types that nothing else tells apart by what a function of both calls', async () => {
    const text = await told('twice', 'What is the difference between Tides and NewTides?');
    assert.match(text, /Of the two, only `NewTides\.level` calls `at`\./);
    assert.match(text, /return Sun\.at\(day\) \+ Moon\.of\(day\);/);
  });

  it('says of a function that calls the other one that it does, not that it alone does', async () => {
    const text = await told('masked', 'What is the difference between cross and return_home?');
    assert.match(text, /\n`return_home` calls `cross`\.\n/);
  });

  it('takes a common word for a name where its kind is said', async () => {
    assert.match(
      await told('dotted', 'What is the where macro?'),
      /^`harbour\.core\.where` is a macro in `core\.clj`, line 3/,
    );
  });

  it('tells what raises and what extends something where that is asked, not all that uses it', async () => {
    const raised = await told('kinds', 'Who throws Sunk?');
    assert.match(
      raised,
      /^`Sunk` \(class, `ferry\.ts`, line 3\) is raised by name at 1 place \[1\][^]*line 6 in `cross`/,
    );
    assert.doesNotMatch(raised, /instanceof/);
    const extended = await told('kinds', 'What extends Ferry?');
    assert.match(extended, /is extended at 1 place[^]*line 2 in `FastFerry`/);
    assert.match(await told('kinds', 'What is cross and who calls it?'), /^`cross` is a function/);
  });

  it('does not count what another language means by the name', async () => {
    const text = await told('kinds', 'Who calls Ferry?');
    assert.match(text, /^`Ferry` \(class, `ferry\.ts`, line 1\): [^\n]* in 2 files,/);
    assert.match(text, /The name also stands in 1 Python file, where it may be of something else\./);
  });

  it('does not say that only tests use what other files name', async () => {
    const text = await told('kinds', 'Who uses Quay?');
    assert.match(text, /^I found `Quay` \(class, `quay\.ts`, line 1\) used in tests alone/);
    assert.match(
      text,
      /\nThe name also stands in 1 HTML file \(`quay\.html`\)\. Its code could not be read, so uses in it are not counted: search it for `Quay`\.\n/,
    );
  });

  it('tells of what could not be read only where it may change the answer: no documents, and data where nothing else is known', async () => {
    const used = await told('unread', 'Who calls moor?');
    assert.match(used, /: 1 call in 1 file/);
    assert.match(used, /also stands in 1 file of unknown kind \(`moor\.quay`\)\. Its code could not be read/);
    const unused = await told('unread', 'Who calls unmoor?');
    assert.match(unused, /^I found nothing that calls or uses `unmoor`/);
    assert.match(unused, /also stands in 1 YAML file \(`moor\.yaml`\)\. Its code/);
    assert.match(await told('unread', 'Who calls drift?'), /^Nothing here calls or uses `drift`/);
  });

  it('takes no call behind an import inside of a type for an import', async () => {
    const text = await told('inner', 'Who calls Fare?');
    assert.match(text, /1 call in 1 file[^]*line 9 in `Ferry\.cross`/);
    assert.doesNotMatch(text, /import/);
  });

  it('shows the row of a member with the comment behind it', async () => {
    assert.match(await told('inner', 'What is flood?'), /```h\nflood = 17, \/\* no ferry crosses \*\/\n```/);
  });

  it('builds by what stands in a part of the building, without what is not wanted, and by no row that goes on', async () => {
    const text = await told('made', 'How do I build it?');
    assert.match(text, /^To build it:\n\n- `\.\/configure\.py --bootstrap`, under “Building it”/);
    assert.match(text, /`cmake -Bbuild`/);
    assert.doesNotMatch(text, /ninja-build|--version|\$1/);
    const without = await told('made', 'How do I build it without cmake?');
    assert.match(without, /^To build it:\n\n- `\.\/configure\.py --bootstrap`/);
    assert.doesNotMatch(without, /cmake/);
    assert.doesNotMatch(await told('made', 'How do I install it?'), /brew|apt-get/);
    assert.match(await told('made', 'How do I run the tests?'), /`just test` runs/);
  });

  it('knows a component by its file, and its uses by tags and bindings', async () => {
    assert.match(
      await told('parts', 'What is FerryCard?'),
      /^`FerryCard` is a component in `src\/FerryCard\.vue`, line 1/,
    );
    assert.match(
      await told('parts', 'Where is FerryCard.vue used?'),
      /line 2 in `Harbour`: `<FerryCard :river="river" \/>`/,
    );
    assert.match(await told('parts', 'Who calls sink?'), /line 2 in `FerryCard`: `<p @click="sink">/);
  });

  it('takes no code for a comment of both, whatever begins comments in another language', async () => {
    assert.doesNotMatch(
      await told('noted', 'What is the difference between BuildLog and DepsLog?'),
      /Harbour::Harbour/,
    );
  });

  it('tells an option whole, and what a flag says before what is called so', async () => {
    assert.match(await told('noted', 'What is the default of max_boats?'), /Defaults to 20\./);
    assert.match(await told('noted', 'What does --emit do?'), /^`--emit` is described in `docs\/options\.md`, line 3/);
    assert.match(await told('noted', 'Where is emit defined?'), /^`Hooks\.emit` is a method in `cli\.ts`, line 3/);
  });

  it('counts a name with what it stands in, and no other one of its name', async () => {
    assert.match(await told('owned', 'Who uses Harbour.Quay?'), /line 2 in `Harbour\.Ferry\.start`/);
    assert.match(
      await told('owned', 'Where is Harbour.Sunk raised?'),
      /is raised by name at 1 place[^]*line 3 in `Harbour\.Ferry\.sink`/,
    );
    const callers = await told('owned', 'Who calls cache.New?');
    assert.match(callers, /1 call in 1 file[^]*line 10 in `main`/);
    assert.doesNotMatch(callers, /errors\.New/);
    const expanded = await told('owned', 'Who calls expand->?');
    assert.match(expanded, /1 call in 1 file, none in tests[^]*line 6 in `harbour\.spec\.moor`/);
  });

  it('knows an OCaml file as a module, and a name by the mark at its end', async () => {
    assert.match(
      await told('owned', 'What is River?'),
      /^`River` is a module in `river\.ml`, line 1 \[1\]\.\n\n> Rivers to cross\./,
    );
    assert.match(
      await told('owned', 'What is the difference between deliver and deliver!?'),
      /`Mail\.deliver!` is a method/,
    );
  });

  it('compares parameters with hyphens, and tells no type of those that stand side by side', async () => {
    const text = await told('lisp', 'What is the difference between ferry-find and ferry-insert?');
    assert.match(text, /`other-window`/);
    assert.doesNotMatch(text, / is of `/);
  });
});
