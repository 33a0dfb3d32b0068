/**
 * How much engine work runs and waits at once. Shedding early keeps every answer quick: who waits too long is told to
 * come back instead of timing out. Assets never pass through here.
 */
import { ApiError } from '../contract/errors';

/** The engine has one thread: a few calls keep it busy, more only wait inside it. */
const maxRunning = 4;
const maxWaiting = 64;
const maxWaitMs = 2000;
/** From here on the service itself cannot keep up, whatever the engine does. */
const maxLoopDelayMs = 500;

export interface Load {
  /**
   * Says no at once, before a body is read.
   * @throws ApiError `overloaded`
   */
  check(): void;
  /**
   * Waits for its turn; our own windows go first, so that no script can lock the user out.
   * @returns ends the turn; may be called more than once
   * @throws ApiError `overloaded`
   */
  enter(call: { isOwn: boolean; signal: AbortSignal }): Promise<() => void>;
  /** Sends those who wait away; nobody enters any more. */
  close(): void;
}

interface Waiter {
  isOwn: boolean;
  admit: () => void;
  refuse: () => void;
}

export function createLoad(loopDelayMs: () => number): Load {
  const waiting: Waiter[] = [];
  let running = 0;
  let isClosed = false;

  function check(): void {
    if (isClosed || waiting.length >= maxWaiting || loopDelayMs() > maxLoopDelayMs) throw overloaded();
  }

  function start(): () => void {
    running += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      waiting.shift()?.admit();
    };
  }

  function wait({ isOwn, signal }: { isOwn: boolean; signal: AbortSignal }): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', waiter.refuse);
        const place = waiting.indexOf(waiter);
        if (place !== -1) waiting.splice(place, 1);
      };
      const waiter: Waiter = {
        isOwn,
        admit: () => {
          leave();
          resolve(start());
        },
        refuse: () => {
          leave();
          reject(overloaded());
        },
      };
      const timer = setTimeout(waiter.refuse, maxWaitMs);
      signal.addEventListener('abort', waiter.refuse, { once: true });
      const firstStranger = isOwn ? waiting.findIndex((other) => !other.isOwn) : -1;
      waiting.splice(firstStranger === -1 ? waiting.length : firstStranger, 0, waiter);
    });
  }

  return {
    check,
    async enter(call) {
      check();
      if (call.signal.aborted) throw overloaded();
      return running < maxRunning ? start() : wait(call);
    },
    close() {
      isClosed = true;
      for (const waiter of [...waiting]) waiter.refuse();
    },
  };
}

function overloaded(): ApiError {
  return new ApiError('overloaded', 'Quarry is busy with other questions; try again in a moment.', {
    retryAfterSeconds: 1,
  });
}
