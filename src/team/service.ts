/**
 * One copy of the team's service: database, hints, HTTP. Must not know the command line. All state is in PostgreSQL, so
 * that any number of copies can run.
 */
import type { AddressInfo } from 'node:net';
import { ApiError } from '../contract/errors';
import type { EmbeddingSource } from '../engine/door';
import type { Engine } from '../engine/types';
import { createDatabase, type Database, createListener } from './database/database';
import { faultOfRole, faultOfSchema, readSchema, hasMeanings } from './database/migrate';
import { createHints } from './hints';
import { createApp, type OpenHandlers, createMetrics, type Metrics } from './http/app';
import { createSignIn, type IssuerSettings } from './signIn';
import { meaningsBy, type Meanings, byDatabase, byEngine } from './ranking';

export interface TeamServiceOptions {
  database: string;
  host: string;
  port: number;
  poolSize: number;
  statementTimeoutMs: number;
  requestsPerSecond: number;
  logLevel: string;
  logStream: NodeJS.WritableStream;
  https?: { cert: string; key: string } | undefined;
  trustedProxies?: string[] | undefined;
  /** Issuer for sign-in; without one people use tokens made by the team's administrators. */
  signIn?: IssuerSettings | undefined;
  /** Ranks search results; without it the database's order is used. Closed with the service. */
  engine?: Engine | undefined;
  /** Used when the database has pgvector. */
  embedding?: EmbeddingSource | undefined;
}

export interface TeamService {
  address: string;
  /** Refuses new requests, finishes running ones, and tells listeners to reconnect elsewhere. */
  close(): Promise<void>;
}

/** Interval and batch size of removing old rows; small batches keep statements short. */
const sweep = { everyMs: 60_000, rows: 5_000, keepAnswers: '180 days' };

/** @throws Error with advice when this version cannot serve that database */
export async function startTeamService(options: TeamServiceOptions): Promise<TeamService> {
  // What is made before the app is logged by it only once all stands.
  const warn = (fields: object, sentence: string) => app.log.warn(fields, sentence);
  const database = createDatabase({ ...options, onError: (err) => warn({ err }, 'A connection broke.') });
  const hints = createHints({ database, log: { warn }, onHint: () => metrics.hinted() });
  const listener = createListener({
    database: options.database,
    onNotice: (notice) => hints.hear(notice),
    onConnected: () => {
      app.log.info('Hears of changes.');
      hints.hearAgain();
    },
    onLost: (err) => warn({ err }, 'Hears of no changes; tries again.'),
  });
  const metrics = createMetrics({
    pool: () => database.figures(),
    listeners: () => hints.count(),
    isListening: () => listener.isConnected(),
  });
  const { engine, embedding } = options;
  let meanings: Meanings | undefined;
  const app = createApp({
    ...options,
    ...{ database, metrics, hints, open: openHandlers(database, metrics, options.signIn) },
    ...{ rank: engine ? byEngine(engine, warn) : byDatabase, meanings: () => meanings },
  });
  const closeAll = async () => {
    await Promise.all([listener.close(), hints.close()]);
    await app.close();
    await Promise.all([database.close(), engine?.close()]);
  };
  try {
    await refuseUnfit(database);
    if (embedding && (await database.alone(hasMeanings))) meanings = meaningsBy(embedding);
    await app.listen({ host: options.host, port: options.port });
  } catch (error) {
    await closeAll();
    throw error;
  }
  listener.start();
  const sweeping = setInterval(() => {
    database
      .alone((tx) => tx.rows('SELECT quarry.sweep($1, $2)', [sweep.rows, sweep.keepAnswers]))
      .catch((err: unknown) => warn({ err }, 'Old rows were not taken away; that is tried again.'));
  }, sweep.everyMs);
  return {
    address: addressOf(app.server.address(), options),
    async close() {
      clearInterval(sweeping);
      await closeAll();
    },
  };
}

async function refuseUnfit(database: Database): Promise<void> {
  const fault = await database.alone(
    async (tx) => faultOfSchema(await readSchema(tx))?.sentence ?? (await faultOfRole(tx)),
  );
  if (fault) throw new Error(fault);
}

function openHandlers(database: Database, metrics: Metrics, settings: IssuerSettings | undefined): OpenHandlers {
  const signIn = settings && createSignIn(settings, database);
  return {
    health: async () => 'ok',
    ready: () => ready(database),
    metrics: () => metrics.text(),
    signInStart: async () => (signIn ?? noIssuer()).start(),
    signInFinish: async (body) => (signIn ?? noIssuer()).finish(body),
  };
}

function noIssuer(): never {
  throw new ApiError('notFound', 'This team has no issuer to sign in at: ask its keepers for a token.');
}

async function ready(database: Database): Promise<string> {
  const fault = await database.alone(async (tx) => faultOfSchema(await readSchema(tx)));
  if (fault) throw new ApiError('overloaded', fault.sentence, { retryAfterSeconds: 30 });
  return 'ready';
}

function addressOf(address: string | AddressInfo | null, { https }: TeamServiceOptions): string {
  if (address === null || typeof address === 'string') throw new Error('The service has no address.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `${https ? 'https' : 'http'}://${host}:${address.port}`;
}
