/**
 * The service over HTTP: routes from the contract, and metrics. Must not know what an operation does, or where the
 * database is.
 */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { ApiError, headersOf } from '../../contract/errors';
import type { Operation } from '../../contract/operations';
import {
  hintsPath,
  teamOperations,
  type TeamOperationName,
  type TeamPart,
  type TeamReturns,
} from '../../contract/operations/team';
import { parseStrictJson } from '../../server/strictJson';
import { type Database, faultFor } from '../database/database';
import type { Hints } from '../hints';
import type { Meanings, Ranker } from '../ranking';
import type { PersonalName } from '../operations/visit';
import { call, checkBody, type RawInput, createRequestLimits, type RequestLimits, createTurns } from './calls';

/** Operations that need no sign-in. */
export type OpenName = Exclude<TeamOperationName, PersonalName>;
export type OpenHandlers = { [Name in OpenName]: (body: TeamPart<Name, 'body'>) => Promise<TeamReturns<Name>> };

export interface AppOptions {
  database: Database;
  hints: Hints;
  metrics: Metrics;
  open: OpenHandlers;
  rank: Ranker;
  meanings: () => Meanings | undefined;
  logLevel: string;
  logStream: Pick<NodeJS.WritableStream, 'write'>;
  requestsPerSecond: number;
  https?: { cert: string; key: string } | undefined;
  trustedProxies?: string[] | undefined;
}

/** Largest body in bytes: a change of the largest asset, fully escaped, with room to spare. */
const bodyLimit = 16 * 1024 * 1024;
/** Time limits for slow or idle clients, in milliseconds. */
const timeouts = { requestTimeout: 60_000, connectionTimeout: 120_000, keepAliveTimeout: 72_000 };

const hasCaller = (name: string, open: OpenHandlers): name is PersonalName => !(name in open);

export function createApp(options: AppOptions): FastifyInstance {
  const { metrics, open, https } = options;
  const limits = createRequestLimits(options.requestsPerSecond);
  const app = fastify({
    ...{ bodyLimit, ...timeouts, https: https ?? null, trustProxy: options.trustedProxies ?? false },
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: options.logLevel,
      stream: options.logStream,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (level: string) => ({ level }) },
      base: null,
      serializers: { err: errorForLog },
    },
  }) as unknown as FastifyInstance;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
    try {
      done(null, parseStrictJson(body as Buffer, 'body'));
    } catch (error) {
      done(error as Error);
    }
  });
  app.setErrorHandler((error, request, reply) => {
    const { status, text, headers } = answerOf(error, (bug) => request.log.error({ err: bug }, 'A fault of ours.'));
    if (status === 503) request.log.warn({ err: (error as Error).cause ?? error }, 'Not answered.');
    return reply.code(status).headers(headers).type(plainText).send(text);
  });
  app.setNotFoundHandler(() => {
    throw new ApiError('notFound', 'There is no such operation.');
  });
  app.addHook('onSend', async (_, reply) => {
    reply.headers({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' });
  });
  app.addHook('onResponse', async (request, reply) => {
    const { operation = 'unknown' } = request.routeOptions.config as { operation?: string };
    metrics.answered(operation, reply.statusCode, reply.elapsedTime / 1000);
    const fields = { operation, status: reply.statusCode, ms: Math.round(reply.elapsedTime), request: request.id };
    request.log.debug(fields, 'Answered.');
  });
  addRoutes(app, { ...options, open }, limits);
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    void upgrade(app, options, limits, { request, socket, head });
  });
  return app;
}

/** PostgreSQL puts the values into messages of classes 22 and 23, so of these log only type and code. */
function errorForLog(error: Error & { code?: string }): {
  type: string;
  code?: string;
  message: string;
  stack: string;
} {
  const namesValues = /^2[23]/.test(error.code ?? '');
  const { name: type, code, message, stack = '' } = error;
  return {
    type,
    ...(code !== undefined && { code }),
    ...(namesValues ? { message: '', stack: '' } : { message, stack }),
  };
}

function addRoutes(app: FastifyInstance, options: AppOptions, limits: RequestLimits): void {
  const { database, open, metrics, rank, meanings } = options;
  const turns = createTurns();
  for (const [name, { method, path, returns }] of Object.entries<Operation>(teamOperations)) {
    const isText = returns !== null && (returns as { type?: string }).type === 'string';
    app.route({
      ...{ method, url: path.replace(/\{(\w+)\}/g, ':$1'), config: { operation: name } },
      onRequest: async (request) => {
        if (!isText) limits.take(tokenOf(request.headers.authorization), request.ip);
      },
      handler: async (request, reply) => {
        const result = hasCaller(name, open)
          ? await personal(name, request)
          : await openly(name as OpenName, request.body);
        if (returns === null) return reply.code(204).send();
        return isText ? reply.type(plainText).send(result) : reply.send(result);
      },
    });
  }

  async function openly(name: OpenName, body: unknown): Promise<unknown> {
    const operation: Operation = teamOperations[name];
    if (operation.body) checkBody(operation.body, body);
    // Checked boundary: what came has just been checked against this operation's own schema.
    return (open[name] as (body: unknown) => Promise<unknown>)(body);
  }

  async function personal(name: PersonalName, request: FastifyRequest): Promise<unknown> {
    const token = tokenOf(request.headers.authorization);
    if (token === undefined) throw withoutToken();
    const { params, query, body } = request;
    // Checked boundary: the router gives texts, or lists of them for repeated names.
    const result = await call(name, token, { params, query, body } as RawInput, {
      ...{ database, turns, rank, meanings },
      onCaller: ({ person }) => limits.known(token, person),
    });
    if (name === 'change') countOutcomes(metrics, result as { results: { outcome: string }[] });
    return result;
  }
}

function countOutcomes(metrics: Metrics, { results }: { results: { outcome: string }[] }): void {
  for (const outcome of ['taken', 'refused'])
    metrics.took(outcome, results.filter((result) => result.outcome === outcome).length);
}

const withoutToken = () => new ApiError('unauthenticated', 'This takes a personal token: sign in to the team.');

function tokenOf(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{1,200})$/i.exec(header ?? '')?.[1];
}

interface Upgrading {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

async function upgrade(
  app: FastifyInstance,
  { hints }: AppOptions,
  limits: RequestLimits,
  { request, socket, head }: Upgrading,
): Promise<void> {
  // An unhandled error of a socket would end the program.
  const ignore = () => socket.destroy();
  socket.on('error', ignore);
  try {
    if (request.url?.split('?')[0] !== hintsPath) throw new ApiError('notFound', 'There is no such WebSocket.');
    const token = tokenOf(request.headers.authorization);
    limits.take(token, request.socket.remoteAddress ?? '');
    if (token === undefined) throw withoutToken();
    await hints.open(request, socket, head, token);
    socket.off('error', ignore);
  } catch (error) {
    socket.end(rawAnswer(answerOf(error, (bug) => app.log.error({ err: bug }, 'A fault of ours.'))));
  }
}

// Section: turns errors into answers: status, one sentence, headers. Must not know what was asked.

export interface Answer {
  status: number;
  text: string;
  headers: Record<string, string>;
}

const plainText = 'text/plain; charset=utf-8';

/** Sentences for requests that the framework refuses before our handlers. */
const sentences: Record<string, [code: ConstructorParameters<typeof ApiError>[0], sentence: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'tooLarge',
    'The body is larger than this service takes: send the changes in smaller parts.',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupportedMedia', 'The body must be application/json.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid', 'The body is not as long as was said.'],
  FST_ERR_BAD_URL: ['invalid', 'The path cannot be read: its %-escapes must be UTF-8.'],
};

/** @param onBug called with unexpected errors; the caller gets a fixed sentence */
function answerOf(thrown: unknown, onBug: (error: unknown) => void): Answer {
  const known = thrown instanceof Error && 'code' in thrown ? sentences[String(thrown.code)] : undefined;
  const error = known ? new ApiError(...known) : faultFor(thrown);
  if (!error) {
    onBug(thrown);
    return { status: 500, text: 'Something went wrong in the team’s service; its log says more.', headers: {} };
  }
  return { status: error.status, text: error.message, headers: headersOf(error) };
}

/** A whole HTTP answer as text, for a socket whose upgrade is refused. */
function rawAnswer({ status, text, headers }: Answer): string {
  const all = {
    ...headers,
    'Content-Type': plainText,
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`;
}

// Section: Prometheus metrics of this copy, without names or contents. Must not know the route.

export interface MetricSources {
  pool: () => { total: number; idle: number; waiting: number };
  listeners: () => number;
  isListening: () => boolean;
}

export interface Metrics {
  answered(operation: string, status: number, seconds: number): void;
  hinted(): void;
  took(outcome: string, count: number): void;
  text(): Promise<string>;
}

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics({ pool, listeners, isListening }: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    ...{ name: 'quarry_team_request_seconds', help: 'Requests by operation and status.', registers },
    ...{ labelNames: ['operation', 'status'], buckets: secondsBuckets },
  });
  const hints = new Counter({ name: 'quarry_team_hints_total', help: 'Hints sent to listeners.', registers });
  const changes = new Counter({
    ...{ name: 'quarry_team_changes_total', help: 'Changes of assets by outcome.', labelNames: ['outcome'], registers },
  });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(value());
      },
    });
  gauge('quarry_team_listeners', 'Open sockets that are told hints.', listeners);
  gauge('quarry_team_database_listening', '1 while the connection that hears of changes stands.', () =>
    Number(isListening()),
  );
  gauge('quarry_team_database_connections', 'Connections of the pool.', () => pool().total);
  gauge('quarry_team_database_idle_connections', 'Of those, how many nobody uses.', () => pool().idle);
  gauge('quarry_team_database_waiting', 'Requests that wait for a connection.', () => pool().waiting);
  return {
    answered: (operation, status, seconds) => requests.observe({ operation, status: String(status) }, seconds),
    hinted: () => hints.inc(),
    took: (outcome, count) => changes.inc({ outcome }, count),
    text: () => registry.metrics(),
  };
}
