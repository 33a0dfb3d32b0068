// A team for the tests: copies of the service over one database, people with tokens, and calls as they make them.
import { Writable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import {
  teamOperations,
  type TeamOperationName,
  type TeamPart,
  type TeamReturns,
} from '../../../src/contract/operations/team';
import type { Operation } from '../../../src/contract/operations';
import type { Role, SentChange, SharedFields } from '../../../src/contract/schemas/team';
import { issueToken } from '../../../src/team/commandLine';
import { startTeamService, type TeamService, type TeamServiceOptions } from '../../../src/team/service';

export interface Answer<Name extends TeamOperationName> {
  status: number;
  text: string;
  headers: Headers;
  /** Of a call that was answered 200. */
  value: TeamReturns<Name>;
}

export interface CallInput<Name extends TeamOperationName> {
  params?: TeamPart<Name, 'params'>;
  query?: Partial<NonNullable<TeamPart<Name, 'query'>>>;
  body?: TeamPart<Name, 'body'>;
}

/** One call, whatever comes of it. */
export async function call<Name extends TeamOperationName>(
  address: string,
  token: string | undefined,
  name: Name,
  input: CallInput<Name> = {},
): Promise<Answer<Name>> {
  const { method, path }: Operation = teamOperations[name];
  const params = (input.params ?? {}) as Record<string, string>;
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_, part: string) => params[part] ?? ''),
    address,
  );
  for (const [key, value] of Object.entries(input.query ?? {})) url.searchParams.set(key, String(value));
  const response = await fetch(url, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const value = (isJson ? JSON.parse(text) : text) as TeamReturns<Name>;
  return { status: response.status, text, headers: response.headers, value };
}

/** One call that must be answered well. */
export async function ask<Name extends TeamOperationName>(
  address: string,
  token: string | undefined,
  name: Name,
  input: CallInput<Name> = {},
): Promise<TeamReturns<Name>> {
  const { status, text, value } = await call(address, token, name, input);
  if (status >= 300) throw new Error(`${name} was answered ${status}: ${text}`);
  return value;
}

export interface TestService extends TeamService {
  /** What it logged. */
  log(): string;
}

export async function startService(database: string, options: Partial<TeamServiceOptions> = {}): Promise<TestService> {
  let logged = '';
  const logStream = new Writable({
    write(chunk: Buffer, _, done) {
      logged += chunk.toString();
      if (process.env.QUARRY_TEST_LOG) process.stderr.write(chunk);
      done();
    },
  });
  const service = await startTeamService({
    ...{ database, host: '127.0.0.1', port: 0, poolSize: 5, statementTimeoutMs: 15_000 },
    ...{ requestsPerSecond: 10_000, logLevel: 'info', logStream },
    ...options,
  });
  return { ...service, log: () => logged };
}

/** A person with a token, made as the owner of the database makes the first. */
export async function person(owner: string, name: string, scope: Role = 'admin', days = 30): Promise<string> {
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  try {
    return await issueToken(client, { email: emailOf(name), name, scope, days });
  } finally {
    await client.end();
  }
}

export const emailOf = (name: string): string => `${name.toLowerCase()}@example.org`;

export function written(fields: SharedFields, more: Partial<SentChange> = {}): SentChange {
  return { key: randomUUID(), asset: randomUUID(), base: 0, fields, ...more };
}
