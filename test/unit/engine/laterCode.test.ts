// What answers about repositories that nobody had looked at once got wrong, of fourteen more: see unseenCode.test.ts.
import assert from 'node:assert/strict';
import { askedProjects } from './projects';

const files: Record<string, string> = {
  'cpp/include/quay.hpp':
    '#pragma once\n\nclass quay {\n public:\n  /**\n   * Never takes a quay that is about to go.\n   */\n  quay(quay&& other) = delete;\n  explicit quay(int length);\n  int length() const;\n};\n',
  'cpp/src/quay.cpp':
    '#include "quay.hpp"\n\n/**\n * Builds a quay.\n */\nquay::quay(int length) {\n  m_length = length;\n}\n\nint quay::length() const {\n  return m_length;\n}\n',
  'rust/src/cli.rs':
    'pub struct Opt {\n    #[arg(long = "max-ferries", default_value = "7")]\n    /// How many ferries cross at once.\n    ///\n    /// More of them wait.\n    pub max_ferries: u8,\n}\n',
  'rust/src/river.rs': 'pub enum State {\n    High,\n    Low,\n}\n',
  'rust/src/moor.rs': 'pub struct State {\n    pub ropes: u8,\n}\n\npub enum Other {\n    One,\n}\n',
  'ts/src/tides.ts':
    'export function low(): lowest {\n  return tide();\n}\n\nexport function high(): highest {\n  return tide();\n}\n',
  'hs/src/Lever.hs':
    "module Lever where\n\n-- | Pulls it once.\npull :: Int -> Int\npull x = x\n\n-- | Pulls it with another hand.\npull' :: Int -> Int -> Int\npull' y x = x + y\n\nboth :: Int -> Int\nboth x = pull' x 3\n",
  'rb/lib/ferry.rb': 'class Ferry\n  # Crosses.\n  def cross\n    1\n  end\nend\n',
  'rb/lib/ferry/base.rb':
    'class Ferry\n  module Base\n    # The group of options.\n    def group\n      2\n    end\n  end\nend\n',
  'rb/lib/ferry/group.rb':
    '# Many ferries that cross together.\nclass Ferry::Group\n  def cross_all\n    3\n  end\nend\n',
  'sh/lib/test_functions.bash':
    'warn_all() {\n  echo "$1"\n}\n\nrun_tests_in_parallel() {\n  warn_all begun\n}\n\nrun() {\n  warn_all "$1"\n}\n',
  'sh/libexec/exec.bash': 'run_all_tests_now() {\n  warn_all "begun anew"\n}\n',
  'no/README.md': '# Ferry\n\nFerry is a program that crosses rivers. It will *not* run on Windows at all.\n',
  'no/ferry.py': 'def run(place):\n    """Opens the windows of the ferry and runs."""\n    return place\n',
  'boot/src/receiver.kt':
    'class BootCompletedReceiver {\n    // Sets all alarms anew after the phone was started.\n    fun onReceive(phone: Phone) {\n        phone.scheduleAll()\n    }\n}\n',
  'apposed/package.json': '{ "name": "svgferry", "description": "Carries pictures." }\n',
  'apposed/README.md':
    '# SVGFerry\n\nSVGFerry, short for <abbr title="Scalable">SVG</abbr> Ferry, is a program that carries pictures.\n\n## Why\n\nIt is quick.\n\n## Use\n\nSVGFerry provides a few small tools for that.\n',
  'started/package.json': '{ "name": "ropes", "description": "A pager for ropes" }\n',
  'started/README.md':
    '<p align="center"><img src="x.png"></p>\n\n## Get started\n\n[Install it](https://example.org) and add this to your settings of ropes.\n',
  'inside/composer.json': '{ "name": "own/harbour", "description": "Your own harbour" }\n',
  'inside/data/README.md': '# Data\n\nHarbour includes data of all the rivers that are known.\n',
  'go/README.md':
    '# Quay\n\n## Installation\n\n`guix package -i quay`\n\n## Building\n\n```\nmake all\n```\n\n## Options\n\nSet `FERRIES=0` to build it without ferries.\n',
  'go/Makefile': 'FERRIES ?= 1\nall:\n\tcc quay.c\n',
  'node/package.json': '{ "name": "quay", "scripts": { "test": "mocha" } }\n',
  'node/CONTRIBUTING.md': '# Contributing\n\n## Testing\n\n```\nnpm run test:everything\n```\n',
  'long/src/flood.py': `def check_flood(place):\n    """Checks for a flood of ferries in the harbour."""\n${Array.from({ length: 40 }, (_, row) => `    flood_of_ferries_${row} = harbour(${row})`).join('\n')}\n    return flood_of_ferries_0\n`,
};

describe('an answer about later code', function () {
  this.timeout(30_000);
  const told = askedProjects(files);

  it('takes a type for its name, and not its constructor', async () => {
    assert.match(await told('cpp', 'What is quay?'), /^`quay` is a class in `include\/quay\.hpp`, line 3/);
  });

  it('shows the attribute above the documentation of a field with it', async () => {
    assert.match(
      await told('rust', 'What is max_ferries?'),
      /```rs\n#\[arg\(long = "max-ferries", default_value = "7"\)\]\n/,
    );
  });

  it('finds the definition in the file that is named behind the question', async () => {
    assert.match(await told('rust', 'What is State in river.rs?'), /^`State` is an enum in `src\/river\.rs`/);
    assert.match(await told('rust', 'What is State in src/moor.rs?'), /^`State` is a struct in `src\/moor\.rs`/);
  });

  it('knows a name that ends in a prime from the one without it', async () => {
    assert.match(await told('hs', "What is pull'?"), /^`Lever\.pull'` is a function in `src\/Lever\.hs`, line 8/);
    assert.match(await told('hs', "Who calls pull'?"), /^`Lever\.pull'` [^\n]*: 1 call in 1 file/);
    assert.match(await told('hs', "What is 'pull'?"), /^`Lever\.pull` is a function/);
  });

  it('compares what is written as asked, and nothing of another spelling that is nearer', async () => {
    const text = await told('rb', 'What is the difference between Ferry and Ferry::Group?');
    assert.match(text, /^`Ferry` is a class [^]*\n\n`Ferry\.Group` is a class in `lib\/ferry\/group\.rb`, line 2/);
  });

  it('does not say that two do the same whose types hold their names', async () => {
    const text = await told('ts', 'What is the difference between `low` and `high`?');
    assert.match(text, /^`low` is a function/);
    assert.doesNotMatch(text, /do the same/);
  });

  it('takes what runs tests for no test', async () => {
    const text = await told('sh', 'Who calls warn_all?');
    assert.match(text, /3 calls in 2 files, none in tests/);
  });

  it('puts a no of the README first, and does not say then that it cannot tell', async () => {
    assert.match(
      await told('no', 'Does it run on Windows?'),
      /^It says in `README\.md`, line 3 \[\d\]:\n\n> It will \*not\* run on Windows at all\.\n\nTh/,
    );
  });

  it('denies nothing for a word that the code says otherwise', async () => {
    assert.doesNotMatch(await told('boot', 'What happens after the phone was rebooted?'), /^I found nothing/);
  });

  it('tells a project by a sentence with an apposition', async () => {
    assert.match(await told('apposed', 'What is this project?'), /^SVGFerry, short for SVG Ferry, is a program/);
  });

  it('tells a project by its manifest where its README says it only of a part or begins with a part', async () => {
    assert.match(
      await told('started', 'What is this project?'),
      /^`package\.json` describes it as “A pager for ropes”/,
    );
    const inside = await told('inside', 'What is this project?');
    assert.match(inside, /^`composer\.json` describes it as “Your own harbour”/);
    assert.doesNotMatch(inside, /includes data/);
  });

  it('builds by no package manager, and not by what leaves nothing out where something is to be left out', async () => {
    const text = await told('go', 'How do I build it?');
    assert.match(text, /`make all`/);
    assert.doesNotMatch(text, /guix/);
    assert.match(await told('go', 'How do I build it without ferries?'), /FERRIES=0/);
  });

  it('runs no script that the manifest lacks, and says where nothing tells how a style is checked', async () => {
    const text = await told('node', 'How do I run the tests?');
    assert.match(text, /^To run the tests:\n\n- `npm test` runs `mocha`/);
    assert.doesNotMatch(text, /everything/);
    assert.match(await told('node', 'How do I lint it?'), /^I saw no command to check its style/);
  });

  it('tells rows that follow each other as one place', async () => {
    const text = await told('long', 'How is a flood of ferries in the harbour checked?');
    assert.match(text, /`check_flood` in `[^`]+`, line 1 \[1\] \[2\]\.\n/);
  });
});
