import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { localModels } from '../../../src/models/endpoint';

describe('models on this machine', () => {
  const servers: http.Server[] = [];

  async function serve(answer: (response: http.ServerResponse) => void): Promise<number> {
    const server = http.createServer((_, response) => answer(response));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('are told by their server, without those that only make vectors', async () => {
    const port = await serve((response) => response.end('{"data":[{"id":"nomic-embed-text"},{"id":"qwen-coder:7b"}]}'));
    assert.deepEqual(await localModels(new AbortController().signal, [{ server: 'Ollama', port }]), [
      { server: 'Ollama', baseUrl: `http://127.0.0.1:${port}/v1`, model: 'qwen-coder:7b' },
    ]);
  });

  it('are none where something else answers, where nothing does, and where no answer comes', async () => {
    const page = await serve((response) => response.end('<html></html>'));
    const silent = await serve(() => undefined);
    const closed = await serve((response) => response.end());
    servers.at(-1)?.close();
    const ports = [page, silent, closed].map((port) => ({ server: 'x', port }));
    const began = Date.now();
    assert.deepEqual(await localModels(new AbortController().signal, ports), []);
    assert.ok(Date.now() - began < 5_000);
  });
});
