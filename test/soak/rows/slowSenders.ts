import assert from 'node:assert/strict';
import net from 'node:net';
import type { Outcome, Round, Row } from '../row';
import { startProbe } from '../tools/probe';
import { Service } from '../tools/service';

/** When a sender must be gone: the fields are due after 10 s, the whole request after 20 s. */
const dueMs = { fields: 10_000, body: 20_000 };
/** It is looked at once a second, and the close must come across. */
const lateMs = 1_500;
const everyMs = 500;

const starts = {
  fields: 'POST /assets/create HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  body: 'POST /assets/create HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n',
} as const;

/** Sends a byte twice a second and says after how long it was cut off. */
function sendSlowly(port: number, kind: keyof typeof starts): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(starts[kind]));
    const timer = setInterval(() => socket.write(' '), everyMs);
    socket.on('data', () => undefined);
    socket.on('error', () => socket.destroy()); // cut off, as it should be
    socket.on('close', () => {
      clearInterval(timer);
      resolve(performance.now() - began);
    });
  });
}

async function run({ count, isFull, slack }: Round): Promise<Outcome> {
  const service = await Service.start();
  try {
    const resting = startProbe(service);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const rest = await resting.stop();
    const probe = startProbe(service);
    // Slow bodies take twenty seconds, so the quick form has slow fields only.
    const kindsTried = isFull ? (['fields', 'body'] as const) : (['fields'] as const);
    const senders = Array.from({ length: count }, async (_, at) => {
      const kind = kindsTried[at % kindsTried.length] ?? 'fields';
      const ms = await sendSlowly(service.port, kind);
      assert.ok(ms <= dueMs[kind] + lateMs * slack, `slow ${kind}: cut after ${Math.round(ms)} ms`);
    });
    await Promise.all(senders);
    const { worstMs } = await probe.stop();
    const figure = `${count} senders cut in time; slowest health check ${worstMs} ms meanwhile, ${rest.worstMs} ms at rest`;
    return { figure, isKept: worstMs <= slack * Math.max(100, 2 * rest.worstMs) };
  } finally {
    await service.stop();
  }
}

export const slowSenders: Row = {
  id: 'B5',
  promise: 'cuts off slow senders in time while others are answered',
  limit: '100 senders cut at 10 s and 20 s (+1.5 s), others wait ≤ 100 ms, or twice what they do at rest',
  quick: 40,
  full: 100,
  run,
};
