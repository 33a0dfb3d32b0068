// What manifests say of where programs begin, read by their trees.
import { Grammars } from '../../../src/engine/chunk/grammars';
import path from 'node:path';
import { sourcesOf, CodeReader } from '../../../src/engine/outline/sources';
import { partOfSnippets } from '../../../src/engine/index/library';
import assert from 'node:assert/strict';
import { startsIn } from '../../../src/engine/claims/runManifests';

const manifests: [name: string, file: string, text: string, says: string[]][] = [
  [
    'an object of npm commands',
    'package.json',
    '{\n  "name": "shelf",\n  "bin": {\n    "shelf": "./dist/cli.js",\n    "shelf-sort": "./dist/sort.js"\n  },\n  "main": "./dist/index.js"\n}',
    [
      '`./dist/cli.js` as the command `shelf`',
      '`./dist/sort.js` as the command `shelf-sort`',
      '`./dist/index.js` as `main`',
    ],
  ],
  ['one npm command', 'package.json', '{ "bin": "cli.js" }', ['`cli.js` as `bin`']],
  ['a script that starts it', 'package.json', '{ "scripts": { "start": "node ." } }', ['`node .` to start it']],
  [
    'scripts of a Python project',
    'pyproject.toml',
    '[project]\nname = "shelf"\n\n[project.scripts]\nshelf = "shelf.cli:main"\n\n[tool.ruff]\nline-length = 99',
    ['`shelf.cli:main` as the command `shelf`'],
  ],
  [
    'scripts of Poetry',
    'pyproject.toml',
    '[tool.poetry.scripts]\nshelf = "shelf.cli:main"',
    ['`shelf.cli:main` as the command `shelf`'],
  ],
  [
    'entry points of setup.py',
    'setup.py',
    'setup(\n  entry_points={\n    "console_scripts": [\n      "shelf = shelf.cli:main",\n    ],\n  },\n)',
    ['`shelf.cli:main` as the command `shelf`'],
  ],
  [
    'entry points of setup.cfg',
    'setup.cfg',
    '[options.entry_points]\nconsole_scripts =\n    shelf = shelf.cli:main\n\n[flake8]\nmax = 3',
    ['`shelf.cli:main` as the command `shelf`'],
  ],
  [
    'programs of Cargo',
    'Cargo.toml',
    '[package]\nname = "shelf"\n\n[[bin]]\nname = "sort"\npath = "src/sort.rs"\n\n[[bin]]\nname = "scan"\n',
    ['`src/sort.rs` as the command `sort`', 'the command `scan`'],
  ],
  [
    'commands of Composer',
    'composer.json',
    '{\n  "bin": [\n    "bin/shelf"\n  ]\n}',
    ['`bin/shelf` as the command `shelf`'],
  ],
  [
    'the main class of Maven',
    'pom.xml',
    '  <mainClass>org.shelf.Main</mainClass>',
    ['`org.shelf.Main` as the main class'],
  ],
  ['nothing of a library', 'pyproject.toml', '[project]\nname = "shelf"\ndependencies = [\n  "rows",\n]\n', []],
];

describe('the beginnings that a manifest names', function () {
  this.timeout(20_000);
  for (const [name, file, text, says] of manifests) {
    it(`are ${name}`, async () => {
      const grammars = new Grammars(path.resolve('dist/grammars'), () => undefined, {});
      const lines = { start: 1, end: text.split('\n').length };
      const passage = { id: '1', source: { kind: 'file' as const, path: `/${file}` }, label: file, text, language: path.extname(file).slice(1), lines }; // prettier-ignore
      const [from] = sourcesOf([await partOfSnippets([passage], grammars)]);
      assert.ok(from);
      const found = await startsIn(from, { reader: new CodeReader(grammars) });
      assert.deepEqual(
        found.map((one) => one.says),
        says,
      );
    });
  }
});
