import assert from 'node:assert/strict';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { call } from '../../unit/server/startServer';
import type { Outcome, Row } from '../row';
import { Service, whyNoProc } from '../tools/service';

const limitMiB = 64;
const MiB = 1024 * 1024;
const offeredBytes = 100 * MiB;
const piece = Buffer.alloc(64 * 1024, 0x20);

/** Sends until the other end answers or closes; says the answer and how many bytes were taken. */
function pour(port: number, head: string, wrap: (bytes: Buffer) => Buffer): Promise<{ text: string; sent: number }> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    let sent = 0;
    const write = (): void => {
      while (!socket.destroyed && sent < offeredBytes) {
        sent += piece.byteLength;
        if (!socket.write(wrap(piece))) return;
      }
      if (!socket.destroyed) socket.end();
    };
    socket.on('connect', () => {
      socket.write(head);
      write();
    });
    socket.on('drain', write);
    socket.on('data', (bytes) => (text += bytes.toString('latin1')));
    socket.on('error', () => socket.destroy()); // cut off: what was answered until then counts
    socket.on('close', () => resolve({ text, sent }));
  });
}

/** As most programs do: looks for an answer only when all is sent. */
function sendFirst(port: number, head: string, bytes: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    socket.write(Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 0x20)]), () => {
      socket.on('data', (more) => {
        text += more.toString('latin1');
        socket.destroy();
      });
    });
    socket.on('error', () => socket.destroy()); // an answer that was lost to it is missed below
    socket.on('close', () => resolve(text));
  });
}

async function run(): Promise<Outcome> {
  const service = await Service.start();
  try {
    await call(service, { path: '/.well-known/health' });
    const before = service.memoryMiB();
    const head = (more: string) =>
      `POST /assets/create HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;
    const chunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.byteLength.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    const said = await pour(service.port, head(`Content-Length: ${offeredBytes}`), (bytes) => bytes);
    const endless = await pour(service.port, head('Transfer-Encoding: chunked'), chunk);
    for (const [name, { text, sent }] of Object.entries({ said, endless })) {
      assert.match(text, /^HTTP\/1\.1 413 /, `${name}: ${text.slice(0, 200)}`);
      assert.ok(sent < offeredBytes / 2, `${name}: cut off early`);
    }
    assert.match(await sendFirst(service.port, head(`Content-Length: ${12 * MiB}`), 12 * MiB), /^HTTP\/1\.1 413 /);
    const bomb = gzipSync(Buffer.alloc(offeredBytes));
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const packed = await call(service, { method: 'POST', path: '/assets/create', headers, body: bomb });
    assert.equal(packed.status, 415);
    const grown = Math.round(service.memoryMiB() - before);
    const taken = Math.round(Math.max(said.sent, endless.sent) / MiB);
    return { figure: `413 and 415 after at most ${taken} of 100 MiB, +${grown} MiB`, isKept: grown <= limitMiB };
  } finally {
    await service.stop();
  }
}

export const hugeBodies: Row = {
  id: 'B3',
  promise: 'answers 413 or 415 early to huge, endless and packed bodies',
  limit: 'less than half of 100 MiB taken, +≤ 64 MiB',
  quick: 1,
  full: 1,
  unable: whyNoProc,
  run,
};
