// Which files of a folder are searched when its owner chooses: real folders, the real lister and engine.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import { choose, rulesFor, isSkippedFolder } from '../../../src/engine/files/folderRules';
import { Lister } from '../../../src/engine/files/walk';
import type { Engine } from '../../../src/engine/types';

describe('the rules of a folder’s owner', () => {
  let folder: string;

  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-rules-')));
    write('.gitignore', 'dist/\n*.gen.ts\n');
    write('.env', 'TOKEN=abc');
    for (const file of ['src/a.ts', 'src/b.gen.ts', 'dist/api/c.ts', 'dist/api/keys/id_rsa', 'dist/other/d.ts'])
      write(file);
    for (const file of ['node_modules/ours/e.ts', 'node_modules/theirs/f.ts', 'test/fixtures/g.ts']) write(file);
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  function write(file: string, text = 'export const x = 1;\n'): void {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }

  async function listed(include: string[], exclude: string[]): Promise<string[]> {
    const lister = new Lister(folder);
    lister.setRules({ folder, include, exclude });
    const { paths } = await lister.list();
    return paths.filter((file) => file !== '.gitignore').sort();
  }

  it('say nothing by themselves: git and the folders of packages decide', async () => {
    assert.deepEqual(await listed([], []), ['src/a.ts', 'test/fixtures/g.ts']);
  });

  it('bring in what git ignores, and nothing else of the ignored folder', async () => {
    assert.deepEqual(await listed(['dist/api/**'], []), ['dist/api/c.ts', 'src/a.ts', 'test/fixtures/g.ts']);
  });

  it('bring in files by their ending, wherever they lie', async () => {
    assert.deepEqual(await listed(['*.gen.ts'], []), ['src/a.ts', 'src/b.gen.ts', 'test/fixtures/g.ts']);
  });

  it('bring in one package, and leave the others out', async () => {
    const paths = await listed(['node_modules/ours/**'], []);
    assert.deepEqual(paths, ['node_modules/ours/e.ts', 'src/a.ts', 'test/fixtures/g.ts']);
  });

  it('leave out what is excluded, also when it is included', async () => {
    assert.deepEqual(await listed(['dist/**'], ['fixtures/', 'dist/other/']), ['dist/api/c.ts', 'src/a.ts']);
  });

  it('never bring in what may hold keys or passwords', async () => {
    const paths = await listed(['.env', '**/id_rsa', '**'], []);
    assert.ok(paths.includes('dist/api/c.ts'));
    assert.deepEqual(
      paths.filter((file) => /env|rsa/.test(file)),
      [],
    );
  });

  it('take any text for a pattern without failing', () => {
    for (const pattern of ['[', '\\', '!', '!!a', '/', '***', '../x', ' ', '#x', 'a\0b']) {
      const chosen = choose({ folder, include: [pattern], exclude: [pattern] }, isSkippedFolder);
      chosen.verdictOf(path.join(folder, 'a/b.ts'), false);
      chosen.mayHoldIncluded(path.join(folder, 'a'));
    }
  });

  it('hold for the folders below, where these have none of their own', () => {
    const at = (name: string) => path.resolve(name);
    const rules = ['/w', '/w/inner', '/wider'].map((name) => ({ folder: at(name), include: [], exclude: [] }));
    assert.equal(rulesFor(at('/w/inner/deep'), rules)?.folder, at('/w/inner'));
    assert.equal(rulesFor(at('/w/other'), rules)?.folder, at('/w'));
    assert.equal(rulesFor(at('/wid'), rules), undefined);
  });

  describe('in the engine', () => {
    let engine: Engine;

    beforeEach(() => {
      engine = createEngine({
        grammarFolder: path.resolve('dist/grammars'),
        log: () => {},
      });
    });
    afterEach(() => engine.close());

    async function found(query: string): Promise<string[]> {
      const { snippets } = await engine.retrieve({ query, space: { paths: [folder] }, limit: 20 });
      return snippets.map(({ source }) => (source.kind === 'file' ? path.relative(folder, source.path) : '')).sort();
    }

    it('change what the next answer is given from', async () => {
      write('dist/api/quokka.ts', 'export function feedQuokka() {}\n');
      write('src/wombat.ts', 'export function feedWombat() {}\n');
      assert.deepEqual(await found('feed'), [path.join('src', 'wombat.ts')]);
      await engine.setFolderRules([{ folder, include: ['dist/**'], exclude: ['wombat.ts'] }]);
      assert.deepEqual(await found('feed'), [path.join('dist', 'api', 'quokka.ts')]);
      await engine.setFolderRules([]);
      assert.deepEqual(await found('feed'), [path.join('src', 'wombat.ts')]);
    });
  });
});
