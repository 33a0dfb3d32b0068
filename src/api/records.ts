/** Access to the library's records: lookup by ids from callers, drafts of changes, and locks on records. */
import type { Records, AssetRecord } from '../store/records';
import type { Change, Collection, Store } from '../store/types';
import type { ApiContext } from './context';
import { ApiError } from '../contract/errors';

export interface Draft {
  get<C extends Collection>(collection: C, id: string): Readonly<Records[C]> | undefined;
  put<C extends Collection>(collection: C, value: Records[C]): void;
  delete(collection: Collection, id: string): void;
}

/** The lock key of a record. */
export const keyOf = (collection: Collection, id: string): string => `${collection}/${id}`;

/**
 * Applies `change` in a draft and writes the result.
 * @param keys all records that `change` reads in order to write them
 * @throws ApiError whatever `change` throws (nothing is written then); whatever Store.change throws
 */
export function edit<Result>(
  { store }: Pick<ApiContext, 'store'>,
  keys: () => Iterable<string>,
  change: (draft: Draft) => Result,
): Promise<Result> {
  return locksOf(store)(keys, async () => {
    const { draft, changes } = createDraft(store);
    const result = change(draft);
    if (changes.size > 0) await store.change([...changes.values()]);
    return result;
  });
}

function createDraft(store: Store): { draft: Draft; changes: ReadonlyMap<string, Change> } {
  const changes = new Map<string, Change>();
  const draft: Draft = {
    get<C extends Collection>(collection: C, id: string) {
      const change = changes.get(keyOf(collection, id));
      if (!change) return store.get(collection, id);
      // Checked boundary: the key holds the collection, so the value is a record of it.
      return change.op === 'put' ? (change.value as Records[C]) : undefined;
    },
    put: (collection, value) => {
      // Checked boundary: the signature ties the collection to the value, which the union type cannot express.
      changes.set(keyOf(collection, value.id), { op: 'put', collection, value } as Change);
    },
    delete: (collection, id) => void changes.set(keyOf(collection, id), { op: 'delete', collection, id }),
  };
  return { draft, changes };
}

/**
 * Locks on records. A record is read, changed and written whole, and the store applies a change only when it is on
 * disk, so two simultaneous edits of one record would lose one. Edits of different records share a disk sync.
 *
 * Runs `work` when no other work holds one of the keys. The keys are read again when the locks are held, because links
 * may have changed meanwhile; if there are more, it queues again.
 * @param keys may throw: the work is then not run
 */
type Locked = <Result>(keys: () => Iterable<string>, work: () => Promise<Result>) => Promise<Result>;

/** Creates an independent set of locks; all edits of one library share one. */
export function createLocks(): Locked {
  const last = new Map<string, Promise<void>>();

  /** Takes all keys in one step, so that no deadlock is possible. */
  async function take(keys: ReadonlySet<string>): Promise<() => void> {
    const before = [...keys].flatMap((key) => last.get(key) ?? []);
    const { promise: done, resolve } = signal();
    for (const key of keys) last.set(key, done);
    await Promise.all(before);
    return () => {
      for (const key of keys) if (last.get(key) === done) last.delete(key);
      resolve();
    };
  }

  return async (keys, work) => {
    for (;;) {
      const held = new Set(keys());
      const release = await take(held);
      try {
        if ([...keys()].every((key) => held.has(key))) return await work();
      } finally {
        release();
      }
    }
  };
}

function signal(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

const locksOf = perStore(createLocks);

/** State derived from a store: created on first use, shared by all its handlers, dropped with it. */
export function perStore<State>(make: (store: Store) => State): (store: Store) => State {
  const made = new WeakMap<Store, State>();
  return (store) => {
    let state = made.get(store);
    if (state === undefined) made.set(store, (state = make(store)));
    return state;
  };
}

/** A source of records: the store, or a draft over it. */
type Shelf = Pick<Draft, 'get'>;

const nouns = {
  tags: 'tag',
  websites: 'website',
  summaries: 'workstream summary',
  persons: 'person',
  annotations: 'annotation',
  anchors: 'anchor',
  conversations: 'conversation',
  messages: 'message',
} as const;

/** @throws ApiError `gone`, on every operation that addresses an asset */
export function findAsset(shelf: Shelf, id: string): Readonly<AssetRecord> {
  const asset = shelf.get('assets', id.toLowerCase());
  if (!asset) throw new ApiError('gone', `No asset has the id ${id}: it was deleted or never saved here.`);
  return asset;
}

/** @throws ApiError `notFound` */
export function find<C extends keyof typeof nouns>(shelf: Shelf, collection: C, id: string): Readonly<Records[C]> {
  const record = shelf.get(collection, id);
  if (!record) throw new ApiError('notFound', `No ${nouns[collection]} has the id ${JSON.stringify(id)}.`);
  return record;
}

/** The existing records among these ids; dangling links are ignored. */
export function findAll<C extends keyof Records>(shelf: Shelf, collection: C, ids: readonly string[]) {
  const found: Readonly<Records[C]>[] = [];
  for (const id of ids) {
    const record = shelf.get(collection, id);
    if (record) found.push(record);
  }
  return found;
}
