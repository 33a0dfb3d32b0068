import assert from 'node:assert/strict';
import net from 'node:net';
import path from 'node:path';
import WebSocket from 'ws';
import { call } from '../../unit/server/startServer';
import type { Outcome, Round, Row } from '../row';
import { requestText } from '../tools/load';
import { Service, whyNoProc } from '../tools/service';

const streams = 10;
const requests = 300;
const hangUps = 100;
const limitMiB = 100;
/** After this the service has nothing more to do. */
const settleMs = 2_000;
const watchedMs = 2_000;
/** A twentieth of one processor. */
const idleMs = 100;

/** Opens a stream, asks all at once and never reads an answer. */
async function askWithoutReading(service: Service, asked: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${service.port}/qgpt/stream`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('error', () => undefined); // it may be cut off, as a slow reader is
  socket.pause();
  for (let number = 0; number < requests; number += 1) socket.send(asked, () => undefined);
  return socket;
}

async function hangUp(service: Service, body: string, afterMs: number): Promise<void> {
  const socket = net.connect(service.port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write(requestText('POST', '/qgpt/relevance', body));
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  socket.destroy();
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param count rounds of streams and hang-ups */
async function run({ count, slack }: Round): Promise<Outcome> {
  const root = path.resolve('test/fixtures/engine/shop');
  const service = await Service.start({ roots: [root] });
  let peakMiB = 0;
  let busiestMs = 0;
  try {
    const relevance = { query: 'where is the tax added?', paths: [root], options: { question: true } };
    const body = JSON.stringify(relevance);
    const ask = () =>
      call(service, { method: 'POST', path: '/qgpt/relevance', headers: { 'content-type': 'application/json' }, body });
    for (let number = 0; number < 20; number += 1) await ask();
    const before = service.memoryMiB();
    const timer = setInterval(() => (peakMiB = Math.max(peakMiB, service.memoryMiB() - before)), 50);
    for (let round = 0; round < count; round += 1) {
      const open = await Promise.all(
        Array.from({ length: streams }, () => askWithoutReading(service, JSON.stringify({ relevance }))),
      );
      await Promise.all(Array.from({ length: hangUps }, (_, number) => hangUp(service, body, number % 50)));
      assert.equal((await call(service, { path: '/.well-known/health' })).status, 200);
      for (const socket of open) socket.terminate();
      await wait(settleMs);
      const used = service.processorMs();
      await wait(watchedMs);
      busiestMs = Math.max(busiestMs, service.processorMs() - used);
    }
    clearInterval(timer);
    // Whoever comes next finds no place taken by those that are gone.
    await wait(1_000);
    assert.equal((await ask()).status, 200);
  } finally {
    await service.stop();
  }
  const figure = `${streams} streams × ${requests} requests unread and ${hangUps} hang-ups, ${count} times: +${Math.round(peakMiB)} MiB at most, ${busiestMs} ms of processor time in the ${watchedMs / 1_000} s from the third second on`;
  return { figure, isKept: peakMiB <= limitMiB && busiestMs <= slack * idleMs };
}

export const goneReaders: Row = {
  id: 'L3',
  promise: 'keeps little for readers that do not read, and stops working for callers that are gone',
  limit: '+≤ 100 MiB; CPU idle in 2 s',
  quick: 1,
  full: 10,
  unable: whyNoProc,
  run,
};
