import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import v8 from 'node:v8';
import vm from 'node:vm';
import type { ArchivedAsset } from '../../../src/contract/schemas/library';
import { readServer, ServerFault } from '../../../src/extension/library/serverAssets';
import type { Outcome, Round, Row } from '../row';

/** Of data beyond what is kept, after a collection of garbage; resident memory has garbage and the server's in it, too. */
const limitMiB = 16;
const mebibyte = 1024 ** 2;
/** Longer than any bound. */
const offeredBytes = 1_500 * mebibyte;
/** Of a library's assets, as they come and as they are kept. */
const [comingBytes, keptBytes] = [9_000, 2_000];
const looksEvery = 2_000;

const words = {
  noAnswer: (reason: string) => reason,
  refused: (status: number) => `refused with ${status}`,
  noLibrary: 'no library',
  untrusted: 'untrusted',
  redirected: (to: string) => `leads to ${to}`,
  tooLarge: (mebibytes: number) => `more than ${mebibytes} MiB`,
};

async function serve(answer: http.RequestListener): Promise<{ address: string; close(): void }> {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close().closeAllConnections(),
  };
}

/** What looks like the beginning of a library and goes on. */
function offer(response: http.ServerResponse): void {
  const part = Buffer.alloc(mebibyte, 'x');
  let sent = 0;
  const send = () => {
    while (sent < offeredBytes && !response.destroyed) {
      sent += part.length;
      if (!response.write(part)) return void response.once('drain', send);
    }
    response.end();
  };
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"iterable":["');
  send();
}

async function faultOf(address: string): Promise<string> {
  try {
    for await (const _ of readServer(address, words)) continue;
  } catch (error) {
    assert.ok(error instanceof ServerFault, String(error));
    return error.message;
  }
  throw new Error('It was read to its end.');
}

/** A library of so many assets, each with much that nobody keeps. */
async function serveLibrary(count: number) {
  const text = 'x'.repeat(keptBytes - 300);
  const assetOf = (at: number) => ({
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    name: `Asset ${at}`,
    original: { reference: { fragment: { string: { raw: `${text}${at}` } } } },
    formats: 'y'.repeat(comingBytes - keptBytes),
  });
  return serve((_, response) => {
    let at = 0;
    const send = () => {
      while (at < count && !response.destroyed) {
        const json = JSON.stringify(assetOf(at));
        at += 1;
        if (!response.write(at === 1 ? `{"iterable":[${json}` : `,${json}`)) return void response.once('drain', send);
      }
      response.end(']}');
    };
    send();
  });
}

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;

function dataBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** @returns what is kept, and how much more than its share of it was held at most while it was read, in MiB */
async function readLibrary(count: number): Promise<{ beyond: number; kept: number }> {
  const library = await serveLibrary(count);
  const assets: ArchivedAsset[] = [];
  const looks: { share: number; held: number }[] = [];
  const before = dataBytes();
  try {
    for await (const asset of readServer(library.address, words)) {
      assets.push(asset);
      if (assets.length % looksEvery === 0) looks.push({ share: assets.length / count, held: dataBytes() - before });
    }
  } finally {
    library.close();
  }
  const kept = dataBytes() - before;
  assert.equal(assets.length, count);
  const beyond = Math.max(...looks.map(({ share, held }) => held - share * kept));
  return { beyond: beyond / mebibyte, kept: kept / mebibyte };
}

/** @param count assets */
async function run({ count }: Round): Promise<Outcome> {
  let isAsked = false;
  let target = '';
  const large = await serve((_, response) => offer(response));
  const other = await serve((_, response) => {
    isAsked = true;
    response.end('{"iterable":[]}');
  });
  const leading = await serve((_, response) => response.writeHead(307, { location: target }).end());
  target = `${other.address}/assets`;
  try {
    assert.equal(await faultOf(leading.address), `leads to ${target}`);
    assert.ok(!isAsked, 'the other address was not asked');
    const said = await faultOf(large.address);
    assert.match(said, /^more than \d+ MiB$/);
    // Of the second time, since Node loads some 12 MiB of its own and of test code's maps at some moment of the first.
    const before = dataBytes();
    await faultOf(large.address);
    const left = (dataBytes() - before) / mebibyte;
    const { beyond, kept } = await readLibrary(count);
    const read = Math.round((count * comingBytes) / mebibyte);
    const figure =
      `${offeredBytes / mebibyte} MiB offered as one asset: refused as “${said}”, ${left.toFixed(1)} MiB left of it; a redirect was told and not followed; ` +
      `a library of ${count} assets and ${read} MiB: ${Math.round(kept)} MiB kept, at most ${beyond.toFixed(1)} beyond that held`;
    return { figure, isKept: beyond <= limitMiB && left <= limitMiB };
  } finally {
    for (const server of [large, other, leading]) server.close();
  }
}

export const largeImport: Row = {
  id: 'L9',
  promise: 'imports from a server as a stream, no more than a bound, and from no address but the one that was named',
  limit: `1.5 GB offered: told and cut off; of a library no more than ${limitMiB} MiB held beyond what is kept; 0 redirects followed`,
  quick: 6_000,
  full: 50_000,
  run,
};
