import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Windows } from '../../soak/tools/windows';

// Kill, freeze and many at once: rows W1 to W3 of test/soak.
describe('ownership', function () {
  this.timeout(20_000);
  let windows: Windows;
  beforeEach(async () => (windows = await Windows.make()));
  afterEach(() => windows.end());

  it('passes on at once when the owner stops in good order', async () => {
    windows.open(2);
    const { owner, clients } = await windows.settle();
    const stoppedAt = performance.now();
    await owner.end('SIGTERM');
    await clients[0]?.until((one) => one.isOwner);
    assert.ok(performance.now() - stoppedAt < 6_000);
  });

  it('never contends for a library of a newer schema', async () => {
    const [newer] = windows.open(1, 2);
    await newer?.until((one) => one.isOwner);
    const [older] = windows.open(1, 1);
    await older?.until((one) => one.isClient);
    await newer?.end();
    await older?.until((window) => window.role?.role === 'detached');
    assert.deepEqual(await windows.epochs(), ['owner.1.json']);
  });

  it('begins above every file of the store when the owner files were deleted', async () => {
    await writeFile(path.join(windows.directory, 'owner.7.json'), 'damaged');
    await writeFile(path.join(windows.directory, 'journal.9.1.ndjson'), '');
    const [window] = windows.open(1);
    await window?.until((one) => one.isOwner || one.role?.role === 'detached');
    assert.equal(window?.role?.epoch, 10);
  });

  it('leaves a library alone whose owner shows life on another machine', async () => {
    const startedAt = new Date().toISOString();
    const file = {
      epoch: 3,
      instance: 'x',
      pid: 1,
      host: `not-${os.hostname()}`,
      bootId: '',
      ipc: '/nowhere.sock',
      port: 0,
    };
    const own = path.join(windows.directory, 'owner.3.json');
    const write = () => writeFile(own, JSON.stringify({ ...file, version: '1.0.0', schema: 1, startedAt }));
    await write();
    const touching = setInterval(() => void write(), 100);
    const [window] = windows.open(1, 1, { touchSeen: 500 });
    await window?.until((one) => one.role?.role === 'detached');
    clearInterval(touching);
    assert.deepEqual(await windows.epochs(), ['owner.3.json']);
  });
});
