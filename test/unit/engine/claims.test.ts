// Questions of the kinds that trees answer, asked of a real file of each language (test/fixtures/languages).
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import type { Answer, Engine } from '../../../src/engine/types';
import { createFolder } from '../api/askingContext';

/** Language, question, and what the answer says by the tree. */
const asked: readonly (readonly [language: string, question: string, kind: string, says: RegExp])[] = [
  ['go', 'who calls take?', 'callers', /line 60 in `Pool\.Get`/],
  ['go', 'what is the default size?', 'value', /`DefaultSize` is `10`/],
  ['go', 'which error says that the size is not positive?', 'failure', /“pool: size %d is not positive” in `New`/],
  ['go', 'explain the Pool', 'explain', /`Pool` is a struct[^]*> Pool hands out connections\.[^]*Used in 1 file \(1 call, 2 other places\):/],
  ['python', 'where is BACKOFF_FACTOR used?', 'callers', /`Policy\.pauses`: `pause \*= BACKOFF_FACTOR`/],
  ['python', 'what is the default timeout?', 'value', /`DEFAULT_TIMEOUT` is `30`/],
  ['python', 'what is the difference between RetryError and Policy?', 'difference', /> All tries have failed\.[^]*> How often and how long to try\./],
  ['rust', 'who uses INITIAL?', 'callers', /`INITIAL`/],
  ['rust', 'which error is raised when a budget needs tokens?', 'failure', /`assert`: “a budget needs tokens” in `Budget\.new`/],
  ['java', 'what is the default rate?', 'value', /`RateLimiter\.DEFAULT_RATE` is `50`/],
  ['java', 'which exception says that the rate must be positive?', 'failure', /`IllegalArgumentException`[^]*rate must be positive/],
  ['java', 'is there a rate limiter?', 'isThere', /^Yes: `RateLimiter` is a class/],
  ['ruby', 'what is the lifetime of a session by default?', 'value', /`Shop\.Session\.LIFETIME` is `30 \* 60`/],
  ['ruby', 'which error is raised when a session needs a user?', 'failure', /`ArgumentError`: “a session needs a user”/],
  ['php', 'how many retries?', 'value', /`Mailer\.RETRIES` is `3`/],
  ['php', 'which exception is thrown when a letter needs a recipient?', 'failure', /`Invalid`: “a letter needs a recipient” in `Mailer\.send`/],
  ['c', 'who calls ring_open?', 'callers', /line 69 in `main`/],
  ['c', 'what does ring_grow do?', 'explain', /`ring_grow` is a function/],
  ['cpp', 'explain the Flush function', 'explain', /`store\.Flush` is a function/],
  ['csharp', 'which exception is thrown without at least one worker?', 'failure', /`ArgumentOutOfRangeException`: “at least one worker”/],
  ['python', 'how long does it wait before it times out?', 'value', /`DEFAULT_TIMEOUT` is `30`/],
  ['php', 'how many recipients may a letter have at most?', 'value', /`MAX_RECIPIENTS` is `50`/],
  ['elixir', 'how many jobs fit into the queue at most?', 'value', /max_jobs` is `100`/],
  ['elixir', 'what is the default of max_jobs?', 'value', /max_jobs` is `100`/],
  ['elixir', 'which error is raised when the queue is full?', 'failure', /`raise`: “queue is full”/],
  ['kotlin', 'what is the default number of tries?', 'value', /`DEFAULT_TRIES` is `3`/],
  ['kotlin', 'who uses DEFAULT_TRIES?', 'callers', /`tries|DEFAULT_TRIES/],
  ['typescript', 'who calls assertOpen?', 'callers', /in `Store\.set`/],
  ['typescript', 'which error says the store is closed?', 'failure', /`Error`: “the store is closed” in `assertOpen`/],
  ['python', 'what does retry take?', 'takes', /`policy` \(`Policy\(\)` by default\)/],
  ['go', 'which parameters does New have?', 'takes', /`New` takes \d parameters?: /],
  ['swift', 'is there a `Session`?', 'isThere', /^Yes: `Session` is a class/],
  ['scala', 'who uses TokenBucket?', 'callers', /line 21/],
  ['scala', 'which error says the rate must be positive?', 'failure', /“rate must be positive”/],
  ['lua', 'who calls resize?', 'callers', /line 46 in `toggle`/],
  ['lua', 'what is the default height?', 'value', /default_height` is `10`/],
  ['dart', 'what is the maximum number of changes?', 'value', /`maxChanges` is `100`/],
  // Read row by row, and said so.
  ['erlang', 'who calls total?', 'callers', /Uses in Erlang are found by the name as a word, so some may be of something else/],
  ['erlang', 'what does order_cache:total/2 do?', 'explain', /`order_cache\.total` is a function/],
  ['erlang', 'which error says that only open orders are kept?', 'failure', /`error`: “only open orders are kept” in `order_cache\.put`/],
  ['fortran', 'what is max_jobs?', 'explain', /`scheduler\.max_jobs` is a constant/],
  ['fortran', 'who calls add_one?', 'callers', /`scheduler\.add_one` \(function/],
  ['nim', 'who calls keyOf?', 'callers', /line 47 in `put`/],
  ['nim', 'which error says that the cache is full?', 'failure', /“the cache is full” in `put`/],
  ['sql', 'who calls with_tax?', 'callers', /line 48 in `touch`/],
  ['crystal', 'what is MaxLines?', 'explain', /`Shop\.MaxLines` is a constant/],
  ['perl', 'what does the round_up method of Harbour::Ledger do?', 'explain', /`Harbour\.Ledger\.round_up` is a function/],
  ['clojure', 'what does cross do?', 'explain', /> Takes a ferry over\./],
  ['julia', 'what is CLEARANCE?', 'explain', /`Harbour\.CLEARANCE` is a constant/],
  ['zig', 'what is the buffer size?', 'explain', /> Bytes of one buffer\.[^]*buffer_size: usize = 4096/],
  ['zig', 'is there a `Conveyor`?', 'absent', /^No: nothing here is defined as `Conveyor`/],
]; // prettier-ignore

const fixtures = path.resolve('test/fixtures/languages');

describe('a question that a tree answers', function () {
  this.timeout(60_000);
  let folder: string;
  let engine: Engine;

  before(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-claims-')));
    for (const language of fs.readdirSync(fixtures)) {
      const file = fs.readdirSync(path.join(fixtures, language)).find((name) => name !== 'outline.txt') ?? '';
      fs.mkdirSync(path.join(folder, language));
      fs.copyFileSync(path.join(fixtures, language, file), path.join(folder, language, file));
      fs.mkdirSync(path.join(folder, 'windows', language), { recursive: true });
      const text = fs.readFileSync(path.join(fixtures, language, file), 'utf8');
      fs.writeFileSync(path.join(folder, 'windows', language, file), `\ufeff${text.replaceAll('\n', '\r\n')}`);
    }
    engine = createEngine({
      grammarFolder: path.resolve('dist/grammars'),
      embeddingFile: path.resolve('media/embedding.bin'),
      log: () => undefined,
    });
  });
  after(async () => {
    await engine.close();
    fs.rmSync(folder, { recursive: true });
  });

  async function ask(root: string, query: string): Promise<Answer[]> {
    const { snippets } = await engine.retrieve({ query, space: { paths: [root] }, limit: 20 });
    const named = snippets.map((snippet, place) => ({
      ...snippet,
      id: String(place),
      label: snippet.source.kind === 'file' ? path.relative(root, snippet.source.path) : '',
    }));
    return engine.answer({ query, snippets: named, space: { paths: [root] }, roots: [root] });
  }

  for (const [language, question, kind, says] of asked) {
    it(`of ${language}: ${question}`, async () => {
      const [first] = await ask(path.join(folder, language), question);
      assert.match(first?.text ?? '', says);
      assert.equal(first?.kind, kind);
    });
  }

  it('is the same of files with the line ends of Windows and its mark at their head', async () => {
    for (const [language, question, kind, says] of asked) {
      const [first] = await ask(path.join(folder, 'windows', language), question);
      assert.match(first?.text ?? '', says);
      assert.equal(first?.kind, kind);
      assert.doesNotMatch(first?.text ?? '', /\r/);
    }
  });

  it('is answered once: what stands beside a claim is another place, never the same one with a doubt', async () => {
    for (const [language, question] of asked) {
      const [claim, ...others] = await ask(path.join(folder, language), question);
      const first = new Set(claim?.citations.map(({ label }) => label));
      for (const other of others) {
        assert.equal(other.kind, 'places', question);
        for (const { label } of other.citations) assert.ok(!first.has(label), `${question}: ${label}`);
      }
    }
  });
});

describe('how a project is run', function () {
  this.timeout(60_000);
  let tree: ReturnType<typeof createFolder>;
  let folder: string;
  let engine: Engine;

  const files: Record<string, string> = {
    'web/package.json': '{ "packageManager": "pnpm@9.1.0",\n  "scripts": {\n    "test": "mocha --forbid-only",\n    "test:watch": "mocha -w",\n    "build": "tsc -b"\n  }\n}\n',
    'web/.github/workflows/ci.yml': 'jobs:\n  check:\n    steps:\n      - name: all of it\n        run: |\n          pnpm install\n          pnpm run test --all\n',
    'make/Makefile': '.PHONY: test\nBIN := ferry\ntest: build\n\tgo test -race ./...\nbuild:\n\tgo build -o $(BIN) .\nall:\n\techo "nothing"\n',
    'make/go.mod': 'module ferry\n',
    'kinds/Makefile': 'test:\n\tgo test ./... \\\n\t\t-short\nitest:\n\truby test/runner.rb\nimage:\n\tdocker build .\nclean-test:\n\trm -rf out\n',
    'kinds/go.mod': 'module ferry\n',
    'kinds/.github/workflows/ci.yml': 'jobs:\n  check:\n    steps:\n      - run: gem install --no-document minitest\n      - run: node tests/server.js &\n      - run: make test\n',
    'some/justfile': 'test:\n  cargo test\n\n# only those that match\nfilter PATTERN:\n  cargo ltest {{PATTERN}}\n',
    'some/Cargo.toml': '[package]\nname = "ferry"\n',
    'guided/README.md': '# Ferry\n\n## Running specific tests\n\n```sh\npython -m pytest tests/harbour.py\n```\n\n## Testing\n\n```sh\npython -m pytest\n```\n',
    'guided/ferry.py': 'def ferry():\n    return 1\n',
    'rust/Cargo.toml': '[package]\nname = "ferry"\n',
    'rust/src/lib.rs': 'pub fn ferry() {}\n',
    'guide/README.md': '# Ferry\n\n## Testing\n\n```sh\n$ python -m pytest tests\n```\n',
    'guide/ferry.py': 'def ferry():\n    return 1\n',
    'special/go.mod': 'module ferry\n',
    'special/.github/workflows/check.yml': 'jobs:\n  check:\n    steps:\n      - run: go test -v -run=TestVersion ./harbour -count=1\n',
    'tied/README.md': '# Ferry\n\n## Building\n\n```sh\ncargo build --release \\\n  --features tide\n```\n',
    'tied/ferry.rs': 'fn ferry() {}\n',
    'rake/Rakefile': 'namespace :test do\n  Rake::TestTask.new(:units) do |t|\n    t.pattern = "spec/*_spec.rb"\n  end\n\n  Rake::TestTask.new(:acceptance) do |t|\n    t.pattern = "spec/acceptance/*_spec.rb"\n  end\nend\n',
    'rake/ferry.rb': 'def ferry\nend\n',
    'maven/README.md': '# Ferry\n\n## Building\n\nRun Maven:\n\n```\n$ mvn install\n```\n\n## Features\n\nIt crosses rivers.\n',
    'maven/pom.xml': '<project><artifactId>ferry</artifactId></project>\n',
    'told/README.md': '# Ferry\n\n## Building\n\nOpen it in your editor and press the green button.\n\n## Features\n\nIt crosses rivers all day long.\n',
    'told/ferry.py': 'def ferry():\n    return 1\n',
    'scripts/scripts/lint': '#!/bin/sh\nruff check .\n',
    'scripts/ferry.py': 'def ferry():\n    return 1\n',
  };

  before(() => {
    tree = createFolder(files);
    folder = tree.path;
    engine = createEngine({ grammarFolder: path.resolve("dist/grammars"), embeddingFile: path.resolve("media/embedding.bin"), log: () => undefined });
  });
  after(async () => {
    await engine.close();
    tree.remove();
  });

  async function told(project: string, query: string): Promise<string> {
    const root = path.join(folder, project);
    const [first] = await engine.answer({ query, snippets: [], space: { paths: [root] }, roots: [root] });
    return first?.text ?? '';
  }

  it('is told of tasks that classes make, with the namespaces around them', async () => {
    assert.match(await told('rake', 'how do I run only the acceptance tests?'), /^To run the acceptance tests:\n\n- `rake test:acceptance` \(`Rakefile`, line 6\)/);
  });

  it('is told of what installs where it is built, and of one section alone where words tell it', async () => {
    assert.match(await told('maven', 'how do I build it from source?'), /^To build it:\n\n- `mvn install`, under “Building”/);
    const inWords = await told('told', 'how do I build it?');
    assert.match(inWords, /^Under “Building” it says[^]*press the green button/);
    assert.doesNotMatch(inWords, /rivers/);
  });

  it('is told by the scripts of a manifest, with the manager that it names, rather than by what is integrated', async () => {
    const text = await told('web', 'How do I run the tests?');
    assert.match(text, /- `pnpm test` runs `mocha --forbid-only` \(`package\.json`, line 3\) \[1\]/);
    // What only pipelines do stays away where the manifest says it.
    assert.doesNotMatch(text, /continuous integration/);
  });

  it('is told by the targets of a makefile that do something', async () => {
    assert.match(await told('make', 'how do I run the tests'), /`make test` runs `go test -race \.\/\.\.\.` \(`Makefile`, line 3\)/);
    const built = await told('make', 'how is this built?');
    assert.match(built, /`make build` runs `go build -o \$\(BIN\) \.`/);
    assert.doesNotMatch(built, /make all/);
  });

  it('is told by a guide under its heading, and by scripts that lie in a folder for them', async () => {
    assert.match(await told('guide', 'how to run the tests?'), /`python -m pytest tests`, under “Testing” \(`README\.md`, line 6\)/);
    assert.match(await told('scripts', 'how do I lint this project?'), /`scripts\/lint`/);
  });

  it('is told as what is usual before what only special cases write down', async () => {
    const text = await told('special', 'how do I run the tests?');
    assert.match(text, /^To run the tests, with a `go\.mod` it is usually `go test \.\/\.\.\.` \[1\]\.\n\nFor special cases[^]*-run=TestVersion/);
  });

  it('is told whole where a backslash ties rows together', async () => {
    assert.match(await told('tied', 'how do I build this?'), /- `cargo build --release --features tide`/);
  });

  it('is told of the tests of a kind first by the target for them, and never by what only installs something', async () => {
    const text = await told('kinds', 'How do I run the integration tests?');
    assert.match(text, /^To run the integration tests:\n\n- `make itest` runs `ruby test\/runner\.rb` \(`Makefile`, line 4\) \[1\]\.\n\n\[1\]/);
    const all = await told('kinds', 'how do I run the tests?');
    assert.match(all, /^To run the tests:\n\n- `make test` runs `go test \.\/\.\.\. -short`/);
    assert.doesNotMatch(all, /gem install|make image|server\.js|clean/);
    const none = await told('kinds', 'how do I run the browser tests?');
    assert.match(none, /^I found no command that names the browser tests\.\n\nTests are run with:\n\n- `make test`/);
  });

  it('is told of some tests by what takes a name, and by what is usual for it', async () => {
    const text = await told('some', 'how do I run only some of the tests?');
    assert.match(text, /^To run some of the tests:\n\n- `just filter PATTERN` runs `cargo ltest \{\{PATTERN\}\}` \(`justfile`, line 5\)/);
    assert.match(await told('guided', 'how can I run just one test?'), /^To run some of the tests:\n\n- `python -m pytest tests\/harbour\.py`, under “Running specific tests”[^\n]*\n\n\[1\]/);
    assert.match(await told('rust', 'how to run a single test'), /^With a `Cargo\.toml` one test alone is usually run by `cargo test NAME` \[1\]/);
  });

  it('is no answer to who wants to make something new', async () => {
    assert.doesNotMatch(await told('some', 'how do I make a new test?'), /^To run/);
  });

  it('is told as what is usual where nothing writes it down', async () => {
    assert.match(await told('rust', 'how do I run the tests?'), /^I saw no command to run the tests; with a `Cargo\.toml` it is usually `cargo test` \[1\]\./);
  });
}); // prettier-ignore

describe('a folder that is asked about', function () {
  this.timeout(60_000);

  it('is told by its files: what they say of themselves, or what they define', async () => {
    const engine = createEngine({
      grammarFolder: path.resolve('dist/grammars'),
      embeddingFile: path.resolve('media/embedding.bin'),
      log: () => undefined,
    });
    const root = path.join(fixtures, 'python');
    const [first] = await engine.answer({ query: 'what is in the python folder?', snippets: [], space: { paths: [fixtures] }, roots: [fixtures] }); // prettier-ignore
    await engine.close();
    assert.ok(fs.existsSync(root));
    assert.equal(first?.kind, 'folder');
    assert.match(first?.text ?? '', /- `retry\.py`: Retries calls that fail, with a growing pause between them/);
  });
});

describe('callers of what only tests define under that name', function () {
  this.timeout(60_000);

  it('are those of the other thing that the code means by it', async () => {
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-callers-')));
    fs.mkdirSync(path.join(folder, 'test'));
    fs.writeFileSync(
      path.join(folder, 'harbour.js'),
      "const moor = require('moorings')\nexports.land = () => moor(3)\n",
    );
    fs.writeFileSync(path.join(folder, 'test', 'harbour.test.js'), 'class Quay {\n  moor() {}\n}\nnew Quay().moor()\n');
    const engine = createEngine({
      grammarFolder: path.resolve('dist/grammars'),
      embeddingFile: path.resolve('media/embedding.bin'),
      log: () => undefined,
    });
    const [first] = await engine.answer({ query: 'who calls moor?', snippets: [], space: { paths: [folder] }, roots: [folder] }); // prettier-ignore
    await engine.close();
    fs.rmSync(folder, { recursive: true });
    assert.match(first?.text ?? '', /^I found no definition of `moor` here, tests aside;[^]*`harbour\.js`/);
  });
});

describe('what is told by a name that several things have', function () {
  this.timeout(60_000);
  let tree: ReturnType<typeof createFolder>;
  let engine: Engine;

  before(() => {
    tree = createFolder({
      'Pool.java': '/** Lends moorings. */\npublic class Pool {\n  public int take() {\n    return 3;\n  }\n}\n',
      'Limiter.java': 'public class Limiter {\n  public int take() {\n    return 4;\n  }\n}\n',
      'test/LimiterTest.java': 'public class LimiterTest {\n  void takes() {\n    new Limiter().take();\n    new Limiter().take();\n    new Limiter().take();\n  }\n}\n',
      'jobs.py': 'class Duplicate(Exception):\n    pass\n\n\ndef save(job):\n    if known(job):\n        raise Duplicate("job already exists")\n    if not job.identifier:\n        raise ValueError("unique needs an explicit job identifier")\n',
      'Rakefile': 'task :default\n\nnamespace "style" do\n  task :literals do\n    sh "rubocop lib test --auto-correct-all"\n  end\nend\n',
      'Makefile': 'test:\n\tdocker build -f tests/Dockerfile . -t ferries && docker run ferries\n',
      'boats.rb': "class Boat\n  def row; end\n  def sail; end\nend\n\nclass Dinghy < Boat\n  def capsize; end\nend\n",
      'ferries.kt': 'class Ferry {\n  fun dock() {}\n  fun cast() {}\n}\n\nclass Barge {\n  fun dock() {}\n}\n\nclass Raft : Ferry() {\n  fun drift() {}\n}\n',
      'harbour.md': '# Harbour\n\n## Pool\n\nWhere boats lie.\n\n### Limiter\n\nHow many may come.\n',
      'feeds.py': 'def add(feed):\n    if not ask(feed):\n        raise ValueError("unable to check if the feed exists")\n',
    });
    engine = createEngine({ grammarFolder: path.resolve("dist/grammars"), embeddingFile: path.resolve("media/embedding.bin"), log: () => undefined });
  });
  after(async () => {
    await engine.close();
    tree.remove();
  });

  async function ask(query: string): Promise<Answer | undefined> {
    const space = { paths: [tree.path] };
    const { snippets } = await engine.retrieve({ query, space, limit: 20 });
    const named = snippets.map((snippet, place) => ({ ...snippet, id: String(place), label: `file ${place}` }));
    return (await engine.answer({ query, snippets: named, space, roots: [tree.path] }))[0];
  }

  it('is told with the others, also where the question says whose it is, but not with their uses', async () => {
    const others = await ask('who calls Limiter.take?');
    assert.match(others?.text ?? '', /There is 1 more definition named `take` \(in `Pool\.java`/);
    assert.match(others?.text ?? '', /Tests:[^]*- and at 1 more place/);
    const own = await ask('who calls Pool.take?');
    assert.match(own?.text ?? '', /Nothing here is certain to call or use `Pool\.take`/);
    const ofPage = await ask('who calls `Harbour.Pool.Limiter`?');
    assert.doesNotMatch(ofPage?.text ?? '', /^Nothing/);
  });

  it('is no error of another doing: what could not be checked is asked for by the check', async () => {
    assert.notEqual((await ask('which error do I get when the feed exists already?'))?.kind, 'failure');
    assert.equal((await ask('which error is raised when the check whether a feed exists fails?'))?.kind, 'failure');
  });

  it('is no error of the opposite, nor one for a part of the words', async () => {
    assert.notEqual((await ask('which error do I get when the job does not exist?'))?.kind, 'failure');
    assert.notEqual((await ask('which error do I get when a job with that identifier is there already?'))?.kind, 'failure');
    assert.match((await ask('which error do I get when the job already exists?'))?.text ?? '', /^`Duplicate`: “job already exists”/);
  });

  it('is no command for tests because a task or an option is named alike', async () => {
    const told = (await ask('how do I run a single test?'))?.text ?? '';
    assert.match(told, /^I found no command for some of the tests alone\.\n\nTests are run with:\n\n- `make test` runs/);
    assert.doesNotMatch(told, /literals/);
  });

  it('is no member alone that the other may have from what it is made of', async () => {
    assert.doesNotMatch((await ask('what is the difference between Boat and Dinghy?'))?.text ?? '', /nly `Boat` has/);
    assert.doesNotMatch((await ask('what is the difference between Ferry and Raft?'))?.text ?? '', /nly `Ferry` has/);
    assert.match((await ask('what is the difference between Ferry and Barge?'))?.text ?? '', /Of the two, only `Ferry` declares `cast`\./);
  });
}); // prettier-ignore

describe('where an error is caught', function () {
  this.timeout(60_000);
  let tree: ReturnType<typeof createFolder>;
  let engine: Engine;
  const files: Record<string, string> = {
    'php/src/Ferry.php': "<?php\nclass TooDeep extends \\RuntimeException {}\nclass Ferry {\n  public function cross($depth) {\n    if ($depth > 9) {\n      throw new TooDeep('too deep');\n    }\n  }\n}\n",
    'php/tests/FerryTest.php': "<?php\nclass FerryTest {\n  public function testDepth() {\n    try { (new Ferry())->cross(10); } catch (TooDeep $e) { return; }\n  }\n}\n",
    'python/ferry.py': 'LIMIT = 9\n\n\nclass TooDeep(Exception):\n    pass\n\n\ndef cross(depth):\n    if depth > 9:\n        raise TooDeep("too deep")\n\n\ndef trip():\n    try:\n        cross(10)\n    except TooDeep:\n        return None\n',
    'go/ferry.go': 'package ferry\n\nimport "errors"\n\nvar ErrDeep = errors.New("too deep")\n\nfunc Trip(err error) bool {\n\treturn errors.Is(err, ErrDeep)\n}\n',
  };

  before(() => {
    tree = createFolder(files);
    engine = createEngine({ grammarFolder: path.resolve("dist/grammars"), embeddingFile: path.resolve("media/embedding.bin"), log: () => undefined });
  });
  after(async () => {
    await engine.close();
    tree.remove();
  });

  async function told(project: string, query: string): Promise<string> {
    const root = path.join(tree.path, project);
    await engine.retrieve({ query, space: { paths: [root] }, limit: 5 });
    const [first] = await engine.answer({ query, snippets: [], space: { paths: [root] }, roots: [root] });
    return first?.text ?? '';
  }

  it('is told by the rows that handle it by its name', async () => {
    assert.match(await told('python', 'where is TooDeep caught?'), /^`TooDeep` is caught here:\n\n- `ferry\.py`\n {2}- line 16 in `trip`: `except TooDeep:` \[1\]/);
    assert.match(await told('go', 'who catches ErrDeep?'), /^`ErrDeep` is caught here:[^]*line 8 in `Trip`/);
  });

  it('is not told of a number or a text', async () => {
    assert.doesNotMatch(await told('python', 'where is LIMIT caught?'), /catches|caught here/);
  });

  it('of a function is where what it raises is caught', async () => {
    assert.match(await told('python', 'where are the errors of cross caught?'), /^`TooDeep`, which `cross` raises, is caught here:[^]*line 16/);
  });

  it('is nowhere, if nothing but a test handles it', async () => {
    assert.match(await told('php', 'where is TooDeep caught?'), /^Nothing here catches `TooDeep` by name, but for tests\. [^]*In tests:\n- `tests\/FerryTest\.php`/);
  });
}); // prettier-ignore
