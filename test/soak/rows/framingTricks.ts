import assert from 'node:assert/strict';
import { sendRaw } from '../../unit/server/startServer';
import type { Outcome, Round, Row } from '../row';
import { Service } from '../tools/service';

const get = 'GET /.well-known/health HTTP/1.1\r\nHost: localhost\r\n';
const post = 'POST /qgpt/relevance HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

/** Each must end in one answer, or in none and a closed connection: never in two. */
const tricks: [name: string, text: string][] = [
  ['both lengths', `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /tags HTTP/1.1\r\n\r\n`],
  ['two different lengths', `${post}Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}{}`],
  ['two lengths in one field', `${post}Content-Length: 2, 2\r\n\r\n{}`],
  ['a length with a sign', `${post}Content-Length: +2\r\n\r\n{}`],
  ['a negative length', `${post}Content-Length: -2\r\n\r\n{}`],
  ['a length in hex', `${post}Content-Length: 0x2\r\n\r\n{}`],
  ['a length without digits', `${post}Content-Length: \r\n\r\n{}`],
  ['a length of many digits', `${post}Content-Length: 99999999999999999999999\r\n\r\n{}`],
  ['a blank before the colon', `${post}Content-Length : 2\r\n\r\n{}`],
  ['a folded field', `${get}X-A: 1\r\n 2\r\n\r\n`],
  ['bare line feeds', 'GET /.well-known/health HTTP/1.1\nHost: localhost\n\n'],
  ['a bare carriage return', `${get}X-A: 1\rX-B: 2\r\n\r\n`],
  ['a NUL in a field', `${get}X-A: 1\0\r\n\r\n`],
  ['a NUL in the path', 'GET /ass\0ets HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a chunk size that is none', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ['a chunk longer than it says', `${post}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`],
  ['a negative chunk', `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n`],
  ['a coding that is no coding', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['chunked twice', `${post}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`],
  ['chunked and then identity', `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['HTTP/0.9', 'GET /.well-known/health\r\n\r\n'],
  ['HTTP/3.1', 'GET /.well-known/health HTTP/3.1\r\nHost: localhost\r\n\r\n'],
  ['no version', 'GET /.well-known/health FTP\r\n\r\n'],
  ['an unknown method', 'BREW /.well-known/health HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
  [
    'a whole address as target',
    'GET http://evil.example/tags HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  ],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['a space in the path', 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
];

async function run({ count }: Round): Promise<Outcome> {
  const service = await Service.start();
  try {
    for (let round = 0; round < count; round += 1) {
      await Promise.all(
        tricks.map(async ([name, text]) => {
          const received = await sendRaw(service.port, Buffer.from(text, 'latin1'));
          const answers = received.match(/HTTP\/1\.1 \d{3}/g) ?? [];
          assert.ok(answers.length <= 1, `${name}: ${received.slice(0, 400)}`);
          assert.ok(!received.includes('HTTP/1.1 5'), `${name}: ${received.slice(0, 400)}`);
        }),
      );
    }
    const after = await sendRaw(service.port, `${get}Connection: close\r\n\r\n`);
    assert.match(after, /^HTTP\/1\.1 200 /, 'it answers as before');
  } finally {
    await service.stop();
  }
  return { figure: `${tricks.length} tricks, ${count} times: one answer or a closed connection each`, isKept: true };
}

export const framingTricks: Row = {
  id: 'B4',
  promise: 'gives one answer or a closed connection to tricks with lengths, line ends and versions, never two',
  limit: '0 smuggled of at least 26 raw cases',
  quick: 1,
  full: 20,
  run,
};
