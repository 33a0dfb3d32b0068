import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readOrCreateToken, rotateToken } from '../../../src/owner/token';

describe('token', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'quarry-token-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is made once: all who ask at the same time get the same 32 random bytes', async () => {
    const tokens = await Promise.all(Array.from({ length: 8 }, () => readOrCreateToken(folder)));
    assert.equal(new Set(tokens).size, 1);
    assert.equal(Buffer.from(tokens[0] ?? '', 'base64url').length, 32);
    assert.equal(await readOrCreateToken(folder), tokens[0]);
    assert.deepEqual(await readdir(folder), ['token']);
  });

  it('lies in a file that only this user can read', async function () {
    if (process.platform === 'win32') this.skip(); // it has no modes
    await readOrCreateToken(folder);
    assert.equal((await stat(path.join(folder, 'token'))).mode & 0o777, 0o600);
  });

  it('is made anew where the file holds none', async () => {
    await writeFile(path.join(folder, 'token'), '');
    assert.match(await readOrCreateToken(folder), /^[\w-]{43}$/);
  });

  it('is another one after rotation', async () => {
    const before = await readOrCreateToken(folder);
    const after = await rotateToken(folder);
    assert.notEqual(after, before);
    assert.equal(await readOrCreateToken(folder), after);
  });
});
