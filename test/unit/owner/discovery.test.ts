import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { announceServer, listServers, withdrawServer, type DiscoveredServer } from '../../../src/owner/discovery';

function server(port: number, instance: string): DiscoveredServer {
  const address = { baseUrl: `http://127.0.0.1:${port}`, port, pid: process.pid, instance };
  return {
    ...address,
    epoch: 1,
    version: '1.0.0',
    startedAt: '2024-01-01T00:00:00Z',
    token: 'secret',
    workspaceFolders: ['/w'],
  };
}

describe('discovery', () => {
  let folder: string;
  beforeEach(async () => (folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'quarry-found-')), 'servers')));
  afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

  it('announces a server in a file that only this user can read', async () => {
    await announceServer(folder, server(39300, 'a'));
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    assert.equal((await stat(path.join(folder, '39300.json'))).mode & 0o777, 0o600);
    assert.deepEqual(await listServers(folder), [server(39300, 'a')]);
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
});
