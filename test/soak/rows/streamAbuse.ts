import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { startTestServer, type TestServer } from '../../api/startTestServer';
import { call } from '../../unit/server/startServer';
import type { Outcome, Row } from '../row';
import { rawText, upgradeFields } from '../tools/raw';

interface FrameOptions {
  opcode?: number;
  fin?: boolean;
  reserved?: number;
  isMasked?: boolean;
  /** Said length, when it is not that of the payload. */
  length?: bigint;
}

/** A frame of RFC 6455, section 5.2, also a wrong one. */
function frame(payload: Buffer | string, options: FrameOptions = {}): Buffer {
  const { opcode = 1, fin = true, reserved = 0, isMasked = true } = options;
  const bytes = Buffer.from(payload);
  const length = options.length ?? BigInt(bytes.byteLength);
  const first = (fin ? 0x80 : 0) | (reserved << 4) | opcode;
  const bit = isMasked ? 0x80 : 0;
  const long = Buffer.alloc(8);
  long.writeBigUInt64BE(length);
  let head = Buffer.of(first, bit | Number(length));
  if (length > 125n) head = Buffer.concat([Buffer.of(first, bit | 126), long.subarray(6)]);
  if (length > 0xffffn) head = Buffer.concat([Buffer.of(first, bit | 127), long]);
  if (!isMasked) return Buffer.concat([head, bytes]);
  const mask = randomBytes(4);
  const masked = bytes.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([head, mask, masked]);
}

const close = (code: number, reason = '') =>
  frame(Buffer.concat([Buffer.of(code >> 8, code & 0xff), Buffer.from(reason)]), { opcode: 8 });

/** What is sent, and the close code that must come; `message` where an error frame must come and the stream stays. */
const cases: [name: string, sent: Buffer | Buffer[], wanted: number | 'message' | 'none'][] = [
  ['no JSON', frame('hello'), 'message'],
  ['an empty text', frame(''), 'message'],
  ['half a JSON', frame('{"question":'), 'message'],
  ['a list', frame('[]'), 'message'],
  ['null', frame('null'), 'message'],
  ['a number', frame('42'), 'message'],
  ['a wrong type', frame('{"question":{"query":7,"relevant":{"iterable":[]}}}'), 'message'],
  [
    'relevance and question together',
    frame('{"relevance":{"query":"q"},"question":{"query":"q","relevant":{"iterable":[]}}}'),
    'message',
  ],
  ['deep JSON', frame('['.repeat(70) + ']'.repeat(70)), 'message'],
  ['wide JSON', frame(`[${'1,'.repeat(120_000)}1]`), 'message'],
  ['a prototype', frame('{"__proto__":{"polluted":true}}'), 'message'],
  ['half a surrogate pair', frame('{"question":{"query":"\\ud800","relevant":{}}}'), 'message'],
  ['a binary frame', frame('{}', { opcode: 2 }), 1003],
  ['an empty binary frame', frame('', { opcode: 2 }), 1003],
  ['bytes that are no UTF-8', frame(Buffer.of(0xff, 0xfe)), 1007],
  ['a surrogate in UTF-8', frame(Buffer.of(0xed, 0xa0, 0x80)), 1007],
  ['a cut character', frame(Buffer.of(0xe2, 0x82)), 1007],
  ['an overlong character', frame(Buffer.of(0xc0, 0xaf)), 1007],
  ['no mask', frame('{}', { isMasked: false }), 1002],
  ['a reserved bit', frame('{}', { reserved: 1 }), 1002],
  ['another reserved bit', frame('{}', { reserved: 4 }), 1002],
  ['an unknown kind 3', frame('{}', { opcode: 3 }), 1002],
  ['an unknown kind 11', frame('{}', { opcode: 11 }), 1002],
  ['a continuation of nothing', frame('{}', { opcode: 0 }), 1002],
  ['a text inside of a text', [frame('{"a', { fin: false }), frame('{}')], 1002],
  ['a ping in pieces', frame('', { opcode: 9, fin: false }), 1002],
  ['a ping that is too long', frame('x'.repeat(126), { opcode: 9 }), 1002],
  ['a close that is too long', frame('x'.repeat(126), { opcode: 8 }), 1002],
  ['a close of one byte', frame('x', { opcode: 8 }), 1002],
  ['a close with code 999', close(999), 1002],
  ['a close with code 1005', close(1005), 1002],
  ['a close with code 1006', close(1006), 1002],
  ['a close whose reason is no UTF-8', frame(Buffer.of(3, 0xe8, 0xff), { opcode: 8 }), 1007],
  ['a good close', close(1000, 'bye'), 1000],
  ['a length of 2^63', frame('', { length: 2n ** 63n }), 1009],
  ['a length of 2^53', frame('', { length: 2n ** 53n }), 1009],
  ['a length over the limit', frame('', { length: 4n * 1024n * 1024n + 1n }), 1009],
  [
    'pieces over the limit',
    Array.from({ length: 6 }, (_, at) => frame('x'.repeat(1_000_000), { opcode: at === 0 ? 1 : 0, fin: false })),
    1009,
  ],
  [
    'a flood of empty pieces',
    [
      frame('{', { fin: false }),
      ...Array.from({ length: 300 }, () => frame('', { opcode: 0, fin: false })),
      frame('}', { opcode: 0 }),
    ],
    'message',
  ],
  ['many pings at once', Array.from({ length: 150 }, () => frame('ping', { opcode: 9 })), 'none'],
  ['a flood of pings', Array.from({ length: 500 }, () => frame('ping', { opcode: 9 })), 1008],
  ['a flood of messages', Array.from({ length: 400 }, () => frame('{"stop":true}')), 1008],
];

/** Opens a stream by hand, sends, and answers with the close code that comes, or with the first text where one must. */
function provoke(
  server: TestServer,
  sent: Buffer | Buffer[],
  wanted: number | 'message' | 'none',
): Promise<number | string> {
  return new Promise((resolve) => {
    const socket = net.connect(server.port, '127.0.0.1');
    let received = Buffer.alloc(0);
    let isOpen = false;
    const settle = (answer: number | string) => {
      socket.destroy();
      resolve(answer);
    };
    // Nothing is awaited from many pings but that the stream lives: a question after it is answered.
    const after = wanted === 'none' ? [frame('no JSON')] : [];
    socket.on('connect', () =>
      socket.write(rawText({ target: '/qgpt/stream', fields: [['Host', 'localhost'], ...upgradeFields] })),
    );
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (!isOpen) {
        const end = received.indexOf('\r\n\r\n');
        if (end < 0) return;
        isOpen = true;
        received = received.subarray(end + 4);
        for (const one of [sent, after].flat()) socket.write(one);
      }
      for (let first = received[0]; first !== undefined; first = received[0]) {
        const size = frameSize(received);
        if (size === undefined) return;
        const [opcode, payload] = [first & 0x0f, received.subarray(size.head, size.all)];
        received = received.subarray(size.all);
        if (opcode === 8) return settle(payload.length >= 2 ? payload.readUInt16BE() : 1005);
        if (opcode === 1 && typeof wanted !== 'number') return settle(payload.toString('utf8'));
      }
    });
    socket.on('error', () => socket.destroy()); // reset while we still send: the close below tells
    socket.on('close', () => resolve('closed without a word'));
  });
}

function frameSize(bytes: Buffer): { head: number; all: number } | undefined {
  const short = (bytes[1] ?? 0) & 0x7f;
  const head = short < 126 ? 2 : 4;
  if (bytes.byteLength < head) return undefined;
  const all = head + (short < 126 ? short : bytes.readUInt16BE(2));
  return bytes.byteLength < all ? undefined : { head, all };
}

async function run(): Promise<Outcome> {
  const server = await startTestServer();
  try {
    for (const [name, sent, wanted] of cases) {
      const answer = await provoke(server, sent, wanted);
      if (typeof wanted === 'number') assert.equal(answer, wanted, name);
      else
        assert.match(
          String(answer),
          /"status":"FAILED".*"statusCode":400|"statusCode":400.*"status":"FAILED"/,
          `${name}: ${answer}`,
        );
    }
    assert.equal((await call(server, { path: '/.well-known/health' })).status, 200);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  } finally {
    await server.close();
  }
  return { figure: `${cases.length} cases, each with its message or close code`, isKept: true };
}

export const streamAbuse: Row = {
  id: 'B6',
  promise: 'answers an abused stream with an error message or the right close code',
  limit: '0 crashes of at least 30 cases',
  quick: 1,
  full: 1,
  run,
};
