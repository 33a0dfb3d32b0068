import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { readServer, ServerFault } from '../../../src/extension/library/serverAssets';
import type { Outcome, Round, Row } from '../row';

const limitMiB = 400;
const mebibyte = 1024 ** 2;
/** Longer than any bound. */
const offeredBytes = 1_500 * mebibyte;

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
  const fault = await readServer(address, words).catch((error: unknown) => error);
  assert.ok(fault instanceof ServerFault, String(fault));
  return fault.message;
}

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
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
  try {
    let said = '';
    for (let round = 0; round < count; round += 1) said = await faultOf(large.address);
    assert.match(said, /^more than \d+ MiB$/);
    assert.equal(await faultOf(leading.address), `leads to ${target}`);
    assert.ok(!isAsked, 'the other address was not asked');
    const more = Math.round((most - before) / mebibyte);
    const figure = `${offeredBytes / mebibyte} MiB offered ${count} times: refused as “${said}”, +${more} MiB at most; a redirect was told and not followed`;
    return { figure, isKept: more <= limitMiB };
  } finally {
    clearInterval(timer);
    for (const server of [large, other, leading]) server.close();
  }
}

export const largeImport: Row = {
  id: 'L9',
  promise: 'imports from a server no more than a bound, and from no address but the one that was named',
  limit: `1.5 GB offered: told and cut off, +≤ ${limitMiB} MiB; 0 redirects followed`,
  quick: 1,
  full: 1,
  run,
};
