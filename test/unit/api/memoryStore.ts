// A Store in memory that keeps the promises of src/store/types.ts, for tests of the handlers.
import { ApiError } from '../../../src/contract/errors';
import type { Records } from '../../../src/store/records';
import type { Change, Collection, Store } from '../../../src/store/types';

export interface MemoryStore extends Store {
  /** From now on the store takes no changes. */
  makeReadOnly(reason: string): void;
  /** How many calls of `change` were acknowledged. */
  changeCount(): number;
}

export function createMemoryStore(): MemoryStore {
  const collections = new Map<Collection, Map<string, Records[Collection]>>();
  const listeners = new Set<(changes: Change[]) => void>();
  let readOnly: { reason: string } | undefined;
  let changed = 0;
  const records = <C extends Collection>(collection: C): Map<string, Records[C]> => {
    let map = collections.get(collection);
    if (!map) collections.set(collection, (map = new Map<string, Records[Collection]>()));
    return map as Map<string, Records[C]>;
  };
  const sizes = new Map<string, number>();
  const totals = new Map<Collection, number>();
  const measure = (change: Change) => {
    const { collection } = change;
    const key = `${collection}/${change.op === 'put' ? change.value.id : change.id}`;
    const size = change.op === 'put' ? Buffer.byteLength(JSON.stringify(change.value)) : 0;
    totals.set(collection, (totals.get(collection) ?? 0) + size - (sizes.get(key) ?? 0));
    if (change.op === 'put') sizes.set(key, size);
    else sizes.delete(key);
  };
  const apply = (change: Change) => {
    measure(change);
    if (change.op === 'delete') records(change.collection).delete(change.id);
    else (records(change.collection) as Map<string, unknown>).set(change.value.id, structuredClone(change.value));
  };
  return {
    get: (collection, id) => records(collection).get(id),
    list: (collection) => records(collection).values() as never,
    count: (collection) => records(collection).size,
    bytes: (collection, id) =>
      id === undefined ? (totals.get(collection) ?? 0) : (sizes.get(`${collection}/${id}`) ?? 0),
    async change(changes) {
      if (readOnly) throw new ApiError('internal', readOnly.reason);
      // As on disk: applied only after something asynchronous has happened.
      await new Promise((resolve) => setImmediate(resolve));
      changes.forEach(apply);
      changed += 1;
      for (const listener of listeners) listener(changes);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get readOnly() {
      return readOnly;
    },
    repairs: [],
    backUp: async () => 'library-2026-01-01.json',
    close: async () => undefined,
    makeReadOnly: (reason) => (readOnly = { reason }),
    changeCount: () => changed,
  };
}
