import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  claimEpoch,
  createFence,
  readEpochs,
  readOwnerFile,
  removeDeadOwnerFiles,
  type OwnerFile,
  ownMark,
} from '../../../src/owner/ownerFiles';

/** Far above what a system gives out. */
const deadPid = 2 ** 30;

describe('owner files', () => {
  let directory: string;
  let bootId: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'quarry-epochs-'));
    ({ bootId } = await ownMark());
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  function file(epoch: number, pid = process.pid): OwnerFile {
    const place = { epoch, instance: 'i', pid, host: os.hostname(), bootId, ipc: '/nowhere.sock' };
    return { ...place, port: 0, version: '1.0.0', schema: 1, startedAt: '2024-01-01T00:00:00Z' };
  }

  it('gives an epoch to exactly one of many who claim it', async () => {
    const won = await Promise.all(Array.from({ length: 10 }, () => claimEpoch(directory, file(4))));
    assert.equal(won.filter(Boolean).length, 1);
    assert.deepEqual(await readdir(directory), ['owner.4.json']);
    assert.deepEqual(await readOwnerFile(directory, 4), file(4));
  });

  it('finds the latest epoch by number, not by name, and those of other files', async () => {
    for (const epoch of [2, 9, 10]) await claimEpoch(directory, file(epoch));
    await writeFile(path.join(directory, 'owner.99.json.abc.tmp'), '');
    assert.deepEqual(await readEpochs(directory), { owner: 10, highest: 10 });
    await writeFile(path.join(directory, 'journal.12.3.ndjson'), '');
    assert.deepEqual(await readEpochs(directory), { owner: 10, highest: 12 });
  });

  it('fences an epoch as soon as the next one is claimed', async () => {
    const fence = createFence(directory, 1);
    assert.equal(await fence.isFenced(), false);
    await claimEpoch(directory, file(2));
    assert.equal(await fence.isFenced(), true);
  });

  it('reads a damaged owner file as none', async () => {
    await writeFile(path.join(directory, 'owner.1.json'), '{"epoch":1}');
    assert.equal(await readOwnerFile(directory, 1), undefined);
    assert.equal(await readOwnerFile(directory, 2), undefined);
  });

  it('clears away old files of dead processes, up to the first that may live', async () => {
    for (let epoch = 1; epoch <= 40; epoch += 1)
      await claimEpoch(directory, file(epoch, epoch === 12 ? process.pid : deadPid));
    await removeDeadOwnerFiles(directory, file(40));
    const left = (await readdir(directory)).map((name) => Number(name.split('.')[1])).sort((a, b) => a - b);
    assert.equal(left[0], 12, 'the living one must find its successor when it wakes');
    assert.equal(left.length, 29);
  });

  it('always keeps the latest twenty', async () => {
    for (let epoch = 1; epoch <= 25; epoch += 1) await claimEpoch(directory, file(epoch, deadPid));
    await removeDeadOwnerFiles(directory, file(25));
    assert.equal((await readdir(directory)).length, 20);
  });
});
