import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readServer, ServerFault, type Bounds } from '../../../src/extension/library/serverAssets';

const words = {
  noAnswer: (reason: string) => `no answer: ${reason}`,
  refused: (status: number) => `refused: ${status}`,
  noLibrary: 'no library',
  untrusted: 'not trusted',
  redirected: (to: string) => `leads to ${to}`,
  tooLarge: (mebibytes: number) => `more than ${mebibytes} MiB`,
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
    return all(address);
  };
  const all = async (from: string, bounds?: Bounds) => {
    const assets = [];
    for await (const asset of readServer(from, words, bounds)) assets.push(asset);
    return assets;
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

  it('are read no further than a bound, and the connection ends there', async () => {
    let sent = 0;
    let isCut = false;
    const endless = http.createServer((_, response) => {
      const part = Buffer.alloc(64 * 1024, ' ');
      const send = () => {
        while (!response.destroyed && response.write(part)) sent += part.length;
        if (!response.destroyed) response.once('drain', send);
      };
      response.on('close', () => (isCut = true));
      response.writeHead(200, { 'content-type': 'application/json' });
      send();
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    const { port } = endless.address() as AddressInfo;
    const maxBytes = 2 * 1024 ** 2;
    const bounds = { readBytes: maxBytes, keptBytes: maxBytes };
    await assert.rejects(all(`http://127.0.0.1:${port}`, bounds), new ServerFault('more than 2 MiB'));
    for (let looks = 0; !isCut && looks < 100; looks += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.ok(isCut);
    assert.ok(sent < 32 * maxBytes, `${sent} bytes sent`);
    endless.close();
  });

  it('are kept no more than a bound, whatever else is read', async () => {
    const item = { formats: 'x'.repeat(100_000), original: { reference: reference('y'.repeat(10_000)) } };
    const iterable = Array.from({ length: 30 }, () => item);
    answer = { status: 200, text: JSON.stringify({ iterable }) };
    const bounds = { readBytes: 8 * 1024 ** 2, keptBytes: 1024 ** 2 };
    assert.equal((await all(address, bounds)).length, 30);
    await assert.rejects(all(address, { ...bounds, keptBytes: 100_000 }), new ServerFault('more than 1 MiB'));
  });

  it('come one by one, before the others have been sent', async () => {
    const one = JSON.stringify({ name: 'First', original: { reference: reference('sleep(3)') } });
    let goOn: () => void = () => undefined;
    const slow = http.createServer((_, response) => {
      response.write(`{"iterable":[${one},{"na`);
      goOn = () => response.end('me":"No text"}]}');
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const { port } = slow.address() as AddressInfo;
    const assets = readServer(`http://127.0.0.1:${port}`, words);
    assert.equal(((await assets.next()).value as { name: string }).name, 'First');
    goOn();
    assert.equal((await assets.next()).done, true);
    slow.close();
  });

  it('are asked of the chosen address only, wherever that leads', async () => {
    let isAsked = false;
    const other = http.createServer((_, response) => {
      isAsked = true;
      response.end('{"iterable":[]}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/assets`;
    for (const status of [301, 302, 303, 307, 308]) {
      const leading = http.createServer((_, response) => response.writeHead(status, { location: elsewhere }).end());
      await new Promise<void>((resolve) => leading.listen(0, '127.0.0.1', resolve));
      const { port } = leading.address() as AddressInfo;
      await assert.rejects(all(`http://127.0.0.1:${port}`), new ServerFault(`leads to ${elsewhere}`));
      leading.close();
    }
    assert.ok(!isAsked);
    other.close();
  });

  it('are refused with a sentence when there are none', async () => {
    await assert.rejects(read(403, 'Forbidden'), new ServerFault('refused: 403'));
    await assert.rejects(read(200, '<html>'), new ServerFault('no library'));
    await assert.rejects(read(200, { iterable: 'x' }), new ServerFault('no library'));
    await assert.rejects(read(200, '{"iterable":[{},{}]'), new ServerFault('no library'));
    await assert.rejects(read(200, '{"iterable":[{"a" 1}]}'), new ServerFault('no library'));
  });

  it('are read over https where its certificate is trusted, and refused with the reason where it is not', async () => {
    const certificate = (name: string) => `test/fixtures/tls/${name}.pem`;
    const identity = { cert: readFileSync(certificate('cert')), key: readFileSync(certificate('key')) };
    const assets = { iterable: [{ name: 'Kept afar', original: { reference: reference('sleep(2)') } }] };
    const safe = https.createServer(identity, (_, response) => response.end(JSON.stringify(assets)));
    await new Promise<void>((resolve) => safe.listen(0, '127.0.0.1', resolve));
    const program = fileURLToPath(new URL('readServer.child.mjs', import.meta.url));
    const from = `https://127.0.0.1:${(safe.address() as AddressInfo).port}/`;
    const printed = async (env: NodeJS.ProcessEnv): Promise<unknown> => {
      const { stdout } = await promisify(execFile)(process.execPath, [program, from], { env });
      return JSON.parse(stdout);
    };
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
    try {
      const read = await printed({ ...env, NODE_EXTRA_CA_CERTS: certificate('cert') });
      assert.deepEqual(
        (read as { name: string; text: string }[]).map(({ name, text }) => [name, text]),
        [['Kept afar', 'sleep(2)']],
      );
      assert.equal(await printed(env), 'not trusted');
    } finally {
      await new Promise((resolve) => safe.close(resolve));
    }
  });

  it('are looked for over https too, and the reason is told when it does not work', async () => {
    await assert.rejects(all(address.replace('http:', 'https:')), (error: Error) => {
      assert.ok(error instanceof ServerFault);
      assert.match(error.message, /^no answer: (?!fetch failed)./);
      return true;
    });
  });
});
