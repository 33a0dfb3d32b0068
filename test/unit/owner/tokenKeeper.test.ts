import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readOrCreateToken, rotateToken, keepToken, type TokenKeeper } from '../../../src/owner/token';

describe('token of a running service', () => {
  let folder: string;
  const keepers: TokenKeeper[] = [];
  beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'quarry-token-'))));
  afterEach(async () => {
    for (const keeper of keepers.splice(0)) keeper.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  });

  /** Also tells each change as it comes. */
  async function keep(everyMs: number) {
    let hear: (token: string) => void = () => undefined;
    const faults: unknown[] = [];
    const keeper = await keepToken(folder, {
      ...{ everyMs, onChange: async () => hear(keeper.current()), onFault: (error) => faults.push(error) },
    });
    keepers.push(keeper);
    return { keeper, faults, next: () => new Promise<string>((resolve) => (hear = resolve)) };
  }

  it('is another one here and on disk once it is renewed, and whoever waits is told', async () => {
    const { keeper, next } = await keep(60_000);
    const before = keeper.current();
    const told = next();
    await keeper.renew();
    assert.notEqual(keeper.current(), before);
    assert.equal(await readOrCreateToken(folder), keeper.current());
    assert.equal(await told, keeper.current());
  });

  it('follows what another process has made', async () => {
    const { keeper, next } = await keep(1);
    const told = next();
    const made = await rotateToken(folder);
    assert.equal(await told, made);
    assert.equal(keeper.current(), made);
  });

  it('stays what it was when its file is damaged or gone', async () => {
    const { keeper, faults, next } = await keep(1);
    const before = keeper.current();
    const told = next();
    await writeFile(path.join(folder, 'token'), 'no token');
    await rm(path.join(folder, 'token'));
    // The next sound token is the first change that is told.
    const made = await rotateToken(folder);
    assert.notEqual(made, before);
    assert.equal(await told, made);
    assert.deepEqual(faults, []);
  });

  it('ends as the last of renewals asked for at once, the same here and on disk', async () => {
    const { keeper } = await keep(1);
    await Promise.all(Array.from({ length: 5 }, () => keeper.renew()));
    assert.equal(await readOrCreateToken(folder), keeper.current());
  });

  it('tells why it could not be renewed, and stays', async () => {
    const { keeper } = await keep(60_000);
    const before = keeper.current();
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    await assert.rejects(keeper.renew());
    assert.equal(keeper.current(), before);
  });
});
