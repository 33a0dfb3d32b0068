import assert from 'node:assert/strict';
import net from 'node:net';
import WebSocket from 'ws';
import type { StreamHandler } from '../../../src/contract/api';
import { ApiError } from '../../../src/contract/errors';
import type { QGPTStreamOutput } from '../../../src/contract/schemas';
import { MalformedFrame } from '../../../src/contract/stream';
import { createRateLimit, createLoad } from '../../../src/server/limits';
import { createStreams } from '../../../src/server/socket';
import { deferred, ownWindow, sendRaw, startServer, token, type TestServer } from './startServer';

function frame(more: Partial<QGPTStreamOutput>): QGPTStreamOutput {
  return { request: 'r', conversation: 'c', status: 'COMPLETED', statusCode: 200, ...more };
}

/** Says back what it got. */
const echo: StreamHandler = async function* (inputs) {
  for await (const input of inputs) {
    if (input instanceof MalformedFrame) {
      yield frame({ status: 'FAILED', statusCode: 400, errorMessage: input.message });
    } else {
      const { request = 'none' } = (input ?? {}) as { request?: string };
      yield frame({ request, conversation: JSON.stringify(input) });
    }
  }
};

interface Opened {
  socket: WebSocket;
  next: () => Promise<QGPTStreamOutput>;
  closed: Promise<{ code: number; reason: string }>;
}

interface OpenOptions {
  headers?: Record<string, string>;
  socketPath?: string;
  protocols?: string[];
  path?: string;
}

/** Rejects with what was answered instead. */
function open(server: TestServer, options: OpenOptions = {}): Promise<Opened> {
  const { headers = {}, socketPath, protocols = [], path = '/qgpt/stream' } = options;
  const url = socketPath ? `ws+unix:${socketPath}:${path}` : `ws://127.0.0.1:${server.port}${path}`;
  const socket = new WebSocket(url, protocols, {
    headers: { host: 'localhost', ...(socketPath && ownWindow), ...headers },
  });
  const frames: QGPTStreamOutput[] = [];
  let wake = deferred();
  socket.on('message', (bytes: Buffer) => {
    frames.push(JSON.parse(bytes.toString()) as QGPTStreamOutput);
    wake.resolve();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  );
  const next = async (): Promise<QGPTStreamOutput> => {
    for (;;) {
      const first = frames.shift();
      if (first) return first;
      wake = deferred();
      await wake.promise;
    }
  };
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ socket, next, closed }));
    socket.on('unexpected-response', (_, response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        socket.terminate();
        reject(new Error(`${response.statusCode} ${Buffer.concat(parts).toString()}`));
      });
    });
    socket.on('error', reject);
  });
}

const question = { query: 'q', relevant: { iterable: [] } };

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

  describe('load', () => {
    it('answers a question beyond the rate with a FAILED frame, and stays open', async () => {
      const sockets = await Promise.all([open(server), open(server)]);
      const answers: QGPTStreamOutput[] = [];
      for (const { socket, next } of sockets) {
        for (let sent = 0; sent < 190; sent += 1) {
          socket.send(JSON.stringify({ question, request: `r${sent}`, conversation: 'mine' }));
          answers.push(await next());
        }
      }
      const refused = answers.filter(({ statusCode }) => statusCode === 429);
      assert.ok(refused.length > 0);
      for (const { status, conversation, errorMessage } of refused) {
        assert.deepEqual([status, conversation], ['FAILED', 'mine']);
        assert.match(errorMessage ?? '', /Too many/);
      }
      for (const { socket } of sockets) socket.close();
    }).timeout(10_000);
    it('runs four questions at once and sheds what waits too long; the first frame ends a turn', async () => {
      const gate = deferred();
      const seen: string[] = [];
      handler = async function* (inputs) {
        for await (const input of inputs) {
          const { request } = input as { request: string };
          seen.push(request);
          if (request === 'holds') await gate.promise;
          yield frame({ request, status: 'IN-PROGRESS' });
        }
      };
      const headers = { authorization: `Bearer ${token}` };
      const holders = await Promise.all(Array.from({ length: 4 }, () => open(server, { headers })));
      for (const { socket } of holders) socket.send(JSON.stringify({ question, request: 'holds' }));
      while (seen.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
      const late = await open(server, { headers });
      late.socket.send(JSON.stringify({ question, request: 'late' }));
      const { statusCode, request } = await late.next();
      assert.deepEqual([statusCode, request], [503, 'late']);
      gate.resolve();
      await Promise.all(holders.map(({ next }) => next()));
      late.socket.send(JSON.stringify({ question, request: 'later' }));
      assert.equal((await late.next()).status, 'IN-PROGRESS');
      for (const { socket } of [...holders, late]) socket.close();
    }).timeout(6000);
    it('ends a question that still waits for its turn as soon as it is stopped, and answers the next', async () => {
      const gate = deferred();
      const seen: string[] = [];
      handler = async function* (inputs) {
        for await (const input of inputs) {
          const { request = 'stop' } = input as { request?: string };
          seen.push(request);
          if (request === 'holds') await gate.promise;
          yield frame({ request });
        }
      };
      const headers = { authorization: `Bearer ${token}` };
      const holders = await Promise.all(Array.from({ length: 4 }, () => open(server, { headers })));
      for (const { socket } of holders) socket.send(JSON.stringify({ question, request: 'holds' }));
      while (seen.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
      const late = await open(server, { headers });
      late.socket.send(JSON.stringify({ question, request: 'late', conversation: 'mine' }));
      late.socket.send(JSON.stringify({ stop: true, conversation: 'other' }));
      late.socket.send(JSON.stringify({ stop: true, conversation: 'mine' }));
      const { status, request, conversation } = await late.next();
      assert.deepEqual([status, request, conversation], ['STOPPED', 'late', 'mine']);
      gate.resolve();
      await Promise.all(holders.map(({ next }) => next()));
      late.socket.send(JSON.stringify({ question, request: 'later' }));
      while ((await late.next()).request !== 'later');
      assert.ok(!seen.includes('late'));
      for (const { socket } of [...holders, late]) socket.close();
    }).timeout(6000);
    it('pauses what it makes for a reader that does not read', async () => {
      let made = 0;
      const text = 'x'.repeat(64 * 1024);
      handler = async function* (_, { signal }) {
        while (!signal.aborted && made < 2000) {
          made += 1;
          yield frame({ errorMessage: text });
        }
      };
      const { socket } = await open(server);
      socket.pause();
      await new Promise((resolve) => setTimeout(resolve, 300));
      const paused = made;
      await new Promise((resolve) => setTimeout(resolve, 200));
      assert.equal(made, paused);
      assert.ok(made < 400, `${made} frames`);
      socket.resume();
      while (made === paused) await new Promise((resolve) => setTimeout(resolve, 5));
      socket.terminate();
    });
    it('opens a hundred streams, answers 503 to the next, and still takes our own windows', async () => {
      const opened = await Promise.all(Array.from({ length: 100 }, () => open(server)));
      await assert.rejects(open(server), /^Error: 503/);
      const own = await open(server, { socketPath: server.socketPath });
      for (const { socket } of [...opened, own]) socket.close();
      await Promise.all(opened.map(({ closed }) => closed));
      const { socket } = await open(server);
      socket.close();
    }).timeout(10_000);
  });
});

describe('stream server', () => {
  it('tells open streams that it goes away', async () => {
    const server = await startServer({ streamHandler: echo });
    const { closed } = await open(server);
    await server.close();
    assert.equal((await closed).code, 1001);
  });

  describe('with a short patience', () => {
    const http = net.createServer();
    let port = 0;
    const streams = createStreams({
      streamHandler: async function* (inputs) {
        for await (const _ of inputs) for (;;) yield frame({ errorMessage: 'x'.repeat(64 * 1024) });
      },
      channelHandler: async function* () {
        yield* [];
      },
      instance: 'i',
      log: () => undefined,
      rate: createRateLimit(),
      load: createLoad(() => 0),
      pingMs: 40,
      drainMs: 100,
    });
    before(async () => {
      const { createServer } = await import('node:http');
      const server = createServer();
      server.on('upgrade', (request, socket, head) =>
        streams.accept(request, socket, head, { credential: 'none', isOwn: false, isTrusted: false }),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      port = (server.address() as net.AddressInfo).port;
      http.once('close', () => server.close());
    });
    after(async () => {
      await streams.close();
      http.emit('close');
    });
    const connect = async (options: object = {}) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/qgpt/stream`, options);
      await new Promise((resolve) => socket.once('open', resolve));
      return socket;
    };
    it('cuts a peer that answers no ping, and keeps one that does', async () => {
      const dead = await connect({ autoPong: false });
      const alive = await connect();
      await new Promise((resolve) => dead.once('close', resolve));
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.equal(alive.readyState, WebSocket.OPEN);
      alive.terminate();
    });
    it('closes a stream whose reader stays away', async () => {
      const socket = await connect();
      socket.send('{}');
      socket.pause();
      await new Promise((resolve) => setTimeout(resolve, 400));
      const closed = new Promise<number>((resolve) => socket.once('close', resolve));
      socket.resume();
      assert.ok([1013, 1006].includes(await closed));
    }).timeout(5000);
  });
});
