import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { overviewOf } from '../../../src/engine/overview';
import { questionsAbout, readFolderFacts } from '../../../src/extension/chat/starterQuestions';

const rows = (count: number) => Array.from({ length: count }, (_, i) => `export const row${i} = ${i};`).join('\n');

describe('the questions of an empty chat', () => {
  let folder: string;
  const write = (place: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
    fs.writeFileSync(path.join(folder, place), text);
  };
  const ask = async (openFile?: string) => questionsAbout(await readFolderFacts(folder), openFile);

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-starters-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('name the project by its manifest, its start, and the file that the README speaks of', async () => {
    write('package.json', '{\n  "name": "shelf",\n  "main": "src/index.js"\n}\n');
    write('README.md', '# Shelf\n\nBooks are kept, each **borrowing** has an end.\n');
    write('src/index.ts', `// Everything.\n${rows(40)}`);
    write('src/colours.ts', `/** The colours. */\n${rows(40)}`);
    write('src/borrowing.ts', `/** Who has which book, and until when. */\n${rows(40)}`);
    write('test/borrowing.test.ts', `/** Tests. */\n${rows(40)}`);
    assert.deepEqual(await ask(), [
      'What does shelf do?',
      'Where does the program start?',
      'What does src/borrowing.ts do?',
    ]);
  });

  it('prefer a file that says what it is for, and the one that is looked at', async () => {
    write('go.mod', 'module example.org/shelf/v2\n');
    write('store.go', `package shelf\n${rows(40)}`);
    write('lending.go', `// Lends books.\npackage shelf\n${rows(40)}`);
    write('licence.go', `// Copyright of somebody.\npackage shelf\n${rows(40)}`);
    assert.deepEqual((await ask()).slice(0, 2), ['What does shelf do?', 'What does lending.go do?']);
    assert.equal((await ask('store.go'))[1], 'What does store.go do?');
  });

  it('are three in a folder that tells nothing, and in one that is gone', async () => {
    assert.equal((await ask()).length, 3);
    fs.rmSync(folder, { recursive: true });
    const questions = await ask();
    assert.equal(new Set(questions).size, 3);
  });

  it('have forms that the engine answers from known places', async () => {
    write('package.json', '{ "name": "shelf", "bin": "cli.js" }\n');
    write('src/lending.ts', `/** Lends. */\n${rows(40)}`);
    const [, start = '', file = ''] = await ask();
    assert.deepEqual(overviewOf(start), { about: 'start' });
    assert.deepEqual(overviewOf(file), { about: 'file', name: 'src/lending.ts' });
  });
});
