// What answers about repositories that nobody had looked at once got wrong, of twenty-four more: see freshCode.test.ts.
import assert from 'node:assert/strict';
import { askedProjects } from './projects';

const files: Record<string, string> = {
  'harbour/go.mod': 'module harbour\n',
  'harbour/ferry.go':
    'package harbour\n\n// Ferry crosses the river.\ntype Ferry struct {\n\tgui bool\n\tMoorage string\n}\n\n// OpenRoot opens the harbour.\nfunc OpenRoot(place string) int { return 1 }\n',
  'harbour/main.go': 'package harbour\n\nimport "os"\n\nfunc start() {\n\t_, _ = os.OpenRoot("river")\n}\n\n',
  'harbour/web/client.ts':
    'export async function moor(peer: { t: string }): Promise<void> {\n  await send({\n    t: "moorage",\n    of: peer,\n  });\n  if (peer.t !== "moorage") {\n    throw new Error("The sender did not complete the shaking of hands");\n  }\n}\n',
  'harbour/.github/workflows/ci.yml':
    'jobs:\n  test:\n    steps:\n      - name: Test\n        run: go test ./...\n      - name: Collect tests\n        if: failure()\n        run: ci/collect-testdir\n',
  'harbour/web/package.json': '{ "name": "web", "scripts": { "test": "vitest run" } }\n',
  'kept/src/main/kotlin/Ferry.kt':
    'package harbour\n\nclass Ferry {\n    fun moor(width: Int) {\n        require(width > 0) { "A ferry must have a width." }\n    }\n\n    fun validateTest() {\n        moor(3)\n    }\n}\n',
  'kept/src/main/kotlin/Quay.kt':
    'package harbour\n\nclass Quay(val ferry: Ferry) {\n    fun open() = ferry.moor(2)\n}\n',
  'order/src/lib.rs':
    '/// Puts a boat before the one at the index.\npub fn put_before(mut index: usize, boat: u8) -> usize {\n    index += 1;\n    index\n}\n\n/// Puts a boat at the index.\npub fn put_at(index: usize, boat: u8) {}\n',
  'swift/Package.swift':
    '// swift-tools-version:6.0\nimport PackageDescription\n\nlet package = Package(\n    name: "ferry",\n    platforms: [\n        .macOS(.v13),\n    ]\n)\n',
  'traces/src/options.ts':
    'export interface Options {\n  /** True where errors have no trace. */\n  withoutTrace?: boolean;\n}\n\nexport function make(options: Options, spec: Options): boolean {\n  const withoutTrace =\n    options.withoutTrace ?? spec.withoutTrace;\n  return withoutTrace === true;\n}\n',
  'made/Rakefile':
    "require 'minitest/test_task'\n\ntask default: :test\n\nMinitest::TestTask.create # Default `test` task\n\nnamespace :test do\n  desc 'Measures test coverage'\n  task :coverage do\n    ENV['COVERAGE'] = '1'\n    Rake::Task['test'].invoke\n  end\nend\n",
  'dump/ferry.py': 'def cross(river):\n    """Crosses the river by ferry."""\n    return river\n',
  'dump/rivers.json': `["${'teleportation '.repeat(80_000)}"]\n`,
  'script/Ferry.pm':
    'package Ferry;\n\nsub cross($) {\n    my ($width) = @_;\n    return $width;\n}\n\n# Ties it up.\nsub moor {\n    return cross(3);\n}\n\n1;\n',
  'script/ferry.sh':
    '#!/bin/bash\ncross() {\n  echo "${1%%]*}"\n}\n\ntie_up() {\n  # Not known here. shellcheck disable=SC2154\n  river_home="$1"\n  cross x\n}\n',
  'base/ferries.sql':
    "CREATE DEFINER='root'@'localhost' FUNCTION moor_all (x TEXT) RETURNS TEXT\nBEGIN\n  RETURN x;\nEND$$\n\nCREATE OR REPLACE\n  ALGORITHM = MERGE\n  DEFINER = 'root'@'localhost'\nVIEW ferries (a) AS SELECT moor_all(b) FROM t;\n",
  'limits/src/wait.c':
    '#include "limits.h"\n\n/* Waits for passengers that are late before the ferry leaves the quay. */\nint wait_for_passengers(void) {\n  int patience = MAX_N;\n  return patience;\n}\n',
  'limits/src/limits.h': '#define MAX_N 25\n#define MAX_FLAG 0x02\n',
  'limits/src/Keys.kt': 'object Keys {\n    const val DEFAULT_CROSSING = "default_crossing"\n}\n',
  'limits/doc/manual.adoc':
    '= Manual\n\n----\n# Ten boats:\nmax_boats = 10\n----\n\n== Lines\n\nValues can span several lines of the file.\n\n*max_boats* (*MAX_BOATS*)::\n\n    This option specifies how many boats may cross. The default value is 7.\n',
  'parts/package.json': '{ "name": "parts" }\n',
  'parts/packages/ferry/README.md': '# Ferry\n\nFerry is a library that carries people over rivers.\n',
  'parts/packages/quay/README.md': '# Quay\n\nQuay is a library where ferries are tied up.\n',
  'java/README.md':
    '# harbour [![Build Status](https://example.org/x.svg)](https://example.org)\n\n## Usage\n\n```\nmvn javadoc:javadoc\n```\n\n## Building from Source\n\n```\nmvn clean compile assembly:single\n```\n',
  'spec/lib/ferry.rb': 'class Ferry\n  def cross\n    1\n  end\nend\n',
  'spec/spec/ferry_spec.rb': "describe Ferry do\n  it 'crosses' do\n    Ferry.new.cross\n  end\nend\n",
  'branches/parser.c':
    'static int flag(char *a)\n{\n#ifdef LONG\n    if (a) {\n#else\n    if (!a) {\n#endif\n        return 1;\n    }\n    return 0;\n}\n\nint take_two(int b) {\n    return flag(0);\n}\n',
  'heads/core.kt':
    'package core\n\ninterface Group\n\nopen class UsageError(\n    message: String,\n) : Exception(message)\n\nclass NoSuchOption(\n    name: String,\n    group: Group,\n) : UsageError(name)\n\nclass Options(\n    name: String,\n) : Group {\n    fun take(error: UsageError): Boolean = error is UsageError\n}\n',
  'through/src/Tie/Quay.php': '<?php\nnamespace Harbour\\Tie;\n\ninterface Quay\n{\n    public function tie();\n}\n',
  'through/src/Tie/Wooden.php':
    '<?php\nnamespace Harbour\\Tie;\n\nuse Harbour\\Tie\\Quay;\n\nabstract class Tie implements Quay\n{\n}\n',
  'through/src/Stone.php':
    '<?php\nnamespace Harbour;\n\nuse Harbour\\Tie\\Quay;\nuse Harbour\\Tie\\Tie;\n\nclass Stone extends Tie\n{\n    public function moor(Quay $quay)\n    {\n    }\n}\n',
  'reached/go.mod': 'module reached\n',
  'reached/wait.go':
    'package reached\n\nfunc tideDelay(at int) int { return at * 2 }\n\nfunc idleDelay(at int) int { return at }\n\nfunc CrossOver(at int) int {\n\treturn tideDelay(at)\n}\n',
  'reached/wait_test.go':
    'package reached\n\nimport "testing"\n\nfunc TestCrossing(t *testing.T) {\n\tif CrossOver(1) != 2 {\n\t\tt.Fatal()\n\t}\n}\n',
  'said/README.adoc':
    '= Ferry\n:url-docs: https://docs.example.org\n\n{url-docs}[Ferry] is a small program that carries people over rivers.\n\nOne thing that Ferry will never be is a bridge for heavy lorries.\n',
  'said/ferry.rb': 'class Bridge\n  # Heavy.\n  def lorry\n    1\n  end\nend\n',
  'quoted/README.md':
    '# Quoted\n\n> * It is not used any more and every row of it\n>   to the very last one goes on here.\n\nThanks to our sponsors who pay for this work.\n\nQuoted carries people over rivers that are wide.\n',
  'quoted/web/package.json': '{ "scripts": { "test": "echo \\"Error: no test specified\\" && exit 1" } }\n',
  'named/lib/local.ex': 'defmodule Harbour.Zone.Local do\n  @spec lookup() :: term\n\n  def lookup(), do: 1\nend\n',
  'named/lib/zone.ex':
    'defmodule Harbour.Zone do\n  alias Harbour.Zone.Local, as: Local\n\n  def name, do: Local.lookup()\nend\n',
  'named/lib/other.ex': 'defmodule Harbour.Other do\n  def lookup(x), do: x\nend\n',
  'hs/src/Quay.hs': 'module Quay\n  ( moorFerry,\n  )\nwhere\n\nmoorFerry :: Int -> Int\nmoorFerry x = x\n',
  'hs/src/Main.hs': 'module Main where\n\nimport Quay\n\nmain :: IO ()\nmain = print (moorFerry 3)\n',
};

describe('an answer about code that nobody had looked at', function () {
  this.timeout(30_000);
  const told = askedProjects(files);

  it('says yes to what may be meant, and not to what only holds something', async () => {
    assert.match(await told('harbour', 'Is there a ferry?'), /^Yes: `Ferry` is a struct/);
    assert.doesNotMatch(await told('harbour', 'Is there a GUI?'), /^Yes/);
  });

  it('says no more than that it cannot say, where the reason given is what stands nowhere', async () => {
    assert.match(
      await told('harbour', 'Can I open the harbour so that my children cannot leave it?'),
      /^I cannot say yes or no[^]*These are the nearest places|^I cannot say yes or no[^]*This is the nearest place/,
    );
    assert.match(
      await told('harbour', 'Does the ferry cross by teleportation?'),
      /^I found nothing that says so: “teleportation” does not occur in this folder\./,
    );
  });

  it('says of a word that occurs nowhere which files were too large to be read', async () => {
    assert.match(
      await told('dump', 'Does the ferry cross by teleportation?'),
      /“teleportation” does not occur in this folder \(one file is over 1 MiB and not read\)\./,
    );
  });

  it('counts no use of another module’s function, of the row that defines it or of a list of exports', async () => {
    assert.match(await told('harbour', 'Who calls OpenRoot?'), /^Nothing here calls or uses `OpenRoot`/);
    const moored = await told('hs', 'Who calls moorFerry?');
    assert.match(moored, /1 call in 1 file, none in tests[^]*line 6 in `Main\.main`/);
    const specified = await told('spec', 'Who uses Ferry?');
    assert.doesNotMatch(specified, /more definition/);
    assert.match(specified, /in tests 2 uses in 1 file|Only tests name `Ferry`/);
  });

  it('takes no text that is thrown or meant for a tool for a description', async () => {
    assert.doesNotMatch(await told('harbour', 'What is Moorage?'), /did not complete/);
    assert.doesNotMatch(await told('script', 'What is river_home?'), /is described in/);
  });

  it('reads on behind what a grammar misreads', async () => {
    assert.match(await told('script', 'What is Ferry.moor?'), /^`Ferry\.moor` is a function[^\n]*\n\n> Ties it up\./);
    assert.match(await told('script', 'What is tie_up?'), /^`tie_up` is a function in `ferry\.sh`, line 6/);
  });

  it('knows what MySQL defines for another user, and calls a view a view', async () => {
    assert.match(await told('base', 'What is moor_all?'), /^`moor_all` is a function in `ferries\.sql`, line 1/);
    assert.match(await told('base', 'What is ferries?'), /^`ferries` is a view in `ferries\.sql`, line 9/);
  });

  it('shows where the constants are set that a place names, where a value is asked for', async () => {
    assert.match(
      await told('limits', 'How long does the ferry wait for passengers that are late?'),
      /Values named there are set here:\n\n- `#define MAX_N 25` \(`src\/limits\.h`, line 1\)/,
    );
  });

  it('takes the key by which a value is asked for, for no value', async () => {
    assert.match(await told('limits', 'What is the default crossing?'), /^`Keys\.DEFAULT_CROSSING` is a property/);
  });

  it('describes an option by the text below its term, and by no heading that is code', async () => {
    assert.match(
      await told('limits', 'What is the default of max_boats?'),
      /^`max_boats` is described in `doc\/manual\.adoc`, line 12 \[1\]:\n\n> This option specifies how many boats may cross\. The default value is 7\./,
    );
  });

  it('tells no part for the whole', async () => {
    const text = await told('parts', 'What is this project?');
    assert.match(text, /^I could not tell what this is from a README or a manifest\./);
  });

  it('runs the tests of the root before those of a part, and nothing that is done when they failed', async () => {
    const text = await told('harbour', 'How do I run the tests?');
    assert.match(
      text,
      /^To run the tests:\n\n- `go test \.\/\.\.\.`, in continuous integration[^\n]*\n- `npm test` in `web`/,
    );
    assert.doesNotMatch(text, /collect-testdir/);
  });

  it('builds by no command for documents, though the title has a badge of a build', async () => {
    const text = await told('java', 'How do I build the jar from source?');
    assert.match(text, /^To build it:\n\n- `mvn clean compile assembly:single`, under “Building from Source”/);
    assert.doesNotMatch(text, /javadoc/);
  });

  it('reads a function whose branches for the preprocessor each open a brace', async () => {
    assert.match(await told('branches', 'What is flag?'), /^`flag` is a function in `parser\.c`, line 1/);
    assert.match(await told('branches', 'What is take_two?'), /^`take_two` is a function in `parser\.c`, line 13/);
  });

  it('tells what implements a type by heads alone, and what extends one of these as through it', async () => {
    const implemented = await told('through', 'Which classes implement Quay?');
    assert.match(implemented, /is implemented at 1 place[^]*line 6 in `Tie`/);
    assert.match(implemented, /Through `Tie`, 1 more place:\n- `src\/Stone\.php`\n {2}- line 7 in `Stone`/);
    assert.doesNotMatch(implemented, /: `use /);
  });

  it('says that no test names something, with the tests that reach it through what calls it', async () => {
    const reached = await told('reached', 'Which tests cover tideDelay?');
    assert.match(
      reached,
      /^No test names `tideDelay`[^]*Through `CrossOver`, which calls it, tests may reach it: 1 call/,
    );
    assert.match(reached, /line 6 in `TestCrossing`/);
    assert.match(await told('reached', 'Which tests cover idleDelay?'), /^No test names `idleDelay`[^`]*`wait\.go`/);
  });

  it('tells what extends or implements a type by heads over several rows, and by no parameter or test of a type', async () => {
    const extended = await told('heads', 'What extends UsageError?');
    assert.match(extended, /is extended at 1 place[^]*line 12 in `NoSuchOption`/);
    const implemented = await told('heads', 'Who implements Group?');
    assert.match(implemented, /is implemented at 1 place[^]*line 16 in `Options`/);
  });

  it('puts what the README says before the places where yes or no is asked', async () => {
    assert.match(
      await told('said', 'Can it be a bridge for heavy lorries?'),
      /^It says in `README\.adoc`, line 6 \[\d\]:\n\n> One thing that Ferry will never be is a bridge for heavy lorries\./,
    );
  });

  it('tells a project by no quotation in pieces and by no thanks, and without the links of AsciiDoc', async () => {
    assert.match(
      await told('said', 'What is this project?'),
      /^Ferry is a small program that carries people over rivers/,
    );
    assert.match(await told('quoted', 'What is this project?'), /^Quoted carries people over rivers that are wide/);
  });

  it('runs no tests that there are not', async () => {
    assert.match(await told('quoted', 'How do I run the tests?'), /^I saw no command to run the tests/);
  });

  it('counts what another name stands for, and no type said of it', async () => {
    const text = await told('named', 'Who calls Zone.Local.lookup?');
    assert.match(text, /1 call in 1 file[^]*line 4 in `Harbour\.Zone\.name`/);
    assert.doesNotMatch(text, /@spec/);
  });

  it('names the exception that a function of the language raises', async () => {
    assert.match(
      await told('kept', 'Which exception do I get when I see "A ferry must have a width."?'),
      /^`IllegalArgumentException` by `require`: “A ferry must have a width\.” in `Ferry\.moor`/,
    );
  });

  it('takes no function for a test because of how its name ends, and lists callers however they are asked for', async () => {
    for (const query of ['Which functions in here make use of moor?', 'Who calls moor on the ferry?'])
      assert.match(await told('kept', query), /: 2 calls in 2 files, none in tests[^]*in `Ferry\.validateTest`/);
  });

  it('runs the tests by the task that a library creates without a name, before that which measures their coverage', async () => {
    assert.match(
      await told('made', 'How do I run the test suite?'),
      /^To run the tests:\n\n- `rake test` \(`Rakefile`, line 5\)/,
    );
  });

  it('takes how a parameter is bound for no part of its type', async () => {
    const text = await told('order', 'What is the difference between put_before and put_at?');
    assert.match(text, /Puts a boat before the one at the index\./);
    assert.doesNotMatch(text, /`mut usize`/);
  });

  it('says what “this package” needs', async () => {
    assert.match(
      await told('swift', 'Which Swift and macOS versions do I need to build this package?'),
      /^Its manifests ask for:\n\n- `\/\/ swift-tools-version:6\.0` \(`Package\.swift`, line 1\)/,
    );
  });

  it('counts a member that a variable of the same name is set from', async () => {
    assert.match(
      await told('traces', 'What does the withoutTrace option do?'),
      /[Uu]sed in 1 file \(1 place\):\n- [^]*  - line 8 in `make`/,
    );
  });
});
