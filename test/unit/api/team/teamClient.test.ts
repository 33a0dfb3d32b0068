import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { WebSocketServer, type WebSocket } from 'ws';
import { ApiError } from '../../../../src/contract/errors';
import { createTeamClient, teamAddress, type TeamApi } from '../../../../src/contract/teamClient';

const space = '00000000-0000-4000-8000-000000000000';
const certificate = (name: string) => `test/fixtures/tls/${name}.pem`;

describe('a team’s address', () => {
  const refusal = (url: string) => {
    try {
      teamAddress(url);
    } catch (error) {
      return error instanceof ApiError ? error.message : String(error);
    }
    return 'taken';
  };
  it('is https, or http on this machine', () => {
    const { host, port, isSecure, basePath } = teamAddress('https://team.invalid/quarry/');
    assert.deepEqual([host, port, isSecure, basePath], ['team.invalid', 443, true, '/quarry']);
    for (const url of ['http://localhost:80', 'http://127.0.0.1:1234', 'http://[::1]:1'])
      assert.equal(refusal(url), 'taken');
    assert.match(refusal('http://team.invalid'), /not encrypted/);
    assert.match(refusal('http://127.0.0.1.evil.invalid'), /not encrypted/);
    assert.equal(teamAddress('http://team.invalid', true).port, 80, 'unless the person allows it');
  });
  it('holds no user, no password and nothing else', () => {
    assert.match(refusal('https://ada:secret@team.invalid'), /sign in instead/);
    assert.match(refusal('ftp://team.invalid'), /https/);
    assert.match(refusal('team.invalid'), /is none/);
  });
});

describe('the client of a team’s service', () => {
  const servers: http.Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  async function serve(handler: http.RequestListener, secure = false): Promise<string> {
    const keys = { key: fs.readFileSync(certificate('key')), cert: fs.readFileSync(certificate('cert')) };
    const server = secure ? https.createServer(keys, handler) : http.createServer(handler);
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `${secure ? 'https' : 'http'}://localhost:${(server.address() as AddressInfo).port}`;
  }
  const clientOf = (url: string): TeamApi => createTeamClient({ ...teamAddress(url), token: 'secret' });
  const answering = (value: unknown) => (_: http.IncomingMessage, response: http.ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const fault = (promise: Promise<unknown>): Promise<ApiError> =>
    promise.then(
      () => assert.fail('It was answered.'),
      (error: unknown) => error as ApiError,
    );

  it('shows the token, asks by the service’s own name, and checks what it is answered', async () => {
    let seen: http.IncomingHttpHeaders = {};
    const person = { id: space, name: 'Ada' };
    const url = await serve((request, response) => {
      seen = request.headers;
      answering({ person, scope: 'write' })(request, response);
    });
    assert.deepEqual(await clientOf(url).me({}), { person, scope: 'write' });
    assert.deepEqual([seen.authorization, seen.host], ['Bearer secret', new URL(url).host]);
  });

  it('takes no answer that is not as agreed', async () => {
    const url = await serve(answering({ person: { id: 'x', name: 7 }, scope: 'king' }));
    const { code, message } = await fault(clientOf(url).me({}));
    assert.equal(code, 'internal');
    assert.match(message, /does not answer as a team's service does/);
  });

  it('takes a page as it is: one bad asset closes no way', async () => {
    const url = await serve(answering({ assets: [{ any: 'thing' }], last: 3, more: false }));
    const { assets } = await clientOf(url).changes({ params: { space }, query: { after: 0 } });
    assert.deepEqual(assets, [{ any: 'thing' }]);
  });

  it('does not read an answer without end', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const piece = Buffer.alloc(1024 * 1024, 32);
      const write = (): void => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', write);
      write();
    });
    assert.equal((await fault(clientOf(url).spaces({}))).code, 'tooLarge');
  });

  it('says that the service is away, and when to come again', async () => {
    assert.match(
      (await fault(clientOf('http://127.0.0.1:1').me({}))).message,
      /127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/,
    );
    const url = await serve((_, response) => void response.writeHead(503, { 'retry-after': '7' }).end('Busy.'));
    const { code, retryAfterSeconds, message } = await fault(clientOf(url).me({}));
    assert.deepEqual([code, retryAfterSeconds, message], ['overloaded', 7, 'Busy.']);
  });

  it('trusts no certificate by itself, says what to do, and trusts the company’s own where Node is told of it', async () => {
    const person = { id: space, name: 'Ada' };
    const url = await serve(answering({ person, scope: 'read' }), true);
    const { message } = await fault(clientOf(url).me({}));
    assert.match(message, /certificate of localhost:\d+ is not trusted .*NODE_EXTRA_CA_CERTS/);
    const program = fileURLToPath(new URL('askTeam.child.mjs', import.meta.url));
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate('cert') };
    const { stdout } = await promisify(execFile)(process.execPath, [program, url], { env });
    assert.deepEqual(JSON.parse(stdout), { person, scope: 'read' });
  });

  describe('hears hints', () => {
    async function serveHints(greet: (socket: WebSocket) => void): Promise<string> {
      const url = await serve((_, response) => void response.writeHead(404).end());
      const sockets = new WebSocketServer({ noServer: true });
      servers.at(-1)?.on('upgrade', (request, socket, head) => {
        if (request.headers.authorization !== 'Bearer secret') return socket.destroy();
        sockets.handleUpgrade(request, socket, head, greet);
      });
      return url;
    }

    it('and passes over what is none', async () => {
      const url = await serveHints((socket) => {
        for (const frame of ['nonsense', '{"space":"x","last":-1}', JSON.stringify({ space, last: 4 })])
          socket.send(frame);
      });
      const ending = new AbortController();
      const heard: unknown[] = [];
      await clientOf(url).hints(
        {
          onOpen: () => heard.push('open'),
          onHint: (hint) => {
            heard.push(hint);
            ending.abort();
          },
        },
        ending.signal,
      );
      assert.deepEqual(heard, ['open', { space, last: 4 }]);
    });

    it('until the connection is cut, or somebody sends too much', async () => {
      const nothing = { onOpen: () => undefined, onHint: () => undefined };
      const url = await serveHints((socket) => socket.terminate());
      await clientOf(url).hints(nothing, new AbortController().signal);
      const loud = await serveHints((socket) => socket.send('x'.repeat(10_000)));
      assert.equal((await fault(clientOf(loud).hints(nothing, new AbortController().signal))).code, 'overloaded');
    });
  });
});
