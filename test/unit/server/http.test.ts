import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { ApiError, errorStatuses, type ErrorCode } from '../../../src/contract/errors';
import { operations, type Operation } from '../../../src/contract/operations';
import { createReplies } from './replies';
import { call, hasIpv6, json, sendRaw, startServer, token, type TestServer } from './startServer';

const asset = '0d2f1bd4-6a5c-4a1e-9d55-3f0b6f6f9a11';

describe('HTTP', () => {
  const { replies, dispatch } = createReplies();
  let server: TestServer;
  before(async () => {
    server = await startServer({ dispatch, settings: { allowedOrigins: ['http://localhost:3000'] } });
  });
  after(() => server.close());
  beforeEach(() => {
    for (const name of Object.keys(replies)) delete replies[name];
    replies.getWellKnownHealth = async () => `ok:${server.instance}`;
    replies.relevance = async () => ({ relevant: { iterable: [] } });
    server.log.length = 0;
    Object.assign(server.settings, { auth: 'open' });
  });

  it('answers on both loopback addresses and on the socket file', async () => {
    const path = '/.well-known/health';
    const answers = await Promise.all([
      call(server, { path }),
      call(server, { path, socketPath: server.socketPath }),
      ...(hasIpv6() ? [call(server, { path, host: '::1' })] : []),
    ]);
    for (const { status, text, headers } of answers) {
      assert.equal(status, 200);
      assert.equal(text, `ok:${server.instance}`);
      assert.match(headers['content-type'] ?? '', /^text\/plain/);
    }
  });
  it('answers a HEAD of the health check without a body', async () => {
    const { status, text } = await call(server, { method: 'HEAD', path: '/.well-known/health' });
    assert.equal(status, 200);
    assert.equal(text, '');
  });
  it('puts the same headers on every answer', async () => {
    for (const path of ['/.well-known/health', '/nowhere', '/asset/1', '/asset/%FF', '/qgpt/stream']) {
      const { headers } = await call(server, { path });
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['x-instance'], server.instance);
    }
  });
  it('serialises an answer that cannot change once, and any other each time', async () => {
    let reads = 0;
    const answer = (iterable: unknown[]) => ({
      get iterable() {
        reads += 1;
        return iterable;
      },
    });
    const snapshot = async (result: unknown) => {
      replies.tagsSnapshot = async () => result;
      reads = 0;
      const texts = [await call(server, { path: '/tags' }), await call(server, { path: '/tags' })].map((answered) => {
        assert.match(answered.headers['content-type'] ?? '', /^application\/json; charset=utf-8$/);
        return answered.text;
      });
      assert.equal(texts[0], texts[1]);
      return reads;
    };
    const open = await snapshot(answer([]));
    assert.ok(open > 0);
    assert.equal(await snapshot(Object.freeze(answer([]))), open / 2);
  });
  it('hands params, query, body, trust and a signal to the handler', async () => {
    const seen: unknown[] = [];
    replies.assetSnapshotPost = async (_, input, context) => {
      seen.push(input, context.caller.isTrusted, context.signal.aborted);
      throw new ApiError('gone', 'gone');
    };
    const path = `/asset/${asset.toUpperCase()}?transferables=false&other=1`;
    await call(server, { method: 'POST', path, headers: json, body: '{"os":"x","unknown":1}' });
    const input = { params: { asset }, query: { transferables: false }, body: { os: 'x', unknown: 1 } };
    assert.deepEqual(seen, [input, false, false]);
  });
  it('trusts the socket file, the token, and nobody else', async () => {
    const trust: boolean[] = [];
    replies.relevance = async (_, __, { caller }) => {
      trust.push(caller.isTrusted);
      return { relevant: { iterable: [] } };
    };
    const ask = { method: 'POST', path: '/qgpt/relevance', headers: json, body: '{"query":"q"}' };
    await call(server, ask);
    await call(server, { ...ask, headers: { ...json, authorization: `Bearer ${token}` } });
    await call(server, { ...ask, socketPath: server.socketPath });
    assert.deepEqual(trust, [false, true, true]);
  });
  it('answers internal operations on the socket file only', async () => {
    const body = '{"window":"w","folders":[],"trusted":true}';
    const own = { method: 'POST', path: '/internal/window', headers: json, body };
    assert.equal((await call(server, own)).status, 404);
    assert.equal((await call(server, { path: own.path })).status, 404);
    assert.equal((await call(server, { ...own, headers: { ...json, authorization: `Bearer ${token}` } })).status, 404);
    assert.equal((await call(server, { ...own, socketPath: server.socketPath })).status, 204);
  });

  describe('statuses', () => {
    it('answers 404 to unknown routes before it looks at the body', async () => {
      for (const path of ['/', '/asset', `/asset/${asset}/nothing`, '/Assets', '/assets/', '//assets', '/a;b']) {
        const { status, text, headers } = await call(server, { method: 'POST', path, body: '{{' });
        assert.equal(status, 404, path);
        assert.match(headers['content-type'] ?? '', /^text\/plain/);
        assert.notEqual(text, '');
      }
    });
    it('answers 405 with the methods of the route', async () => {
      const cases: [method: string, path: string, allow: string][] = [
        ['POST', '/assets', 'GET, HEAD'],
        ['GET', '/qgpt/relevance', 'POST'],
        ['HEAD', '/qgpt/relevance', 'POST'],
        ['DELETE', `/asset/${asset}`, 'GET, HEAD, POST'],
        ['PUT', '/qgpt/stream', 'GET, HEAD'],
        ['PROPFIND', '/openapi.json', 'GET, HEAD'],
      ];
      for (const [method, path, allow] of cases) {
        const { status, headers } = await call(server, { method, path });
        assert.equal(status, 405, `${method} ${path}`);
        assert.equal(headers.allow, allow);
      }
    });
    it('answers 400 to paths that cannot be read, never a file', async () => {
      const paths = ['/asset/%FF', '/asset/%00', `/asset/${asset}%00`, '/asset/%', '/asset/..%2f..%2fetc%2fpasswd'];
      paths.push('/asset/%2e%2e', '/asset/..', '/asset/%C0%AE', '/asset/a%2fb', '/asset/');
      for (const path of paths) {
        const { status, text } = await call(server, { path });
        assert.equal(status, 400, path);
        assert.notEqual(text, '');
        assert.doesNotMatch(text, /root:/);
      }
    });
    it('answers 426 to a plain GET of the stream', async () => {
      const { status, headers, text } = await call(server, { path: '/qgpt/stream' });
      assert.equal(status, 426);
      assert.equal(headers.upgrade, 'websocket');
      assert.notEqual(text, '');
    });
    for (const [code, status] of Object.entries(errorStatuses) as [ErrorCode, number][]) {
      it(`answers ${status} with the sentence of an error “${code}”`, async () => {
        replies.tagsSnapshot = async () => {
          throw new ApiError(code, `Sentence of ${code}.`, { retryAfterSeconds: 2.5 });
        };
        const { status: answered, text, headers } = await call(server, { path: '/tags' });
        assert.equal(answered, status);
        assert.equal(text, `Sentence of ${code}.`);
        assert.equal(headers['retry-after'], '3');
        assert.equal(headers['www-authenticate'], status === 401 ? 'Bearer' : undefined);
      });
    }
    it('hides what was not made for callers, and logs it', async () => {
      replies.tagsSnapshot = async () => {
        throw new Error('secret /home/someone/file');
      };
      const { status, text } = await call(server, { path: '/tags' });
      assert.equal(status, 500);
      assert.equal(text, 'Something went wrong inside Quarry; its log says more.');
      assert.match(server.log.join('\n'), /secret \/home\/someone\/file\n\s+at /);
    });
  });

  describe('answers', () => {
    it('gives 204 without a body or a type', async () => {
      const { status, text, headers } = await call(server, {
        method: 'POST',
        path: `/asset/${asset}/tags/associate/t1`,
      });
      assert.deepEqual([status, text, headers['content-type']], [204, '', undefined]);
    });
    it('leaves out what is undefined and unknown, and writes no null', async () => {
      const stamp = { value: '2026-01-01T00:00:00Z' };
      replies.tagsCreateNewTag = async () => ({
        ...{ id: 't1', text: 'ü\u2028"\ud800', created: stamp, updated: stamp, category: 'UNKNOWN' },
        ...{ mechanisms: undefined, assets: undefined, internal: 'hidden' },
      });
      const { status, text, headers } = await call(server, {
        ...{ method: 'POST', path: '/tags/create', headers: json, body: '{"text":"x"}' },
      });
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(Buffer.byteLength(text), Number(headers['content-length']));
      assert.deepEqual(Object.keys(JSON.parse(text) as object).sort(), [
        'category',
        'created',
        'id',
        'text',
        'updated',
      ]);
      assert.equal((JSON.parse(text) as { text: string }).text, 'ü\u2028"\ud800');
    });
    it('answers 500 rather than an answer against the contract', async () => {
      replies.tagsCreateNewTag = async () => ({ id: 't1' });
      const answer = await call(server, { method: 'POST', path: '/tags/create', headers: json, body: '{"text":"x"}' });
      assert.equal(answer.status, 500);
    });
    it('serves the OpenAPI document', async () => {
      const { status, text, headers } = await call(server, { path: '/openapi.json' });
      assert.equal(status, 200);
      assert.match(headers['content-type'] ?? '', /^application\/json/);
      assert.equal((JSON.parse(text) as { openapi: string }).openapi, '3.1.0');
    });
    it('answers every operation of the table in some way', async () => {
      for (const operation of Object.values<Operation>(operations)) {
        const path = operation.path.replace('{asset}', asset).replace(/\{\w+\}/g, 'x');
        const { status } = await call(server, { method: operation.method, path, socketPath: server.socketPath });
        assert.ok([200, 204, 400, 500].includes(status), `${path} ${status}`);
      }
    });
  });

  describe('bodies', () => {
    const post = (body: string | Buffer, headers: Record<string, string> = json) =>
      call(server, { method: 'POST', path: '/qgpt/relevance', headers, body });
    it('reads an empty body as none, whatever type it claims', async () => {
      let seen: unknown = 'untouched';
      replies.assetSnapshotPost = async (_, input) => {
        seen = input.body;
        throw new ApiError('gone', 'gone');
      };
      for (const type of ['text/plain', '???', 'application/json']) {
        await call(server, { method: 'POST', path: `/asset/${asset}`, headers: { 'content-type': type } });
        assert.deepEqual(seen, {});
        seen = 'untouched';
      }
    });
    it('refuses types, codings, sizes and malformed text with their own statuses', async () => {
      assert.equal((await post('{"query":"q"}')).status, 200);
      assert.equal((await post('{"query":"q"}', { 'content-type': 'text/plain' })).status, 415);
      assert.equal((await post('{"query":"q"}', {})).status, 415);
      assert.equal((await post('{"query":"q"}', { ...json, 'content-encoding': 'gzip' })).status, 415);
      assert.equal((await post('{"query":')).status, 400);
      assert.equal((await post('{"query":1}')).status, 400);
      assert.equal((await post(Buffer.from([0x22, 0xff, 0x22]))).status, 400);
      assert.equal((await post('['.repeat(1000))).status, 400);
      assert.deepEqual(server.log, []);
    });
    it('tells of a body that is too large, by its header and by its bytes', async () => {
      const large = Buffer.alloc(9 * 1024 * 1024, 'x');
      assert.equal((await post(large)).status, 413);
      assert.equal((await post(large, { ...json, 'transfer-encoding': 'chunked' })).status, 413);
      const head = 'POST /qgpt/relevance HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n';
      assert.match(await sendRaw(server.port, head), /^HTTP\/1\.1 413 /);
    });
    it('answers what it refuses early in words, however much still comes, and loses no request after it', async () => {
      // One line, kept for the next request where the answer allows that.
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      const send = (bytes: number) =>
        new Promise<{ status: number; text: string; connection: string | undefined }>((resolve, reject) => {
          const options = { port: server.port, path: '/qgpt/relevance', method: 'POST', agent };
          const request = http.request({ ...options, headers: { 'content-type': 'application/json' } }, (response) => {
            let text = '';
            const { statusCode: status = 0, headers } = response;
            response.setEncoding('utf8').on('data', (part: string) => (text += part));
            response.on('end', () => resolve({ status, text, connection: headers.connection }));
          });
          request.on('error', reject).end(Buffer.alloc(bytes, ' '));
        });
      for (const mebibytes of [9, 17, 20]) {
        const refused = await send(mebibytes * 1024 ** 2);
        assert.equal(refused.status, 413);
        assert.equal(refused.text, 'The body is larger than 8 MiB.');
        assert.equal(refused.connection, 'close');
        // By then the line of the one before would have been cut.
        await new Promise((resolve) => setTimeout(resolve, 300));
        assert.equal((await send(0)).status, 400);
      }
      agent.destroy();
    });
    it('ignores a body where none belongs', async () => {
      const { status } = await call(server, {
        ...{ method: 'POST', path: `/asset/${asset}/tags/associate/t`, body: 'what is this' },
        headers: { 'content-type': 'text/plain' },
      });
      assert.equal(status, 204);
      const headers = { 'content-length': '2' };
      assert.equal((await call(server, { path: '/.well-known/health', body: '{{', headers })).status, 200);
    });
    it('invites a body that waits for it, but not after a refusal', async () => {
      const body = '{"query":"q"}';
      const head = (host: string) =>
        `POST /qgpt/relevance HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
        `Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
      const socket = net.connect(server.port, '127.0.0.1');
      let received = '';
      socket.on('data', (part) => {
        if (received === '') socket.write(body);
        received += part.toString();
      });
      socket.write(head('localhost'));
      await new Promise((resolve) => socket.on('close', resolve));
      assert.match(received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
      assert.match(await sendRaw(server.port, head('evil.example')), /^HTTP\/1\.1 403 /);
    });
    it('keeps prototypes clean', async () => {
      await post('{"query":"q","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
      await call(server, { path: '/assets?__proto__[polluted]=1&constructor.prototype.polluted=1&__proto__=1' });
      assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    });
  });

  describe('credentials', () => {
    const wrong = { authorization: 'Bearer wrong' };
    const ask = (headers: Record<string, string>, path = '/qgpt/relevance') =>
      call(server, { method: 'POST', path, headers: { ...json, ...headers }, body: '{"query":"q"}' });
    it('answers 401 to a wrong one where the interface knows it, and ignores it elsewhere', async () => {
      const { status, headers, text } = await ask(wrong);
      assert.equal(status, 401);
      assert.equal(headers['www-authenticate'], 'Bearer');
      assert.doesNotMatch(text, /wrong$/);
      assert.equal((await ask(wrong, '/qgpt/question')).status, 401);
      assert.equal((await call(server, { path: '/.well-known/health', headers: wrong })).status, 200);
      assert.equal((await call(server, { path: `/qgpt/stream?token=${token}` })).status, 426);
    });
    it('asks everybody for one when it is required, but not our own windows', async () => {
      server.settings.auth = 'required';
      const path = '/.well-known/health';
      assert.equal((await call(server, { path })).status, 401);
      assert.equal((await call(server, { path, headers: { authorization: `Bearer ${token}` } })).status, 200);
      assert.equal((await call(server, { path, socketPath: server.socketPath })).status, 200);
    });
    it('asks for one on the three only when set to ask', async () => {
      server.settings.auth = 'ask';
      assert.equal((await ask({})).status, 401);
      assert.equal((await ask({ authorization: `Bearer ${token}` })).status, 200);
      assert.equal((await call(server, { path: '/.well-known/health' })).status, 200);
    });
    it('refuses before it reads the body', async () => {
      const head =
        'POST /qgpt/relevance HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\nContent-Length: 1000\r\n\r\n';
      assert.match(await sendRaw(server.port, head), /^HTTP\/1\.1 401 /);
    });
  });

  describe('pages', () => {
    const origin = 'http://localhost:3000';
    it('gives a listed page its CORS headers on answers and on errors', async () => {
      for (const path of ['/.well-known/health', '/nowhere', '/asset/1', '/asset/%FF']) {
        const { headers } = await call(server, { path, headers: { origin } });
        assert.equal(headers['access-control-allow-origin'], origin, path);
        assert.equal(headers.vary, 'Origin');
        assert.equal(headers['access-control-allow-credentials'], undefined);
      }
    });
    it('answers the preflight of a listed page', async () => {
      const answer = await call(server, {
        ...{ method: 'OPTIONS', path: '/qgpt/relevance' },
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      assert.equal(answer.status, 204);
      assert.match(answer.headers['access-control-allow-methods'] ?? '', /POST/);
    });
    it('runs nothing for another page and tells of local ones, once each and three at most', async () => {
      let calls = 0;
      replies.tagsCreateNewTag = async () => (calls += 1);
      const origins = ['http://evil.example', 'http://localhost:5001', 'http://localhost:5001', 'null'];
      origins.push('http://127.0.0.1:5002', 'http://[::1]:5003', 'http://localhost:5004');
      for (const page of origins) {
        const headers = { ...json, origin: page };
        const answer = await call(server, { method: 'POST', path: '/tags/create', headers, body: '{"text":"x"}' });
        assert.equal(answer.status, 403);
        assert.equal(answer.headers['access-control-allow-origin'], undefined);
      }
      assert.equal(calls, 0);
      assert.deepEqual(server.refusedOrigins, ['http://localhost:5001', 'http://127.0.0.1:5002', 'http://[::1]:5003']);
    });
  });
});
