import assert from 'node:assert/strict';
import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { connectToOwner, makeIpcPath, removeStaleSockets } from '../../../src/owner/ownerConnection';

async function listen(socket: string, onConnection: (connection: net.Socket) => void): Promise<net.Server> {
  const server = net.createServer(onConnection);
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return server;
}

describe('endpoint for our own windows', () => {
  it('has a fresh short name in a folder that only this user can enter', async () => {
    const paths = await Promise.all([makeIpcPath(), makeIpcPath()]);
    assert.notEqual(paths[0], paths[1]);
    for (const one of paths) {
      assert.ok(Buffer.byteLength(one) < 104);
      if (process.platform === 'win32') continue; // a pipe lies in no folder
      assert.equal((await stat(path.dirname(one))).mode & 0o077, 0);
    }
  });

  it('clears away old socket files that nobody listens on, and no others', async function () {
    if (process.platform === 'win32') this.skip(); // a pipe ends with its process
    const [mine, dead, alive, young] = await Promise.all([makeIpcPath(), makeIpcPath(), makeIpcPath(), makeIpcPath()]);
    const server = await listen(alive, (connection) => connection.destroy());
    await writeFile(dead, '');
    await writeFile(young, '');
    const longAgo = new Date(Date.now() - 3_600_000);
    for (const old of [dead, alive]) await utimes(old, longAgo, longAgo);
    await removeStaleSockets(mine);
    await assert.rejects(stat(dead));
    await stat(alive);
    await stat(young);
    server.close();
    await rm(young);
  });

  it('takes any HTTP answer for life, silence for none, and notices the end of the connection at once', async () => {
    const socket = await makeIpcPath();
    let isTalking = true;
    const connections: net.Socket[] = [];
    const server = await listen(socket, (connection) => {
      connections.push(connection);
      connection.on('error', () => connection.destroy());
      connection.on(
        'data',
        () => isTalking && connection.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'),
      );
    });
    const connection = await connectToOwner(socket, 500);
    assert.equal(await connection.ping(500), true);
    isTalking = false;
    assert.equal(await connection.ping(30), false);
    const waiting = connection.ping(10_000);
    for (const one of connections) one.destroy();
    assert.equal(await waiting, false);
    await connection.closed;
    await new Promise((resolve) => server.close(resolve));
    await assert.rejects(connectToOwner(socket, 500));
  });
});
