// PGlite for the tests: PostgreSQL in WebAssembly, without a program of its own, and with pgvector where that is wanted.
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';
import type { TeamReturns } from '../../../src/contract/operations/team';
import { createDatabase, type Database } from '../../../src/team/database/database';
import { migrate } from '../../../src/team/database/migrate';
import { issueToken } from '../../../src/team/commandLine';
import { type Meanings, byDatabase, type Ranker } from '../../../src/team/ranking';
import { handlers } from '../../../src/team/http/calls';
import type { WholeName } from '../../../src/team/operations/visit';
import { search } from '../../../src/team/operations/search';
import { emailOf, type CallInput } from './team';

export interface PGliteTeam {
  /** As the superuser, whoever the service's connection is. */
  engine: PGlite;
  /** As the role that serves. */
  database: Database;
  tokens: string[];
  ask: <Name extends WholeName>(token: string, name: Name, input?: CallInput<Name>) => Promise<TeamReturns<Name>>;
  find: (token: string, space: string, query: string, limit?: number) => Promise<TeamReturns<'search'>>;
  /** As the owner again, then as the role that serves. */
  migrateAgain(meanings?: Meanings): Promise<void>;
  close(): Promise<void>;
}

export interface PGliteOptions {
  people: string[];
  /** With pgvector, and what reads assets for it. */
  meanings?: Meanings | undefined;
  rank?: Ranker;
}

// Checked by the compiler where each is called over HTTP; here each is called by its name.
type Called<Name extends WholeName> = (input: CallInput<Name>, visit: object) => Promise<TeamReturns<Name>>;

export async function startPGliteTeam({ people, meanings, rank = byDatabase }: PGliteOptions): Promise<PGliteTeam> {
  const engine = await PGlite.create({ extensions: { pg_trgm, ...(meanings && { vector }) } });
  const server = new PGLiteSocketServer({ db: engine, host: '127.0.0.1', port: 0, maxConnections: 4 });
  await server.start();
  const url = `postgres://postgres:x@${server.getServerConn()}/postgres`;
  await migrate({ database: url, meanings, log: () => undefined });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const tokens: string[] = [];
  for (const name of people) {
    tokens.push(await issueToken(owner, { scope: 'admin', days: 1, email: emailOf(name), name }));
  }
  await owner.end();
  // All connections of PGlite are one session: from here on it is the role that serves.
  await engine.exec('CREATE ROLE quarry_web IN ROLE quarry_service; SET SESSION AUTHORIZATION quarry_web');
  const database = createDatabase({ database: url, poolSize: 1, statementTimeoutMs: 60_000, onError: () => undefined });
  return {
    ...{ engine, database, tokens },
    ask: (token, name, input = {}) =>
      database.as(token, (tx, caller) =>
        (handlers[name] as unknown as Called<typeof name>)(input, { tx, caller, meanings }),
      ),
    find: (token, space, query, limit) =>
      search(
        { params: { space }, body: { query, ...(limit !== undefined && { limit }) } },
        { as: (work) => database.as(token, work), rank, meanings },
      ),
    async migrateAgain(made) {
      await engine.exec('SET SESSION AUTHORIZATION postgres');
      await migrate({ database: url, meanings: made, log: () => undefined });
      await engine.exec('SET SESSION AUTHORIZATION quarry_web');
    },
    async close() {
      await database.close();
      await server.stop();
      await engine.close();
    },
  };
}
