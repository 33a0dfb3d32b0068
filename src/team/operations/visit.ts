/** Input and result of an operation with a caller, and texts that it cannot take. */
import type { TeamOperationName, TeamPart, TeamReturns } from '../../contract/operations/team';
import type { Caller, Transaction } from '../database/database';
import type { Meanings } from '../ranking';

export type PersonalName = Exclude<TeamOperationName, 'health' | 'ready' | 'metrics' | 'signInStart' | 'signInFinish'>;
/** Operations of one transaction; a search has two, with ranking between them (search.ts). */
export type WholeName = Exclude<PersonalName, 'search'>;

export interface Input<Name extends PersonalName> {
  params: TeamPart<Name, 'params'>;
  query: TeamPart<Name, 'query'>;
  body: TeamPart<Name, 'body'>;
}

/** One call: its caller and its transaction. */
export interface Visit {
  tx: Transaction;
  caller: Caller;
  /** Absent where there is no embedding. */
  meanings?: Meanings | undefined;
}

export type Handler<Name extends PersonalName> = (input: Input<Name>, visit: Visit) => Promise<TeamReturns<Name>>;

/** An unpaired surrogate; with the `u` flag only those match. */
const half = /\p{Surrogate}/u;

/**
 * Finds texts that PostgreSQL cannot store: with NUL or an unpaired surrogate.
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
