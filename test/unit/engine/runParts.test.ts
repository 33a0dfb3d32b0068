// How a project, or a part of it, is run, built and checked: what manifests, targets, guides and pipelines say, and no more.
import { askedProjects } from './projects';
import assert from 'node:assert/strict';
import { runsIn } from '../../../src/engine/claims/wants';
import { rankOfName, doesTask } from '../../../src/engine/claims/runFits';

const files: Record<string, string> = {
  'hatched/pyproject.toml': '[project]\nname = "ferry"\n\n[tool.hatch.envs.test.scripts]\nall = [\n    "pytest {args:ferry}",\n    "bash -ec \'ferry --dry | grep done\'",\n]\nfast = "pytest -x"\n',
  'poe/pyproject.toml': '[project]\nname = "ferry"\n\n[tool.poe.tasks]\nmypy = "mypy src"\n\n[tool.hatch.envs.docs.scripts]\nbuild = "sphinx-build docs out"\n\n[tool.tox.env.style]\ndescription = "run all hooks"\ncommands = [["pre-commit", "run"]]\n',
  'poe/ferry.py': 'def ferry():\n    return 1\n',
  'said/README.md': '# Ferry\n\n## Contributing\n\nRunning the JavaScript unit tests:\n\n```sh\n$ npm ci\n$ npm run js:test\n```\n\nRunning the rest:\n\n```sh\n# Run the linters\nnox -s lint\n# See the documentation\nnox -s docs -- serve   # in a browser\n```\n',
  'said/ferry.js': 'exports.ferry = () => 1;\n',
  'zig/build.zig': 'pub fn build(b: *B) void {\n    _ = b.step("test:unit", "Run unit tests");\n    _ = b.step("fuzz", "Run fuzzers");\n}\n',
  'tox/tox.ini': '[testenv]\ncommands = pytest\n\n[testenv:docs]\ndeps =\n    test\ncommands =\n    mkdocs build\n',
  'tox/noxfile.py': 'import nox\n\n@nox.session\ndef typing(session):\n    session.run("mypy")\n',
  'hooks/.pre-commit-config.yaml': 'repos:\n  - repo: local\n    hooks:\n      - id: mypy\n        name: types\n',
  'hooks/ferry.py': 'def ferry():\n    return 1\n',
  'mix/mix.exs': 'defmodule Ferry do\n  defp aliases do\n    [\n      lint: ["format", "credo"],\n      "assets.build": ["esbuild"]\n    ]\n  end\nend\n',
  'bare/lib.rs': 'pub fn types() {}\npub fn benchmark() {}\n',
  'bare/Cargo.toml': '[package]\nname = "ferry"\n',
  'bench/Cargo.toml': '[package]\nname = "ferry"\n\n[[bench]]\nname = "speed"\n',
  'bench/lib.rs': 'pub fn ferry() {}\n',
  'left/.github/workflows/ci.yml': 'jobs:\n  a:\n    steps:\n      - run: busted --exclude-tags=integration\n      - run: sudo apt-get install shellcheck\n      - name: Build and test\n        run: ./eng/build.ps1\n',
  'left/ferry.lua': 'return 1\n',
  'left/eng/build.ps1': 'Write-Host built\n',
  'lock/package.json': '{ "scripts": { "typecheck": "tsc" } }\n',
  'lock/pnpm-workspace.yaml': 'packages:\n  - web\n',
  'lock/web/package.json': '{ "scripts": { "bench": "tsx bench.ts" } }\n',
  'sessions/tox.ini': '[tox]\nenvlist = py, lint\n\n[testenv:test]\ncommands = pytest\n',
  'sessions/noxfile.py': 'import nox\n\n@nox.session\ndef tests(session):\n    session.run("pytest")\n',
  'sessions/CONTRIBUTING.md': '# Ferry\n\n## Running the tests\n\n```\npython -m pytest\n```\n',
  'labelled/CONTRIBUTING.md': '# Ferry\n\nIt is tested by `pytest`. To run all checks, invoke tox with `tox -p`.\n',
  'labelled/AGENTS.md': '# Ferry\n\n## Commands\n\n- **Install**: `pip install -e .`\n- **Run tests:** `pytest` (in `tests`)\n- **Lint**: `ruff check`\n',
  'labelled/pyproject.toml': '[tool.tox.env.test]\ncommands = [["pytest"]]\n',
  'listed/README.md': '# Ferry\n\nIt is made with:\n\n- `make`\n- `pytest`\n\n| what | how |\n| --- | --- |\n| Tests | `tox` |\n',
  'block/CONTRIBUTING.md': '# Ferry\n\n## Building\n\nPress this in the shell of the editor:\n\n```\nferry-shell> make it all\n```\n\nThen wait until the boat is there.\n',
  'front/AGENTS.md': '# Ferry\n\n## Commands\n\n```sh\ncd web && pnpm dev    # Dev server\ncd web && pnpm lint   # Lint\ncd web && pnpm test   # Tests\n```\n',
  'front/web/package.json': '{ "scripts": { "dev": "vite" } }\n',
  'block/ferry.py': 'def ferry():\n    return 1\n',
}; // prettier-ignore

describe('a part of a project that is run', function () {
  this.timeout(60_000);
  const told = askedProjects(files);

  it('is no other task in the same folder, and all tests of a part where none is picked', async () => {
    const text = await told('front', 'How do I run one frontend test?');
    assert.match(text, /^All frontend tests are run with:\n\n- `cd web && pnpm test`, [^\n]*\n\n\[1\]/);
  });

  it('is told by tasks, environments and sessions of a manifest, as they are typed', async () => {
    assert.match(
      await told('poe', 'how do I check the types?'),
      /^To check the types:\n\n- `poe mypy` runs `mypy src`/,
    );
    assert.match(
      await told('poe', 'how do I build the docs?'),
      /- `hatch run docs:build` runs `sphinx-build docs out`/,
    );
    assert.match(await told('poe', 'how do I check the style?'), /- `tox -e style`/);
    assert.match(await told('tox', 'how do I generate the docs?'), /- `tox -e docs` runs `mkdocs build`/);
    assert.match(await told('tox', 'how do I check the types?'), /- `nox -s typing`/);
    assert.match(await told('hooks', 'how do I check the types?'), /- `pre-commit run --all-files mypy`/);
    assert.match(await told('mix', 'how do I lint?'), /- `mix lint` runs `\["format", "credo"\]`/);
    assert.match(
      await told('zig', 'how do I run only the unit tests?'),
      /^To run the unit tests:\n\n- `zig build test:unit`/,
    );
  });

  it('says the commands of a list one after the other, as they run', async () => {
    assert.match(
      await told('hatched', 'How do I run the tests?'),
      /- `hatch run test:all` runs `pytest \{args:ferry\} && bash -ec 'ferry --dry \| grep done'`/,
    );
  });

  it('is told by the sentence before a block, and by the comments in it', async () => {
    const text = await told('said', 'how do I run only the JavaScript unit tests?');
    assert.match(text, /^To run the javascript unit tests:\n\n- `npm run js:test`, under “Contributing”/);
    assert.doesNotMatch(text, /npm ci/);
    assert.match(await told('said', 'how do I run the linters?'), /- `nox -s lint`/);
    assert.match(await told('said', 'how do I preview the docs?'), /- `nox -s docs -- serve`,/);
  });

  it('is not told where nothing says it: a manifest without benchmarks has none', async () => {
    assert.doesNotMatch(await told('bare', 'how do I run the benchmarks?'), /cargo bench/);
    assert.match(
      await told('bench', 'how do I run the benchmarks?'),
      /^I saw no command to run the benchmarks; with a `Cargo\.toml` it is usually `cargo bench`/,
    );
  });

  it('is not what an option leaves out, nor what is only installed', async () => {
    assert.doesNotMatch(await told('left', 'how do I run only the integration tests?'), /^To run the integration/);
    assert.doesNotMatch(await told('left', 'how do I lint?'), /apt-get/);
  });

  it('is a script of the project whose step says what it does', async () => {
    assert.match(await told('left', 'how do I build it?'), /- `\.\/eng\/build\.ps1`, in continuous integration/);
  });

  it('is typed with the manager whose file lies there, in the folder of its manifest', async () => {
    assert.match(await told('lock', 'how do I typecheck everything?'), /- `pnpm run typecheck` runs `tsc`/);
    assert.match(
      await told('lock', 'how do I run the benchmarks?'),
      /- `pnpm run bench` in `web` runs `tsx bench\.ts`/,
    );
  });

  it('is told first as a guide says it, before the sessions of a configuration', async () => {
    assert.match(
      await told('sessions', 'how do I run the tests?'),
      /^To run the tests:\n\n- `python -m pytest`, under “Running the tests”[^]*- `tox -e test`[^]*- `nox -s tests`/,
    );
    assert.match(
      await told('labelled', 'how do I run the tests?'),
      /^To run the tests:\n\n- `pytest`, under “Commands” \(`AGENTS\.md`, line 6\)[^]*- `tox -p`/,
    );
  });

  it('is a program alone where its label says the task, and none that is only named', async () => {
    const text = await told('listed', 'how do I run the tests?');
    assert.match(text, /^To run the tests:\n\n- `tox`/);
    assert.doesNotMatch(text, /`pytest`/);
    assert.doesNotMatch(await told('listed', 'how do I build it?'), /- `make`/);
  });

  it('is quoted with its block where a section says a command that is not known', async () => {
    assert.match(await told('block', 'how do I build it?'), /> Press this[^]*ferry-shell> make it all[^]*> Then wait/);
  });
});

const questions: readonly (readonly [question: string, wants: string | undefined])[] = [
  ['how do I check the types', 'types'],
  ['how do I run the type checker', 'types'],
  ['what is the command to run the linter', 'lint'],
  ['how do I fix the code style', 'format'],
  ['how do I check the test coverage', 'coverage'],
  ['how do I make a release', 'release'],
  ['how are the docs built', 'docs'],
  ['how do I run the tests of a single package', 'test package'],
  ['how do I run the tests without coverage', 'test without coverage'],
  ['how do I check a password', undefined],
  ['how do I install a plugin', undefined],
  ['how do I make it add headers to every response', undefined],
  ['how do I check whether the types match', undefined],
  ['how do I release a lock', undefined],
];

describe('a question for how something is run', () => {
  for (const [question, wants] of questions)
    it(`is read word by word: ${question}`, () => {
      const run = runsIn(question)?.[0];
      const without = run?.without ? ['without', ...run.without] : [];
      assert.equal(run && [run.task, ...run.kinds, ...without].join(' '), wants);
    });
});

describe('the name of a script', () => {
  it('belongs to the task of its first word, and not to one that it prepares, undoes or checks', () => {
    assert.equal(rankOfName('typing:test', 'test'), undefined);
    assert.equal(rankOfName('typing:test', 'types'), 1);
    assert.equal(rankOfName('install-benchmark', 'bench'), undefined);
    assert.equal(rankOfName('test-coverage-clean', 'coverage'), undefined);
    assert.equal(rankOfName('check_version', 'test'), undefined);
  });

  it('is what a session runs: documents are no tests', () => {
    assert.equal(doesTask('tox -e docs', 'test'), false);
    assert.equal(doesTask('tox -e docs', 'docs'), true);
    assert.equal(doesTask('./gradlew build -x dokkaGenerate', 'docs'), false);
    assert.equal(doesTask('mix credo test/fixtures/a.ex', 'test'), false);
  });
});
