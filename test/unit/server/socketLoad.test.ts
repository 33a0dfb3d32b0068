import assert from 'node:assert/strict';
import net from 'node:net';
import WebSocket from 'ws';
import type { StreamHandler } from '../../../src/contract/api';
import type { QGPTStreamOutput } from '../../../src/contract/schemas';
import { createRateLimit, createLoad } from '../../../src/server/limits';
import { createStreams } from '../../../src/server/socket';
import { echo, frame, open, question } from './openStream';
import { deferred, startServer, token, type TestServer } from './startServer';

describe('stream', () => {
  let server: TestServer;
  let handler: StreamHandler = echo;
  before(async () => {
    server = await startServer({ streamHandler: (...call) => handler(...call) });
  });
  after(() => server.close());
  beforeEach(() => {
    handler = echo;
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
