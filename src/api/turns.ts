/**
 * Long work in turns: however much of it there is, one turn of the event loop does a few milliseconds of it, and what
 * comes in meanwhile is heard. Must not know what the work is.
 */

/**
 * Each of the four queues below may take as long in one turn of the loop, so nobody else waits much longer than 20 ms.
 */
const turnMs = 5;

/** Ends soon after the deadline, a moment of `performance.now()`, and never throws. */
type Work = (deadline: number) => void;

export interface Turns {
  /** Begins some work: at once, or as soon as there is time for it. */
  begin: (work: Work) => void;
  /** More of such work, when it is its turn. */
  goOn: (work: Work) => void;
  /** Resolves when the caller may go on until the deadline. */
  next(): Promise<number>;
}

/** Goes through all of them, a few milliseconds in each turn. @throws when the caller has gone */
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
  /** Until then work may begin at once; set anew with each turn of the loop. */
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
    // Most answers are short and end with their beginning; but what is long gets on, too.
    for (const queue of [beginning, continued]) {
      const until = performance.now() + turnMs;
      do queue.shift()?.(until);
      while (queue.length > 0 && performance.now() < until);
    }
    // A caller goes on after this function has returned, so only one of them has this turn.
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
