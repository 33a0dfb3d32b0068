import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createExclusively, replaceAtomically } from '../../../src/owner/exclusiveFile';

const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

describe('small files that are complete from their first moment', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'quarry-small-'));
    file = path.join(folder, 'token');
  });
  afterEach(() => fs.rm(folder, { recursive: true, force: true }));

  it('are made once by one of many where the file system has no links, whatever it answers', async () => {
    // ERROR_INVALID_FUNCTION, with which Windows refuses a link on FAT, arrives as EISDIR.
    for (const code of ['EISDIR', 'EPERM', 'ENOSYS']) {
      const made = await Promise.all(
        ['a', 'b', 'c'].map((text) => createExclusively(file, text, { link: () => failing(code) })),
      );
      assert.equal(made.filter(Boolean).length, 1, code);
      assert.match(await fs.readFile(file, 'utf8'), /^[abc]$/);
      assert.deepEqual(await fs.readdir(folder), ['token']);
      await fs.rm(file);
    }
  });

  it('are replaced when what holds them for a moment lets go', async () => {
    await fs.writeFile(file, 'old');
    let tries = 0;
    const rename: typeof fs.rename = (from, to) => ((tries += 1) < 3 ? failing('EPERM') : fs.rename(from, to));
    await replaceAtomically(file, 'new', { rename });
    assert.equal(await fs.readFile(file, 'utf8'), 'new');
    assert.deepEqual(await fs.readdir(folder), ['token']);
  });

  it('stay as they were when they cannot be replaced, and nothing is left beside them', async () => {
    await fs.writeFile(file, 'old');
    await assert.rejects(replaceAtomically(file, 'new', { rename: () => failing('EIO') }), /EIO/);
    assert.equal(await fs.readFile(file, 'utf8'), 'old');
    assert.deepEqual(await fs.readdir(folder), ['token']);
  });
});
