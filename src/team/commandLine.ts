/**
 * `quarry team`: arguments in, exit code out, as of the rest of the command line: 0 done, 1 failed, 2 wrong arguments.
 * Only results go to stdout; everything else goes to stderr.
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { adviceFor, placeOf, hashOf } from './database/database';
import { migrate } from './database/migrate';
import type { EmbeddingSource } from '../engine/door';
import type { Engine } from '../engine/types';
import { meaningsBy } from './ranking';
import { startTeamService } from './service';
import { isLoopback, type IssuerSettings } from './signIn';
import type { Role } from '../contract/schemas/team';
import { newToken } from './operations/rights';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Parts of the engine whose location the entry knows. */
export interface EngineParts {
  embedding: EmbeddingSource;
  openEngine: () => Engine;
}

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

async function serve(settings: Settings, { embedding, openEngine }: EngineParts): Promise<number> {
  // Listen now: an earlier unhandled signal would end the process midway.
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

/** Milliseconds after which a stop has hung. */
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

// Section: issues the first token, for the database's owner before anyone can sign in.

export interface TokenWish {
  email: string;
  /** Name for a person who does not exist yet. */
  name: string | undefined;
  scope: Role;
  days: number;
}

/** @returns the token, which is told this once */
export async function issueToken(
  client: pg.Client | pg.Pool,
  { email, name, scope, days }: TokenWish,
): Promise<string> {
  const token = newToken();
  await client.query(
    `WITH known AS (
       INSERT INTO quarry.people (name, email) VALUES (coalesce($2, $1), $1)
       ON CONFLICT (lower(email)) DO UPDATE SET name = coalesce($2, people.name) RETURNING id)
     INSERT INTO quarry.tokens (person, hash, name, scope, expires)
     SELECT id, $3, 'quarry team token', $4, clock_timestamp() + make_interval(days => $5) FROM known`,
    [email, name ?? null, hashOf(token), scope, days],
  );
  return token;
}

// Section: options of `quarry team`. Each setting has an option and a variable that it overrides, so that secrets need
// not be typed.

interface Option {
  /** Placeholder of the value in the help text. */
  value: string;
  meaning: string;
  standard?: string;
  of: ('serve' | 'migrate' | 'token')[];
}

const options = {
  database: { value: 'URL', meaning: 'postgres://user:password@host:5432/name', of: ['serve', 'migrate', 'token'] },
  'service-user': { value: 'NAME', meaning: 'a role that may serve; made where it is missing', of: ['migrate'] },
  'service-password': { value: 'TEXT', meaning: 'of a role that is made', of: ['migrate'] },
  email: { value: 'ADDRESS', meaning: 'whose token it is; a person who is not known is made', of: ['token'] },
  name: { value: 'NAME', meaning: 'of a person who is made', of: ['token'] },
  scope: { value: 'read|write|admin', meaning: 'the most that the token may', standard: 'admin', of: ['token'] },
  days: { value: 'N', meaning: 'how long the token opens something', standard: '90', of: ['token'] },
  host: { value: 'ADDRESS', meaning: 'where it listens', standard: '127.0.0.1', of: ['serve'] },
  port: { value: 'N', meaning: 'where it listens; 0 picks a free one', standard: '39400', of: ['serve'] },
  certificate: { value: 'FILE', meaning: 'serves HTTPS with this certificate (PEM)', of: ['serve'] },
  'certificate-key': { value: 'FILE', meaning: 'the key of the certificate (PEM)', of: ['serve'] },
  'trusted-proxies': { value: 'ADDRESSES', meaning: 'whose X-Forwarded-For is believed', of: ['serve'] },
  issuer: { value: 'URL', meaning: 'the OpenID Connect issuer that people sign in at', of: ['serve'] },
  'client-id': { value: 'ID', meaning: 'of this service at the issuer', of: ['serve'] },
  'client-secret': { value: 'TEXT', meaning: 'where the issuer asks for one', of: ['serve'] },
  'token-days': { value: 'N', meaning: 'how long a sign-in lasts', standard: '90', of: ['serve'] },
  'pool-size': { value: 'N', meaning: 'connections to the database', standard: '10', of: ['serve'] },
  'statement-timeout': { value: 'SECONDS', meaning: 'the most for one statement', standard: '15', of: ['serve'] },
  'requests-per-second': { value: 'N', meaning: 'of one person, at length', standard: '50', of: ['serve'] },
  'log-level': { value: 'debug|info|warn|error', meaning: 'what is logged', standard: 'info', of: ['serve'] },
} as const satisfies Record<string, Option>;

type OptionName = keyof typeof options;
type CommandName = 'serve' | 'migrate' | 'token';

const names = Object.keys(options) as OptionName[];

function describe(command: CommandName): string {
  const rows = names
    .map((name) => ({ name, ...(options[name] as Option) }))
    .filter(({ of }) => of.includes(command))
    .map(({ name, value, meaning, standard }) => ({
      option: `--${name} ${value}`,
      text: standard === undefined ? meaning : `${meaning} (default ${standard})`,
    }));
  const width = Math.max(...rows.map(({ option }) => option.length));
  return rows.map(({ option, text }) => `      ${option.padEnd(width)}  ${text}`).join('\n');
}

const usage = `Quarry for teams: a shared library on PostgreSQL.

  quarry team migrate --database URL
      As the owner of the database: brings its tables to this version. Safe to run again, and beside running services.
${describe('migrate')}

  quarry team serve --database URL
      As the role that serves: answers the editors of a team. Keeps nothing itself; run as many as you like.
${describe('serve')}

  quarry team token --database URL --email ADDRESS --name NAME
      As the owner: prints a new token, the way in for the first person or where there is no issuer.
${describe('token')}

  Each option may also stand in the environment: QUARRY_TEAM_DATABASE, QUARRY_TEAM_CLIENT_SECRET and so on. An option
  overrules its variable.
`;

type Settings = { [Name in OptionName]: string | undefined };

export interface TeamArguments {
  command: CommandName | 'help';
  settings: Settings;
}

export const variableOf = (name: string): string => `QUARRY_TEAM_${name.replaceAll('-', '_').toUpperCase()}`;

/** @throws TypeError with what is wrong, in a sentence */
function readTeamArguments(argv: string[], environment: NodeJS.ProcessEnv): TeamArguments {
  const config = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const asked = { ...config, help: { type: 'boolean', short: 'h' } } satisfies ParseArgsConfig['options'];
  const loose = parseArgs({ args: argv, allowPositionals: true, strict: false, tokens: true, options: asked });
  const unknown = loose.tokens.find((token) => token.kind === 'option' && !(token.name in asked));
  if (unknown?.kind === 'option')
    throw new TypeError(`There is no option ${unknown.rawName}: "quarry team help" lists those that there are.`);
  const { values, positionals } = parseArgs({ args: argv, allowPositionals: true, options: asked });
  const [command, extra] = positionals;
  if (extra !== undefined) throw new TypeError(`quarry team ${command} takes no "${extra}".`);
  const given = values as Record<string, string | boolean | undefined>;
  if (given.help === true || command === 'help') return { command: 'help', settings: {} as Settings };
  if (command !== 'serve' && command !== 'migrate' && command !== 'token')
    throw new TypeError(
      `${command === undefined ? 'A command is missing' : `There is no "quarry team ${command}"`}: take serve, migrate or token; "quarry team help" tells more.`,
    );
  const settings = Object.fromEntries(
    names.map((name) => {
      const option: Option = options[name];
      const typed = given[name];
      if (typed !== undefined && !option.of.includes(command))
        throw new TypeError(`quarry team ${command} takes no --${name}: "quarry team help" tells more.`);
      return [name, typeof typed === 'string' ? typed : environment[variableOf(name)]?.trim() || option.standard];
    }),
  ) as Settings;
  return { command, settings };
}

/** @throws TypeError naming the option and its variable */
function required(settings: Settings, name: OptionName): string {
  const value = settings[name];
  if (value !== undefined && value !== '') return value;
  const option: Option = options[name];
  throw new TypeError(`--${name} ${option.value} is missing (or ${variableOf(name)} in the environment).`);
}

/** @throws TypeError naming the option */
function wholeNumber(settings: Settings, name: OptionName, minimum: number, maximum: number): number {
  const value = Number(settings[name]);
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  throw new TypeError(`--${name} takes a whole number from ${minimum} to ${maximum}, not "${settings[name]}".`);
}

/** @throws TypeError naming the option */
function oneOf<Word extends string>(settings: Settings, name: OptionName, words: readonly Word[]): Word {
  const word = words.find((known) => known === settings[name]);
  if (word !== undefined) return word;
  throw new TypeError(`--${name} takes one of ${words.join(', ')}, not "${settings[name]}".`);
}
