/** What an operation that speaks for a person gets and answers, and which texts it cannot get. */
import type { TeamOperationName, TeamPart, TeamReturns } from '../../contract/operations/team';
import type { Caller, Transaction } from '../database/database';
import type { Meanings } from '../ranking';

export type PersonalName = Exclude<TeamOperationName, 'health' | 'ready' | 'metrics' | 'signInStart' | 'signInFinish'>;
/** Those that are one transaction; a search is two, with the ranking between them (search.ts). */
export type WholeName = Exclude<PersonalName, 'search'>;

export interface Input<Name extends PersonalName> {
  params: TeamPart<Name, 'params'>;
  query: TeamPart<Name, 'query'>;
  body: TeamPart<Name, 'body'>;
}

/** One call: whose it is, and the transaction that all of it happens in. */
export interface Visit {
  tx: Transaction;
  caller: Caller;
  /** Absent where there is no embedding. */
  meanings?: Meanings | undefined;
}

export type Handler<Name extends PersonalName> = (input: Input<Name>, visit: Visit) => Promise<TeamReturns<Name>>;

/** A half of a pair without its other half: only such match where the pattern reads whole letters. */
const half = /\p{Surrogate}/u;

/**
 * Texts that are no texts: PostgreSQL keeps no NUL, and half of a letter is none.
 * @returns what is wrong with a text somewhere in `value`, nothing when all may be kept
 */
export function faultOfTexts(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'holds a NUL character';
    return half.test(value) ? 'holds half of a letter (a lone surrogate)' : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const member of Object.values(value)) {
    const fault = faultOfTexts(member);
    if (fault) return fault;
  }
  return undefined;
}
