import assert from 'node:assert/strict';
import type { Outcome, Round, Row } from '../row';
import { Random } from '../tools/random';
import { Windows } from '../tools/windows';

const windowCount = 4;
const limitMs = 2_000;

/** Acknowledged before the kill, at least: the owner is at work. */
const warmUp = 20;

async function run({ count, seed, slack, progress }: Round): Promise<Outcome> {
  const random = new Random(seed);
  const windows = await Windows.make();
  const acknowledged: string[] = [];
  const tookMs: number[] = [];
  try {
    windows.open(windowCount);
    for (let kill = 0; kill < count; kill += 1) {
      const { owner, clients } = await windows.settle();
      await owner.until((window) => window.kept.length > warmUp + random.below(200));
      const before = performance.now();
      await windows.kill(owner);
      await Promise.race(clients.map((window) => window.until((one) => one.isOwner)));
      tookMs.push(performance.now() - before);
      acknowledged.push(...owner.kept);
      windows.open(1);
      if (kill % 10 === 9) progress(`${kill + 1} of ${count} kills`);
    }
    const { owner } = await windows.settle();
    await owner.until((window) => window.kept.length > 0);
    for (const window of [...windows.all]) {
      await window.end();
      acknowledged.push(...window.kept);
    }
    const found = await windows.keptInStore();
    for (const id of acknowledged) assert.ok(found.has(id), `${id} was acknowledged and is lost`);
  } finally {
    await windows.end();
  }
  tookMs.sort((a, b) => a - b);
  const [median, worst] = [tookMs[tookMs.length >> 1] ?? 0, tookMs.at(-1) ?? 0].map(Math.round);
  const figure = `${count} kills: taken over after ${median} ms in the median, ${worst} ms at worst; ${acknowledged.length} acknowledged, 0 lost`;
  return { figure, isKept: (worst ?? 0) < slack * limitMs };
}

export const ownerKilled: Row = {
  id: 'W1',
  promise: 'passes to another of four windows when the owner is killed at work, with all it acknowledged',
  limit: '100 kills, < 2 s each, 0 lost',
  quick: 3,
  full: 100,
  run,
};
