/**
 * `quarry team`: arguments in, exit code out, as of the rest of the command line: 0 done, 1 failed, 2 wrong arguments.
 * Only results go to stdout; everything else goes to stderr.
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { adviceFor, placeOf } from './database/faults';
import { migrate } from './database/migrate';
import type { EmbeddingSource } from '../engine/door';
import type { Engine } from '../engine/types';
import { meaningsBy } from './meanings';
import { issueToken } from './issueToken';
import { startTeamService } from './service';
import { isLoopback, type IssuerSettings } from './signIn';
import { oneOf, readTeamArguments, required, usage, wholeNumber, type Settings } from './settings';

/** What the entry knows the places of. */
export interface EngineParts {
  embedding: EmbeddingSource;
  openEngine: () => Engine;
}

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

async function serve(settings: Settings, { embedding, openEngine }: EngineParts): Promise<number> {
  // From here on: a signal that comes before anybody hears it would end us in the middle.
  const asked = untilAsked();
  const service = await startTeamService({
    database: required(settings, 'database'),
    host: required(settings, 'host'),
    port: wholeNumber(settings, 'port', 0, 65_535),
    poolSize: wholeNumber(settings, 'pool-size', 1, 1_000),
    statementTimeoutMs: 1000 * wholeNumber(settings, 'statement-timeout', 1, 600),
    requestsPerSecond: wholeNumber(settings, 'requests-per-second', 1, 100_000),
    logLevel: oneOf(settings, 'log-level', ['debug', 'info', 'warn', 'error']),
    logStream: process.stderr,
    https: certificateOf(settings),
    signIn: issuerOf(settings),
    trustedProxies: settings['trusted-proxies']?.split(',').map((address) => address.trim()),
    engine: openEngine(),
    embedding,
  });
  process.stdout.write(`${JSON.stringify({ address: service.address, pid: process.pid })}\n`);
  await asked;
  await service.close();
  return 0;
}

function certificateOf(settings: Settings): { cert: string; key: string } | undefined {
  const { certificate, 'certificate-key': key } = settings;
  if (certificate === undefined && key === undefined) return undefined;
  return {
    cert: readFileSync(required(settings, 'certificate'), 'utf8'),
    key: readFileSync(required(settings, 'certificate-key'), 'utf8'),
  };
}

function issuerOf(settings: Settings): IssuerSettings | undefined {
  const { issuer } = settings;
  if (issuer === undefined) return undefined;
  if (!URL.canParse(issuer))
    throw new TypeError(`--issuer takes an address like https://sign-in.example.org, not "${issuer}".`);
  const url = new URL(issuer);
  if (url.protocol !== 'https:' && !isLoopback(url))
    throw new TypeError('--issuer must begin with https://: whoever stands on the way could sign in as anybody.');
  return {
    issuer,
    clientId: required(settings, 'client-id'),
    clientSecret: settings['client-secret'],
    tokenDays: wholeNumber(settings, 'token-days', 1, 366),
  };
}

/** What still runs then has hung. */
const maxStopMs = 20_000;

function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const hear = (): void => {
      timer ??= setTimeout(() => {
        say(`The service did not stop within ${maxStopMs / 1000} s and is ended.`);
        process.exit(1);
      }, maxStopMs).unref();
      resolve();
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, hear);
  });
}

async function runMigrate(settings: Settings, { embedding }: EngineParts): Promise<number> {
  const count = await migrate({
    database: required(settings, 'database'),
    serviceUser: settings['service-user'],
    servicePassword: settings['service-password'],
    meanings: meaningsBy(embedding),
    log: say,
  });
  say(count === 0 ? 'The database is of this version already.' : 'The database is of this version now.');
  return 0;
}

async function token(settings: Settings): Promise<number> {
  const client = new pg.Client({ connectionString: required(settings, 'database') });
  await client.connect();
  try {
    const made = await issueToken(client, {
      email: required(settings, 'email'),
      name: settings.name,
      scope: oneOf(settings, 'scope', ['read', 'write', 'admin']),
      days: wholeNumber(settings, 'days', 1, 366),
    });
    process.stdout.write(`${made}\n`);
    return 0;
  } finally {
    await client.end();
  }
}

async function main(argv: string[], parts: EngineParts): Promise<number> {
  const { command, settings } = readTeamArguments(argv, process.env);
  if (command === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  try {
    return await { serve, migrate: runMigrate, token }[command](settings, parts);
  } catch (error) {
    if (error instanceof TypeError) throw error;
    throw new Error(adviceFor(error, placeOf(settings.database ?? '')), { cause: error });
  }
}

/** @param argv what stands behind `quarry team` */
export function run(argv: string[], parts: EngineParts): void {
  const exit = (code: number) => process.stdout.write('', () => process.exit(code));
  main(argv, parts).then(exit, (error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    exit(error instanceof TypeError ? 2 : 1);
  });
}
