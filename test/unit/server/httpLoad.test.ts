import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { createReplies } from './replies';
import { call, deferred, json, startServer, token, type TestServer } from './startServer';

describe('HTTP when callers go, or are many', () => {
  const { replies, dispatch } = createReplies();
  let server: TestServer;
  before(async () => {
    server = await startServer({ dispatch });
  });
  after(() => server.close());
  beforeEach(() => {
    for (const name of Object.keys(replies)) delete replies[name];
    replies.relevance = async () => ({ relevant: { iterable: [] } });
    server.log.length = 0;
  });

  describe('hang-ups', () => {
    it('aborts the call when the caller goes, and not when its body has ended', async () => {
      const started = deferred<AbortSignal>();
      replies.relevance = (_, __, { signal }) => {
        started.resolve(signal);
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
      };
      const caller = new AbortController();
      const ask = { method: 'POST', path: '/qgpt/relevance', headers: json, body: '{"query":"q"}' };
      const asking = call(server, { ...ask, signal: caller.signal });
      const signal = await started.promise;
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(signal.aborted, false);
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      caller.abort();
      await assert.rejects(asking);
      await aborted;
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(server.log, []);
    });
    it('frees the engine when callers go whose answers still waited for earlier ones', async () => {
      const reached: AbortSignal[] = [];
      replies.tagsSnapshot = () => new Promise(() => undefined);
      replies.relevance = (_, __, { signal }) => {
        reached.push(signal);
        return new Promise(() => undefined);
      };
      const lines = Array.from({ length: 4 }, () => net.connect(server.port, '127.0.0.1'));
      for (const line of lines) {
        const head = `POST /qgpt/relevance HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
        line.write(`GET /tags HTTP/1.1\r\nHost: localhost\r\n\r\n${head}Content-Length: 13\r\n\r\n{"query":"q"}`);
      }
      while (reached.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const line of lines) line.destroy();
      while (!reached.every(({ aborted }) => aborted)) await new Promise((resolve) => setTimeout(resolve, 5));
      replies.relevance = async () => ({ relevant: { iterable: [] } });
      const ask = { method: 'POST', path: '/qgpt/relevance', headers: json, body: '{"query":"q"}' };
      assert.equal((await call(server, ask)).status, 200);
    });
    it('does not abort a call that has been answered', async () => {
      const signals: AbortSignal[] = [];
      replies.tagsSnapshot = async (_, __, { signal }) => {
        signals.push(signal);
        return { iterable: [] };
      };
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      for (let request = 0; request < 3; request += 1) {
        await new Promise<void>((resolve, reject) => {
          const options = { port: server.port, path: '/tags', agent, headers: { host: 'localhost' } };
          http.get(options, (response) => response.resume().on('end', resolve)).on('error', reject);
        });
      }
      agent.destroy();
      await new Promise((resolve) => setTimeout(resolve, 30));
      assert.deepEqual(
        signals.map(({ aborted }) => aborted),
        [false, false, false],
      );
    });
  });

  describe('load', () => {
    it('answers 429 with its headers to a flood of questions, and goes on with assets and our own windows', async () => {
      replies.tagsSnapshot = async () => ({ iterable: [] });
      const ask = { method: 'POST', path: '/qgpt/relevance', headers: json, body: '{"query":"q"}' };
      const answers = [];
      for (let sent = 0; sent < 400; sent += 40) {
        answers.push(...(await Promise.all(Array.from({ length: 40 }, () => call(server, ask)))));
      }
      const refused = answers.filter(({ status }) => status === 429);
      assert.ok(refused.length > 0, 'nothing was refused');
      for (const { headers, text } of refused) {
        assert.ok(Number(headers['retry-after']) >= 1);
        assert.match(String(headers['ratelimit-policy']), /q=200;w=4/);
        assert.match(String(headers.ratelimit), /r=0/);
        assert.notEqual(text, '');
      }
      assert.equal((await call(server, { path: '/tags' })).status, 200);
      assert.equal((await call(server, { ...ask, socketPath: server.socketPath })).status, 200);
      assert.equal(
        (await call(server, { ...ask, headers: { ...json, authorization: `Bearer ${token}` } })).status,
        200,
      );
    }).timeout(10_000);
    it('answers 503 beyond four running and 64 waiting, while assets are answered', async () => {
      const gate = deferred();
      replies.tagsSnapshot = async () => ({ iterable: [] });
      replies.relevance = async () => {
        await gate.promise;
        return { relevant: { iterable: [] } };
      };
      const headers = { ...json, authorization: `Bearer ${token}` };
      const ask = () => call(server, { method: 'POST', path: '/qgpt/relevance', headers, body: '{"query":"q"}' });
      const asked = Array.from({ length: 80 }, ask);
      const first = await Promise.race(asked);
      assert.equal(first.status, 503);
      assert.equal(first.headers['retry-after'], '1');
      assert.equal((await call(server, { path: '/tags' })).status, 200);
      gate.resolve();
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 200).length, 68);
      assert.equal(statuses.filter((status) => status === 503).length, 12);
    });

    it('goes on to answer coding agents, and tells in the result of a tool that there is too much to do', async () => {
      const gate = deferred();
      replies.relevance = async () => {
        await gate.promise;
        return { relevant: { iterable: [] } };
      };
      const headers = { ...json, accept: 'application/json, text/event-stream', authorization: `Bearer ${token}` };
      const ask = () => call(server, { method: 'POST', path: '/qgpt/relevance', headers, body: '{"query":"q"}' });
      const asked = Array.from({ length: 80 }, ask);
      await Promise.race(asked);
      const tell = (method: string, params: object) =>
        call(server, {
          method: 'POST',
          path: '/mcp',
          headers,
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        });
      assert.equal((await tell('tools/list', {})).status, 200);
      const search = await tell('tools/call', { name: 'search_code', arguments: { query: 'q' } });
      assert.equal(search.status, 200);
      assert.match(search.text, /"isError":true/);
      assert.match(search.text, /busy with other calls; try again in a moment\. Call again in 1 s\./);
      gate.resolve();
      await Promise.all(asked);
    });

    it('sheds what looks through the library likewise, apart from questions, and lets our own windows in', async () => {
      const gate = deferred();
      replies.searchAssets = async () => {
        await gate.promise;
        return { iterable: [], exact: 0, suggested: 0 };
      };
      const search = { path: '/assets/search?query=tax' };
      const asked = Array.from({ length: 80 }, () => call(server, search));
      const first = await Promise.race(asked);
      assert.equal(first.status, 503);
      assert.equal(first.headers['retry-after'], '1');
      const headers = { ...json, authorization: `Bearer ${token}` };
      const ask = { method: 'POST', path: '/qgpt/relevance', headers, body: '{"query":"q"}' };
      assert.equal((await call(server, ask)).status, 200);
      const own = call(server, { ...search, socketPath: server.socketPath });
      await new Promise((resolve) => setTimeout(resolve, 50));
      gate.resolve();
      assert.equal((await own).status, 200);
      const refused = (await Promise.all(asked)).filter(({ status }) => status === 503);
      assert.equal(refused.length, 13, 'one of them made room for the window');
    });
  });
});

describe('closing', () => {
  it('lets a running request end, answers 503 to others, and then is gone', async () => {
    const started = deferred();
    const gate = deferred();
    const server = await startServer({
      dispatch: async () => {
        started.resolve();
        await gate.promise;
        return { iterable: [] };
      },
    });
    const running = call(server, { path: '/tags' });
    await started.promise;
    const idle = net.connect(server.port, '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    const closing = server.service.close({ drainMs: 800 });
    const late = new Promise<string>((resolve) => idle.once('data', (part) => resolve(part.toString())));
    idle.write('GET /tags HTTP/1.1\r\nHost: localhost\r\n\r\n');
    assert.match(await late, /^HTTP\/1\.1 503 [\s\S]*Retry-After: 1/i);
    gate.resolve();
    assert.equal((await running).status, 200);
    await closing;
    await assert.rejects(call(server, { path: '/tags' }), /ECONNREFUSED/);
    await server.close();
  });
  it('cuts what does not end in time', async () => {
    const isAtWork = deferred();
    const server = await startServer({
      dispatch: () => {
        isAtWork.resolve();
        return new Promise(() => undefined);
      },
    });
    const running = call(server, { path: '/tags' });
    await isAtWork.promise;
    const started = performance.now();
    await Promise.all([assert.rejects(running), server.service.close({ drainMs: 100 })]);
    const took = performance.now() - started;
    assert.ok(took > 90 && took < 5_000, `${took} ms`);
    await server.close();
  });
});
