import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Lister, walk } from '../../../src/engine/files/walk';

let root: string;

function write(file: string, text = 'text\n'): void {
  const target = path.join(root, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
}

describe('a lister', function () {
  this.timeout(60_000);
  beforeEach(() => {
    root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-list-')));
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  it('sees what comes and goes, at any depth', async () => {
    const lister = new Lister(root);
    write('a/b/c.ts');
    assert.deepEqual((await lister.list()).paths, ['a/b/c.ts']);
    write('a/b/d.ts');
    write('e.ts');
    assert.deepEqual((await lister.list()).paths, ['e.ts', 'a/b/c.ts', 'a/b/d.ts']);
    fs.rmSync(path.join(root, 'a/b'), { recursive: true });
    assert.deepEqual((await lister.list()).paths, ['e.ts']);
  });

  it('sees ignore files that come, change and go', async () => {
    fs.mkdirSync(path.join(root, '.git'));
    ['in/a.ts', 'in/a.log', 'in/b.tmp'].forEach((file) => write(file));
    const lister = new Lister(root);
    const files = async () =>
      (await lister.list()).paths.map((file) => path.basename(file)).filter((name) => name !== '.gitignore');
    assert.deepEqual(await files(), ['a.log', 'a.ts', 'b.tmp']);
    write('in/.gitignore', '*.log\n');
    assert.deepEqual(await files(), ['a.ts', 'b.tmp']);
    write('in/.gitignore', '*.log\n*.tmp\n');
    assert.deepEqual(await files(), ['a.ts']);
    fs.rmSync(path.join(root, 'in/.gitignore'));
    assert.deepEqual(await files(), ['a.log', 'a.ts', 'b.tmp']);
  });

  it('lists every file, however many there are', async () => {
    for (let folder = 0; folder < 21; folder += 1) {
      fs.mkdirSync(path.join(root, `d${folder}`));
      for (let n = 0; n < 1000; n += 1) fs.writeFileSync(path.join(root, `d${folder}`, `${n}.ts`), 'x');
    }
    const { files, notes } = await walk(root);
    assert.equal(files.length, 21_000);
    assert.deepEqual(notes, []);
  });

  it('stops where the names alone would fill the memory, deepest files first, and says so', async () => {
    for (let n = 0; n < 20; n += 1) write(`top${n}.ts`);
    for (let n = 0; n < 20; n += 1) write(`in/a/folder/deep${n}.ts`);
    const { paths, notes } = await new Lister(root, [], 300).list();
    assert.deepEqual(
      paths.filter((file) => file.startsWith('top')),
      paths.filter((file) => !file.includes('deep')),
    );
    assert.equal(paths.filter((file) => file.startsWith('top')).length, 20);
    assert.ok(paths.length < 40 || notes.length === 1);
    assert.match(notes[0] ?? '', /too many files to list them all: only the first \d+ are searched/);
  });
});
