// What is told of options, failures, folders, commands and uses beside the plain case.
import assert from 'node:assert/strict';
import path from 'node:path';
import { canBeTold, type ValueFact } from '../../../src/engine/claims/value';
import { askedProjects } from './projects';

const files: Record<string, string> = {
  'failing/gate.go': 'package gate\n\nimport "errors"\n\nfunc Open(name string) error {\n\tif name == "" {\n\t\tname = "main"\n\t}\n\tif isFolder(name) {\n\t\tkey := read(name)\n\t\tother := key\n\t\tthird := other\n\t\tlast := third\n\t\tuse(last)\n\n\t\treturn errors.New("missing key of sluice")\n\t}\n\treturn nil\n}\n',
  'options/bin/tide.sh': '#!/bin/sh\nshowhelp() {\n  echo "Usage: tide query\n  --exclude <path>    Leaves the given path out of what is found.\n  --all               Finds all there is.\n"\n}\n',
  'options/Sink.cs': 'public static class Sinks\n{\n    /// <summary>Writes.</summary>\n    /// <param name="keptTimeLimit">The longest time that a log is kept. The default is forever.</param>\n    /// <param name="other">Another one.</param>\n    public static void Write(int? keptTimeLimit = null, int other = 1) { new Sink(keptTimeLimit).Write(other); }\n}\n\npublic class Sink\n{\n    readonly int? _keptTimeLimit;\n\n    public Sink(int? keptTimeLimit) { _keptTimeLimit = keptTimeLimit; }\n\n    public void Write(int other) { if (_keptTimeLimit == other) { Drop(); } }\n\n    void Drop() { }\n}\n',
  'twice/plain.ts': 'export class Plain {\n  constructor(\n    /** Days of the table. */\n    readonly maxTideDays = 7,\n  ) {}\n}\n',
  'twice/builder.ts': 'export class Builder {\n  /** Tells how far the table of tides goes. */\n  maxTideDays: number;\n}\n',
  'nested/dir.lua': 'local M = {}\n\n-- Matches one.\nlocal function normcase(f)\n  return f\nend\n\n-- Walks all.\nlocal function walk(f)\n  return f\nend\n\n-- Lists some.\nfunction M.fewTides(mask)\n  local match\n  if mask then\n    match = function(f)\n      return normcase(f) == mask\n    end\n  end\n  return match\nend\n\n-- Lists all, below too.\nfunction M.allTides(mask)\n  return walk(normcase(mask))\nend\n\nreturn M\n',
  'broken/src/Tide.kt': 'fun tellTide(days: Int): Int = days\n\nfun use() = tellTide(1)\n',
  'broken/src/Wave.kt': 'fun <T> Json.wave(@Suppress("x") value: T, dynamic: dynamic): T {\n  val input = when(jsTypeOf(dynamic)) {\n    "boolean" -> this\n    "it\'s" -> tellTide(2)\n    else -> { js("A\'\'") }\n  }\n',
  'parts/packages/tide/src/core/one.ts': 'export const one = 1;\n',
  'parts/packages/tide/src/core/two.ts': 'export const two = 1;\n',
  'parts/packages/tide/src/types/three.ts': 'export const three = 1;\n',
  'parts/packages/tide/jest.config.js': 'module.exports = {};\n',
  'parts/packages/quay-test-support/src/main/java/quay/Quay.java': 'package quay;\n\npublic class Quay {}\n',
  'parts/packages/quay-test-support/src/main/java/quay/Pier.java': 'package quay;\n\npublic class Pier {}\n',
  'parts/docs/README.md': '# Parts\n\nParts is a battle-tested library of quays.\n',
  'just/justfile': 'lint:\n    cargo clippy\n\ntest *args:\n    cargo test --workspace {{args}}\n',
  'just/Cargo.toml': '[package]\nname = "just"\nversion = "0.1.0"\n',
  'lua/README.md': '# Lua\n\n## Running tests\n\nExecute `lua run.lua tests` to run the tests.\n',
  'lua/run.lua': 'print(1)\n',
  'behind/defaults.lua': 'local config = {\n  keep_tide = false, -- Keeps the tide when the window\n                     -- of the harbour is shut.\n  other = 1,\n}\nreturn config\n',
  'log/CHANGELOG.md': '# Changes\n\n## 2.5.0\n\n- Some anchors are lifted.\n\n## 2.4.0\n\n- Lanterns burn with whale oil in fog.\n',
  'log/src/one.ts': 'export const one = 1;\n',
  'cmake/Install.md': '# Install\n\n## Running the tests\n\nRun all tests via:\n\n```bash\n(cd build/tests && ctest -V)\n```\n',
  'cmake/CMakeLists.txt': 'project(tide)\n',
  'cmake/.github/workflows/ci.yml': 'jobs:\n  test:\n    steps:\n      - name: Install gcc\n        run: |\n          sudo add-apt-repository ppa:ubuntu-toolchain-r/test\n',
  'rake/Rakefile': 'ADAPTERS = %w(mysql sqlite)\n\nADAPTERS.each do |adapter|\n  namespace :test do\n    task("env:#{adapter}") { ENV["ADAPTER"] = adapter }\n\n    Rake::TestTask.new(adapter => "env:#{adapter}") do |t|\n      t.pattern = "test/**/*_test.rb"\n    end\n  end\nend\n\ntask :test do\n  sh "ruby all.rb"\nend\n',
  'quoted/pier.py': 'class Pier:\n    def board(self, ferry):\n        if ferry.full:\n            raise ValueError("no berth is left")\n        return ferry\n',
  'renamed/lib/help.ex': 'defmodule Tide.Mail.Helpers do\n  def body(mail), do: mail\nend\n',
  'renamed/lib/other.ex': 'defmodule Tide.Page do\n  def body(page), do: page\nend\n',
  'renamed/lib/ses.ex': 'defmodule Tide.Ses do\n  alias Tide.Mail.Helpers, as: MailPart\n  alias Tide.Page, as: PagePart\n\n  def send(mail), do: MailPart.body(mail)\n  def show(page), do: PagePart.body(page)\nend\n',
  'guide/docs/guide.md': '# Guide\n\n### `ebb_only()` and `flood_only()` changed\n\nThe order of the parameters for the functions `ebb_only()` and `flood_only()` has changed, with the\n`db` of type `Database` now being the first parameter.\n',
  'guide/src/one.ts': 'export const one = 1;\n',
  'inner/runner.py': 'class Runner:\n    def run(self):\n        class History:\n            class Meta:\n                old_names = False\n        return History\n\n\nclass Options:\n    old_names: bool = True\n',
  'static/src/parser.ts': 'export const TideParser = {\n  parse(text: string) {\n    return text;\n  },\n};\n',
  'static/src/date.ts': 'export class DateFormat {\n  parse(text: string) {\n    return Number(text);\n  }\n}\n',
  'static/src/read.ts': "import { TideParser } from './parser';\nimport { made } from './made';\n\nexport function read(text: string) {\n  const df = made();\n  return TideParser.parse(text) + df.parse(text);\n}\n",
  'signs/opts.py': 'class Opts:\n    #: The name of the berth to match.\n    berthname: str\n\n\ndef call(args):\n    try:\n        return args["x"]\n    except KeyError as e:\n        raise ValueError(f"call must provide berth {e.args[0]!r}")\n',
  'pier/.woodpecker.yaml': '---\nsteps:\n  - name: test\n    image: example.org/pier:latest\n    commands:\n      - apk add python3\n      - busted\n',
  'pier/lua/one.lua': 'return 1\n',
  'tidemake/README.md': '# tidemake\n\ntidemake builds what you have.\n\n## Run test\n\n```console\n$ tidemake test\n```\n',
  'tidemake/.github/workflows/ci.yml': 'jobs:\n  test:\n    steps:\n      - name: Tests\n        run: |\n          ./configure\n          gmake\n          tidemake run tests/all.x\n',
  'tidemake/Makefile': 'build:\n\tcc -o tidemake main.c\n',
  'retry/src/handler.ts': '/** Handles a request, whose handler may fail. */\nexport function handleRequest(handler: () => void) {\n  handler();\n}\n\n/** What is built in. */\nexport const builtIn = 1;\n',
  'xcode/Package.swift': '// swift-tools-version: 5.5\nimport PackageDescription\nlet package = Package(name: "Tide")\n',
  'xcode/.github/workflows/ci.yml': 'jobs:\n  test:\n    steps:\n      - name: Run tests\n        run: xcrun swift test\n',
  'links/src/pool.rs': '/// Takes a berth, see [`take_berth`][1] and [`lend_berth`][2].\n///\n/// [1]: #method.take_berth\n/// [2]: #method.lend_berth\npub fn berths() {}\n\n/// Takes it for good.\npub fn take_berth(id: u32) -> u32 {\n    id\n}\n\n/// Lends it for a day.\npub fn lend_berth(id: u32, days: u32) -> u32 {\n    id + days\n}\n',
  'within/lib/tide.rb': 'class Tide\n  def initialize(level)\n    @level = level\n  end\n\n  class Unit\n    def self.new(id)\n      units[id] ||= super\n    end\n  end\n\n  # Creates a tide of a number of steps.\n  def self.from_steps(steps)\n    new(steps * 2)\n  end\nend\n',
  'within/spec/tide_spec.rb': "describe Tide do\n  describe '.new' do\n    it 'has a level' do\n      expect(Tide.new(1).level).to eq(1)\n    end\n  end\nend\n",
  'locks/src/error.rs': '#[derive(Debug, thiserror::Error)]\npub enum LockError {\n    #[error("lock {0} was opened but is missing now")]\n    Missing(i64),\n\n    #[error("lock {0} was opened but has been moved since then")]\n    Moved(i64),\n}\n',
  'locks/src/run.rs': 'use crate::error::LockError;\n\npub fn run(lock: &Lock) -> Result<(), LockError> {\n    if lock.place != lock.first {\n        return Err(LockError::Moved(lock.id));\n    }\n    Ok(())\n}\n\npub fn told(done: Result<(), LockError>) -> i32 {\n    match done {\n        Err(LockError::Moved(_)) => 1,\n        _ => 0,\n    }\n}\n',
  'told/src/Tide.hs': 'module Tide where\n\ndata TideError = TooLow String | TooHigh\n\ninstance Show TideError where\n  show (TooLow name) = concat [name, ": the water is too low for the ferry"]\n  show TooHigh = "high"\n\nleave :: Int -> IO ()\nleave level =\n  if level < 2\n    then throw $ TooLow "leave"\n    else pure ()\n\nprint2 :: Int -> String\nprint2 n = show n\n',
  'arms/src/error.rs': 'pub enum TideError {\n    Low(u32),\n    High,\n}\n\nimpl std::fmt::Display for TideError {\n    fn fmt(&self, f: &mut Formatter) -> Result {\n        match self {\n            TideError::Low(level) => write!(f, "the water stands too low for ferry {}", level),\n            TideError::High => write!(f, "the water stands high"),\n        }\n    }\n}\n',
  'arms/src/leave.rs': 'pub fn leave(level: u32) -> Result<(), TideError> {\n    if level < 2 {\n        return Err(TideError::Low(level));\n    }\n    Ok(())\n}\n',
  'sluice/errors.go': 'package sluice\n\nimport "errors"\n\nvar (\n\t// ErrShut is for sluices shut before.\n\tErrShut = errors.New("the sluice was shut before")\n)\n',
  'sluice/open.go': 'package sluice\n\nfunc Open(level int) error {\n\tif level < 0 {\n\t\treturn ErrShut\n\t}\n\treturn nil\n}\n\nfunc WasShut(err error) bool {\n\treturn errors.Is(err, ErrShut)\n}\n',
  'subject/lib/pier.rb': 'module Harbour\n  class Pier\n    def self.moor(name)\n      name\n    end\n  end\n\n  class Quay\n    def self.moor(name)\n      Pier.moor(name)\n    end\n  end\nend\n',
  'subject/spec/pier_spec.rb': "describe Harbour::Pier do\n  subject { Harbour::Pier }\n\n  it 'ties up' do\n    expect(subject.moor('x')).to eq('x')\n  end\nend\n",
  'subject/.github/workflows/ci.yml': 'jobs:\n  moor:\n    runs-on: ubuntu-latest\n    steps: []\n',
  'keyed/lua/config.lua': 'return {\n  tide = {\n    ebbing = false, -- Goes out with the tide.\n  },\n}\n',
  'keyed/lua/stats.lua': 'local function ebbing()\n  return 1\nend\n\nreturn ebbing()\n',
  'fading/src/fade.ts': '/** Blends a picture in, unless it came from memory. */\nexport function fadeIn(picture: Picture, isFromMemory: boolean) {\n  if (isFromMemory) picture.show();\n  else picture.blend();\n}\n',
  'back/src/Settings.hs': 'module Settings where\n\ndata Settings = Settings\n  { first :: Int\n    -- ^ How many go first.\n  , tideWait :: Int\n    -- ^ Minutes that a ferry waits\n    -- for the tide.\n  , other :: Int\n    -- ^ Something else.\n  }\n',
  'back/src/Water.hs': 'module Water where\n\n-- | Tells how high the water stands. This differs from\n-- @tideWait@ in that it never waits.\nwaterNow :: Int\nwaterNow = 1\n',
  'back/docs/settings.md': '# Settings\n\n### `--tide-engine`\n\n**Command line:** `--tide-engine STRING`\n\nWhat tells the tide.\n',
  'noticed/src/Tide.sol': '/// @notice Keeps the level of the water.\n/// @author Somebody\ncontract TideKeeper {\n  uint256 public level;\n}\n',
  'base/pier.py': 'class Pier:\n    def moor(self, name):\n        return name\n\n\nclass LongPier(Pier):\n    def moor(self, name):\n        return super().moor(name)\n',
  'tox/tox.ini': '[tox]\nenvlist = py, lint\n\n[testenv]\ncommands = pytest\n\n[testenv:lint]\ncommands =\n  pylint -j0 \\\n    --max-line-length=120 \\\n    tide \\\n    tests/test_tide.py\n',
  'tox/.github/workflows/ci.yml': 'jobs:\n  test:\n    steps:\n      - run: python -m pip install tox\n      - run: pytest tests/docker -v\n      - run: tox -e py\n',
  'vader/test/run': '#!/bin/bash\nvim -u x\n',
  'vader/.github/workflows/ci.yml': 'jobs:\n  test:\n    steps:\n      - run: |\n          git clone x\n          test/run !\n',
  'vader/plug.vim': 'function! Plug()\nendfunction\n',
}; // prettier-ignore

describe('what is told beside the plain case', function () {
  this.timeout(60_000);
  const told = askedProjects(files);

  it('is the failure whose message a question quotes, however it asks', async () => {
    const text = await told('quoted', 'When do I get "no berth is left"?');
    assert.match(text, /^`ValueError`: “no berth is left” in `Pier\.board` \(`pier\.py`, line 4\)/);
    assert.doesNotMatch(await told('quoted', 'Does it say "no berth is left" in French?'), /^`ValueError`/);
  });

  it('is where an error is raised whose message a constant or a variant only carries, with its condition', async () => {
    const text = await told('sluice', 'When do I get "the sluice was shut before"?');
    assert.match(text, /It is raised here:\n- `open\.go`\n {2}- line 5 in `Open`: `return ErrShut` \[2\]\.\n\nAround `open\.go`, line 5:\n\n```go\n[^]*if level < 0 \{/);
    const variant = await told('locks', 'When do I get "lock 7 was opened but has been moved since then"?');
    assert.match(variant, /^“was opened but has been moved since then” is what `LockError\.Moved` says \(`src\/error\.rs`, line 6\)/);
    assert.match(variant, /It is raised here:\n- `src\/run\.rs`\n {2}- line 5 in `run`: [^\n]*\n\nAround/);
    assert.match(variant, /if lock\.place != lock\.first \{/);
    // What only tells whether it was raised, or catches it, raises nothing.
    assert.doesNotMatch(`${text}${variant}`, /WasShut|`told`/);
  });

  it('is where an error is raised that a method of its type puts into words', async () => {
    const text = await told('told', 'When do I get "the water is too low for the ferry"?');
    assert.match(text, /It is raised here:\n- `src\/Tide\.hs`\n {2}- line 12 in [^\n]*throw \$ TooLow "leave"/);
    assert.doesNotMatch(text, /show n/);
    const arm = await told('arms', 'When do I get "the water stands too low for ferry 7"?');
    assert.match(arm, /It is raised here:\n- `src\/leave\.rs`\n {2}- line 3 in `leave`: `return Err\(TideError::Low\(level\)\);`/);
  });

  it('is a comment that describes what stands before it, and text behind a tag for it', async () => {
    const text = await told('back', 'What is tideWait?');
    assert.match(text, /> Minutes that a ferry waits for the tide\./);
    assert.match(await told('back', 'What is waterNow?'), /differs from @tideWait@ in that it never waits\./);
    assert.match(await told('back', 'What does --tide-engine do?'), /> \*\*Command line:\*\* `--tide-engine STRING`/);
    assert.match(await told('noticed', 'What is TideKeeper?'), /> Keeps the level of the water\./);
  });

  it('is a use of the member of a base class behind “super”, and none of its own', async () => {
    assert.match(await told('base', 'Who calls Pier.moor?'), /1 call in 1 file/);
    assert.doesNotMatch(await told('base', 'Who calls LongPier.moor?'), /1 call/);
  });

  it('is no linter that is given files of tests, nor what installs the runner, and first what runs all', async () => {
    const text = await told('tox', 'How do I run the tests?');
    assert.match(text, /^To run the tests:\n\n- `tox -e py`/);
    assert.doesNotMatch(text, /tox -e lint|pip install/);
    assert.match(await told('vader', 'How do I run the tests?'), /^To run the tests:\n\n- `test\/run !`/);
  });

  it('is a use in a test of what the test calls its subject, and no job of that name', async () => {
    const text = await told('subject', 'Who calls Harbour::Pier.moor?');
    assert.match(text, /in tests 1 call in 1 file/);
    assert.doesNotMatch(text, /more definition[^\n]*ci\.yml|more definitions/);
  });

  it('is no function of the name where an option inside of something is asked for', async () => {
    assert.doesNotMatch(await told('keyed', 'What does the tide.ebbing option do?'), /is a function/);
    assert.match(await told('keyed', 'What does ebbing do?'), /`ebbing` is a function/);
  });

  it('is no reason to doubt where only an everyday word stands nowhere', async () => {
    const text = await told('fading', 'Can I make a picture show up at once instead of blending in?');
    assert.doesNotMatch(text, /“once”/);
  });

  it('is a use by the name that a file gives to what something stands in, and none by that of another', async () => {
    const text = await told('renamed', 'Who calls Tide.Mail.Helpers.body?');
    assert.match(text, /1 call in 1 file/);
    assert.match(text, /`def send\(mail\), do: MailPart\.body\(mail\)`/);
    assert.doesNotMatch(text, /PagePart/);
  });

  it('is no use behind a variable where something calls it on the module itself', async () => {
    const text = await told('static', 'Who calls TideParser.parse?');
    assert.match(text, /1 call in 1 file/);
  });

  it('is told without the signs of a comment, and with brackets that are no source', async () => {
    assert.match(await told('signs', 'What does berthname do?'), /\n> The name of the berth to match\.\n/);
    assert.match(await told('signs', 'When do I get "call must provide berth"?'), /“call must provide berth \{e\.args\[0\]!r\}”/);
  });

  it("is how the project's own tests are run, by its name too, as continuous integration runs them", async () => {
    for (const query of ["How do I run pier's own tests?", 'How do I run the tests of pier?'])
      assert.match(await told('pier', query), /^To run the tests:\n\n- `busted`, in continuous integration \(`\.woodpecker\.yaml`, line 7\)/);
  });

  it('is no command by which the project tests what its users have', async () => {
    assert.doesNotMatch(await told('tidemake', 'How do I run the tests?'), /- `(?:tidemake test|\.\/configure)`/);
  });

  it('is nothing where what is asked for by its name occurs nowhere, however much is said of it', async () => {
    const text = await told('retry', 'Is there a built-in zeppelin for requests whose handler fails?');
    assert.match(text, /^I found nothing that says so: “zeppelin” does not occur in this folder\./);
  });

  it('is that of the first of two questions', async () => {
    const text = await told('xcode', 'How do I run the tests? Which version of Swift is meant?');
    assert.match(text, /- `xcrun swift test`/);
  });

  it('is a command behind the one that finds it', async () => {
    assert.match(await told('xcode', 'How do I run the tests?'), /- `xcrun swift test`, in continuous integration/);
  });

  it('is no difference where only links name both', async () => {
    const text = await told('links', 'What is the difference between take_berth and lend_berth?');
    assert.doesNotMatch(text, /#method/);
  });

  it('is no difference where one sentence speaks of both', async () => {
    assert.doesNotMatch(await told('guide', 'What is the difference between ebb_only and flood_only?'), /is described/);
  });

  it('is no difference to the member of a class inside of the one named, nor to a test of that name', async () => {
    const text = await told('within', 'What is the difference between Tide.new and Tide.from_steps?');
    assert.doesNotMatch(text, /`Tide\.Unit\.new` is|is a test/);
  });

  it('is no field of a type inside of a function', async () => {
    const text = await told('inner', 'What is old_names?');
    assert.match(text, /^`Options\.old_names`/);
    assert.doesNotMatch(text, /History/);
  });

  it('is a failure below its conditions, with the head of its function', async () => {
    const text = await told('failing', 'When do I get the error "missing key of sluice"?');
    assert.match(text, /```go\nfunc Open\(name string\) error \{\n\t…\n\tif isFolder\(name\) \{\n\t\t…\n/);
    assert.doesNotMatch(text, /key := read/);
  });

  it('is the description of an option of something, of a parameter in XML', async () => {
    const flag = await told('options', 'What does the --exclude option of tide query do?');
    assert.match(flag, /> Leaves the given path out of what is found\.\n/);
    const parameter = await told('options', 'What does the keptTimeLimit option do?');
    assert.match(parameter, /`_keptTimeLimit` is described in `Sink\.cs`, line 4 \[2\]:\n\n> The longest time that a log is kept\. The default is forever\.\n/);
  });

  it('is what a setting does where it is asked for its default too', async () => {
    const text = await told('twice', 'What does maxTideDays do and is it on by default?');
    assert.match(text, /> Tells how far the table of tides goes\./);
  });

  it('is no difference where a function inside of the other makes the call', async () => {
    const text = await told('nested', 'What is the difference between fewTides and allTides?');
    assert.match(text, /only `M\.allTides` calls `walk`/i);
    assert.doesNotMatch(text, /calls [^\n]*normcase/);
  });

  it('says that the name also stands where a grammar fails', async () => {
    const text = await told('broken', 'Who calls tellTide?');
    assert.match(text, /also stands in 1 Kotlin file \(`[^`]+`\)\. Its code could not be read, so uses in it are not counted: search it for `tellTide`\./);
  });

  it('is a folder by where its code lies; one of documents is told so, one that helps tests is none', async () => {
    const text = await told('parts', 'How is the code organised?');
    assert.match(text, /- `packages\/tide\/`: `core`, `types` in `packages\/tide\/src\/`/);
    assert.match(text, /- `docs\/`: documents\n/);
    assert.match(text, /- `packages\/quay-test-support\/`: `Pier\.java`, `Quay\.java` in `packages\/quay-test-support\/src\/main\/java\/quay\/`/);
  });

  it('is how some tests are run by a recipe that takes their names, and what an interpreter runs', async () => {
    assert.match(await told('just', 'How do I run a single test?'), /^To run some of the tests, with their names behind it:\n\n- `just test` runs/);
    assert.match(await told('lua', 'How do I run the tests?'), /^To run the tests:\n\n- `lua run\.lua tests`/);
  });

  it('is the comment behind a setting in a list, with the rows that go on with it', async () => {
    const text = await told('behind', 'What does keep_tide do?');
    assert.match(text, /> Keeps the tide when the window of the harbour is shut\./);
  });

  it('is a section of a document, by each heading of the rows shown', async () => {
    assert.match(await told('log', 'since when do lanterns burn with whale oil in fog?'), /“2\.5\.0” and “2\.4\.0” in `\d`, lines 3 to 9 \[1\]/);
  });

  it('is a command that goes to a folder in brackets, and none that prepares a machine', async () => {
    const text = await told('cmake', 'How do I run the tests?');
    assert.match(text, /^To run the tests:\n\n- `cd build\/tests && ctest -V`/);
    assert.doesNotMatch(text, /add-apt-repository/);
  });

  it('is no task whose name is put together when it is made', async () => {
    const text = await told('rake', 'How do I run the tests?');
    assert.match(text, /`rake test`/);
    assert.doesNotMatch(text, /test:env|test:test/);
  });
}); // prettier-ignore

const settings: Record<string, string> = {
  'both/config.ts': 'export class Settings {\n  static tidesOnFirstPage = false;\n  static berths = 25;\n}\n',
  'both/page.ts': "import { Settings } from './config';\n\nexport function shown() {\n  return Settings.tidesOnFirstPage ? 1 : 2;\n}\n",
  'both/README.md': '# Tide\n\n### Configuring tidesOnFirstPage\n\nTo keep the table of tides in links, set the `tidesOnFirstPage` setting to `true`.\n',
  'swift/Ferry.swift': 'public struct Ferry {\n    /// Crosses the river.\n    /// - Parameters:\n    ///   - tryingAll: Whether to try all the moorings of the river.\n    ///   - boat: The boat.\n    public func cross(\n        boat: Int,\n        tryingAll: Bool = false\n    ) -> Int {\n        return tryingAll ? boat : 1\n    }\n}\n',
  'near/assert.js': 'export function createBerths(options = {}) {\n  const cleaned = {\n    shouldLimitBerthLogs: false,\n    berthLogLimit: 1e4,\n    ...options,\n  };\n  return cleaned.shouldLimitBerthLogs ? cleaned.berthLogLimit : 0;\n}\n',
  'made/stream.py': 'class open_tide_stream:\n    def __new__(cls, max_tide_size: float = 0, kind: object = None):\n        return (max_tide_size, kind)\n',
  'eager/listener.rs': 'pub struct Listener {\n    eager_moor: bool,\n}\n\nimpl Listener {\n    pub fn connect() -> Self {\n        Self {\n            eager_moor: true,\n        }\n    }\n\n    /// Moors again before anybody asks for it.\n    pub fn eager_moor(&mut self, val: bool) {\n        self.eager_moor = val;\n    }\n}\n',
}; // prettier-ignore

describe('what is told of a setting whose default is asked for', function () {
  this.timeout(60_000);
  const told = askedProjects(settings, path.resolve('media/embedding.bin'));

  it('is the default, what a document says of it and where it is read, where both are asked for', async () => {
    const text = await told('both', 'What does tidesOnFirstPage do and is it on by default?');
    assert.match(text, /^`Settings\.tidesOnFirstPage` is `false` /);
    assert.match(text, /> To keep the table of tides in links/);
    assert.match(text, /line 4 in `shown`/);
    const named = await told('eager', 'What does eager_moor on the Listener do, and is it on by default?');
    assert.match(
      named,
      /^`eager_moor` is `true` in `Listener\.connect` [^]*> Moors again before anybody asks for it\./,
    );
    const parameter = await told('swift', 'What does tryingAll do, and is it on by default?');
    assert.match(
      parameter,
      /^`tryingAll` of `Ferry\.cross` is `false` by default \([^]*> Whether to try all the moorings of the river\./,
    );
  });

  it('is said as a person would: a parameter of what makes a type is one of the type', async () => {
    const text = await told('made', 'What is the default max_tide_size of open_tide_stream?');
    assert.match(text, /^`max_tide_size` of `open_tide_stream` is `0` by default \(`stream\.py`, line 2\) \[1\]\./);
  });

  it('is the default of what is called by its very name, not of another that is like it', async () => {
    const text = await told('near', 'What does shouldLimitBerthLogs do and what is its default?');
    assert.match(text, /^`shouldLimitBerthLogs` is `false` in `createBerths` /);
  });

  it('is no value of a constant that tells one unit in another', () => {
    const place = { row: 0, names: '', said: '', found: 0, isAside: false, symbol: undefined };
    const isTold = (name: string, value: string) =>
      canBeTold({ ...place, name, value } as unknown as ValueFact, 'What is the longest time?');
    assert.equal(isTold('unixMinuteMS', '60 * 1000'), false);
    assert.equal(isTold('keptMinutes', '60'), true);
  });
});
