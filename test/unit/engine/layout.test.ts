// What somebody new asks beside what a project is: how its code is organised, where it starts, how it is installed.
import assert from 'node:assert/strict';
import { askedProjects } from './projects';

const files: Record<string, string> = {
  'parted/src/quay/index.ts': '/** Tells where ferries lie at night. */\nimport { Berth } from "./berth";\n\nexport class Quay extends Berth {}\n',
  'parted/src/quay/berth.ts': 'export class Berth {}\n',
  'parted/src/tide/README.md': '# Tide\n\nTide is a table of the water.\n',
  'parted/src/tide/rise.ts': 'export const rise = () => 1;\n',
  'parted/src/river.ts': 'export const river = 1;\n',
  'parted/test/river.test.ts': 'it("flows", () => {});\n',
  'parted/website/src/a.ts': 'export const a = 1;\n',
  'parted/website/src/b.ts': 'export const b = 1;\n',
  'parted/.github/workflows/ci.yml': 'jobs: {}\n',
  'drawn/README.md': '# Drawn\n\n## Project structure\n\n```\nlib/   ferries\nbin/   programs\n```\n',
  'drawn/lib/ferry.rb': 'class Ferry; end\n',
  'flat/LICENSE': 'Everybody may cross.\n',
  'flat/flat.c': '/* Crosses rivers. */\nint main(void) { return 0; }\n',
  'flat/README.md': '<!--\nCopyright (C) The Ferryman, <man@example.org>, et al.\n\nSPDX-License-Identifier: MIT\n-->\n\n# flat\n\nTimetables of ferries for the command line\n\n```text\n$ flat --river Rhine\n```\n',
  'uapposed/readme.md': 'uApposed: a simple timetable of ferries\n\nIf you like it, you will probably enjoy a book of the author.\n',
  'uapposed/apposed.py': 'def cross():\n    return 1\n',
  'benched/bench/Main.scala': 'object Main {\n  def main(args: Array[String]): Unit = ()\n}\n',
  'benched/src/ferry.scala': 'class Ferry\n',
  'untitled/README.md': 'A timetable.\n',
  'untitled/ferry.rb': 'class Ferry; end\n',
  'gem/README.md': '# Gem\n\n## Install\n\n```\ngem install gem\n```\n\n## Tests\n\nRun a specific test:\n\n```sh\nrspec spec/ferry_spec.rb\n```\n',
  'gem/lib/gem.rb': 'class Gem; end\n',
  'named/setup.cfg': '[metadata]\nname = named\n\n[options.entry_points]\nconsole_scripts =\n    ferry = named.main:main\n',
  'named/named/main.py': 'def main():\n    return 1\n\n\nif __name__ == "__main__":\n    main()\n',
  'some/CONTRIBUTING.md':
    '# Contributing\n\n## Running a specific test\n\n```sh\npytest tests -k name_of_the_test\n```\n\n## Running all the tests\n\n```sh\npytest tests\n```\n',
  'some/package.json': '{ "scripts": { "fix:lint": "eslint . --fix", "test:lint": "eslint ." } }\n',
  'some/Makefile': 'all: ferry\n\nferry: ferry.c\n\tcc ferry.c\n',
  'beside/CONTRIBUTING.md':
    '# Contributing\n\n## Building\n\n```sh\ncargo build\n```\n\n## Updating the charts\n\n```sh\nnode tools/build.js all\n```\n\n## Running benchmarks\n\n```sh\ncargo install critcmp\nmake chart\ncargo run --bin charts\n```\n\n## Local development\n\n```sh\nmake test-watch\ndocker run -it rust:latest bash\n```\n\n## Change requirements\n\nEvery change needs a test first.\n',
  'beside/Makefile': 'test-watch:\n\twatchexec cargo test\n',
  'beside/Cargo.toml': '[package]\nname = "beside"\n',
  'beside/src/lib.rs': 'pub fn cross() {}\n',
  'maven/pom.xml': '<project>\n  <!-- use "mvn test -Pbenchmark" -->\n  <!-- `mvn test -Pbenchmark` -->\n</project>\n',
  'maven/src/Ferry.java': 'class Ferry {}\n',
  'cabal/cabal.cabal':
    'name: cabal\n\nlibrary\n  build-depends:\n    , base >=4\n    , text\n\ntest-suite tests\n  build-depends: nothunks\n',
  'cabal/src/Ferry.hs': 'module Ferry where\n',
  'plugin/README.md': '# Plugin\n\n## Installation\n\nUsing lazy:\n\n```lua\n{ "ferries/plugin" }\n```\n',
  'plugin/.github/workflows/ci.yml': 'jobs:\n  test:\n    steps:\n      - run: git clone https://example.org/plenary\n      - run: luarocks install busted\n',
  'plugin/lua/ferry.lua': 'return 1\n',
  'modules/settings.gradle.kts': 'pluginManagement {\n    includeBuild("logic")\n}\n\ninclude(\n    ":quay",\n    ":tide",\n)\n\nrootProject.name = "modules"\n',
  'modules/quay/src/main/kotlin/Quay.kt': 'class Quay\n',
  'modules/tide/src/main/kotlin/Tide.kt': 'class Tide\n',
  'some/ferry.py': 'def ferry():\n    return 1\n',
}; // prettier-ignore

describe('what is asked first of a project beside what it is', function () {
  this.timeout(60_000);
  const told = askedProjects(files);

  it('is its folders, where it is asked for modules, too', async () => {
    for (const question of ['How is the repository split into modules?', 'Which gradle modules are there?'])
      assert.match(await told('modules', question), /^Its folders:\n\n[^]*- `quay\/`: `Quay\.kt`[^]*- `tide\/`/);
  });

  it('is how it is organised: folders with most code first, each with what it says it is', async () => {
    const text = await told('parted', 'How is the code organised?');
    assert.match(
      text,
      /^Its folders:\n\n- `src\/quay\/`: Tells where ferries lie at night \[1\]\.\n- `src\/tide\/`: Tide is a table of the water \[2\]\.\n- `src\/`: `river\.ts` \[3\]\.\n/,
    );
    assert.match(text, /- `test\/`: tests/);
    assert.doesNotMatch(text, /\.github/);
    assert.ok(text.indexOf('website/') > text.indexOf('src/tide/'));
  });

  it('is told by a guide that has a heading for it, and by the files where there are no folders', async () => {
    assert.match(
      await told('drawn', 'What is the project structure?'),
      /^Under “Project structure” it says in `README\.md`, line 3 \[1\]\.\n\n```\nlib\/ {3}ferries/,
    );
    assert.match(
      await told('flat', 'How is this project structured?'),
      /This folder holds 3 files:\n\n- `flat\.c` defines `main`: Crosses rivers/,
    );
  });

  it('is nothing that only a comment of its README says, and may be said behind its name and a colon', async () => {
    assert.match(await told('flat', 'What is this project?'), /^Timetables of ferries for the command line \[1\]/);
    assert.match(await told('uapposed', 'What is this project?'), /^uApposed: a simple timetable of ferries \[1\]/);
  });

  it('is told where the README has neither a title nor anything to tell', async () => {
    assert.match(await told('untitled', 'How is the code organised?'), /- `ferry\.rb` defines `Ferry`/);
  });

  it('starts in the project itself, not in its benchmarks', async () => {
    const text = await told('benched', 'Where does the program start?');
    assert.match(
      text,
      /^I found no place where a program starts: no manifest that I know names one, and its own code defines no `main`\./,
    );
    assert.match(await told('flat', 'Where does the program start?'), /^A program begins with `main` in `flat\.c`/);
  });

  it('is installed as a guide says', async () => {
    assert.match(await told('gem', 'How do I install it?'), /^To install it:\n\n- `gem install gem`, under “Install”/);
  });

  it('is run by the command that a manifest names, or as its README shows it', async () => {
    assert.match(
      await told('named', 'How do I run it?'),
      /^I saw no command to run it; `setup\.cfg` names .{0,40}the command `ferry` \[1\]/,
    );
    assert.match(await told('flat', 'How do I run it?'), /- `flat --river Rhine`/);
  });

  it('is none of what is done beside it: benchmarks, copies of something else, scripts and targets that are not there', async () => {
    assert.equal((await told('beside', 'How do I build it?')).match(/^- `[^`]+`/gm)?.join(), '- `cargo build`');
    assert.doesNotMatch(await told('beside', 'How do I run it?'), /cargo run|make chart|docker/);
    assert.doesNotMatch(await told('beside', 'How do I install it?'), /critcmp/);
    assert.doesNotMatch(await told('beside', 'What do I need to install before building it?'), /Under “Change/);
    assert.doesNotMatch(await told('maven', 'How do I run the tests?'), /benchmark/);
    assert.match(await told('plugin', 'How do I install it?'), /^Under “Installation” it says in `README\.md`/);
  });

  it('depends on what the rows of a list name, and not on what its tests do', async () => {
    const text = await told('cabal', 'What are its dependencies?');
    assert.match(text, /build-depends:\n {4}, base >=4\n {4}, text\n```/);
    assert.doesNotMatch(text, /nothunks/);
  });

  it('puts what runs all tests before what runs one, and what checks before what changes', async () => {
    assert.match(
      await told('some', 'How do I run the tests?'),
      /^To run the tests:\n\n- `pytest tests`,[^]*- `pytest tests -k name_of_the_test`/,
    );
    assert.match(
      await told('some', 'How do I lint it?'),
      /^To check its style:\n\n- `npm run test:lint`[^]*- `npm run fix:lint`/,
    );
    assert.match(await told('some', 'How do I build it?'), /^To build it:\n\n- `make` \(`Makefile`, line 1\)/);
  });
});
