// What was made of the texts met last.
import assert from 'node:assert/strict';
import { TextCache } from '../../../src/engine/index/contentCache';

describe('the cache of what was made of texts', () => {
  it('forgets what was used longest ago when the characters are too many', () => {
    const cache = new TextCache<number>(6);
    cache.put('aa', 1);
    cache.put('bb', 2);
    cache.put('cc', 3);
    assert.equal(cache.get('aa'), 1);
    cache.put('dd', 4);
    assert.equal(cache.get('bb'), undefined);
    assert.deepEqual(
      ['aa', 'cc', 'dd'].map((text) => cache.get(text)),
      [1, 3, 4],
    );
  });

  it('counts a text once that is made again, and keeps the last', () => {
    const cache = new TextCache<number>(4);
    cache.put('aa', 1);
    cache.put('bb', 2);
    cache.put('aa', 3);
    assert.equal(cache.get('aa'), 3);
    assert.equal(cache.get('bb'), 2);
  });

  it('does not keep a text that is longer than all it may hold', () => {
    const cache = new TextCache<number>(4);
    cache.put('aaaaa', 1);
    assert.equal(cache.get('aaaaa'), undefined);
    cache.put('bb', 2);
    assert.equal(cache.get('bb'), 2);
  });
});
