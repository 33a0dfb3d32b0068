/**
 * Turn taking for edits. A record is read, changed and written whole, and the store applies a change only when it is
 * on disk: two edits of one record at the same time would lose one of them. Edits of different records share a sync.
 */
import { perStore } from './perStore';

/**
 * Runs `work` when no other work holds one of the keys. The keys are asked again at its turn, because what a record
 * links to may have changed meanwhile; if they grew, it queues once more.
 * @param keys may throw: the work is then not run
 */
export type InTurn = <Result>(keys: () => Iterable<string>, work: () => Promise<Result>) => Promise<Result>;

export function createTurns(): InTurn {
  const last = new Map<string, Promise<void>>();

  /** Takes all keys in one step, so that two works can never wait for each other. */
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

export const turnsOf = perStore(createTurns);
