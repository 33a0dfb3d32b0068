/**
 * The way to PostgreSQL: a pool of connections, and transactions that know who calls. Must not know what is asked in
 * them. All that a copy of the service knows lies there.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { ApiError } from '../../contract/errors';
import type { Role } from '../../contract/schemas/team';
import { faultFor, isPassing, isSilent } from './faults';
import { newest } from './migrations';

/** A statement with its values, never put together of texts that came from outside. */
export interface Transaction {
  rows<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
}

/** Whose token was shown. */
export interface Caller {
  token: string;
  person: string;
  scope: Role;
  expires: Date;
}

export interface DatabaseOptions {
  database: string;
  poolSize: number;
  statementTimeoutMs: number;
  onError: (error: Error) => void;
}

export interface Database {
  /**
   * All of `work` or nothing of it, with what the person of this token may see and do.
   * @throws ApiError `unauthenticated` where the token opens nothing
   */
  as<Result>(token: string, work: (tx: Transaction, caller: Caller) => Promise<Result>): Promise<Result>;
  /** For nobody: what the service does of its own accord, and sign-in. */
  alone<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  figures(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

const int8 = 20;

/** Sequences are read as numbers: 2^53 changes of one space are not to be reached. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === int8 ? Number : (pg.types.getTypeParser(id, format) as (text: string) => unknown),
};

/** Of somebody who waits for a connection; then they are told to come again. */
const connectTimeoutMs = 5_000;
const idleTimeoutMs = 30_000;
/** What took a lock and said no more: its connection is gone, or we are. */
const idleInTransactionMs = 15_000;
const silenceMs = 2_000;
const attempts = 4;

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export function createDatabase({ database, poolSize, statementTimeoutMs, onError }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: database,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // A database that does not even say that the time is up is gone.
    query_timeout: statementTimeoutMs + silenceMs,
    // One that waits for a lock is told before its statement's time is up.
    lock_timeout: Math.ceil(statementTimeoutMs / 2),
    idle_in_transaction_session_timeout: idleInTransactionMs,
    application_name: 'quarry team',
    keepAlive: true,
    types: valueTypes,
  });
  // Of a connection that nobody uses: it is left out and the next one is made anew.
  pool.on('error', onError);

  async function alone<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(pool, work);
      } catch (error) {
        if (!isPassing(error) || attempt === attempts) throw faultFor(error) ?? error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
      }
    }
  }

  return {
    alone,
    as: (token, work) => alone(async (tx) => work(tx, await enter(tx, token))),
    figures: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

async function once<Result>(pool: pg.Pool, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  // While it is ours nobody else hears it: unheard, an error of a broken connection would end the program.
  let broken: Error | undefined;
  const hear = (error: Error) => (broken = error);
  client.on('error', hear);
  try {
    await client.query('BEGIN');
    const rows = async <Row>(sql: string, values: unknown[] = []) =>
      (await client.query<Row & pg.QueryResultRow>(sql, values)).rows as Row[];
    const result = await work({ rows });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (isSilent(error)) broken = error as Error;
    else await client.query('ROLLBACK').catch((failed: Error) => (broken ??= failed));
    throw broken && !(error instanceof ApiError) ? broken : error;
  } finally {
    client.off('error', hear);
    client.release(broken);
  }
}

interface Entered {
  token: string;
  person: string;
  scope: Role;
  expires: Date;
  migration: number;
}

async function enter(tx: Transaction, token: string): Promise<Caller> {
  const [found] = await tx.rows<Entered>('SELECT * FROM quarry.enter($1)', [hashOf(token)]);
  if (!found)
    throw new ApiError('unauthenticated', 'This token is unknown, expired or revoked: sign in to the team again.');
  if (found.migration > newest)
    throw new ApiError('overloaded', 'The team’s database is newer than this copy of its service.', {
      retryAfterSeconds: 30,
    });
  return found;
}
