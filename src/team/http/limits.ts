/**
 * How many requests a person may make at length, so that one wrong program does not stand in everybody's way. Each copy
 * counts for itself. Must not know what is asked.
 */
import { ApiError } from '../../contract/errors';
import { createTokenBucket } from '../../server/limits';

type Bucket = ReturnType<typeof createTokenBucket>;

/** Of all that come from one address without a token that is known here: many people may stand behind it. */
const strangersFactor = 10;
const burstSeconds = 4;
/** The oldest are forgotten first, which only lets them begin anew. */
const maxKept = 20_000;

export interface RequestLimits {
  /** @throws ApiError `rateLimited` */
  take(token: string | undefined, address: string): void;
  /** Whose token it is was found out: from now on all of their tokens count together. */
  known(token: string, person: string): void;
}

export function createRequestLimits(perSecond: number): RequestLimits {
  const buckets = new Map<string, Bucket>();
  const people = new Map<string, string>();
  return {
    take(token, address) {
      const person = token === undefined ? undefined : people.get(token);
      const key = person ?? `from ${address}`;
      const rate = person === undefined ? perSecond * strangersFactor : perSecond;
      const bucket = keep(buckets, key, () => createTokenBucket(rate, rate * burstSeconds));
      const { isAllowed, retryAfterSeconds } = bucket.take();
      if (isAllowed) return;
      const sentence = `Too many requests: ${rate} a second are answered; try again in a moment.`;
      throw new ApiError('rateLimited', sentence, { retryAfterSeconds });
    },
    known(token, person) {
      keep(people, token, () => person);
    },
  };
}

function keep<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const kept = map.get(key) ?? make();
  map.delete(key);
  map.set(key, kept);
  const [oldest] = map.keys();
  if (map.size > maxKept && oldest !== undefined) map.delete(oldest);
  return kept;
}
