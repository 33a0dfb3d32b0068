import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from '../../../src/contract/errors';
import { createServiceLink } from '../../../src/owner/serviceLink';

describe('a link to a service', function () {
  this.timeout(20_000);
  let server: http.Server;
  let asked: number;

  afterEach(() => new Promise((resolve) => server.close(resolve)));

  /** One that says for the first calls that it has too much to do. */
  async function linkTo(status: number, refusals: number) {
    asked = 0;
    server = http.createServer((_, response) => {
      asked += 1;
      const isRefused = asked <= refusals;
      response.writeHead(isRefused ? status : 200, { 'content-type': 'application/json', 'retry-after': '0.2' });
      response.end(isRefused ? '"no"' : '{"iterable":[]}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return createServiceLink({ startOwn: async () => ({ address: () => ({ port }), stop: async () => undefined }) });
  }

  for (const status of [503, 429]) {
    it(`waits while a service that answers ${status} has too much to do`, async () => {
      const { api } = await linkTo(status, 3);
      assert.deepEqual(await api.searchAssets({ query: { query: 'a' } }), { iterable: [] });
      assert.equal(asked, 4);
    });
  }

  /** One that hangs up on the first calls. */
  async function linkToEnding(hangUps: number) {
    asked = 0;
    server = http.createServer((request, response) => {
      asked += 1;
      if (asked <= hangUps) return void request.socket.destroy();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"relevant":{"iterable":[]}}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const link = createServiceLink({
      startOwn: async () => ({ address: () => ({ port }), stop: async () => undefined }),
    });
    return { ...link, port };
  }

  it('makes a call that only reads again when the service ends during it', async () => {
    const { api } = await linkToEnding(3);
    assert.deepEqual(await api.relevance({ body: { query: 'a' } }), { relevant: { iterable: [] } });
    assert.equal(asked, 4);
  });

  it('does not write again what the service may have heard before it ended', async () => {
    const { api } = await linkToEnding(1);
    await assert.rejects(api.assetsExists({ body: { text: 'a' } }), ApiError);
    assert.equal(asked, 1);
  });

  it('waits until the next service listens', async () => {
    const { api, port } = await linkToEnding(0);
    await new Promise((resolve) => server.close(resolve));
    setTimeout(() => server.listen(port, '127.0.0.1'), 700);
    await api.assetsExists({ body: { text: 'a' } });
    assert.equal(asked, 1);
  });

  it('does not make a call again that was answered', async () => {
    const { api } = await linkTo(400, 1);
    await assert.rejects(api.searchAssets({ query: { query: 'a' } }), ApiError);
    assert.equal(asked, 1);
  });

  it('waits no longer for one who has hung up', async () => {
    const { api } = await linkTo(503, 1000);
    const controller = new AbortController();
    const call = api.searchAssets({ query: { query: 'a' } }, controller.signal);
    setTimeout(() => controller.abort(), 300);
    await assert.rejects(call, { name: 'AbortError' });
    const before = asked;
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(asked, before);
  });
});
