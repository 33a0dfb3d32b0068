import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ApiError } from '../../../src/contract/errors';
import { openStore } from '../../../src/store/openStore';
import { fence, putTag } from '../../unit/store/temporaryStore';
import type { Outcome, Round, Row } from '../row';

const diskBytes = 4 * 1024 * 1024;

function mount(folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', folder], { stdio: 'pipe' });
}

function unmount(folder: string): void {
  execFileSync('umount', [folder], { stdio: 'pipe' });
}

function unable(): string | undefined {
  if (process.platform !== 'linux') return 'a small disk can be mounted on Linux only';
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quarry-mount-'));
  try {
    mount(folder);
    unmount(folder);
    return undefined;
  } catch {
    return 'mounting a small disk needs root'; // the only thing asked here; the reason is told in the table
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills a real disk, frees it again, and reads back. Returns how many changes were acknowledged. */
async function fillAndFree(folder: string, round: number): Promise<number> {
  const directory = path.join(folder, `store-${round}`);
  const limits = { probeMs: 20, journalBytes: 400_000 };
  const store = await openStore({ directory, fence: fence(1), log: () => undefined, limits });
  const ballast = path.join(folder, 'ballast');
  writeFileSync(ballast, Buffer.alloc(diskBytes / 2));
  const acknowledged: string[] = [];
  while (!store.readOnly) {
    const id = String(acknowledged.length);
    await store.change([putTag(id, 'x'.repeat(20_000))]).then(
      () => acknowledged.push(id),
      (error: unknown) => assert.ok(error instanceof ApiError && error.code === 'internal', String(error)),
    );
    assert.ok(acknowledged.length < 1_000, 'the disk is full at some time');
  }
  assert.match(store.readOnly.reason, /full|space|ENOSPC/i);
  for (const id of acknowledged) assert.ok(store.get('tags', id), 'reads go on');
  rmSync(ballast);
  while (store.readOnly) await new Promise((resolve) => setTimeout(resolve, 5));
  await store.change([putTag('after')]);
  await store.close();
  const again = await openStore({ directory, fence: fence(2), log: () => undefined });
  for (const id of [...acknowledged, 'after']) assert.ok(again.get('tags', id), `${id} was acknowledged`);
  assert.deepEqual(again.repairs, []);
  await again.close();
  rmSync(directory, { recursive: true, force: true });
  return acknowledged.length;
}

async function run({ count }: Round): Promise<Outcome> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quarry-disk-'));
  mount(folder);
  let acknowledged = 0;
  try {
    for (let round = 0; round < count; round += 1) acknowledged += await fillAndFree(folder, round);
  } finally {
    unmount(folder);
    rmSync(folder, { recursive: true, force: true });
  }
  return { figure: `a real disk of 4 MiB filled ${count} times, ${acknowledged} acknowledged, 0 lost`, isKept: true };
}

export const fullDisk: Row = {
  id: 'D3b',
  promise: 'goes read-only on a real full disk, says why, keeps reading, and recovers alone when there is room',
  limit: '0 lost',
  quick: 1,
  full: 10,
  unable,
  run,
};
