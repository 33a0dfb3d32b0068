import assert from 'node:assert/strict';
import net from 'node:net';
import type WebSocket from 'ws';
import type { StreamHandler } from '../../../src/contract/api';
import { ApiError } from '../../../src/contract/errors';
import { echo, open, question } from './openStream';
import { deferred, sendRaw, startServer, token, type TestServer } from './startServer';

describe('stream', () => {
  let server: TestServer;
  let handler: StreamHandler = echo;
  before(async () => {
    const settings = { allowedOrigins: ['http://localhost:3000'] };
    server = await startServer({ streamHandler: (...call) => handler(...call), settings });
  });
  after(() => server.close());
  beforeEach(() => {
    handler = echo;
    server.log.length = 0;
    server.settings.auth = 'open';
  });

  describe('opening', () => {
    it('opens on the port and on the socket file, and sends no greeting', async () => {
      for (const options of [{}, { socketPath: server.socketPath }]) {
        const { socket, next, closed } = await open(server, options);
        socket.send('{"stop":true}');
        assert.equal((await next()).conversation, '{"stop":true}');
        socket.close();
        await closed;
      }
    });
    it('refuses foreign hosts and origins before the upgrade', async () => {
      for (const host of ['evil.example', '127.0.0.1.nip.io', 'localhost.']) {
        await assert.rejects(open(server, { headers: { host } }), /^Error: 403 Host/);
      }
      for (const origin of ['null', 'http://evil.example', 'http://localhost:1', 'file://', 'vscode-webview://x']) {
        await assert.rejects(open(server, { headers: { origin } }), /^Error: 403 .*allowedOrigins/);
      }
      await assert.rejects(open(server, { headers: { 'sec-fetch-site': 'cross-site' } }), /^Error: 403/);
      const listed = await open(server, { headers: { origin: 'http://localhost:3000' } });
      listed.socket.close();
    });
    it('answers 404 to upgrades elsewhere', async () => {
      await assert.rejects(open(server, { path: '/' }), /^Error: 404/);
      await assert.rejects(open(server, { path: '/qgpt/stream/' }), /^Error: 404/);
    });
    it('answers 401 to a wrong credential in every mode, and to none when one is asked for', async () => {
      for (const auth of ['open', 'ask', 'required'] as const) {
        server.settings.auth = auth;
        await assert.rejects(open(server, { headers: { authorization: 'Bearer x' } }), /^Error: 401/);
        const { socket } = await open(server, { headers: { authorization: `Bearer ${token}` } });
        socket.close();
      }
      await assert.rejects(open(server), /^Error: 401/);
      await assert.rejects(open(server, { path: `/qgpt/stream?token=${token}` }), /^Error: 401/);
      const own = await open(server, { socketPath: server.socketPath });
      own.socket.close();
    });
    it('ends the streams that were let in by the token when it is renewed, and no others', async function () {
      if (process.platform === 'win32') this.skip(); // there our own windows come by the token too
      const shown = await open(server, { headers: { authorization: `Bearer ${token}` } });
      const stranger = await open(server);
      const own = await open(server, { socketPath: server.socketPath });
      try {
        server.renewToken(`x${token.slice(1)}`);
        assert.deepEqual(await shown.closed, {
          code: 1008,
          reason: 'The token was renewed: connect with the new one.',
        });
        for (const { socket, next } of [stranger, own]) {
          socket.send('{"still":"here"}');
          assert.equal((await next()).conversation, '{"still":"here"}');
          socket.close();
        }
        await assert.rejects(open(server, { headers: { authorization: `Bearer ${token}` } }), /^Error: 401/);
      } finally {
        server.renewToken(token);
      }
    });
    it('agrees to no sub-protocol and no compression', async () => {
      const upgrade =
        'GET /qgpt/stream HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
        'Sec-WebSocket-Protocol: chat\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n';
      const socket = net.connect(server.port, '127.0.0.1', () => socket.write(upgrade));
      const head = await new Promise<string>((resolve) => socket.once('data', (part) => resolve(part.toString())));
      socket.destroy();
      assert.match(head, /^HTTP\/1\.1 101/);
      assert.match(head, new RegExp(`X-Instance: ${server.instance}`));
      assert.doesNotMatch(head, /Sec-WebSocket-(Protocol|Extensions)/i);
    });
    it('answers a wrong handshake in words', async () => {
      const upgrade = (more: string, method = 'GET') =>
        `${method} /qgpt/stream HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`;
      const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
      const cases: [text: string, status: number][] = [
        [upgrade('Sec-WebSocket-Version: 13\r\n'), 400],
        [upgrade(`Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n`), 400],
        [upgrade(`${key}Sec-WebSocket-Version: 12\r\n`), 426],
        [upgrade(`${key}Sec-WebSocket-Version: 13\r\n`, 'POST'), 405],
      ];
      for (const [text, status] of cases) {
        const received = await sendRaw(server.port, text);
        assert.match(received, new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*text/plain`));
      }
    });
    it('survives a caller that goes during the handshake', async () => {
      for (let round = 0; round < 20; round += 1) {
        const socket = net.connect(server.port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.write('GET /qgpt/stream HTTP/1.1\r\nHost: evil\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
        socket.resetAndDestroy();
      }
      const { socket } = await open(server);
      socket.close();
      assert.deepEqual(server.log, []);
    });
  });

  describe('messages', () => {
    it('hands over what was sent, without the keys of prototypes', async () => {
      const { socket, next } = await open(server);
      socket.send('{"stop":true,"__proto__":{"x":1},"conversation":null}');
      assert.equal((await next()).conversation, '{"stop":true,"conversation":null}');
      socket.close();
    });
    it('names a question that has no name, and leaves a name as it is', async () => {
      const { socket, next } = await open(server);
      socket.send(JSON.stringify({ question }));
      assert.match((await next()).request, /^[0-9a-f-]{36}$/);
      socket.send(JSON.stringify({ question, request: 'mine' }));
      assert.equal((await next()).request, 'mine');
      socket.close();
    });
    it('hands over what is no JSON as such, and stays open', async () => {
      const { socket, next } = await open(server);
      const bad = ['', '{', 'hello', '[1,', `${'['.repeat(65)}`, `[${'1,'.repeat(100_001)}1]`];
      for (const text of bad) {
        socket.send(text);
        const { status, statusCode, errorMessage } = await next();
        assert.deepEqual([status, statusCode], ['FAILED', 400]);
        assert.match(errorMessage ?? '', /^The frame .*\.$/);
      }
      for (const text of ['1', 'null', '[]', '"x"']) {
        socket.send(text);
        assert.equal((await next()).conversation, text);
      }
      socket.close();
    });
    it('puts the pieces of a fragmented message together', async () => {
      const { socket, next } = await open(server);
      socket.send('{"st', { fin: false });
      socket.send('op":true}', { fin: true });
      assert.equal((await next()).conversation, '{"stop":true}');
      socket.close();
    });
    it('closes with the right code on what is no text, too long, or against the rules', async () => {
      const cases: [name: string, send: (socket: WebSocket) => void, code: number][] = [
        ['binary', (socket) => socket.send(Buffer.from('{}')), 1003],
        ['too long', (socket) => socket.send('x'.repeat(4 * 1024 * 1024 + 1)), 1009],
        ['bytes that are no UTF-8', (socket) => socket.send(Buffer.from([0xff, 0xfe]), { binary: false }), 1007],
        ['an unmasked frame', (socket) => socket.send('{}', { mask: false }), 1002],
      ];
      for (const [name, send, code] of cases) {
        const { socket, closed } = await open(server);
        socket.on('error', () => undefined);
        send(socket);
        assert.equal((await closed).code, code, name);
      }
      assert.deepEqual(server.log, []);
    });
    it('closes with 1008 on more messages than anybody sends', async () => {
      const { socket, closed } = await open(server);
      for (let sent = 0; sent < 300; sent += 1) socket.send('{"stop":true}');
      assert.equal((await closed).code, 1008);
    });
    it('ends the call when the caller goes', async () => {
      const aborted = deferred();
      const started = deferred();
      handler = async function* (_, { signal }) {
        signal.addEventListener('abort', () => aborted.resolve());
        started.resolve();
        await aborted.promise;
        yield* [];
      };
      const { socket } = await open(server);
      await started.promise;
      socket.terminate();
      await aborted.promise;
    });
    it('closes with 1013 while there is nobody to answer, and with 1011 on a fault, which is logged', async () => {
      handler = () => {
        throw new ApiError('overloaded', 'Starting.');
      };
      const early = await open(server);
      assert.deepEqual(await early.closed, { code: 1013, reason: 'Starting.' });
      handler = async function* () {
        yield* [];
        throw new Error('secret');
      };
      const broken = await open(server);
      const { code, reason } = await broken.closed;
      assert.equal(code, 1011);
      assert.doesNotMatch(reason, /secret/);
      assert.match(server.log.join(), /secret/);
    });
  });
});
