/** What an operation that speaks for a person gets and answers. */
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
