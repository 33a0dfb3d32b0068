import assert from 'node:assert/strict';
import { createLocks } from '../../../src/api/records';

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('taking turns', () => {
  it('lets works with a common key run one after the other, in order of asking', async () => {
    const inTurn = createLocks();
    const log: string[] = [];
    const work = (name: string, ...keys: string[]) =>
      inTurn(
        () => keys,
        async () => {
          log.push(`${name}+`);
          await pause();
          log.push(`${name}-`);
        },
      );
    await Promise.all([work('one', 'a', 'b'), work('two', 'b', 'c'), work('three', 'c')]);
    assert.deepEqual(log, ['one+', 'one-', 'two+', 'two-', 'three+', 'three-']);
  });

  it('lets works without a common key run at the same time', async () => {
    const inTurn = createLocks();
    let running = 0;
    let most = 0;
    const work = (key: string) =>
      inTurn(
        () => [key],
        async () => {
          most = Math.max(most, ++running);
          await pause();
          running -= 1;
        },
      );
    await Promise.all(['a', 'b', 'c'].map(work));
    assert.equal(most, 3);
  });

  it('asks for the keys again when it is its turn, and waits for the new ones', async () => {
    const inTurn = createLocks();
    const log: string[] = [];
    let keys = ['a'];
    const first = inTurn(
      () => ['a'],
      async () => {
        await pause();
        keys = ['a', 'b'];
      },
    );
    const other = inTurn(
      () => ['b'],
      async () => {
        for (let count = 0; count < 5; count += 1) await pause();
        log.push('b');
      },
    );
    const last = inTurn(
      () => keys,
      async () => void log.push('a and b'),
    );
    await Promise.all([first, other, last]);
    assert.deepEqual(log, ['b', 'a and b']);
  });

  it('goes on after a work that failed, and after keys that could not be told', async () => {
    const inTurn = createLocks();
    const fail = () => Promise.reject(new Error('no'));
    await assert.rejects(
      inTurn(() => ['a'], fail),
      /no/,
    );
    const untold = () => {
      throw new Error('gone');
    };
    await assert.rejects(inTurn(untold, fail), /gone/);
    assert.equal(
      await inTurn(
        () => ['a'],
        async () => 1,
      ),
      1,
    );
  });
});
