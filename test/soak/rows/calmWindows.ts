import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Timing } from '../../../src/owner/ownership';
import type { Outcome, Round, Row } from '../row';
import { Windows, type Window } from '../tools/windows';

/** The quick form sleeps for less: the windows are told to lose patience sooner. */
const impatient = { silence: 2_000, pingEvery: 500 };
const sleepMs = { quick: 3_200, full: 12_000 };

/** Ends in good order, as a window that is closed or reloaded. */
async function close(windows: Windows, window: Window): Promise<void> {
  await window.end('SIGTERM');
  windows.all.splice(windows.all.indexOf(window), 1);
}

const roleOf = (window: Window) => window.role?.role;

/** An older version may be a client of a newer one, and never writes what it does not know. */
async function olderBesideNewer(windows: Windows): Promise<void> {
  const [newer] = windows.open(1, 2);
  assert.ok(newer);
  await newer.until((window) => window.isOwner);
  const [older] = windows.open(1, 1);
  assert.ok(older);
  await older.until((window) => window.isClient);
  await windows.kill(newer);
  await older.until((window) => roleOf(window) === 'detached');
  // Longer than the time between two looks, which is a second.
  await pause(1_500);
  assert.equal(roleOf(older), 'detached', 'the older one waits');
  assert.equal(older.kept.length, 0, 'and has written nothing');
  assert.deepEqual(await windows.epochs(), ['owner.1.json'], 'it claimed nothing');
  const [updated] = windows.open(1, 2);
  assert.ok(updated);
  await updated.until((window) => window.isOwner);
  await older.until((window) => window.isClient);
  assert.equal(updated.role?.epoch, 2);
}

/** Reloading clients costs no epoch, reloading the owner one. Returns the epoch. */
async function reload(windows: Windows, epoch: number, timing: Partial<Timing>): Promise<number> {
  const { owner, clients } = await windows.settle();
  assert.equal(owner.role?.epoch, epoch);
  for (const client of clients) {
    await close(windows, client);
    windows.open(1, 2, timing);
    assert.equal((await windows.settle()).owner, owner, 'a client that reloads changes nothing');
  }
  await close(windows, owner);
  windows.open(1, 2, timing);
  const after = await windows.settle();
  assert.equal(after.owner.role?.epoch, epoch + 1, 'the owner that reloads passes on once');
  return epoch + 1;
}

/** The machine sleeps: all windows stand still, and wake one after the other. */
async function sleep(windows: Windows, ms: number): Promise<void> {
  const { owner } = await windows.settle();
  for (const window of windows.all) window.signal('SIGSTOP');
  await pause(ms);
  // The clients first: it is they who may lose patience.
  for (const window of windows.all) if (window !== owner) window.signal('SIGCONT');
  owner.signal('SIGCONT');
  const before = owner.kept.length;
  await owner.until((window) => window.kept.length > before + 20);
  assert.equal((await windows.settle()).owner, owner, 'the owner of before the sleep is the owner after it');
}

async function run({ count, isFull, progress }: Round): Promise<Outcome> {
  const rounds = isFull ? 5 : 1;
  for (let round = 0; round < rounds; round += 1) {
    const windows = await Windows.make();
    try {
      await olderBesideNewer(windows);
    } finally {
      await windows.end();
    }
  }
  progress('an older window beside newer ones: no downgrade');
  const windows = await Windows.make();
  try {
    const timing = isFull ? {} : impatient;
    windows.open(3, 2, timing);
    await windows.settle();
    for (let round = 0; round < rounds; round += 1) await sleep(windows, sleepMs[isFull ? 'full' : 'quick']);
    progress('asleep and awake: no change of owner');
    let epoch = (await windows.settle()).owner.role?.epoch ?? 0;
    for (let round = 0; round < rounds; round += 1) epoch = await reload(windows, epoch, timing);
    progress(`reloads: epoch ${epoch}`);
    const { owner } = await windows.settle();
    await pause(count * 1_000);
    const later = await windows.settle();
    assert.equal(later.owner, owner, 'nobody took over while nothing happened');
    assert.equal(later.owner.role?.epoch, epoch);
    const newest = (await windows.epochs()).map((name) => Number(name.split('.')[1]));
    assert.equal(Math.max(...newest), epoch, 'no epoch was claimed for nothing');
  } finally {
    await windows.end();
  }
  const figure = `${rounds} older windows beside newer ones, ${rounds} sleeps, ${4 * rounds} reloads, ${count} s at work: 0 epochs more than owners that went`;
  return { figure, isKept: true };
}

export const calmWindows: Row = {
  id: 'W5',
  promise: 'keeps its owner through reloads of others, sleep and older versions, and is never downgraded',
  limit: '0 extra epochs',
  // Seconds of watching windows that stay as they are.
  quick: 1,
  full: 300,
  run,
};
