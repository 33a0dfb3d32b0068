/** Access to PostgreSQL: connections, notifications, and errors. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { ApiError } from '../../contract/errors';
import type { Role } from '../../contract/schemas/team';
import { newest } from './migrations';

// Section: a connection pool, and transactions bound to the caller. All state of the service is in the database.

/** Runs statements with separate values; SQL is never built from external text. */
export interface Transaction {
  rows<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
}

/** The person whose token was shown. */
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
   * Runs `work` in a transaction with the rights of this token's person.
   * @throws ApiError `unauthenticated` where the token opens nothing
   */
  as<Result>(token: string, work: (tx: Transaction, caller: Caller) => Promise<Result>): Promise<Result>;
  /** Runs a transaction without a caller: the service's own work, and sign-in. */
  alone<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  figures(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

const int8 = 20;

/** Reads sequences as numbers; 2^53 changes of one space are out of reach. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === int8 ? Number : (pg.types.getTypeParser(id, format) as (text: string) => unknown),
};

/** Milliseconds to wait for a connection before the caller is asked to come back. */
const connectTimeoutMs = 5_000;
const idleTimeoutMs = 30_000;
/** Milliseconds until an idle transaction is ended: its connection or its service is gone. */
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
    // A database that does not even report the timeout is gone.
    query_timeout: statementTimeoutMs + silenceMs,
    // A wait for a lock fails before its statement's timeout.
    lock_timeout: Math.ceil(statementTimeoutMs / 2),
    idle_in_transaction_session_timeout: idleInTransactionMs,
    application_name: 'quarry team',
    keepAlive: true,
    types: valueTypes,
  });
  // An error of an idle connection: the pool drops it and opens a new one.
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
  const client = await pool.connect().catch((error: unknown) => {
    // Whatever the reason (a copy that does not have this database yet, a changed password), there is no way in now.
    throw cannotBeReached(error);
  });
  // The pool does not listen while we hold the connection, and an unhandled error would end the program.
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

// Section: translates errors of PostgreSQL and the connection. Must not know any operation.

/** Seconds a caller should wait when the database is away. */
const retryAfterSeconds = 2;

/** Error codes of an unreachable database. */
const awayCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE'],
  ...['ENOENT', '53300'],
]);

/** SQLSTATE classes of connection errors and operator intervention. */
const awayClasses = /^(08|57P)/;
/** SQLSTATE classes of system errors and internal errors. */
const unwellClasses = /^(58|XX)/;

/** The driver's message for a missing answer. */
const silence = 'Query read timeout';

/** True when the connection no longer answers, so that it cannot even be closed properly. */
function isSilent(error: unknown): boolean {
  return error instanceof Error && error.message === silence;
}

/** Driver errors that carry no code. */
const awaySentences = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered',
  'Client was closed',
  silence,
];

/** SQLSTATE codes after which the same transaction may be retried. */
const passingCodes = new Set(['40001', '40P01', '23505']);

const schemaCodes = new Set(['3F000', '42P01', '42883', '42703']);

export function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (awayCodes.has(code) || awayClasses.test(code)) return true;
  return error instanceof Error && awaySentences.some((sentence) => error.message.startsWith(sentence));
}

function isPassing(error: unknown): boolean {
  return passingCodes.has(codeOf(error));
}

function overloaded(sentence: string, cause: unknown): ApiError {
  return new ApiError('overloaded', sentence, { cause, retryAfterSeconds });
}

function cannotBeReached(cause: unknown): ApiError {
  return overloaded('The team’s database cannot be reached; try again in a moment.', cause);
}

/** @returns what the caller of an operation is told; undefined where it is a fault of ours */
export function faultFor(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const code = codeOf(error);
  if (isAway(error)) return cannotBeReached(error);
  if (code === '25006') return overloaded('The team’s database takes no changes now; try again later.', error);
  if (code === '57014' || code === '55P03' || isPassing(error))
    return overloaded('The team’s database is busy; try again in a moment.', error);
  if (code.startsWith('53')) return overloaded('The team’s database has no room left; its keepers know more.', error);
  if (unwellClasses.test(code))
    return overloaded('The team’s database has a fault of its own; its keepers know more.', error);
  if (code === 'QT001') return new ApiError('refused', 'The last admin of a space stays: name another one first.');
  if (schemaCodes.has(code)) return overloaded('The team’s database has not been set up for this service.', error);
  return undefined;
}

/** Explains a fault to the user of a command and says what to do. */
export function adviceFor(thrown: unknown, address: string): string {
  const error = thrown instanceof ApiError && thrown.cause !== undefined ? thrown.cause : thrown;
  const said = error instanceof Error ? error.message : String(error);
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return `PostgreSQL at ${address} refuses this user: look at the name and password in --database.`;
    case '3D000':
      return `There is no such database at ${address}: make it with createdb, or name another one in --database.`;
    case '42501':
      return `This user may not do that (${said}): "quarry team migrate" and "quarry team token" take the owner of the database.`;
    case '25006':
      return `The database at ${address} is read-only (${said}): name the one that takes changes in --database.`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The certificate of ${address} is not trusted (${said}): name its authority with sslrootcert in --database.`;
    default:
      break;
  }
  if (isAway(error)) return `PostgreSQL cannot be reached at ${address} (${said}): is it running, and may we go there?`;
  return said;
}

/** Address of a database without user and password. */
export function placeOf(database: string): string {
  if (!URL.canParse(database)) return 'the address in --database';
  const { hostname, port, pathname } = new URL(database);
  return `${hostname || 'localhost'}${port && `:${port}`}${pathname}`;
}

// Section: LISTEN and NOTIFY, for changes made by all copies. Reconnects by itself and reports it, since notices were
// missed meanwhile.

/** Notices that the triggers send (migrations). */
export type Notice =
  | { what: 'changes'; space: string; last: number }
  | { what: 'space'; space: string }
  | { what: 'member'; person: string }
  | { what: 'token'; token: string };

export interface ListenerOptions {
  database: string;
  onNotice: (notice: Notice) => void;
  /** Called on each (re)connection, after which everything must be read again. */
  onConnected: () => void;
  onLost: (error: Error) => void;
}

export interface Listener {
  start(): void;
  isConnected(): boolean;
  close(): Promise<void>;
}

const backOff = { firstMs: 100, mostMs: 5_000 };
/** Interval of liveness checks, as a firewall may silently drop a connection. */
const askEveryMs = 15_000;
const answerWithinMs = 5_000;

export function createListener(options: ListenerOptions): Listener {
  return new NoticeListener(options);
}

class NoticeListener implements Listener {
  private client: pg.Client | undefined;
  private isClosed = false;
  private isHearing = false;
  private waitMs = backOff.firstMs;
  private timer: NodeJS.Timeout | undefined;
  private opening: Promise<void> = Promise.resolve();

  constructor(private readonly options: ListenerOptions) {}

  start(): void {
    this.opening = this.open();
  }

  isConnected(): boolean {
    return this.isHearing;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.client?.connection.stream.destroy();
    this.client = undefined;
    await this.opening;
  }

  private async open(): Promise<void> {
    const made = new pg.Client({
      connectionString: this.options.database,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
      application_name: 'quarry team hints',
    });
    this.client = made;
    made.on('error', (error) => this.lose(made, error));
    made.on('end', () => this.lose(made, new Error('The connection was ended.')));
    made.on('notification', ({ payload }) => this.options.onNotice(JSON.parse(payload ?? '') as Notice));
    try {
      await made.connect();
      await made.query('LISTEN quarry');
    } catch (error) {
      this.lose(made, error as Error);
      return;
    }
    if (this.client !== made) return;
    this.waitMs = backOff.firstMs;
    this.isHearing = true;
    this.options.onConnected();
    this.later(() => this.ask(made), askEveryMs);
  }

  private ask(which: pg.Client): void {
    which.query('SELECT 1').then(
      () => this.later(() => this.ask(which), askEveryMs),
      (error: Error) => this.lose(which, error),
    );
  }

  private lose(which: pg.Client, error: Error): void {
    if (this.client !== which) return;
    this.client = undefined;
    this.isHearing = false;
    // Destroyed without waiting, because the other end may not answer.
    which.connection.stream.destroy();
    if (this.isClosed) return;
    this.options.onLost(error);
    // Random, so that copies do not reconnect at the same instant.
    this.later(() => this.start(), this.waitMs * (0.5 + Math.random()));
    this.waitMs = Math.min(backOff.mostMs, this.waitMs * 2);
  }

  private later(work: () => void, afterMs: number): void {
    clearTimeout(this.timer);
    if (!this.isClosed) this.timer = setTimeout(work, afterMs);
  }
}
