import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { LibraryState } from '../../../src/contract/schemas';
import { LibraryNews, type LibraryNewsOptions } from '../../../src/extension/library/libraryModel';

describe('news of the library', () => {
  const ends: (() => void)[] = [];
  afterEach(() => ends.splice(0).forEach((end) => end()));

  /** A window whose calls are answered one by one. */
  function follow(more: Partial<LibraryNewsOptions> = {}) {
    const told: LibraryState[] = [];
    const calls: { known: object; answer: (state: LibraryState) => void; refuse: (error: Error) => void }[] = [];
    const came = new EventTarget();
    const news = new LibraryNews({
      api: {
        libraryNews: (input) =>
          new Promise((answer, refuse) => {
            calls.push({ known: input?.body ?? {}, answer, refuse });
            came.dispatchEvent(new Event('call'));
          }),
      },
      isConnected: () => true,
      onNews: (state) => void told.push(state),
      log: () => undefined,
      restMs: { least: 2, most: 4 },
      ...more,
    });
    ends.push(() => news.dispose());
    const next = async () => {
      if (calls.length === 0) await once(came, 'call');
      return calls.shift();
    };
    return { news, told, next, calls };
  }

  it('are told when the library is another one, and not when a call only took its time', async () => {
    const { news, told, next } = follow();
    news.begin();
    const first = { instance: 'a', revision: 1 };
    (await next())?.answer(first);
    const second = await next();
    assert.deepEqual(second?.known, first);
    second?.answer(first);
    (await next())?.answer({ instance: 'a', revision: 2 });
    await next();
    assert.deepEqual(told, [{ instance: 'a', revision: 2 }]);
  });

  it('go on after a call that failed, and one call waits at a time', async () => {
    const { news, told, next, calls } = follow();
    news.begin();
    news.begin();
    (await next())?.answer({ instance: 'a', revision: 1 });
    (await next())?.refuse(new Error('It starts anew.'));
    (await next())?.answer({ instance: 'b', revision: 0 });
    await next();
    assert.deepEqual(told, [{ instance: 'b', revision: 0 }]);
    assert.equal(calls.length, 0);
  });

  it('are asked for only where there is a service', () => {
    const { news, calls } = follow({ isConnected: () => false });
    news.begin();
    assert.equal(calls.length, 0);
  });
});
