import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { whyNeverRead } from '../../../src/engine/files/folderRules';
import { entriesOf, isStillAt } from '../../../src/engine/files/openFile';
import { readPart, readSource } from '../../../src/engine/files/readSource';
import { Lister, maxFileBytes, walk } from '../../../src/engine/files/walk';

let root: string;

function write(file: string, text: string | Uint8Array = 'text\n'): string {
  const target = path.join(root, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
  return target;
}

async function listed(folder = root): Promise<string[]> {
  return (await walk(folder)).files.map((file) => file.path);
}

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-walk-')));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

describe('walk', () => {
  it('lists shallow files before deep ones, each level by name', async () => {
    ['b.ts', 'a.ts', 'deep/er/c.ts', 'deep/d.ts'].forEach((file) => write(file));
    assert.deepEqual(await listed(), ['a.ts', 'b.ts', 'deep/d.ts', 'deep/er/c.ts']);
  });

  it('respects nested ignore files, their exceptions and the exclude file of git', async () => {
    fs.mkdirSync(path.join(root, '.git/info'), { recursive: true });
    write('.git/info/exclude', 'private.ts\n');
    write('.gitignore', '*.log\nout/\n');
    write('sub/.gitignore', '!keep.log\nlocal.ts\n');
    ['a.ts', 'a.log', 'out/b.ts', 'sub/keep.log', 'sub/local.ts', 'private.ts'].forEach((file) => write(file));
    assert.deepEqual(await listed(), ['.gitignore', 'a.ts', 'sub/.gitignore', 'sub/keep.log']);
  });

  it('applies the ignore files above a folder, but not those that ignore the folder itself', async () => {
    fs.mkdirSync(path.join(root, '.git'));
    write('.gitignore', '*.gen.ts\nnode_modules/\n');
    ['src/a.ts', 'src/b.gen.ts', 'node_modules/dep/c.ts', 'node_modules/dep/node_modules/e/f.ts'].forEach((file) =>
      write(file),
    );
    assert.deepEqual(await listed(path.join(root, 'src')), ['a.ts']);
    assert.deepEqual(await listed(path.join(root, 'node_modules/dep')), ['c.ts']);
  });

  it('skips hidden and package folders, except the hidden ones people ask about', async () => {
    ['.cache/a.ts', '.github/ci.yml', '.vscode/x.json', 'node_modules/p/a.js', 'a.ts'].forEach((file) => write(file));
    assert.deepEqual(await listed(), ['a.ts', '.github/ci.yml', '.vscode/x.json']);
  });

  it('goes below folders whose paths are longer than Windows once had them', async () => {
    const file = `${'a folder with a long name/'.repeat(12)}Crème brûlée.ts`;
    const target = write(file, 'long\n');
    assert.ok(target.length > 260);
    assert.deepEqual(await listed(), [file]);
    const read = readSource(target);
    assert.ok(read.ok && read.source.text === 'long\n');
  });

  it('never lists what may hold credentials', async () => {
    ['.env', '.env.local', 'server.pem', 'id_rsa', '.npmrc', '.ssh/config', 'a.ts'].forEach((file) => write(file));
    assert.deepEqual(await listed(), ['a.ts']);
  });

  it('follows no symbolic link', async () => {
    const outside = write('outside/secret.ts');
    fs.mkdirSync(path.join(root, 'in'));
    fs.symlinkSync(path.dirname(outside), path.join(root, 'in/folder'));
    fs.symlinkSync(outside, path.join(root, 'in/file.ts'));
    assert.deepEqual(await listed(path.join(root, 'in')), []);
  });

  it('leaves out files above the size limit', async () => {
    write('big.ts', 'x'.repeat(maxFileBytes + 1));
    write('small.ts');
    assert.deepEqual(await listed(), ['small.ts']);
  });

  it('ends with an AbortError when told to', async () => {
    write('a.ts');
    await assert.rejects(walk(root, AbortSignal.abort()), { name: 'AbortError' });
  });
});

describe('opening', () => {
  it('refuses what lies behind a folder that became a link, and does not list it', async () => {
    write('outside/a.ts');
    write('in/sub/a.ts');
    fs.rmSync(path.join(root, 'in/sub'), { recursive: true });
    fs.symlinkSync(path.join(root, 'outside'), path.join(root, 'in/sub'));
    const read = readSource(path.join(root, 'in/sub/a.ts'));
    assert.match(read.ok ? 'read' : read.reason, /symbolic link/);
    assert.deepEqual(entriesOf(path.join(root, 'in/sub')), []);
    assert.deepEqual(
      entriesOf(path.join(root, 'outside')).map(({ name }) => name),
      ['a.ts'],
    );
  });

  it('compares what was opened with what lies there, where the platform does not tell where it lies', () => {
    const [one, other] = [write('one.ts'), write('other.ts')];
    fs.mkdirSync(path.join(root, 'folder'));
    fs.symlinkSync(path.join(root, 'folder'), path.join(root, 'link'));
    const opened = fs.openSync(one, 'r');
    try {
      assert.equal(isStillAt(opened, one), true);
      assert.equal(isStillAt(opened, other), false);
      fs.renameSync(one, path.join(root, 'folder/one.ts'));
      assert.equal(isStillAt(opened, path.join(root, 'link/one.ts')), false);
    } finally {
      fs.closeSync(opened);
    }
  });

  it('enters no closed folder, however it is named', async () => {
    write('own/a.ts');
    write('b.ts');
    fs.symlinkSync(path.join(root, 'own'), path.join(root, 'link'));
    const lister = new Lister(root, [path.join(root, 'link')]);
    assert.deepEqual((await lister.list()).paths, ['b.ts']);
    fs.renameSync(path.join(root, 'own'), path.join(root, 'moved'));
    assert.deepEqual((await lister.list()).paths, ['b.ts', 'moved/a.ts']);
  });
});

describe('the never-read table', () => {
  it('names the reason, whatever the case', () => {
    for (const file of [
      '/a/.ENV',
      '/a/x.PEM',
      '/a/.ssh/known',
      '/a/id_ed25519.pub',
      'C:\\a\\.aws\\credentials',
      '/a/.netrc',
    ]) {
      assert.match(whyNeverRead(file) ?? '', /never read/, file);
    }
  });

  it('lets ordinary files pass', () => {
    for (const file of ['/a/environment.ts', '/a/key.ts', '/a/.github/ci.yml', '/a/ssh/client.go', '/a/identity.rs']) {
      assert.equal(whyNeverRead(file), undefined, file);
    }
  });
});

describe('reading a source', () => {
  function reasonFor(file: string): string {
    const read = readSource(file);
    return read.ok ? 'read' : read.reason;
  }

  it('refuses binary files, what is no text, links, folders and pipes, each with its reason', () => {
    assert.match(reasonFor(write('a.ts', Uint8Array.of(65, 0, 66))), /binary/);
    assert.match(reasonFor(write('b.ts', Uint8Array.of(0xc3, 0x28, 0x01))), /not text/);
    fs.symlinkSync(write('c.ts'), path.join(root, 'link.ts'));
    assert.match(reasonFor(path.join(root, 'link.ts')), /symbolic link/);
    assert.match(reasonFor(root), /regular file/);
    execFileSync('mkfifo', [path.join(root, 'pipe')]);
    assert.match(reasonFor(path.join(root, 'pipe')), /regular file/);
    assert.match(reasonFor(path.join(root, 'absent')), /no such file/);
  });

  it('reads an older encoding with a character for each byte', () => {
    const file = write('older.pas', Uint8Array.from(Buffer.from('x = \x92caf\xe9\x92\ny\n', 'latin1')));
    const read = readSource(file);
    assert.ok(read.ok);
    const { source } = read;
    assert.equal(source.text, 'x = ’café’\ny\n');
    assert.deepEqual([...source.lineStarts], [0, 11, 13]);
    assert.ok(source.isPlain);
    assert.equal(readPart(file, source, [4, 10]), '’café’');
  });

  it('drops a byte order mark', () => {
    const read = readSource(write('bom.ts', '\ufeffconst a = 1;\n'));
    assert.equal(read.ok && read.source.text, 'const a = 1;\n');
  });
});
