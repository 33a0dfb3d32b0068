/**
 * Runs long work in slices of a few milliseconds of the event loop, so that new requests are still handled. Must not
 * know what the work is.
 */

/**
 * Milliseconds of a slice. Each of up to four slices in one turn of the loop may take as long, so others wait about 20
 * ms at most.
 */
const turnMs = 5;

/** Must return soon after the deadline, a time of `performance.now()`, and never throws. */
type Work = (deadline: number) => void;

export interface Turns {
  /** Starts work at once, or as soon as there is time. */
  begin: (work: Work) => void;
  /** Continues long work in a later slice. */
  goOn: (work: Work) => void;
  /** Resolves with a deadline, until which the caller may go on. */
  next(): Promise<number>;
}

/**
 * Calls `work` for all items in slices of a few milliseconds.
 * @throws when the caller has disconnected
 */
export async function eachInTurns<Item>(
  turns: Turns,
  { items, signal }: { items: Iterable<Item>; signal: AbortSignal },
  work: (item: Item) => void,
): Promise<void> {
  let deadline = await turns.next();
  for (const item of items) {
    signal.throwIfAborted();
    work(item);
    if (performance.now() >= deadline) deadline = await turns.next();
  }
}

export function createTurns(): Turns {
  const beginning: Work[] = [];
  const continued: Work[] = [];
  const callers: Work[] = [];
  /** Time until which work may start at once; reset in each turn of the loop. */
  let deadline: number | undefined;

  function untilTurnEnds(): number {
    if (deadline === undefined) {
      deadline = performance.now() + turnMs;
      setImmediate(takeTurn);
    }
    return deadline;
  }

  function takeTurn(): void {
    deadline = undefined;
    // New work goes first, because most of it is short; long work still gets a slice.
    for (const queue of [beginning, continued]) {
      const until = performance.now() + turnMs;
      do queue.shift()?.(until);
      while (queue.length > 0 && performance.now() < until);
    }
    // A caller resumes after this function has returned, so only one of them gets this turn.
    callers.shift()?.(performance.now() + turnMs);
    if (beginning.length + continued.length + callers.length > 0) untilTurnEnds();
  }

  function enqueue(queue: Work[], work: Work): void {
    queue.push(work);
    untilTurnEnds();
  }

  return {
    begin(work) {
      const until = untilTurnEnds();
      if (beginning.length === 0 && performance.now() < until) work(until);
      else beginning.push(work);
    },
    goOn: (work) => enqueue(continued, work),
    next: () => new Promise((resolve) => enqueue(callers, resolve)),
  };
}
