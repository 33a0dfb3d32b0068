/**
 * One call of an operation: its input checked against the contract's row, its work in a transaction as the person whose
 * token came. Must not know who carries it.
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

/** Every operation that is one transaction, by its name in the contract's table. */
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

/** All query values of the contract are whole numbers. */
function numbersOf(query: RawInput['query']): Record<string, unknown> {
  const given = Object.entries(query).filter(([, text]) => text !== undefined && text !== '');
  return Object.fromEntries(given.map(([name, text]) => [name, /^\d{1,15}$/.test(String(text)) ? Number(text) : text]));
}

/**
 * Each change answers for its own texts. What each says is checked one by one (operations/changes.ts); here only that
 * each can be answered.
 */
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

/**
 * Changes of one space are done one after the other anyway, by its row in the database: those that wait for it here
 * hold no connection meanwhile, which others need.
 */
interface Turns {
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

export function createTurns(): Turns {
  const lasts = new Map<string, Promise<unknown>>();
  return {
    async run(key, work) {
      const before = lasts.get(key) ?? Promise.resolve();
      // Also behind one that failed: that was told to whoever asked for it.
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

// Section: how many requests a person may make at length. Each copy counts for itself.

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
