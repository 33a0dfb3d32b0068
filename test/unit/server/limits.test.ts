import assert from 'node:assert/strict';
import { ApiError } from '../../../src/contract/errors';
import { createLoopDelay, createRateLimit, createTokenBucket, createLoad } from '../../../src/server/limits';

const isOverloaded = (error: unknown) =>
  error instanceof ApiError && error.code === 'overloaded' && error.retryAfterSeconds === 1;

const stranger = () => ({ isOwn: false, signal: new AbortController().signal });

describe('token bucket', () => {
  it('gives the burst at once and then the rate', () => {
    let now = 0;
    const bucket = createTokenBucket(50, 200, () => now);
    for (let taken = 0; taken < 200; taken += 1) assert.ok(bucket.take().isAllowed);
    assert.ok(!bucket.take().isAllowed);
    now += 100;
    for (let taken = 0; taken < 5; taken += 1) assert.ok(bucket.take().isAllowed);
    assert.ok(!bucket.take().isAllowed);
    now += 60_000;
    assert.equal(bucket.take().remaining, 199);
  });
  it('is one for all without the token and another for its holders', () => {
    const rate = createRateLimit(() => 0);
    for (let taken = 0; taken < 200; taken += 1) assert.equal(rate.take(false).refusal, undefined);
    const { refusal, headers } = rate.take(false);
    assert.equal(refusal?.status, 429);
    assert.equal(headers.RateLimit, '"engine";r=0;t=1');
    assert.equal(rate.take(true).refusal, undefined);
  });
});

describe('load', () => {
  it('runs four, lets 64 wait, sends the next away', async () => {
    const load = createLoad(() => 0);
    const leaves = await Promise.all(Array.from({ length: 4 }, () => load.enter(stranger())));
    const waiting = Array.from({ length: 64 }, () => load.enter(stranger()));
    await assert.rejects(load.enter(stranger()), isOverloaded);
    assert.throws(() => load.check(stranger()), isOverloaded);
    leaves.forEach((leave) => leave());
    const next = await Promise.all(waiting.slice(0, 4));
    next.forEach((leave) => leave());
    load.close();
    const settled = await Promise.allSettled(waiting.slice(8));
    assert.ok(settled.every((result) => result.status === 'rejected' && isOverloaded(result.reason)));
  });
  it('counts a turn once, however often it is ended', async () => {
    const load = createLoad(() => 0);
    const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => load.enter(stranger())));
    first?.();
    first?.();
    await load.enter(stranger());
    const waiting = load.enter(stranger());
    let isIn = false;
    void waiting.then(() => (isIn = true));
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(!isIn);
    others[0]?.();
    await waiting;
  });
  it('sends a waiter away after two seconds', async function () {
    this.timeout(5000);
    const load = createLoad(() => 0);
    for (let running = 0; running < 4; running += 1) await load.enter(stranger());
    const started = performance.now();
    await assert.rejects(load.enter(stranger()), isOverloaded);
    const waited = performance.now() - started;
    assert.ok(waited > 1900 && waited < 10_000, `${waited} ms`);
  });
  it('puts our own windows before strangers', async () => {
    const load = createLoad(() => 0);
    const leaves = await Promise.all(Array.from({ length: 4 }, () => load.enter(stranger())));
    const order: string[] = [];
    const later = load.enter(stranger()).then(() => order.push('stranger'));
    const own = load.enter({ ...stranger(), isOwn: true }).then(() => order.push('own'));
    leaves[0]?.();
    await own;
    leaves[1]?.();
    await later;
    assert.deepEqual(order, ['own', 'stranger']);
  });
  it('lets our own windows wait in the place of a stranger when all places are taken, or the loop is late', async () => {
    let delay = 0;
    const load = createLoad(() => delay);
    const own = () => ({ ...stranger(), isOwn: true });
    const leaves = await Promise.all(Array.from({ length: 4 }, () => load.enter(stranger())));
    const strangers = Array.from({ length: 64 }, () => load.enter(stranger()));
    const settled = Promise.allSettled(strangers);
    load.check(own());
    const mine = load.enter(own());
    await assert.rejects(strangers[63] ?? Promise.resolve(), isOverloaded);
    delay = 501;
    load.check(own());
    leaves[0]?.();
    await mine;
    load.close();
    await settled;
    assert.throws(() => load.check(own()), isOverloaded);
  });
  it('lets our own windows wait as long as the work of others may take', async function () {
    this.timeout(8000);
    const load = createLoad(() => 0);
    const leaves = await Promise.all(Array.from({ length: 4 }, () => load.enter(stranger())));
    const mine = load.enter({ ...stranger(), isOwn: true });
    setTimeout(() => leaves[0]?.(), 2500);
    await mine;
  });
  it('gives a place in the queue back when the caller goes', async () => {
    const load = createLoad(() => 0);
    for (let running = 0; running < 4; running += 1) await load.enter(stranger());
    for (let round = 0; round < 100; round += 1) {
      const caller = new AbortController();
      const waiting = load.enter({ isOwn: false, signal: caller.signal });
      caller.abort();
      await assert.rejects(waiting, isOverloaded);
    }
    load.check(stranger());
  });
  it('takes nothing more while the event loop is late', async () => {
    let delay = 501;
    const load = createLoad(() => delay);
    const leave = await load.enter(stranger());
    await assert.rejects(load.enter(stranger()), isOverloaded);
    delay = 500;
    await load.enter(stranger());
    leave();
  });
  it('lets in who asks alone on a machine that is busy with other programs', async () => {
    const load = createLoad(() => 10_000);
    const leave = await load.enter(stranger());
    leave();
    await load.enter(stranger());
  });
});

describe('loop delay', () => {
  it('sees a blocked loop within a second and forgets it in the next', async function () {
    this.timeout(8000);
    const delay = createLoopDelay();
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    await pause(50);
    const until = performance.now() + 700;
    while (performance.now() < until);
    let worst = 0;
    for (let step = 0; step < 30 && worst < 500; step += 1) {
      await pause(50);
      worst = Math.max(worst, delay.p99Ms());
    }
    assert.ok(worst > 500, `${worst} ms`);
    await pause(2100);
    assert.ok(delay.p99Ms() < 500);
    delay.close();
  });
});
