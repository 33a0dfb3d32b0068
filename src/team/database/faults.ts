/** What PostgreSQL and the way to it answer when something is wrong, in our words. Must not know any operation. */
import { ApiError } from '../../contract/errors';

/** As long as it should wait who finds the database away: it comes back in seconds or is looked after by people. */
const retryAfterSeconds = 2;

/** Nobody answers, or says that it cannot now. */
const awayCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE'],
  ...['57P01', '57P02', '57P03', '08000', '08001', '08003', '08004', '08006', '53300', 'ENOENT'],
]);

/** What the driver says of an answer that does not come. */
const silence = 'Query read timeout';

/** On such a connection nothing can be said any more, not even that it ends. */
export function isSilent(error: unknown): boolean {
  return error instanceof Error && error.message === silence;
}

/** Of the driver's own, which carry no code. */
const awaySentences = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered',
  silence,
];

/** The same transaction may do once more what it could not do now. */
const passingCodes = new Set(['40001', '40P01', '23505']);

const schemaCodes = new Set(['3F000', '42P01', '42883', '42703']);

export function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

export function isAway(error: unknown): boolean {
  if (awayCodes.has(codeOf(error))) return true;
  return error instanceof Error && awaySentences.some((sentence) => error.message.startsWith(sentence));
}

export function isPassing(error: unknown): boolean {
  return passingCodes.has(codeOf(error));
}

function overloaded(sentence: string, cause: unknown): ApiError {
  return new ApiError('overloaded', sentence, { cause, retryAfterSeconds });
}

/** @returns what the caller of an operation is told; undefined where it is a fault of ours */
export function faultFor(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const code = codeOf(error);
  if (isAway(error)) return overloaded('The team’s database cannot be reached; try again in a moment.', error);
  if (code === '25006') return overloaded('The team’s database takes no changes now; try again later.', error);
  if (code === '57014' || code === '55P03' || isPassing(error))
    return overloaded('The team’s database is busy; try again in a moment.', error);
  if (code.startsWith('53')) return overloaded('The team’s database has no room left; its keepers know more.', error);
  if (code === 'QT001') return new ApiError('refused', 'The last admin of a space stays: name another one first.');
  if (schemaCodes.has(code)) return overloaded('The team’s database has not been set up for this service.', error);
  return undefined;
}

/** For who starts a command: what is wrong and what to do. */
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

/** Where a database is, without user and password. */
export function placeOf(database: string): string {
  if (!URL.canParse(database)) return 'the address in --database';
  const { hostname, port, pathname } = new URL(database);
  return `${hostname || 'localhost'}${port && `:${port}`}${pathname}`;
}
