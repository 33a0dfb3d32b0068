/**
 * `storeCost.child.mjs DIRECTORY EPOCH WHAT RECORDS`: makes a large library, takes a snapshot of one, or opens one; says how
 * long that took and the longest turn of the event loop, and what memory it took beyond the library itself. A process of
 * its own, since memory and loop are the process's. Needs --expose-gc.
 */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from '../../../src/store/openStore';
import type { Store } from '../../../src/store/types';
import { fence, putTag } from '../../unit/store/temporaryStore';

export interface StoreCost {
  tookMs: number;
  /** Processor time of the longest turn of the loop, in milliseconds; what other programs take is not counted. */
  blockedMs: number;
  /** At its peak, beyond what is left after it. */
  memoryMiB: number;
}

/** A record of 2 KB as JSON. */
const filling = 'x'.repeat(1_900);
const group = 1_000;
const looksEveryMs = 5;
const mebibyte = 1024 * 1024;

const memory = () => {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / mebibyte;
};

/** Looks at loop and memory while `work` runs. */
async function watch<Result>(work: () => Promise<Result>): Promise<[Result, StoreCost]> {
  let [blockedMs, peak] = [0, 0];
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const used = process.cpuUsage(before);
    before = process.cpuUsage();
    blockedMs = Math.max(blockedMs, (used.user + used.system) / 1_000);
    peak = Math.max(peak, memory());
  }, looksEveryMs);
  const began = performance.now();
  const result = await work();
  const tookMs = performance.now() - began;
  await pause(2 * looksEveryMs);
  clearInterval(timer);
  globalThis.gc?.();
  return [result, { tookMs, blockedMs, memoryMiB: Math.max(0, peak - memory()) }];
}

async function make(store: Store, records: number): Promise<void> {
  for (let first = 0; first < records; first += group) {
    const size = Math.min(group, records - first);
    await Promise.all(Array.from({ length: size }, (_, at) => store.change([putTag(`${first + at}`, filling)])));
  }
}

/** The store copies a snapshot as the day's backup when it is good and read back: that is its end seen from outside. */
async function takeSnapshot(store: Store, directory: string): Promise<void> {
  await store.change([putTag('0', filling)]);
  const backup = path.join(directory, 'backups', `library-${new Date(0).toISOString().slice(0, 10)}.json`);
  while (!existsSync(backup)) await pause(looksEveryMs);
}

async function run([, , directory = '', epoch, what, records]: string[]): Promise<void> {
  const options = { directory, fence: fence(Number(epoch)), log: () => undefined };
  const say = (cost: StoreCost) => process.stdout.write(`${JSON.stringify(cost)}\n`);
  if (what === 'make') {
    const store = await openStore(options);
    const [, cost] = await watch(() => make(store, Number(records)));
    await store.close();
    return void say(cost);
  }
  if (what === 'open') {
    const [store, cost] = await watch(() => openStore(options));
    await store.close();
    return void say(cost);
  }
  // Every change asks for a snapshot. An opening may have taken one already, with its backup.
  const store = await openStore({ ...options, now: () => 0, limits: { journalBytes: 0, journalRecords: 0 } });
  rmSync(path.join(directory, 'backups'), { recursive: true, force: true });
  globalThis.gc?.();
  const [, cost] = await watch(() => takeSnapshot(store, directory));
  await store.close();
  say(cost);
}

void run(process.argv);
