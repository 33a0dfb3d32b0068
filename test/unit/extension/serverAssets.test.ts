import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { readServer, ServerFault } from '../../../src/extension/library/serverAssets';

const words = {
  noAnswer: (reason: string) => `no answer: ${reason}`,
  refused: (status: number) => `refused: ${status}`,
  noLibrary: 'no library',
};

describe('the assets of another server', () => {
  let server: http.Server;
  let address: string;
  let answer: { status: number; text: string };
  const asked: string[] = [];

  before(async () => {
    server = http.createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  const read = (status: number, body: unknown) => {
    answer = { status, text: typeof body === 'string' ? body : JSON.stringify(body) };
    return readServer(address, words);
  };
  const reference = (raw: string) => ({
    classification: { specific: 'py' },
    fragment: { string: { raw } },
  });

  it('are read with their marks, by one request that changes nothing', async () => {
    const assets = await read(200, {
      iterable: [
        {
          id: 'b5a9f4ab-0000-4000-8000-000000000001',
          name: 'Wait',
          created: { value: '2026-03-01T10:00:00.000Z' },
          original: { reference: reference('sleep(1)') },
          tags: { iterable: [{ text: 'time' }, { text: 7 }] },
          persons: { iterable: [{ type: { basic: { username: 'ada' } } }] },
          websites: { iterable: [{ url: 'https://example.invalid/' }] },
          annotations: { iterable: [{ type: 'DESCRIPTION', text: 'Waits.' }] },
          origin: { path: '/x/y.py', lines: { start: 1, end: 2 }, unknown: 1 },
        },
      ],
    });
    assert.deepEqual(assets, [
      {
        id: 'b5a9f4ab-0000-4000-8000-000000000001',
        name: 'Wait',
        language: 'py',
        text: 'sleep(1)',
        created: Date.parse('2026-03-01T10:00:00.000Z'),
        tags: ['time'],
        websites: [{ url: 'https://example.invalid/', name: 'https://example.invalid/' }],
        persons: [{ name: 'ada' }],
        summaries: [],
        notes: [{ type: 'DESCRIPTION', text: 'Waits.' }],
        origin: { path: '/x/y.py', lines: { start: 1, end: 2 } },
      },
    ]);
    assert.deepEqual(asked, ['GET /assets?transferables=true']);
  });

  it('are what can be read of them: bytes, and what is no asset, are left out', async () => {
    const iterable = [
      null,
      {},
      { original: { reference: { fragment: {} } } },
      { original: { reference: reference('x = 1\ny') } },
    ];
    assert.deepEqual(
      (await read(200, { iterable })).map(({ name }) => name),
      ['x = 1'],
    );
  });

  it('are refused with a sentence when there are none', async () => {
    await assert.rejects(read(403, 'Forbidden'), new ServerFault('refused: 403'));
    await assert.rejects(read(200, '<html>'), new ServerFault('no library'));
    await assert.rejects(read(200, { iterable: 'x' }), new ServerFault('no library'));
  });

  it('are looked for over https too, and the reason is told when it does not work', async () => {
    await assert.rejects(readServer(address.replace('http:', 'https:'), words), (error: Error) => {
      assert.ok(error instanceof ServerFault);
      assert.match(error.message, /^no answer: (?!fetch failed)./);
      return true;
    });
  });
});
