/**
 * Loaded into the service's process before it starts (`--import`), to look at it from inside: how long its event loop was
 * held up, and what it keeps. Writes a line of JSON to the file named by QUARRY_WATCH for each SIGUSR2.
 */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import type { Look } from '../tools/service';

const everyMs = 5;

function watch(file: string): void {
  let blockedMs = 0;
  let before = process.cpuUsage();
  // Processor time between two turns of the loop: unlike the clock, it does not count what other programs take.
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    blockedMs = Math.max(blockedMs, (user + system) / 1_000);
  }, everyMs).unref();
  let looks = 0;
  process.on('SIGUSR2', () => {
    globalThis.gc?.();
    globalThis.gc?.();
    looks += 1;
    const { heapUsed, external } = process.memoryUsage();
    const resources = process.getActiveResourcesInfo().length;
    const look: Look = {
      looks,
      blockedMs,
      heapMiB: heapUsed / 1024 ** 2,
      externalMiB: external / 1024 ** 2,
      resources,
    };
    blockedMs = 0;
    before = process.cpuUsage();
    writeFileSync(file, JSON.stringify(look));
  });
}

const file = process.env.QUARRY_WATCH;
if (isMainThread && file !== undefined) watch(file);
