/**
 * Waiting, written once: a queue from whoever gives items to one reader, a line in which work is done one after the
 * other, and waiting for something to become true. Must not know what the items or the work are.
 */

export interface Queue<Item> {
  /** @returns false when the queue has ended: the item is dropped then */
  put(item: Item): boolean;
  /**
   * Ends the queue. Waiting items are still read; then the reader ends, or throws the error. Later calls do nothing.
   */
  end(error?: Error): void;
  /** Takes out all that waits, oldest first. */
  drain(): Item[];
  /** What waits, oldest first. */
  waiting(): readonly Item[];
  /** To be consumed once. */
  items(): AsyncGenerator<Item, void>;
}

/** @param merge makes one item of two that wait for the reader; absent: they are read one by one */
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

/** Runs work when all that was given before has ended, whether well or not. @returns what the work comes to */
type Line = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createLine(): Line {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined); // told to whoever gave the work
    return done;
  };
}

interface Waiting {
  /** Whoever waits looks again: something has changed. */
  wake(): void;
  /** @returns false when it did not become true in time, or before the signal was aborted */
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
