/**
 * Helpers for waiting: a queue with one reader, a line that runs work in sequence, and waiting for a condition. Must
 * not know what the items or the work are.
 */

export interface Queue<Item> {
  /** @returns false when the queue has ended and the item was dropped */
  put(item: Item): boolean;
  /**
   * Ends the queue. Queued items are still read; then the reader ends, or throws the error. Later calls have no effect.
   */
  end(error?: Error): void;
  /** Removes and returns all queued items, oldest first. */
  drain(): Item[];
  /** The queued items, oldest first. */
  waiting(): readonly Item[];
  /** May be consumed once. */
  items(): AsyncGenerator<Item, void>;
}

/** @param merge combines two queued items into one; absent: items are read one by one */
export function createQueue<Item>(merge?: (earlier: Item, later: Item) => Item): Queue<Item> {
  const waiting: Item[] = [];
  let ending: { error?: Error } | undefined;
  let wake: () => void = () => undefined;
  return {
    put(item) {
      if (ending) return false;
      const earlier = merge ? waiting.splice(0) : [];
      waiting.push(merge ? [...earlier, item].reduce(merge) : item);
      wake();
      return true;
    },
    end(error) {
      ending ??= error ? { error } : {};
      wake();
    },
    drain: () => waiting.splice(0),
    waiting: () => waiting,
    async *items() {
      for (;;) {
        const [next] = waiting.splice(0, 1);
        if (next !== undefined) yield next;
        else if (ending?.error) throw ending.error;
        else if (ending) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

/**
 * Runs work after all earlier work has settled.
 * @returns the result of the work
 */
type Line = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createLine(): Line {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined); // the caller gets the error from `done`
    return done;
  };
}

interface Waiting {
  /** Makes all waiting callers check their condition again. */
  wake(): void;
  /** @returns false when the condition did not become true in time, or before the signal was aborted */
  until(isTrue: () => boolean, withinMs: number, signal?: AbortSignal): Promise<boolean>;
}

export function createWaiting(): Waiting {
  const waiting = new Set<() => void>();
  return {
    wake() {
      for (const look of [...waiting]) look();
    },
    until(isTrue, withinMs, signal) {
      if (isTrue() || signal?.aborted) return Promise.resolve(isTrue());
      return new Promise((resolve) => {
        const end = (isMet: boolean): void => {
          clearTimeout(timer);
          waiting.delete(look);
          signal?.removeEventListener('abort', leave);
          resolve(isMet);
        };
        const leave = (): void => end(false);
        const look = (): void => {
          if (isTrue()) end(true);
        };
        const timer = setTimeout(leave, withinMs);
        waiting.add(look);
        signal?.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
