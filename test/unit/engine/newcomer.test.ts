// What somebody asks first of a project that is new: what it is, how it is run, what a file or a folder is.
import assert from 'node:assert/strict';
import { askedProjects } from './projects';

const files: Record<string, string> = {
  'noted/README.md':
    '> ## Ferry v2\n>\n> Noted is heading towards v2 and we would love to hear from you.\n\n![Noted logo of the river](logo.png)\n\n[Site](https://a.example) |\n[Docs](https://b.example) |\n[Wiki](https://c.example) |\n[Chat](https://d.example)\n\n**Crossings with fangs!**\n\n## Why?\n\nNoted is a timetable for ferries. It supports:\n\n* two **rivers**;\n* every tide.\n\nMore of it later.\n',
  'noted/parts/package.json': '{ "name": "parts", "description": "Spare parts of a test suite" }\n',
  'pictured-main/readme.md':
    '<div align="center"><img src="media/logo.svg" alt="logo"><p>Our open source work is supported by the community.</p></div>\n\n> Pictured is a tiny&nbsp;ferry &#40;of wood&#41; for every river\n',
  'pictured-main/package.json': '{\n  "name": "@ferries/pictured"\n}\n',
  'quoted/readme.md':
    '# quoted\n\n> Crossings of rivers for everybody\n\n## Highlights\n\n- Rivers are the strength of it\n\n## Status\n\nThis project is a work in progress, do not use it.\n',
  'native/README.md':
    '---\ntitle: peer\ndescription: A front matter of some words\n---\n\n# Peer Native Ferries\n\nFerries of peers for every river.\n\n## Requirements\n\nPeer is a ferry that you have to build first.\n',
  'lined/README.rst':
    '*****************************\nlined: ferries in straight lines\n*****************************\n\n.. image:: badge.svg\n\nThis package moves ferries along straight lines.\n',
  'titled/readme.md':
    '# A timetable for ferries in Zig.\n\nThis is for compiler 0.16. Use the other branch for 0.15.\n',
  'used/README.md': '# Used\n\n## Usage\n\nBegin by declaring the river that your ferry crosses.\n',
  'served/README.md':
    '# Served\n\n## Development\n\nTo run the checks:\n\n```sh\ngo test ./...\ngolangci-lint run\n```\n\nStart the ferry:\n\n```sh\ngo run main.go serve\n```\n',
  'served/main.go': 'package main\n\nfunc main() {\n}\n',
  'served/website/package.json': '{ "scripts": { "start": "docusaurus start" } }\n',
  'built/package.json': '{ "scripts": { "start": "tsc && node dist/ferry.js" } }\n',
  'tool/Cargo.toml': '[package]\nname = "tool"\n',
  'tool/src/bin/ferry.rs': 'fn main() {\n    println!("crossed");\n}\n',
  'crossed/river.js':
    '/** Crosses the river with a ferry. */\nexport function crossRiver(ferry) {\n  return ferry.cross();\n}\n',
  'crossed/quay.js':
    "import { crossRiver } from './river.js';\n\nexport function depart(ferry) {\n  return crossRiver(ferry);\n}\n",
  'library/package.json': '{ "name": "library", "scripts": { "test": "mocha", "watch": "vitest --watch" } }\n',
  'library/.github/workflows/ci.yml': 'jobs:\n  test:\n    steps:\n      - run: docker run -d postgres\n',
  'library/lib/ferry.js': '/** Crosses the river. */\nexports.cross = () => 1;\n\nexports.wait = () => 2;\n',
  'library/lib/tide.rb': '# frozen_string_literal: true\n\nclass Tide\n  def rise\n    1\n  end\nend\n',
};

describe('a project that is new to somebody', function () {
  this.timeout(30_000);
  const told = askedProjects(files);

  it('is what its README says most plainly, not what stands first in it, with the list that the sentence opens', async () => {
    const text = await told('noted', 'what is this project?');
    assert.match(text, /^Noted is a timetable for ferries\. It supports: two rivers; every tide \[1\]/);
    assert.doesNotMatch(text, /Spare parts/);
  });

  it('is known by the name in its manifest where its title is a picture', async () => {
    assert.match(await told('pictured-main', 'what is this project?'), /^Pictured is a tiny ferry \(of wood\) for every river \[1\]/);
  });

  it('is not told by an underlined title, but by a title that says it', async () => {
    assert.match(await told('lined', 'what is this project?'), /^This package moves ferries along straight lines \[1\]/);
    assert.match(await told('titled', 'what is this project?'), /^A timetable for ferries in Zig \[1\]/);
  });

  it('is no remark further down, on a part of its name or before its first words', async () => {
    assert.match(await told('quoted', 'what is this project?'), /^Crossings of rivers for everybody \[1\]/);
    assert.match(await told('native', 'what is this project?'), /^Ferries of peers for every river \[1\]/);
  });

  it('is told with the heading where its README only says how it is used', async () => {
    assert.match(await told('used', 'what is this project?'), /^Its README begins, under “Usage”: Begin by declaring/);
  });

  it('is run by what starts it, not by what tests, checks or documents it', async () => {
    assert.match(await told('served', 'how do I run it locally?'), /^To run it:\n\n- `go run main\.go serve`[^\n]*\n\n\[1\]/);
  });

  it('is run by a script that builds it first, and as is usual where only its programs are seen', async () => {
    assert.match(await told('built', 'how do I run it?'), /^To run it:\n\n- `npm start` runs `tsc && node dist\/ferry\.js`/);
    assert.match(await told('tool', 'how do I run it?'), /it is usually `cargo run`/);
  });

  it('is not run where nothing starts: its tests are told instead', async () => {
    const text = await told('library', 'how do I run it?');
    assert.match(text, /^I saw no command to run it, and I found no place where a program begins/);
    assert.match(text, /Its tests are run with:\n\n- `npm test` runs `mocha`/);
    assert.doesNotMatch(text, /docker|vitest/);
  });

  it('is not built where nothing is', async () => {
    assert.match(await told('library', 'how do I build it?'), /^I saw no command to build it\./);
  });

  it('tells of the folder or the file that a chat is narrowed to', async () => {
    assert.match(await told('library/lib', 'what does this folder do?'), /^This folder holds 2 files:\n\n- `ferry\.js` defines/);
    assert.match(await told('library/lib/ferry.js', 'what does this file do?'), /`cross`[^]*`wait`/);
  });

  it('is searched for what uses something that a question only describes, beside the likeliest places', async () => {
    assert.match(await told('crossed', 'who calls the function that crosses the river?'), /`crossRiver` is used in 1 file \(1 call\):\n- `quay\.js`\n  - line 4 in `depart`/);
    assert.match(await told('crossed', 'who calls crossRiver when the tide is high, and why?'), /`crossRiver` is used in 1 file/);
    assert.doesNotMatch(await told('crossed', 'what happens when it crosses the river?'), /is used in/);
  });

  it('is not said to lack words that a chat spoke of before', async () => {
    assert.doesNotMatch(await told('library', 'can I wait for that (about how long a tide takes to rise)?'), /together/);
  });

  it('tells of a file or a folder whose path is all that is asked', async () => {
    assert.match(await told('library', 'lib/ferry.js'), /^`lib\/ferry\.js` defines `cross` and `wait`/);
    assert.match(await told('library', 'lib/'), /holds 2 files:\n\n- `ferry\.js` defines[^\n]*\n- `tide\.rb` defines `Tide` and `rise`/);
  });
}); // prettier-ignore
