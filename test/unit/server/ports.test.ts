import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { Listener, type Receiver } from '../../../src/server/listener';
import { createPorts, type Ports } from '../../../src/server/http';
import { call, deferred, hasIpv6, startServer } from './startServer';

/** A program of somebody else that answers 200 to everything. */
async function startStranger(host: string, port = 0): Promise<{ port: number; close: () => Promise<void> }> {
  const server = http.createServer((_, response) => response.end('ok:stranger'));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port: (server.address() as AddressInfo).port, close };
}

describe('ports', () => {
  it('takes the preferred port when it is free', async () => {
    const { port: free, close } = await startStranger('127.0.0.1');
    await close();
    const server = await startServer({ settings: { port: free } });
    assert.equal(server.port, free);
    assert.equal(server.service.port(), free);
    assert.equal(server.service.baseUrl(), `http://127.0.0.1:${free}`);
    await server.close();
  });
  it('leaves a stranger alone and takes another port', async () => {
    const stranger = await startStranger('127.0.0.1');
    const server = await startServer({ settings: { port: stranger.port } });
    assert.notEqual(server.port, stranger.port);
    const { text } = await call(server, { path: '/.well-known/health' });
    assert.equal(text, `ok:${server.instance}`);
    assert.match(server.log.join(), /taken by another program/);
    await server.close();
    await stranger.close();
  });
  it('goes to another port for both addresses when a stranger holds one of them', async function () {
    if (!hasIpv6()) this.skip();
    const stranger = await startStranger('::1');
    const server = await startServer({ settings: { port: stranger.port } });
    assert.notEqual(server.port, stranger.port);
    assert.equal((await call(server, { path: '/.well-known/health', host: '::1' })).text, `ok:${server.instance}`);
    await assert.rejects(call({ port: stranger.port }, { path: '/' }), /ECONNREFUSED/);
    await server.close();
    await stranger.close();
  });
  it('goes through the ports where clients look', async () => {
    const held = await Promise.allSettled([39_330, 39_331].map((port) => startStranger('127.0.0.1', port)));
    const server = await startServer({ settings: { port: 39_330 } });
    assert.ok(server.port >= 39_332, String(server.port));
    await server.close();
    for (const stranger of held) if (stranger.status === 'fulfilled') await stranger.value.close();
  });
  it('is reachable on loopback addresses only', async () => {
    const server = await startServer();
    const others = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address, internal, scopeid } of others) {
      if (internal) continue;
      const host = scopeid ? `${address}%${scopeid}` : address;
      await assert.rejects(call(server, { host, path: '/.well-known/health' }), /ECONNREFUSED|EINVAL|ENETUNREACH/);
    }
    await server.close();
  });

  describe('when the preferred port becomes free', () => {
    const receiver: Receiver = {
      instance: 'i',
      log: () => undefined,
      onRequest: (_, response) => response.end('ours'),
      onUpgrade: (_, socket) => socket.destroy(),
      onConnection: () => undefined,
      onBroken: () => undefined,
    };
    const listeners: Listener[] = [];
    let ports: Ports | undefined;
    after(async () => {
      await ports?.close();
      listeners.forEach((listener) => listener.stopAccepting());
      listeners.forEach((listener) => listener.destroy());
    });
    it('listens there as well, and tells', async () => {
      const stranger = await startStranger('127.0.0.1');
      const told = deferred<number>();
      ports = createPorts({
        settings: () => ({ port: stranger.port }),
        listen: async (address) => {
          const listener = new Listener(receiver, { isOwnSocket: false });
          listeners.push(listener);
          await listener.listen(address);
          return listener;
        },
        log: () => undefined,
        retryMs: 20,
      });
      const first = await ports.open(told.resolve);
      assert.notEqual(first, stranger.port);
      await stranger.close();
      assert.equal(await told.promise, stranger.port);
      assert.equal(ports.current(), stranger.port);
      assert.equal((await call({ port: first })).text, 'ours');
      assert.equal((await call({ port: stranger.port })).text, 'ours');
    });
  });
});
