import assert from 'node:assert/strict';
import { manifestStarts } from '../../../src/engine/answers/manifestStarts';

const manifests: [name: string, text: string, says: string[]][] = [
  [
    'an object of npm commands',
    '{\n  "name": "shelf",\n  "bin": {\n    "shelf": "./dist/cli.js",\n    "shelf-sort": "./dist/sort.js"\n  },\n  "main": "./dist/index.js"\n}',
    ['`./dist/cli.js` as the command `shelf`', '`./dist/sort.js` as the command `shelf-sort`', '`./dist/index.js` as `main`'], // prettier-ignore
  ],
  ['an object of npm commands in one row', '  "bin": { "shelf": "cli.js" },', ['`cli.js` as the command `shelf`']],
  [
    'scripts of a Python project',
    '[project]\nname = "shelf"\n\n[project.scripts]\nshelf = "shelf.cli:main"\n\n[tool.ruff]\nline-length = 99',
    ['`shelf.cli:main` as the command `shelf`'],
  ],
  ['scripts of Poetry', '[tool.poetry.scripts]\nshelf = "shelf.cli:main"', ['`shelf.cli:main` as the command `shelf`']],
  [
    'entry points of setup.py',
    'setup(\n  entry_points={\n    "console_scripts": [\n      "shelf = shelf.cli:main",\n    ],\n  },\n)',
    ['`shelf.cli:main` as the command `shelf`'],
  ],
  [
    'entry points of setup.cfg',
    '[options.entry_points]\nconsole_scripts =\n    shelf = shelf.cli:main\n\n[flake8]\nmax = 3',
    ['`shelf.cli:main` as the command `shelf`'],
  ],
  [
    'programs of Cargo',
    '[package]\nname = "shelf"\n\n[[bin]]\nname = "sort"\npath = "src/sort.rs"\n\n[[bin]]\nname = "scan"\n',
    ['`src/sort.rs` as the command `sort`', '`src/bin/scan.rs` as the command `scan`'],
  ],
  ['commands of Composer', '  "bin": [\n    "bin/shelf"\n  ],', ['`bin/shelf` as the command `shelf`']],
  ['the main class of Maven', '  <mainClass>org.shelf.Main</mainClass>', ['`org.shelf.Main` as the main class']],
  ['nothing of a library', '[project]\nname = "shelf"\ndependencies = [\n  "rows",\n]\n', []],
];

describe('the beginnings that a manifest names', () => {
  for (const [name, text, says] of manifests) {
    it(`are ${name}`, () =>
      assert.deepEqual(
        manifestStarts(text.split('\n')).map((found) => found.says),
        says,
      ));
  }
});
