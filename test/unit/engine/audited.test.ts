// What readers found untrue in 953 statements about 148 repositories: commands that do something else than what was asked.
import { askedProjects } from './projects';
import assert from 'node:assert/strict';
import { doesTask, rankOfName } from '../../../src/engine/claims/runFits';
import { needsIn } from '../../../src/engine/claims/wants';

const files: Record<string, string> = {
  'site/website/package.json': '{ "scripts": { "build": "docusaurus build", "start": "docusaurus start" } }\n',
  'site/website/README.md': '# Website\n\n## Build\n\n```sh\nnpm run build\n```\n',
  'site/ferry.ex': 'defmodule Ferry do\n  def cross, do: :ok\nend\n',
  'site/mix.exs': 'defmodule Ferry.MixProject do\n  def project do\n    [app: :ferry, elixir: "~> 1.15"]\n  end\nend\n',
  'gone/README.md': '# Ferry\n\n## Testing\n\n```sh\nluarocks remove ferry --force\n./bin/missing\n./bin/test\n```\n',
  'gone/scripts/check': '#!/bin/sh\nruff check .\nmypy src\n',
  'gone/bin/test': '#!/bin/sh\nexec busted\n',
  'gone/ferry.lua': 'return 1\n',
  'moved/CONTRIBUTING.md':
    '# Contributing\n\n## Testing\n\n```sh\ngit clone https://example.org/moved\ncd moved\ncargo test\ncd app\nflutter test\ncd ../elsewhere\nmake test\n```\n',
  'moved/app/pubspec.yaml': 'name: app\n',
  'moved/lib.rs': 'pub fn ferry() {}\n',
  'linter/README.md':
    '# Ferrylint\n\n## Linting files\n\n```sh\nferrylint --format yourscript\n```\n\n## [![Build](https://example.org/b.svg)](x) Status\n\nIt crosses rivers.\n',
  'linter/package.json': '{ "name": "ferrylint" }\n',
  'many/Makefile': 'all: fmt test\n\ntest.o:\n\tgcc -c t.c\n\ndev:\n\tcargo build\n\tcp t u\n\ntest:\n\tprove t\n\ntest-build:\n\tgcc t.c\n\n_test-debug:\n\tgdb t\n\nhelp:\n\t@grep test Makefile\n',
  'many/ferry.pl': 'sub ferry { 1 }\n',
  'sln/ferry.sln': 'Microsoft Visual Studio Solution File\n',
  'sln/src/Ferry.cs': 'class Ferry { }\n',
  'zig/build.zig': 'pub fn build(b: *B) void {\n    b.installArtifact(exe);\n}\n',
  'needs/package.json':
    '{\n  "name": "ferry",\n  "engines": { "node": ">=18" },\n  "dependencies": {\n    "boat": "^1.0.0"\n  }\n}\n',
  'needs/README.md': '# Ferry\n\n## Requirements\n\n- Node.js 18\n- libboat (`apt install libboat`)\n\n## Usage\n\nCross.\n',
  'needs/editor/Gemfile': 'ruby "3.3"\n',
  'needs/ferry.js': 'exports.ferry = () => 1;\n',
  'several/site/src/index.css': 'a { color: red }\n',
  'several/core/src/ferry.ts': '/** Crosses rivers. */\nexport class Ferry {}\n',
  'several/core/src/quay.ts': '/** Where ferries lie. */\nexport class Quay {}\n',
  'contents/README.md':
    '# Build a quick ferry across rivers\n\n- [How to install the scripts](#install)\n\nIf you have questions, see the forum and join us there.\n\n## Features\n\nIt provides:\n\n- a quay\n\n## Install\n\n- Install Java first, since this is needed.\n',
  'contents/ferry.py': 'def ferry():\n    return 1\n',
  'shadow/db.go': 'package db\n\ntype DB struct{ size int }\n\nfunc (db *DB) growSize(mmapSize, growSize int) int {\n\tif mmapSize > 0 {\n\t\treturn growSize + db.size\n\t}\n\treturn 0\n}\n\nfunc (db *DB) Grow() int { return db.growSize(1, 2) }\n',
  'signs/quay.ts': 'export class Moor {}\n\nexport const _ = {\n  moor() {\n    return 1;\n  },\n};\n\nexport const land = () => _.moor();\n',
}; // prettier-ignore

describe('what is said of how a project is run', function () {
  this.timeout(60_000);
  const told = askedProjects(files);

  it('leaves out what belongs to its website', async () => {
    assert.doesNotMatch(await told('site', 'How do I build it?'), /npm/);
    assert.doesNotMatch(await told('site', 'How do I run it?'), /npm/);
  });

  it('leaves out scripts that are not there, and what removes something', async () => {
    const text = await told('gone', 'How do I run the tests?');
    assert.match(text, /^To run the tests:\n\n- `(?:\.\/)?bin\/test`/);
    assert.doesNotMatch(text, /remove|missing|check/);
  });

  it('keeps the folder that a block goes to, and nothing of a folder that is not there', async () => {
    const text = await told('moved', 'How do I run the tests?');
    assert.match(text, /- `cargo test`, under “Testing”/);
    assert.match(text, /- `flutter test` in `app`, under “Testing”/);
    assert.doesNotMatch(text, /make test/);
  });

  it('takes neither the use of a linter for its own check, nor a badge for a heading', async () => {
    assert.doesNotMatch(await told('linter', 'How do I lint it?'), /yourscript`/);
    assert.doesNotMatch(await told('linter', 'How do I build it?'), /rivers/);
  });

  it('takes no target for what it is only named like', async () => {
    assert.equal((await told('many', 'How do I run the tests?')).match(/- `make \S+`/g)?.join(), '- `make test`');
    assert.doesNotMatch(await told('many', 'How do I build it?'), /make all|test-build/);
    assert.doesNotMatch(await told('many', 'How do I run it?'), /make dev/);
  });

  it('guesses no command that a manifest rules out', async () => {
    assert.doesNotMatch(await told('sln', 'How do I run it?'), /dotnet run/);
    assert.doesNotMatch(await told('zig', 'How do I run the tests?'), /zig build test/);
  });
});

describe('what is said of a whole', function () {
  this.timeout(60_000);
  const told = askedProjects(files);

  it('names the folder that is meant, and the others of its name', async () => {
    assert.match(
      await told('several', 'What is the src folder?'),
      /^`src\/` is the name of 2 folders here\. The largest is `core\/src\/`; the others: `site\/src`\.\n\n`core\/src\/` holds 2 files/,
    );
  });

  it('is no entry of a table of contents, and nothing that only points elsewhere', async () => {
    const text = await told('contents', 'What is this project?');
    assert.match(text, /^Build a quick ferry across rivers/);
    assert.doesNotMatch(text, /Java|install the scripts|questions/);
  });

  it('names the uses of what stands in something whose name is only a sign', async () => {
    assert.match(await told('signs', 'Who calls moor?'), /^`_\.moor` \([^)]*\): 1 call in 1 file/);
  });

  it('counts no parameter as a use of the method that takes it', async () => {
    assert.match(await told('shadow', 'Who calls growSize?'), /: 1 call in 1 file, none in tests/);
  });
});

describe('a command', () => {
  it('does what its first telling word says, not what that is done to', () => {
    assert.equal(doesTask('luacheck lua tests', 'test'), false);
    assert.equal(doesTask('dart format lib test', 'test'), false);
    assert.equal(doesTask('cpanm -n Test::Pod', 'test'), false);
    assert.equal(doesTask('mix test.reset', 'test'), false);
    assert.equal(doesTask('bundle config path gems', 'build'), false);
    assert.equal(doesTask('tsc --noEmit', 'build'), false);
    assert.equal(doesTask('uv run --locked tox run -e typing', 'test'), false);
    assert.equal(doesTask('uv run tox -e py312', 'test'), true);
    assert.equal(doesTask('./test.sh', 'test'), true);
    assert.equal(doesTask('mvn clean package test', 'test'), true);
    assert.equal(rankOfName('test-build', 'test'), undefined);
    assert.equal(rankOfName('web-build', 'build'), undefined);
  });
});

describe('what a project needs beforehand', function () {
  this.timeout(60_000);
  const told = askedProjects(files);

  it('is told by its manifests and its guides, as they write it', async () => {
    const text = await told('needs', 'Which Node version do I need?');
    assert.match(text, /^Under “Requirements” it says in `README\.md`, line 3 \[1\]\.\n\n> - Node\.js 18\n> - libboat/);
    assert.match(text, /Its manifests ask for:\n\n- `"engines": { "node": ">=18" },` \(`package\.json`, line 3\)/);
    assert.match(
      await told('site', 'Which Elixir version is required?'),
      /- `\[app: :ferry, elixir: "~> 1\.15"\]`|elixir: "~> 1\.15"/,
    );
    assert.doesNotMatch(await told('needs', 'What do I need to run it?'), /ruby/);
    assert.match(await told('needs', 'What are its dependencies?'), /^It depends on:[^]*"boat": "\^1\.0\.0"/);
  });

  it('is asked in words for the whole, not for a part of the code', () => {
    assert.deepEqual(needsIn('Which PHP version do I need to run this?')?.kinds, ['php']);
    assert.equal(needsIn('What are its dependencies?')?.isOfDependencies, true);
    assert.equal(needsIn('What does the pool need?'), undefined);
    assert.equal(needsIn('Which version is this?'), undefined);
    assert.equal(needsIn('What requires a token?'), undefined);
  });
});
