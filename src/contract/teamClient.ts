/**
 * A client for the team's service over HTTP and its WebSocket of hints, derived from its operations table. Answers are
 * checked by schema, because another machine is not trusted. Must not know what is synced.
 */
import * as Type from 'typebox';
import WebSocket from 'ws';
import { check } from './check';
import { ApiError } from './errors';
import { callOperation, headersOf, unreachable, type Address, type LooseInput } from './httpClient';
import type { Operation } from './operations/operation';
import { hintsPath, teamOperations, type TeamOperationName } from './operations/team';
import { ChangesPage, Hint } from './schemas/team';

type Rows = typeof teamOperations;
type StaticOf<Row, Part extends string> = Row extends { [P in Part]: infer Schema extends Type.TSchema }
  ? { [P in Part]: Type.Static<Schema> }
  : Record<never, never>;

export type TeamInput<Name extends TeamOperationName> = StaticOf<Rows[Name], 'params'> &
  Partial<StaticOf<Rows[Name], 'query'>> &
  StaticOf<Rows[Name], 'body'>;

export type TeamOutput<Name extends TeamOperationName> = Name extends 'changes'
  ? UncheckedPage
  : Rows[Name]['returns'] extends infer Schema extends Type.TSchema
    ? Type.Static<Schema>
    : undefined;

/**
 * A page whose assets are unchecked: its reader checks each one, so that a faulty asset does not block all later ones.
 */
const UncheckedPage = Type.Object({ ...ChangesPage.properties, assets: Type.Array(Type.Unknown(), { maxItems: 500 }) });
type UncheckedPage = Type.Static<typeof UncheckedPage>;

interface Heard {
  onOpen: () => void;
  onHint: (hint: Hint) => void;
}

export type TeamApi = {
  /** @throws ApiError */
  [Name in TeamOperationName]: (input: TeamInput<Name>, signal?: AbortSignal) => Promise<TeamOutput<Name>>;
} & {
  /**
   * Listens for hints until the signal is aborted or the connection ends.
   * @throws ApiError when it ended by an error
   */
  hints: (heard: Heard, signal: AbortSignal) => Promise<void>;
};

/** Most bytes of an answer and of a hint: JSON escapes can multiply the size of an 8 MiB page. */
const maxAnswerBytes = 64 * 1024 * 1024;
const maxHintBytes = 4096;
/** Milliseconds after which the team's service counts as unreachable. */
const answerMs = 60_000;
/** Milliseconds between pings: a connection silent for a whole interval is closed, because breaks may go unnoticed. */
const silenceMs = 25_000;

/**
 * @param url as a person writes it, such as `https://quarry.example.org`
 * @param isPlainAllowed true allows http to another machine than this one
 * @throws ApiError `invalid` saying what is wrong with the address
 */
export function teamAddress(url: string, isPlainAllowed = false): Address {
  if (!URL.canParse(url.trim())) {
    throw new ApiError('invalid', 'The team’s address is none: expected one such as https://quarry.example.org.');
  }
  const { protocol, hostname, port, pathname, username, password, host } = new URL(url.trim());
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw new ApiError('invalid', 'The team’s address must begin with https://.');
  }
  if (username || password)
    throw new ApiError('invalid', 'The team’s address holds a user or a password: sign in instead.');
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  const isSecure = protocol === 'https:';
  if (!isSecure && !isHere && !isPlainAllowed) {
    throw new ApiError('invalid', `The team’s address ${host} is not encrypted: expected https://.`);
  }
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    isSecure,
    basePath: pathname.replace(/\/$/, ''),
    name: host,
    maxBytes: maxAnswerBytes,
  };
}

/** @returns a client whose methods throw ApiError, `overloaded` when the service cannot be reached */
export function createTeamClient(address: Address): TeamApi {
  const client: Partial<Record<TeamOperationName | 'hints', unknown>> = Object.fromEntries(
    (Object.keys(teamOperations) as TeamOperationName[]).map((name) => [
      name,
      (input: LooseInput = {}, signal?: AbortSignal) => call(address, name, input, signal),
    ]),
  );
  client.hints = (heard: Heard, signal: AbortSignal) => listen(address, heard, signal);
  // Checked boundary: the entries above are exactly the table's names, with the table's inputs and outputs.
  return client as TeamApi;
}

async function call(address: Address, name: TeamOperationName, input: LooseInput, signal?: AbortSignal) {
  const operation: Operation = teamOperations[name];
  const late = AbortSignal.timeout(answerMs);
  const both = signal ? AbortSignal.any([signal, late]) : late;
  let answer: unknown;
  try {
    answer = await callOperation(address, operation, input, both);
  } catch (error) {
    if (!late.aborted || signal?.aborted) throw error instanceof ApiError ? inPlainWords(error) : error;
    throw new ApiError('overloaded', `${address.name} did not answer in ${answerMs / 1000} seconds.`, { cause: error });
  }
  const returns = name === 'changes' ? UncheckedPage : operation.returns;
  if (returns) checkAnswer(returns, answer, address);
  return answer;
}

const maxSentence = 500;

/** Security: makes another machine's error message safe to show: one line, bounded length, and no Markdown links. */
function inPlainWords(error: ApiError): ApiError {
  const message = error.message.replace(/\s+/g, ' ').replaceAll('](', '] (').slice(0, maxSentence);
  const { retryAfterSeconds } = error;
  return new ApiError(error.code, message, {
    cause: error.cause ?? error,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

function checkAnswer(schema: Type.TSchema, answer: unknown, { name }: Address): void {
  try {
    check(schema, answer, 'answer');
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : String(cause);
    throw new ApiError('internal', `${name} does not answer as a team's service does: ${fault}`, { cause });
  }
}

function listen(address: Address, heard: Heard, signal: AbortSignal): Promise<void> {
  const { host = '', port, isSecure, basePath = '' } = address;
  const place = host.includes(':') ? `[${host}]` : host;
  const socket = new WebSocket(`${isSecure ? 'wss' : 'ws'}://${place}:${port}${basePath}${hintsPath}`, {
    headers: headersOf(address),
    perMessageDeflate: false,
    maxPayload: maxHintBytes,
    handshakeTimeout: 10_000,
  });
  return new Promise((resolve, reject) => {
    const life = { isHeard: true };
    const timer = setInterval(() => {
      if (!life.isHeard) return socket.terminate();
      life.isHeard = false;
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    }, silenceMs);
    const abort = () => socket.terminate();
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    socket.on('open', () => heard.onOpen());
    socket.on('pong', () => (life.isHeard = true));
    socket.on('message', (frame: Buffer) => {
      life.isHeard = true;
      const hint = readHint(frame);
      if (hint) heard.onHint(hint);
    });
    socket.on('error', (cause) => {
      if (!signal.aborted) reject(new ApiError('overloaded', unreachable(address, cause), { cause }));
    });
    socket.on('close', () => {
      clearInterval(timer);
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });
}

/** Reads a hint; an invalid one is ignored, because changes are also polled. */
function readHint(frame: Buffer): Hint | undefined {
  try {
    const hint: unknown = JSON.parse(frame.toString('utf8'));
    check(Hint, hint, 'hint');
    return hint as Hint; // just checked
  } catch {
    return undefined;
  }
}
