import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { createHttpClient } from '../../../src/contract/httpClient';
import { copyPackages } from '../../bench/trees';
import type { Outcome, Round, Row } from '../row';
import { Service, whyNoProc } from '../tools/service';

const limitMiB = 400;
/** In the full form: what is promised. The quick form has a tenth of it, and with that it must stay far below. */
const assetsInFull = 10_000;
/** Of the installed packages, about 18,000 files. The promise once named 200 MB. */
const bytesInFull = 104e6;
const savingAtOnce = 32;
/** A first question may be answered from the part that is indexed; so long we ask again. */
const patienceMs = 600_000;

async function save(service: Service, count: number): Promise<void> {
  const api = createHttpClient({ port: service.port });
  let number = 0;
  await Promise.all(
    Array.from({ length: savingAtOnce }, async () => {
      while ((number += 1) <= count) {
        const raw = `export function value${number}() {\n  return '${`word${number} `.repeat(200)}';\n}\n`;
        await api.assetsCreateNewAsset({ body: { asset: { format: { fragment: { string: { raw } } } } } });
      }
    }),
  );
}

/** Asks until the whole folder is searched. */
async function index(service: Service, root: string): Promise<void> {
  const api = createHttpClient({ port: service.port });
  const until = performance.now() + patienceMs;
  for (;;) {
    const { skipped = [] } = await api.relevance({ body: { query: 'how is a request parsed?', paths: [root] } });
    if (!skipped.some(({ reason }) => /index/i.test(reason))) return;
    assert.ok(performance.now() < until, `still being indexed: ${JSON.stringify(skipped[0])}`);
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param count tenths of what is promised */
async function run({ count, progress }: Round): Promise<Outcome> {
  const { tree, bytes, files } = copyPackages(path.resolve('node_modules'), (bytesInFull * count) / 10);
  const service = await Service.start({ roots: [tree], isWatched: true, nodeOptions: ['--expose-gc'] });
  let peakMiB = 0;
  const timer = setInterval(() => (peakMiB = Math.max(peakMiB, service.memoryMiB())), 200);
  try {
    const emptyMiB = service.memoryMiB();
    const assets = (assetsInFull * count) / 10;
    await save(service, assets);
    progress(`${assets} assets: ${Math.round(service.memoryMiB())} MiB`);
    await index(service, tree);
    progress(`indexed: ${Math.round(service.memoryMiB())} MiB`);
    await wait(10_000 * Math.min(1, count / 10));
    const lazyMiB = Math.round(service.memoryMiB());
    // With memory to spare the runtime lets garbage lie; what is kept is what counts.
    const { heapMiB, engineHeapMiB } = await service.look();
    await wait(2_000);
    await service.look();
    await wait(2_000);
    const steadyMiB = Math.round(service.memoryMiB());
    const figure = `${steadyMiB} MiB resident after a collection (${lazyMiB} before, ${Math.round(heapMiB)} in the service's heap, ${Math.round(engineHeapMiB)} in the engine's) with ${assets} assets and ${Math.round(bytes / 1e6)} MB in ${files.length} files indexed; ${Math.round(emptyMiB)} MiB empty, ${Math.round(peakMiB)} MiB at most meanwhile`;
    return { figure, isKept: steadyMiB <= limitMiB };
  } finally {
    clearInterval(timer);
    await service.stop();
    fs.rmSync(tree, { recursive: true, force: true });
  }
}

export const memoryCeiling: Row = {
  id: 'L5',
  promise: 'stays within its share of memory with a full library and a large folder indexed',
  limit: '≤ 400 MiB resident, garbage collected, with 10,000 assets and 100 MB of source',
  quick: 0,
  full: 10,
  unable: whyNoProc,
  run,
};
