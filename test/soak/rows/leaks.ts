import assert from 'node:assert/strict';
import path from 'node:path';
import WebSocket from 'ws';
import { createHttpClient } from '../../../src/contract/httpClient';
import { call } from '../../unit/server/startServer';
import type { Outcome, Round, Row } from '../row';
import { Line, requestText } from '../tools/load';
import { Service, whyNoProc } from '../tools/service';

/**
 * What leaks does so with every request, not with every minute: four times the promised 50 requests a second for six
 * minutes stand for half an hour, and the slope is counted for the 30,000 requests of the promised ten minutes.
 */
const perSecond = 200;
const requestsPerSlope = 30_000;
const limitMiB = 1;
/**
 * Data alone counts, of the engine's thread too: compiled code grows for a long time as ever more of it is found worth
 * compiling (1.3 of the 1.5 MiB by which the heap grew over 20,000 requests), and ends when all of it is.
 */
const countsData = true;
/** Sockets and timers that come and go by themselves. */
const spare = 2;
const looks = { full: 10, quick: 3 };
/** In the quick form there is hardly a slope: only what grows wildly is seen. */
const quickMiB = 20;

interface Look {
  requests: number;
  mebibytes: number;
}

/** Least squares: growth for each request. */
function slopeOf(points: readonly Look[]): number {
  const mean = (of: (point: Look) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(({ requests }) => requests), mean(({ mebibytes }) => mebibytes)];
  const spread = points.reduce((sum, point) => sum + (point.requests - x) ** 2, 0);
  return points.reduce((sum, { requests, mebibytes }) => sum + (requests - x) * (mebibytes - y), 0) / spread;
}

/**
 * Opens a stream, asks, reads the first frame, goes without a word.
 * @returns the conversation that was begun for it, which the library keeps; undefined where the service was too busy
 */
async function churnStream(service: Service, relevance: object): Promise<string | undefined> {
  const socket = new WebSocket(`ws://127.0.0.1:${service.port}/qgpt/stream`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ relevance }));
  const frame = await new Promise<string>((resolve) =>
    socket.once('message', (data: Buffer) => resolve(data.toString())).once('close', () => resolve('{}')),
  );
  socket.terminate();
  return (JSON.parse(frame) as { conversation?: string }).conversation;
}

/** What is asked again and again: nothing of it makes the library larger. */
async function makeRequests(service: Service, root: string): Promise<readonly string[]> {
  const api = createHttpClient({ port: service.port });
  const { id } = await api.assetsCreateNewAsset({
    body: { asset: { format: { fragment: { string: { raw: 'export const tax = 0.2;\n' } } } } },
  });
  const relevance = JSON.stringify({ query: 'where is the tax added?', paths: [root], options: { question: true } });
  const { text } = await call(service, { path: `/asset/${id}` });
  return [
    requestText('GET', '/assets'),
    requestText('GET', `/asset/${id}`),
    requestText('GET', `/asset/${id}/export?export_type=HTML`),
    requestText('POST', '/asset/update', text),
    requestText('POST', `/asset/${id}/scores/increment`, '{"asset":{"reuse":true}}'),
    requestText('GET', '/assets/search?query=tax'),
    requestText('POST', '/qgpt/relevance', relevance),
    requestText('GET', '/nowhere'),
    requestText('POST', '/assets/create', '{"asset":'),
    requestText('GET', '/.well-known/health'),
  ];
}

/** @returns how many requests were answered */
async function mix(service: Service, seconds: number, requests: readonly string[], relevance: object): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let sent = 0;
  const workers = 5;
  const everyMs = (1_000 * workers) / perSecond;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      const line = new Line(service.port);
      for (let number = worker; performance.now() < until; number += 1) {
        const began = performance.now();
        const status = await line.send(requests[number % requests.length] ?? '');
        assert.ok(status < 500 || status === 503, `${requests[number % requests.length]?.slice(0, 60)}: ${status}`);
        sent += 1;
        // Connections come and go, too.
        if (number % 20 === 0) line.end();
        if (number % 100 === worker) {
          const kept = await churnStream(service, relevance);
          if (kept !== undefined) await line.send(requestText('POST', `/conversations/${kept}/delete`));
        }
        const restMs = everyMs - (performance.now() - began);
        if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
      }
      line.end();
    }),
  );
  return sent;
}

/** When nothing is asked: the descriptors that stay, and what is kept. */
async function rest(service: Service) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { heapMiB, engineHeapMiB, dataMiB, resources } = await service.look();
  return { heapMiB: heapMiB + engineHeapMiB, dataMiB, resources, descriptors: service.descriptors() };
}

/** @param count seconds in all */
async function run({ count, isFull, progress }: Round): Promise<Outcome> {
  const root = path.resolve('test/fixtures/engine/shop');
  const service = await Service.start({ roots: [root], isWatched: true, countsData, nodeOptions: ['--expose-gc'] });
  try {
    const requests = await makeRequests(service, root);
    const relevance = { query: 'where is the tax added?', paths: [root] };
    const lookCount = isFull ? looks.full : looks.quick;
    const part = count / (lookCount + 2);
    // Caches fill and code is compiled before it counts.
    await mix(service, 2 * part, requests, relevance);
    const base = await rest(service);
    const data: Look[] = [{ requests: 0, mebibytes: base.dataMiB }];
    const heap: Look[] = [{ requests: 0, mebibytes: base.heapMiB }];
    let last = base;
    let sent = 0;
    for (let look = 1; look <= lookCount; look += 1) {
      sent += await mix(service, part, requests, relevance);
      last = await rest(service);
      data.push({ requests: sent, mebibytes: last.dataMiB });
      heap.push({ requests: sent, mebibytes: last.heapMiB });
      progress(
        `${sent} requests: ${last.dataMiB.toFixed(2)} MiB of data, ${last.heapMiB.toFixed(2)} with code, ${last.descriptors} descriptors, ${last.resources} handles`,
      );
    }
    const grownMiB = slopeOf(data) * requestsPerSlope;
    const told = (mebibytes: number) => `${mebibytes >= 0 ? '+' : ''}${mebibytes.toFixed(2)} MiB`;
    const handles = last.resources - base.resources;
    const descriptors = last.descriptors - base.descriptors;
    const figure = `${sent} requests: data ${told(grownMiB)} for each 30,000 (heap with code ${told(slopeOf(heap) * requestsPerSlope)}); ${descriptors} descriptors and ${handles} handles more than at the base`;
    const isFlat = isFull ? grownMiB <= limitMiB : last.dataMiB - base.dataMiB <= quickMiB;
    return { figure, isKept: isFlat && handles <= spare && descriptors <= spare };
  } finally {
    await service.stop();
  }
}

export const leaks: Row = {
  id: 'L4',
  promise: 'keeps nothing of what it was asked: memory, handles and descriptors stay flat under mixed load',
  limit:
    'kept data ≤ 1 MiB more for 30,000 requests (ten minutes at 50/s), handles and descriptors at most 2 above the base',
  quick: 8,
  full: 360,
  unable: whyNoProc,
  run,
};
