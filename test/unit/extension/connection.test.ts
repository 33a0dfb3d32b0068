import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Connection, type ConnectionState } from '../../../src/extension/start/connection';
import { endpointIn } from '../server/endpointIn';

/** In a thread of its own, as the service is: it goes on while ours stands still. */
const serviceElsewhere = `
  const { createServer } = require('node:http');
  const { parentPort, workerData } = require('node:worker_threads');
  const server = createServer((request, response) => request.resume().on('end', () => response.end('ok')));
  server.listen(workerData.socketPath, () => parentPort.postMessage('listening'));
  parentPort.on('message', () => {
    server.closeIdleConnections();
    setImmediate(() => {
      Atomics.store(workerData.closed, 0, 1);
      Atomics.notify(workerData.closed, 0);
    });
  });
`;

describe('the connection to the service', () => {
  let folder: string;
  let servers: Server[] = [];
  let states: ConnectionState[];
  let connection: Connection;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'quarry-line-'));
    states = [];
    connection = new Connection({ onChange: (state) => states.push(state), stillStarting: 'Still starting.' });
  });

  afterEach(async () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    servers = [];
    await rm(folder, { recursive: true });
  });

  async function serve(name: string, answer: RequestListener): Promise<string> {
    const socketPath = endpointIn(folder, name);
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(socketPath, resolve));
    return socketPath;
  }

  const healthy =
    (text: string): RequestListener =>
    (_, response) => {
      response.setHeader('content-type', 'text/plain');
      response.end(text);
    };
  const connect = (socketPath: string) =>
    connection.receive({ kind: 'connected', role: 'owner', socketPath, token: 'secret' });

  it('lets calls wait until the service is there', async () => {
    const answer = connection.api.getWellKnownHealth();
    connect(await serve('a', healthy('ok:a')));
    assert.equal(await answer, 'ok:a');
    assert.deepEqual(states, [{ kind: 'connected', role: 'owner' }]);
  });

  it('sends the token', async () => {
    const seen = new Promise((resolve) => {
      void serve('a', (request, response) => {
        resolve(request.headers.authorization);
        response.end('ok:a');
      }).then(connect);
    });
    await connection.api.getWellKnownHealth();
    assert.equal(await seen, 'Bearer secret');
  });

  it('loses no call on a connection that the service has closed while this thread stood still', async () => {
    const socketPath = endpointIn(folder, 'elsewhere');
    const closed = new Int32Array(new SharedArrayBuffer(4));
    const other = new Worker(serviceElsewhere, { eval: true, workerData: { socketPath, closed } });
    try {
      await once(other, 'message');
      connect(socketPath);
      const save = () => connection.api.tagsCreateNewTag({ body: { text: 'a' } });
      await save();
      await nextTurn();
      other.postMessage('close what is idle');
      Atomics.wait(closed, 0, 0, 10_000);
      await save();
    } finally {
      await other.terminate();
    }
  });

  it('ends a waiting call at once when the service has failed, with the reason', async () => {
    const answer = connection.api.assetsSnapshot();
    connection.receive({ kind: 'detached', reason: 'The disk is full.' });
    await assert.rejects(answer, { name: 'ApiError', message: 'The disk is full.' });
  });

  it('gives up in time with a plain sentence', async () => {
    connection = new Connection({ onChange: () => undefined, stillStarting: 'Still starting.', waitMs: 20 });
    await assert.rejects(connection.api.assetsSnapshot(), { code: 'overloaded', message: 'Still starting.' });
  });

  it('stops waiting when the caller does', async () => {
    const stop = new AbortController();
    const answer = connection.api.assetsSnapshot({}, stop.signal);
    stop.abort();
    await assert.rejects(answer, { name: 'AbortError' });
  });

  it('asks the next owner when the line breaks in the middle of a question', async () => {
    const second = await serve('b', healthy('ok:b'));
    connect(
      await serve('a', (request) => {
        request.socket.destroy();
        connect(second);
      }),
    );
    assert.equal(await connection.api.getWellKnownHealth(), 'ok:b');
  });

  it('does not repeat a change that the lost service may have made', async () => {
    let calls = 0;
    connect(
      await serve('a', (request) => {
        calls += 1;
        request.socket.destroy();
      }),
    );
    await assert.rejects(connection.api.tagsCreateNewTag({ body: { text: 'once' } }), { code: 'overloaded' });
    assert.equal(calls, 1);
  });

  it('repeats a change that never left', async () => {
    const second = await serve('b', healthy('x'));
    connect(endpointIn(folder, 'nobody'));
    const answer = connection.api.assetsDeleteAsset({ params: { asset: 'x' } });
    setTimeout(() => connect(second), 30);
    assert.equal(await answer, 'x');
  });

  it('does not take an answer of the service for a lost line', async () => {
    let calls = 0;
    connect(
      await serve('a', (_, response) => {
        calls += 1;
        response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' });
        response.end('Busy.');
      }),
    );
    await assert.rejects(connection.api.getWellKnownHealth(), { code: 'overloaded', message: 'Busy.' });
    assert.equal(calls, 1);
  });

  it('asks again with the new token when the one before is refused, and nobody hears of a change', async () => {
    connection = new Connection({
      onChange: (state) => states.push(state),
      stillStarting: 'Still starting.',
      isTokenAsked: true,
    });
    let socketPath = '';
    const renew = () => connection.receive({ kind: 'connected', role: 'owner', socketPath, token: 'fresh' });
    socketPath = await serve('a', (request, response) => {
      if (request.headers.authorization === 'Bearer fresh') return void response.end('ok:fresh');
      response.writeHead(401, { 'content-type': 'text/plain' }).end('Wrong.');
      setImmediate(renew);
    });
    connect(socketPath);
    assert.equal(await connection.api.getWellKnownHealth(), 'ok:fresh');
    assert.deepEqual(states, [{ kind: 'connected', role: 'owner' }]);
  });

  it('hands on at once what a provider refuses where the token is not asked for', async () => {
    connection = new Connection({ onChange: () => undefined, stillStarting: '', isTokenAsked: false });
    let calls = 0;
    connect(
      await serve('a', (_, response) => {
        calls += 1;
        response.writeHead(401, { 'content-type': 'text/plain' }).end('The key is wrong.');
      }),
    );
    await assert.rejects(connection.api.getWellKnownHealth(), {
      code: 'unauthenticated',
      message: 'The key is wrong.',
    });
    assert.equal(calls, 1);
  });

  it('is no promise, so that it can be awaited and handed around', async () => {
    assert.equal(await Promise.resolve(connection.api), connection.api);
  });
});
