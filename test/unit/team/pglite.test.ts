// The same statements on PGlite, PostgreSQL in WebAssembly: without a program of its own, so wherever Node runs.
import assert from 'node:assert/strict';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';
import type { TeamReturns } from '../../../src/contract/operations/team';
import { createDatabase, type Database } from '../../../src/team/database/database';
import { migrate } from '../../../src/team/database/migrate';
import { issueToken } from '../../../src/team/issueToken';
import { handlers, type PersonalName } from '../../../src/team/operations/handlers';
import type { CallInput } from './team';
import { written } from './team';

describe('a team on PGlite', function () {
  this.timeout(120_000);
  let engine: PGlite;
  let server: PGLiteSocketServer;
  let database: Database;
  let [ada, bob] = ['', ''];

  before(async () => {
    engine = await PGlite.create({ extensions: { pg_trgm } });
    server = new PGLiteSocketServer({ db: engine, host: '127.0.0.1', port: 0, maxConnections: 4 });
    await server.start();
    const url = `postgres://postgres:x@${server.getServerConn()}/postgres`;
    await migrate({ database: url, log: () => undefined });
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    const wish = { scope: 'admin', days: 1 } as const;
    ada = await issueToken(owner, { ...wish, email: 'ada@example.org', name: 'Ada' });
    bob = await issueToken(owner, { ...wish, email: 'bob@example.org', name: 'Bob' });
    await owner.end();
    // All connections of PGlite are one session: from here on it is the role that serves.
    await engine.exec('CREATE ROLE quarry_web IN ROLE quarry_service; SET SESSION AUTHORIZATION quarry_web');
    database = createDatabase({ database: url, poolSize: 1, statementTimeoutMs: 60_000, onError: () => undefined });
  });
  after(async () => {
    await database.close();
    await server.stop();
    await engine.close();
  });

  // Checked by the compiler where each is called over HTTP; here each is called by its name.
  type Called<Name extends PersonalName> = (input: CallInput<Name>, visit: object) => Promise<TeamReturns<Name>>;
  const ask = <Name extends PersonalName>(token: string, name: Name, input: CallInput<Name> = {}) =>
    database.as(token, (tx, caller) => (handlers[name] as unknown as Called<Name>)(input, { tx, caller }));

  it('shares, settles and finds, and shows nothing to others', async () => {
    const { id: space } = await ask(ada, 'spaceMake', { body: { name: 'Parsers', visibility: 'members' } });
    const params = { space };
    const first = written({ name: 'parseRow', text: 'one' });
    const { results } = await ask(ada, 'change', { params, body: { changes: [first] } });
    assert.equal(results[0]?.sequence, 1);
    await assert.rejects(ask(bob, 'changes', { params }), { code: 'notFound' });
    await ask(ada, 'memberSet', { params, body: { email: 'bob@example.org', role: 'write' } });
    const late = written({ text: 'two' }, { asset: first.asset });
    const { results: settled } = await ask(bob, 'change', { params, body: { changes: [late, late] } });
    assert.deepEqual(settled.map(({ version, conflicts }) => [version, conflicts]), [[2, ['text']], [2, ['text']]]); // prettier-ignore
    const page = await ask(ada, 'changes', { params });
    assert.deepEqual(page.assets.map(({ fields }) => fields), [{ name: 'parseRow', text: 'two' }]); // prettier-ignore
    const found = await ask(bob, 'search', { params, body: { query: 'parse' } });
    assert.deepEqual(found.map(({ asset }) => asset.id), [first.asset]); // prettier-ignore
    assert.deepEqual(await ask(bob, 'history', { params: { ...params, asset: first.asset } }).then((all) => all[0]?.overwrote), { text: 'one' }); // prettier-ignore
  });

  it('holds the service’s user to the policies', async () => {
    await assert.rejects(engine.query('DELETE FROM quarry.history'), /permission denied/);
    assert.deepEqual((await engine.query('SELECT id FROM quarry.assets')).rows, []);
  });
});
