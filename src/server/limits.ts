/** Limits on the rate of requests and on how many run at once. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ApiError } from '../contract/errors';

// Section: token buckets. Fixed windows would let twice the burst through at their edge.

interface TokenBucket {
  take(): { isAllowed: boolean; remaining: number; retryAfterSeconds: number };
}

/** @param now milliseconds that never go back */
export function createTokenBucket(perSecond: number, burst: number, now = () => performance.now()): TokenBucket {
  let tokens = burst;
  let countedAt = now();
  return {
    take() {
      const at = now();
      tokens = Math.min(burst, tokens + ((at - countedAt) / 1000) * perSecond);
      countedAt = at;
      const isAllowed = tokens >= 1;
      if (isAllowed) tokens -= 1;
      return { isAllowed, remaining: Math.floor(tokens), retryAfterSeconds: Math.max(0, 1 - tokens) / perSecond };
    },
  };
}

/** Requests per second; a person or a script needs far fewer, so more is a mistake. */
const ratePerSecond = 50;
/** Most requests at once before the rate applies. */
const rateBurst = 200;

export interface RateLimit {
  /** Takes one token; `headers` report the remaining quota and belong on every answer. */
  take(isTrusted: boolean): { headers: Record<string, string>; refusal?: ApiError };
}

/** Two buckets: one for callers with the token, one shared by all others. */
export function createRateLimit(now?: () => number): RateLimit {
  const withToken = createTokenBucket(ratePerSecond, rateBurst, now);
  const withoutToken = createTokenBucket(ratePerSecond, rateBurst, now);
  return {
    take(isTrusted) {
      const { isAllowed, remaining, retryAfterSeconds } = (isTrusted ? withToken : withoutToken).take();
      const headers = rateHeaders(remaining);
      if (isAllowed) return { headers };
      const sentence = `Too many requests: ${ratePerSecond} a second are answered; try again in a moment.`;
      return { headers, refusal: new ApiError('rateLimited', sentence, { retryAfterSeconds }) };
    },
  };
}

/** The fields of the IETF's draft on rate limits: the quota of a window, and what is left of it. */
function rateHeaders(remaining: number): Record<string, string> {
  return {
    'RateLimit-Policy': `"engine";q=${rateBurst};w=${rateBurst / ratePerSecond}`,
    RateLimit: `"engine";r=${remaining};t=1`,
  };
}

/** Measures the delay of the event loop. */
interface LoopDelay {
  p99Ms: () => number;
  close(): void;
}

/** How late the event loop of this thread is: the 99th percentile of the last second, in milliseconds. */
export function createLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  let p99Ms = 0;
  const timer = setInterval(() => {
    p99Ms = histogram.percentile(99) / 1e6;
    histogram.reset();
  }, 1000);
  timer.unref();
  return {
    p99Ms: () => p99Ms,
    close: () => {
      clearInterval(timer);
      histogram.disable();
    },
  };
}

// Section: how many long operations run and wait at once. Reads and saves are not limited here.

/** Operations that run at once; each kind of work has one thread, so more would only wait inside it. */
const maxRunning = 4;
const maxWaiting = 64;
const maxWaitMs = 2000;
/** Longest wait in milliseconds of our own windows: a person prefers waiting to asking again. */
const maxOwnWaitMs = 20_000;
/** Delay of the event loop, in milliseconds, above which new work is refused. */
const maxLoopDelayMs = 500;

export interface Load {
  /**
   * Refuses a call at once, before its body is read; calls of our own windows are never refused while open.
   * @throws ApiError `overloaded`
   */
  check(call: { isOwn: boolean }): void;
  /**
   * Waits for a turn. Our own windows go first and may displace a waiting stranger, so that no script can lock the user
   * out.
   * @returns ends the turn; may be called more than once
   * @throws ApiError `overloaded`
   */
  enter(call: { isOwn: boolean; signal: AbortSignal }): Promise<() => void>;
  /** Refuses all waiting calls and every later one. */
  close(): void;
}

interface Call {
  isOwn: boolean;
  signal: AbortSignal;
}

/** @param loopDelayMs how late the event loop is now */
export function createLoad(loopDelayMs: () => number): Load {
  const line = createWaitingLine();
  let running = 0;
  let isClosed = false;

  function check({ isOwn }: { isOwn: boolean }): void {
    // With nothing running, a late loop means a busy machine, so a single caller is not told of other callers.
    const isFull = line.isFull() || (running > 0 && loopDelayMs() > maxLoopDelayMs);
    if (isClosed || (isFull && !isOwn)) throw overloaded();
  }

  function start(): () => void {
    running += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      line.admitNext();
    };
  }

  return {
    check,
    async enter(call) {
      check(call);
      if (call.signal.aborted) throw overloaded();
      if (running < maxRunning) return start();
      line.makeRoom();
      return line.wait(call, start);
    },
    close() {
      isClosed = true;
      line.refuseAll();
    },
  };
}

interface Waiter {
  isOwn: boolean;
  admit: () => void;
  refuse: () => void;
}

interface WaitingLine {
  isFull(): boolean;
  /**
   * Makes room in a full queue by refusing the last stranger.
   * @throws ApiError `overloaded` when only our own wait
   */
  makeRoom(): void;
  /**
   * Queues a call; our own windows come before strangers.
   * @returns what `start` gives at its turn
   * @throws ApiError `overloaded` when it is refused, has waited too long, or its caller has gone
   */
  wait<Turn>(call: Call, start: () => Turn): Promise<Turn>;
  admitNext(): void;
  refuseAll(): void;
}

function createWaitingLine(): WaitingLine {
  const waiting: Waiter[] = [];
  const isFull = (): boolean => waiting.length >= maxWaiting;

  return {
    isFull,
    makeRoom() {
      if (!isFull()) return;
      const last = waiting.findLast(({ isOwn }) => !isOwn);
      if (!last) throw overloaded();
      last.refuse();
    },
    wait: ({ isOwn, signal }, start) =>
      new Promise((resolve, reject) => {
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
        const timer = setTimeout(waiter.refuse, isOwn ? maxOwnWaitMs : maxWaitMs);
        signal.addEventListener('abort', waiter.refuse, { once: true });
        const firstStranger = isOwn ? waiting.findIndex((other) => !other.isOwn) : -1;
        waiting.splice(firstStranger === -1 ? waiting.length : firstStranger, 0, waiter);
      }),
    admitNext: () => waiting.shift()?.admit(),
    refuseAll: () => [...waiting].forEach((waiter) => waiter.refuse()),
  };
}

function overloaded(): ApiError {
  return new ApiError('overloaded', 'Quarry is busy with other calls; try again in a moment.', {
    retryAfterSeconds: 1,
  });
}
