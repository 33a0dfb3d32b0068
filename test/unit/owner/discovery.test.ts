import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import {
  announceServer,
  listServers,
  refreshServer,
  removeLeftTemporaries,
  removeStaleServers,
  withdrawServer,
  type DiscoveredServer,
} from '../../../src/owner/discovery';

function server(port: number, instance: string): DiscoveredServer {
  return { baseUrl: `http://127.0.0.1:${port}`, port, pid: process.pid, instance, token: 'secret' };
}

describe('discovery', () => {
  let folder: string;
  beforeEach(async () => (folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'quarry-found-')), 'servers')));
  afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

  it('announces a server in a file that only this user can read', async () => {
    await announceServer(folder, server(39300, 'a'));
    assert.deepEqual(await listServers(folder), [server(39300, 'a')]);
    if (process.platform === 'win32') return; // it has no modes
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    assert.equal((await stat(path.join(folder, '39300.json'))).mode & 0o777, 0o600);
  });

  it('replaces what was announced for a port before, and leaves no temporary file', async () => {
    await announceServer(folder, server(39300, 'a'));
    await announceServer(folder, server(39300, 'b'));
    await announceServer(folder, server(39301, 'c'));
    assert.deepEqual((await readdir(folder)).sort(), ['39300.json', '39301.json']);
    assert.deepEqual((await listServers(folder)).map(({ instance }) => instance).sort(), ['b', 'c']);
  });

  it('withdraws only what is still ours', async () => {
    await announceServer(folder, server(39300, 'new'));
    await withdrawServer(folder, server(39300, 'old'));
    assert.equal((await listServers(folder)).length, 1);
    await withdrawServer(folder, server(39300, 'new'));
    assert.deepEqual(await listServers(folder), []);
    await withdrawServer(folder, server(39300, 'new'));
  });

  it('passes over files that are no announcements, and a missing folder', async () => {
    assert.deepEqual(await listServers(folder), []);
    await announceServer(folder, server(39300, 'a'));
    await writeFile(path.join(folder, '39301.json'), 'garbage');
    await writeFile(path.join(folder, '39302.json'), '{"port":39302}');
    assert.equal((await listServers(folder)).length, 1);
  });

  describe('removal of what killed services left behind', () => {
    /** Announces a server and says of its process what the test wants. */
    async function leave(port: number, marks: Record<string, unknown>, more: Record<string, unknown> = {}) {
      await announceServer(folder, server(port, `of ${port}`));
      const file = path.join(folder, `${port}.json`);
      const written = JSON.parse(await readFile(file, 'utf8')) as { process: object };
      await writeFile(file, JSON.stringify({ ...written, ...more, process: { ...written.process, ...marks } }));
    }
    const left = async () => (await listServers(folder)).map(({ port }) => port).sort();

    it('removes it when the process is gone or its number was given to another, and nothing of one that lives', async () => {
      const gone = spawnSync(process.execPath, ['-e', '']);
      await leave(39300, {});
      await leave(39301, {}, { pid: gone.pid });
      await leave(39302, { started: '1' });
      const removed = await removeStaleServers(folder, { watchMs: 10 });
      if (process.platform === 'linux') assert.deepEqual(await left(), [39300]);
      else assert.ok(!(await left()).includes(39301));
      assert.ok(removed >= 1);
    });

    it('waits for a sign of life of one whose process cannot be seen from here', async () => {
      const health = http.createServer((_, response) => response.setHeader('x-instance', 'of the port').end('ok'));
      await new Promise<void>((resolve) => health.listen(0, '127.0.0.1', resolve));
      const { port } = health.address() as AddressInfo;
      for (const number of [1, 2]) await leave(number, { space: 'of a container' });
      await leave(port, { host: 'elsewhere' }, { instance: 'of the port' });
      const beating = setInterval(() => void refreshServer(folder, server(2, 'of 2')), 20);
      await removeStaleServers(folder, { watchMs: 500 });
      clearInterval(beating);
      health.close();
      assert.deepEqual(await left(), [2, port].sort());
    });

    it('clears away what was left under a temporary name, and not what is just being written', async () => {
      await announceServer(folder, server(39300, 'a'));
      const left = path.join(folder, '39300.json.0123456789ab.tmp');
      await writeFile(left, 'with a token');
      await removeLeftTemporaries(folder);
      await stat(left);
      await removeLeftTemporaries(folder, -1);
      assert.deepEqual(await readdir(folder), ['39300.json']);
    });

    it('leaves what is undecided when it is told to end', async () => {
      await leave(1, { space: 'of a container' });
      const ending = new AbortController();
      const removing = removeStaleServers(folder, { signal: ending.signal });
      ending.abort();
      assert.equal(await removing, 0);
      assert.deepEqual(await left(), [1]);
    });

    it('comes to an end over pipes and files that are far too large', async function () {
      if (process.platform === 'win32') this.skip();
      await announceServer(folder, server(39300, 'a'));
      execFileSync('mkfifo', [path.join(folder, '39301.json')]);
      await writeFile(path.join(folder, '39302.json'), '');
      await truncate(path.join(folder, '39302.json'), 2 ** 31);
      assert.equal(await removeStaleServers(folder), 0);
      assert.deepEqual(await left(), [39300]);
    });
  });
});
