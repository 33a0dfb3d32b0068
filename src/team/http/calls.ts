/**
 * Runs one call: checks its input against the contract and executes it in a transaction of the token's person. Must not
 * know the transport.
 */
import { check } from '../../contract/check';
import { ApiError } from '../../contract/errors';
import type { Operation, Schema } from '../../contract/operations';
import { teamOperations } from '../../contract/operations/team';
import { maxChanges, Uuid } from '../../contract/schemas/team';
import type { Caller, Database } from '../database/database';
import type { Meanings, Ranker } from '../ranking';
import { audit, history, change, changes } from '../operations/changes';
import { search, type SearchInput } from '../operations/search';
import {
  memberRemove,
  members,
  memberSet,
  spaceChange,
  spaceDelete,
  spaceMake,
  spaces,
  me,
  tokenMake,
  tokenRevoke,
  tokens,
} from '../operations/rights';
import { type Handler, type PersonalName, type Visit, type WholeName, faultOfTexts } from '../operations/visit';
import { createTokenBucket } from '../../server/limits';

/** Handlers of operations that are one transaction, by name in the contract. */
export const handlers: { [Name in WholeName]: Handler<Name> } = {
  ...{ me, tokens, tokenMake, tokenRevoke },
  ...{ spaces, spaceMake, spaceChange, spaceDelete },
  ...{ members, memberSet, memberRemove },
  ...{ changes, change, history, audit },
};

export interface RawInput {
  params: Record<string, string>;
  query: Record<string, string | string[] | undefined>;
  body: unknown;
}

export interface CallOptions {
  database: Database;
  turns: Turns;
  rank: Ranker;
  meanings: () => Meanings | undefined;
  onCaller: (caller: Caller) => void;
}

/** @throws ApiError */
export async function call(name: PersonalName, token: string, raw: RawInput, options: CallOptions): Promise<unknown> {
  const input = checked(name, raw);
  const { database, rank } = options;
  const meanings = options.meanings();
  const as: Database['as'] = (shown, work) =>
    database.as(shown, (tx, caller) => {
      options.onCaller(caller);
      return work(tx, caller);
    });
  // Checked boundary: the parts have just been checked against this operation's own schemas.
  if (name === 'search') {
    return search(input as unknown as SearchInput, { as: (work) => as(token, work), rank, meanings });
  }
  const handler = handlers[name] as (input: unknown, visit: Visit) => Promise<unknown>;
  const work = () => as(token, (tx, caller) => handler(input, { tx, caller, meanings }));
  return name === 'change' ? options.turns.run(raw.params.space ?? '', work) : work();
}

function checked(name: PersonalName, raw: RawInput): RawInput | { query: Record<string, unknown> } {
  const operation: Operation = teamOperations[name];
  const query = operation.query ? numbersOf(raw.query) : {};
  if (operation.params) check(operation.params, raw.params, 'path');
  if (operation.query) check(operation.query, query, 'query');
  if (name === 'change') checkEnvelopes(raw.body);
  else if (operation.body) checkBody(operation.body, raw.body);
  return { params: raw.params, query, body: raw.body };
}

/** @throws ApiError `invalid` */
export function checkBody(schema: Schema, body: unknown): void {
  check(schema, body, 'body');
  const fault = faultOfTexts(body);
  if (fault) throw new ApiError('invalid', `A text of the body ${fault}.`);
}

/** Converts query values, which are all whole numbers. */
function numbersOf(query: RawInput['query']): Record<string, unknown> {
  const given = Object.entries(query).filter(([, text]) => text !== undefined && text !== '');
  return Object.fromEntries(given.map(([name, text]) => [name, /^\d{1,15}$/.test(String(text)) ? Number(text) : text]));
}

/** Checks only that each change can be answered; contents are checked one by one (operations/changes.ts). */
function checkEnvelopes(body: unknown): void {
  const changes = typeof body === 'object' && body !== null && 'changes' in body ? body.changes : undefined;
  if (!Array.isArray(changes) || changes.length === 0 || changes.length > maxChanges)
    throw new ApiError('invalid', `body.changes is wrong: expected a list of 1 to ${maxChanges} changes.`);
  for (const [at, one] of changes.entries()) {
    const { key, asset } = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>;
    check(Uuid, key, `body.changes.${at}.key`);
    check(Uuid, asset, `body.changes.${at}.asset`);
  }
}

/** Queues changes of one space, which the database serialises anyway, so that waiting ones hold no connection. */
interface Turns {
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

export function createTurns(): Turns {
  const lasts = new Map<string, Promise<unknown>>();
  return {
    async run(key, work) {
      const before = lasts.get(key) ?? Promise.resolve();
      // Runs also after a failed one, whose caller was told.
      const own = before.then(work, work);
      lasts.set(key, own);
      try {
        return await own;
      } finally {
        if (lasts.get(key) === own) lasts.delete(key);
      }
    },
  };
}

// Section: rate limit per person. Each copy counts for itself.

type Bucket = ReturnType<typeof createTokenBucket>;

/** Factor for requests from one address without a known token, which many people may share. */
const strangersFactor = 10;
const burstSeconds = 4;
/** Most buckets kept; the oldest are dropped and start anew. */
const maxKept = 20_000;

export interface RequestLimits {
  /** @throws ApiError `rateLimited` */
  take(token: string | undefined, address: string): void;
  /** Records a token's person: all tokens of one person then share a bucket. */
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
