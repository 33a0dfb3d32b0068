import assert from 'node:assert/strict';
import { identifiers } from '../../../src/api/service/channels';
import type { TagRecord } from '../../../src/store/records';
import { createMemoryStore } from './memoryStore';

const tag = (id: string): TagRecord => ({
  ...{ id, text: id, category: 'UNKNOWN', created: 1, updated: 1, mechanism: 'MANUAL', assets: [] },
});
const put = (id: string) => ({ op: 'put', collection: 'tags', value: tag(id) }) as const;

function follow(store = createMemoryStore()) {
  const controller = new AbortController();
  const frames = identifiers(store, { collection: 'tags', field: 'tag' }, controller.signal);
  const next = async () => (await frames.next()).value?.iterable;
  return { store, next, leave: () => controller.abort() };
}

describe('an identifier stream', () => {
  it('begins with all ids, the newest first, and with an empty list when there are none', async () => {
    const empty = follow();
    assert.deepEqual(await empty.next(), []);
    empty.leave();
    const store = createMemoryStore();
    await store.change([put('old')]);
    await store.change([put('new')]);
    const { next, leave } = follow(store);
    assert.deepEqual(await next(), [{ tag: { id: 'new' } }, { tag: { id: 'old' } }]);
    leave();
  });

  it('tells of changes and deletions of its own collection only', async () => {
    const { store, next, leave } = follow();
    await next();
    await store.change([{ op: 'put', collection: 'settings', value: { id: 's', value: 'x' } }]);
    await store.change([put('a')]);
    assert.deepEqual(await next(), [{ tag: { id: 'a' } }]);
    await store.change([{ op: 'delete', collection: 'tags', id: 'a' }]);
    assert.deepEqual(await next(), [{ tag: { id: 'a' }, deleted: true }]);
    leave();
  });

  it('tells a slow reader the last state of each id once', async () => {
    const { store, next, leave } = follow();
    await next();
    await store.change([put('a')]);
    await store.change([put('b')]);
    await store.change([{ op: 'delete', collection: 'tags', id: 'a' }]);
    assert.deepEqual(await next(), [{ tag: { id: 'b' } }, { tag: { id: 'a' }, deleted: true }]);
    leave();
  });

  it('misses no change that comes between its first frame and the next read, and ends when the reader leaves', async () => {
    const { store, next, leave } = follow();
    const first = next();
    await store.change([put('a')]);
    assert.deepEqual(await first, []);
    assert.deepEqual(await next(), [{ tag: { id: 'a' } }]);
    const waiting = next();
    leave();
    assert.equal(await waiting, undefined);
  });
});
