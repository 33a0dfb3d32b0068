import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import WebSocket from 'ws';
import { createHttpClient } from '../../../src/contract/httpClient';
import type { Outcome, Round, Row } from '../row';
import { Service, whyNoProc } from '../tools/service';

/** Saved and there at one time; each that comes sends the oldest into the trash. */
const live = 500;
const liveChats = 50;
const workers = 4;
const everyMs = 80;
/**
 * Beyond what a start over the same data brings. Data alone counts, as in L4: of compiled code ten minutes of all this
 * make some 9 MiB in two threads, and then no more. The rest is caches of the engine that fill as they are asked, and
 * strings in the form in which they were put together.
 */
const limitMiB = 12;

const MiB = 1024 ** 2;

interface Mix {
  service: Service;
  api: ReturnType<typeof createHttpClient>;
  root: string;
  assets: string[];
  chats: string[];
  steps: number;
}

function textOf(step: number): string {
  const rows = Array.from({ length: 40 }, (_, row) => `  const total${row} = price * ${step + row} + tax${step % 97};`);
  return `/** Adds up order ${step}. */\nexport function order${step}(price) {\n${rows.join('\n')}\n}\n`;
}

/** Any but those that are about to be deleted. */
const oneOf = (assets: readonly string[], step: number): string =>
  assets.at(-1 - (step % Math.ceil(assets.length * 0.8))) ?? '';

async function save(mix: Mix, step: number): Promise<void> {
  const { api, assets } = mix;
  const { id } = await api.assetsCreateNewAsset({
    body: {
      asset: {
        format: { fragment: { string: { raw: textOf(step) } } },
        metadata: {
          tags: [{ text: `kind ${step % 20}` }],
          annotations: [{ type: 'DESCRIPTION', text: `Of ${step}.` }],
        },
      },
    },
  });
  assets.push(id);
  const oldest = assets.length > live ? assets.shift() : undefined;
  if (oldest !== undefined) await api.assetsDeleteAsset({ params: { asset: oldest } });
}

/** A whole question on the stream, whose conversation stays until fifty newer ones have come. */
async function chat({ service, api, root, chats }: Mix, step: number): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${service.port}/qgpt/stream`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const ended = new Promise<string | undefined>((resolve) => {
    socket.on('message', (bytes: Buffer) => {
      const frame = JSON.parse(bytes.toString()) as { status?: string; conversation?: string };
      if (frame.status === 'COMPLETED') resolve(frame.conversation);
      if (frame.status === 'FAILED') resolve(undefined);
    });
    socket.once('close', () => resolve(undefined));
  });
  const query = `where is the tax added ${step % 7}?`;
  socket.send(JSON.stringify({ relevance: { query, paths: [root], options: { question: true } } }));
  const conversation = await ended;
  socket.terminate();
  if (conversation !== undefined) chats.push(conversation);
  const oldest = chats.length > liveChats ? chats.shift() : undefined;
  if (oldest !== undefined) await api.conversationsDeleteSpecificConversation({ params: { conversation: oldest } });
}

async function ask({ api, root }: Mix, step: number): Promise<void> {
  const query = `how does order ${step % 50} add the tax?`;
  const seeds = { iterable: [{ asset: { format: { fragment: { string: { raw: textOf(step) } } } } }] };
  const { relevant } = await api.relevance({ body: { query, paths: [root], seeds, options: { question: true } } });
  const [first] = relevant.iterable;
  if (first) await api.question({ body: { query, relevant: { iterable: [{ id: first.id }] } } });
}

/** One of these a step, so that each comes as often as the others. */
const doings: ((mix: Mix, step: number) => Promise<unknown>)[] = [
  save,
  ask,
  chat,
  save,
  ({ api, assets }, step) => api.assetUpdate({ body: { id: oneOf(assets, step), name: `Order ${step}` } }),
  ({ api, assets }, step) =>
    api.assetScoresIncrement({
      params: { asset: oneOf(assets, step) },
      body: { asset: { reuse: true } },
    }),
  ({ api, assets }, step) =>
    api.assetSpecificAssetExport({
      params: { asset: oneOf(assets, step) },
      query: { export_type: 'HTML' },
    }),
  ({ api }, step) => api.searchAssets({ query: { query: `order ${step % 100} tax` } }),
  ({ api }) => api.assetsSnapshot({}),
  ({ api, root }, step) =>
    api.outline({ body: { paths: [root], options: { limit: 100 + (step % 10) } } }),
]; // prettier-ignore

/** Of two workers one may have sent into the trash what the other is about to change. */
const isExpected = (error: unknown) => [410, 429, 503].includes(Number(Reflect.get(Object(error), 'status')));

async function work(mix: Mix, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < until) {
        const began = performance.now();
        const step = mix.steps++;
        try {
          await doings[step % doings.length]?.(mix, step);
        } catch (error) {
          if (!isExpected(error)) throw error;
        }
        const restMs = everyMs - (performance.now() - began);
        if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
      }
    }),
  );
}

/** After a question, so that the engine has read what it will read, and two collections of garbage. */
async function measure(service: Service, root: string) {
  const api = createHttpClient({ port: service.port });
  for (let n = 0; n < 3; n += 1) {
    await api.relevance({
      body: { query: `where is the tax added ${n}?`, paths: [root], options: { database: true } },
    });
    await api.searchAssets({ query: { query: `order ${n}` } });
    await api.assetsSnapshot({});
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const residentMiB = service.memoryMiB();
  const { dataMiB, heapMiB, engineHeapMiB } = await service.look();
  return { dataMiB, heapMiB: heapMiB + engineHeapMiB, residentMiB };
}

function diskMiB(home: string): number {
  const files = fs.readdirSync(home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const inStore = files.filter(({ parentPath }) => parentPath.split(path.sep).includes('store'));
  return inStore.reduce((sum, { parentPath, name }) => sum + fs.statSync(path.join(parentPath, name)).size, 0) / MiB;
}

/** @param count seconds */
async function run({ count, isFull, progress }: Round): Promise<Outcome> {
  const root = path.resolve('test/fixtures/engine/shop');
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-mixed-'));
  const options = { roots: [root], home, isWatched: true, countsData: true, nodeOptions: ['--expose-gc'] };
  let service = await Service.start(options);
  try {
    const api = createHttpClient({ port: service.port });
    const mix: Mix = { service, api, root, assets: [], chats: [], steps: 0 };
    const filled = isFull ? live : 50;
    for (; mix.steps < filled; mix.steps += 1) await save(mix, mix.steps);
    const start = await measure(service, root);
    const parts = isFull ? 10 : 1;
    for (let part = 1; part <= parts; part += 1) {
      await work(mix, count / parts);
      progress(`${mix.steps} steps: ${Math.round(service.memoryMiB())} MiB resident`);
    }
    const end = await measure(service, root);
    assert.equal(await service.stop(), 0);
    const disk = diskMiB(home);
    service = await Service.start(options);
    const again = await measure(service, root);
    const told = ({ dataMiB, heapMiB, residentMiB }: typeof end) =>
      `${dataMiB.toFixed(1)} MiB of data (heap with code ${heapMiB.toFixed(1)}, resident ${Math.round(residentMiB)})`;
    return {
      figure: `${mix.steps - filled} steps in ${count} s: ${told(start)} at the start, ${told(end)} at the end, ${told(again)} after a restart with the same data, ${disk.toFixed(1)} MiB on disk`,
      isKept: end.dataMiB - again.dataMiB <= limitMiB,
    };
  } finally {
    await service.stop();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

export const mixedLoad: Row = {
  id: 'L10',
  promise: 'grows under saving, deleting, asking and chatting by what is kept on disk, and by nothing else',
  limit: `ten minutes with ${live} assets: at the end ≤ ${limitMiB} MiB of data more than after a restart with the same data`,
  quick: 4,
  full: 600,
  unable: whyNoProc,
  run,
};
