import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome, Round, Row } from '../row';
import { Windows } from '../tools/windows';

const limitMs = 8_000;

/** The quick form freezes for less: the windows are told to lose patience sooner. */
const impatient = { silence: 1_500, pingEvery: 300 };

/** What was on its way when the owner froze is read by then. */
const pipeMs = 100;

/** Freezes the owner until another has taken over, wakes it, and answers how long the change took. */
async function freeze(windows: Windows): Promise<number> {
  const { owner, clients } = await windows.settle();
  const [client] = clients;
  assert.ok(client);
  await owner.until((window) => window.kept.length > 20);
  owner.signal('SIGSTOP');
  const before = performance.now();
  await client.until((window) => window.isOwner);
  const tookMs = performance.now() - before;
  await client.until((window) => window.kept.length > 5);
  await pause(pipeMs);
  const acknowledged = owner.kept.length;
  owner.signal('SIGCONT');
  await owner.until((window) => window.isClient);
  assert.ok(owner.kept.length - acknowledged <= 1, 'at most the one that was being told when it froze');
  return tookMs;
}

async function run({ count, isFull, slack, progress }: Round): Promise<Outcome> {
  let worstMs = 0;
  for (let round = 0; round < count; round += 1) {
    const windows = await Windows.make();
    try {
      windows.open(2, 1, isFull ? {} : impatient);
      worstMs = Math.max(worstMs, await freeze(windows));
      const acknowledged = windows.all.flatMap((window) => window.kept);
      const owners = new Set(acknowledged.map((id) => id.split('.')[0]));
      await Promise.all(windows.all.map((window) => window.end()));
      const said = windows.all.flatMap((window) => window.kept);
      const found = await windows.keptInStore();
      for (const id of said) assert.ok(found.has(id), `${id} was acknowledged and is lost`);
      assert.equal(owners.size, 2, 'both were owners in turn');
      // A ghost is a change of the frozen owner that it never acknowledged: only the last may be one, written but not told.
      const ghosts = [...found].filter((id) => id.startsWith('1.') && !said.includes(id));
      assert.ok(ghosts.length <= 1, `ghosts: ${ghosts.join(', ')}`);
    } finally {
      await windows.end();
    }
    progress(`${round + 1} of ${count} freezes`);
  }
  const figure = `${count} freezes: taken over after at most ${(worstMs / 1_000).toFixed(1)} s, nothing acknowledged after the fence, 0 lost`;
  return { figure, isKept: worstMs < slack * limitMs };
}

export const ownerFrozen: Row = {
  id: 'W2',
  promise: 'takes over from a frozen owner, which acknowledges nothing after it wakes',
  limit: '20 × SIGSTOP and SIGCONT, < 8 s, 0 acknowledged after the fence, 0 ghosts',
  quick: 1,
  full: 20,
  run,
};
