/**
 * Rate and load of the operations that make the engine work. A token bucket of our own: the rate plugin at hand counts
 * in fixed windows, which lets twice the burst through at a window's edge and then stands still, and it knows no queue.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ApiError } from '../contract/errors';

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

/** A person asks some questions a minute and a script some a second; beyond this it is a mistake. */
const ratePerSecond = 50;
const rateBurst = 200;

export interface RateLimit {
  /** `headers` tell the caller where it stands and belong on the answer, whatever that is. */
  take(isTrusted: boolean): { headers: Record<string, string>; refusal?: ApiError };
}

/** Two buckets: one for those who show the token, one for all others together. */
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

/** How late the event loop runs, 99th percentile over the last second, in milliseconds. */
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
