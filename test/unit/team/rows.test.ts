// Row-level security by itself: straight SQL as the user of the service, without any of our code between.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { hashOf } from '../../../src/team/database/database';
import { newDatabase, type TestDatabase } from './postgres';
import { startService } from './team';
import type { Role } from '../../../src/contract/schemas/team';
import { makeWorld, reachOf, roles, root, type Actor, type SpaceName, type World } from './world';

const tables = ['answered', 'assets', 'audit', 'history', 'identities', 'members', 'migrations', 'people', 'progress', 'spaces', 'tokens']; // prettier-ignore
const refused = { code: '42501' };

describe('rows of a team, by straight SQL as the service’s user', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let world: World;
  let client: pg.Client;

  before(async () => {
    database = await newDatabase();
    const service = await startService(database.service);
    world = await makeWorld(database, service.address);
    await service.close();
    client = new pg.Client({ connectionString: database.service });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await database.drop();
  });

  /** Everything is taken back at the end. */
  async function as<Result>(actor: Partial<Actor>, work: () => Promise<Result>): Promise<Result> {
    await client.query('BEGIN');
    try {
      const hash = actor.token === undefined ? '' : hashOf(actor.token).toString('hex');
      await client.query(`SELECT set_config('quarry.token', $1, true)`, [hash]);
      return await work();
    } finally {
      await client.query('ROLLBACK');
    }
  }
  const query = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await client.query<Row>(sql, values)).rows;
  const fails = (actor: Partial<Actor>, sql: string, values: unknown[] = []) =>
    as(actor, () => assert.rejects(query(sql, values), refused, sql));
  const member = (wantedRole: Role, wantedScope: Role) => {
    const found = world.actors.find(({ role, scope }) => role === wantedRole && scope === wantedScope);
    assert.ok(found);
    return found;
  };
  const admin = () => member('admin', 'admin');

  it('are secured in each table there is, for its owner as well', async () => {
    const found = await query<{ name: string; is: boolean }>(
      `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS is FROM pg_class
        WHERE relnamespace = 'quarry'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname`,
    );
    assert.deepEqual(
      found,
      tables.map((name) => ({ name, is: true })),
    );
  });

  it('belong to a user who may not pass over that, and who owns nothing', async () => {
    const [role] = await query(
      `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
              (SELECT count(*)::int FROM pg_shdepend WHERE refobjid = r.oid AND deptype = 'o') AS owned
         FROM pg_roles r WHERE rolname = current_user`,
    );
    const no = {
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
    };
    assert.deepEqual(role, { ...no, owned: 0 });
    for (const sql of [
      'SET ROLE quarry_owner',
      'SET ROLE postgres',
      'ALTER TABLE quarry.assets NO FORCE ROW LEVEL SECURITY',
      'DROP POLICY readers ON quarry.assets',
      'CREATE TABLE quarry.mine (id int)',
      'ALTER ROLE quarry_web BYPASSRLS',
    ])
      await fails(admin(), sql);
    await as(admin(), async () => {
      await query('SET LOCAL row_security = off');
      await assert.rejects(query('SELECT * FROM quarry.assets'), refused);
    });
  });

  it('are shown to nobody while nobody has said who they are', async () => {
    for (const name of tables.filter((table) => table !== 'identities' && table !== 'migrations')) {
      const columns = name === 'tokens' ? 'id' : '*';
      const closed = world.actors.filter(({ scope }) => scope === undefined);
      for (const actor of [...closed, { name: 'a name without a token', id: admin().id }]) {
        const rows = await as(actor, async () => {
          await query(`SELECT set_config('quarry.person', $1, true), set_config('quarry.scope', 'admin', true)`, [
            admin().id,
          ]);
          return query(`SELECT ${columns} FROM quarry.${name}`);
        });
        assert.equal(rows.length, 0, `${name} as ${actor.name}`);
      }
    }
  });

  it('are shown of the spaces that one may read, and of no other', async () => {
    for (const actor of world.actors.filter(({ scope }) => scope !== undefined)) {
      const readable = (Object.keys(world.spaces) as SpaceName[]).filter((kind) => reachOf(actor, kind));
      const ids = readable.map((kind) => world.spaces[kind].id).sort();
      const admins = readable.filter((kind) => reachOf(actor, kind) === 'admin').map((kind) => world.spaces[kind].id);
      await as(actor, async () => {
        for (const [name, column] of [
          ['spaces', 'id'],
          ['progress', 'space'],
          ['members', 'space'],
          ['assets', 'space'],
          ['history', 'space'],
        ]) {
          const seen = await query<{ space: string }>(`SELECT DISTINCT ${column} AS space FROM quarry.${name}`);
          assert.deepEqual(seen.map(({ space }) => space).sort(), ids, `${name} by ${actor.name}`);
        }
        const audit = await query<{ space: string }>('SELECT DISTINCT space FROM quarry.audit');
        assert.deepEqual(audit.map(({ space }) => space).sort(), admins.sort(), `audit by ${actor.name}`);
        for (const name of ['tokens', 'answered']) {
          const seen = await query<{ person: string }>(`SELECT DISTINCT person FROM quarry.${name}`);
          assert.ok(
            seen.every(({ person }) => person === actor.id),
            `${name} by ${actor.name}`,
          );
        }
        const people = await query<{ email: string }>('SELECT email FROM quarry.people');
        assert.ok(!people.some(({ email }) => email.startsWith('stranger')));
        if (ids.length === 1) assert.ok(people.length > 0);
      });
    }
  });

  it('are changed only where one may', async () => {
    const columns: [table: string, column: string, space: string, wanted: 'write' | 'admin'][] = [
      ['spaces', 'name', 'id', 'admin'],
      ['progress', 'last', 'space', 'write'],
      ['members', 'role', 'space', 'admin'],
      ['assets', 'fields', 'space', 'write'],
    ];
    for (const actor of world.actors.filter(({ scope }) => scope !== undefined)) {
      for (const [table, column, space, wanted] of columns) {
        const reached = (Object.keys(world.spaces) as SpaceName[]).filter((kind) => {
          const reach = reachOf(actor, kind);
          return reach && roles.indexOf(reach) >= roles.indexOf(wanted);
        });
        const by = table === 'assets' ? `, changed_by = quarry.person()` : '';
        const rows = await as(actor, () =>
          query<{ space: string; person?: string }>(
            `UPDATE quarry.${table} SET ${column} = ${column}${by} RETURNING ${space} AS space${table === 'members' ? ', person' : ''}`,
          ).catch((error: { code: string }) => {
            // One's own row may be changed, to leave: not to what it is.
            assert.equal(error.code, '42501');
            assert.equal(table, 'members');
            return [];
          }),
        );
        // Who has left stays so: their own row, without a role, is theirs to leave once more.
        const others = rows.filter(
          ({ space: id, person }) => person !== actor.id || reached.some((kind) => world.spaces[kind].id === id),
        );
        const seen = [...new Set(others.map((row) => row.space))].sort();
        if (table !== 'members' || seen.length > 0)
          assert.deepEqual(seen, reached.map((kind) => world.spaces[kind].id).sort(), `${table} by ${actor.name}`);
      }
    }
  });

  it('cannot be taken away, by the best of admins', async () => {
    for (const name of tables) {
      await fails(admin(), `DELETE FROM quarry.${name}`);
      await fails(admin(), `TRUNCATE quarry.${name}`);
    }
    for (const name of ['history', 'answered', 'audit', 'people', 'migrations', 'identities'])
      await fails(
        admin(),
        `UPDATE quarry.${name} SET ${{ people: 'name = name', migrations: 'name = name', identities: 'issuer = issuer' }[name] ?? 'at = at'}`,
      );
  });

  it('of the audit are not changed by its owner either', async () => {
    const owner = new pg.Client({ connectionString: database.owner });
    await owner.connect();
    try {
      for (const sql of [
        'DELETE FROM quarry.audit',
        'UPDATE quarry.audit SET action = action',
        'TRUNCATE quarry.audit',
      ])
        await assert.rejects(owner.query(sql), refused);
    } finally {
      await owner.end();
    }
    await fails(admin(), `INSERT INTO quarry.audit (action) VALUES ('forged')`);
  });

  it('take no author but the caller, and no space but their own', async () => {
    const { own, other } = world.spaces;
    const stranger = (await root<{ id: string }>(database, `SELECT id FROM quarry.people WHERE name = 'Stranger'`))[0]
      ?.id;
    const asset = `INSERT INTO quarry.assets (id, space, version, sequence, fields, versions, bytes, created, created_by, changed, changed_by)
      VALUES (gen_random_uuid(), $1, 1, 99, '{}', '{}', 2, now(), $2, now(), $3)`;
    const { id } = admin();
    await as(admin(), () => query(asset, [own.id, id, id]));
    await fails(admin(), asset, [other.id, id, id]);
    await fails(admin(), asset, [own.id, stranger, id]);
    await fails(admin(), asset, [own.id, id, stranger]);
    await fails(admin(), 'UPDATE quarry.assets SET changed_by = $1', [stranger]);
    await fails(admin(), 'UPDATE quarry.assets SET space = $1', [other.id]);
    await fails(admin(), 'UPDATE quarry.assets SET created_by = $1', [id]);
    const history = `INSERT INTO quarry.history (space, asset, version, sequence, at, by) VALUES ($1, $2, 9, 99, now(), $3)`;
    await fails(admin(), history, [other.id, other.asset, id]);
    await fails(admin(), history, [own.id, own.asset, stranger]);
    const answered = `INSERT INTO quarry.answered (person, key, space, asset, answer) VALUES ($1, gen_random_uuid(), $2, $3, '{}')`;
    await fails(admin(), answered, [stranger, own.id, own.asset]);
    await fails(admin(), answered, [id, other.id, other.asset]);
    await fails(admin(), 'INSERT INTO quarry.members (space, person, role) VALUES ($1, $2, $3)', [
      other.id,
      id,
      'admin',
    ]);
    await fails(admin(), `INSERT INTO quarry.people (name) VALUES ('x')`);
  });

  it('of tokens never show a hash, and take none for others or of more than one has', async () => {
    await fails(admin(), 'SELECT hash FROM quarry.tokens');
    const insert = `INSERT INTO quarry.tokens (person, hash, name, scope, expires) VALUES ($1, sha256(gen_random_uuid()::text::bytea), 'x', $2, now())`;
    await fails(member('admin', 'write'), insert, [admin().id, 'admin']);
    await fails(admin(), insert, [randomUUID(), 'read']);
    await fails(admin(), `UPDATE quarry.tokens SET expires = now() + interval '1 year'`);
    await fails(admin(), `UPDATE quarry.tokens SET scope = 'admin'`);
  });

  it('of identities are closed', async () => {
    await fails(admin(), 'SELECT * FROM quarry.identities');
  });

  it('are not reached by functions of the owner’s', async () => {
    const [reader] = world.actors.filter(({ role, scope }) => role === 'write' && scope === 'write');
    await fails({}, `SELECT quarry.make_space('x', 'public')`);
    await fails(member('admin', 'write'), `SELECT quarry.make_space('x', 'public')`);
    await fails(reader ?? {}, `SELECT quarry.invite($1, 'x@example.org', 'admin')`, [world.spaces.own.id]);
    await fails(admin(), `SELECT quarry.invite($1, 'x@example.org', 'admin')`, [world.spaces.other.id]);
    const ids = [[world.spaces.own.asset], world.spaces.other.id];
    assert.deepEqual(await as(admin(), () => query('SELECT quarry.held_elsewhere($1::uuid[], $2)', ids)), []);
    for (const name of ['tell(text, jsonb)', 'only_grows()', 'member_done()'])
      assert.equal(
        (await query<{ may: boolean }>(`SELECT has_function_privilege('quarry.${name}', 'EXECUTE') AS may`))[0]?.may,
        false,
      );
  });

  it('are not reached by names that stand before the real ones', async () => {
    const { id } = world.spaces.own;
    const outsider = world.actors.find(({ role, scope }) => role === undefined && scope === 'admin');
    await as(outsider ?? {}, async () => {
      await query(`CREATE TEMP TABLE spaces AS SELECT $1::uuid AS id, NULL::timestamptz AS deleted`, [id]);
      await query('CREATE TEMP TABLE members (space uuid, person uuid, role text)');
      await query(`CREATE FUNCTION pg_temp.person() RETURNS uuid LANGUAGE sql AS $$ SELECT '${admin().id}'::uuid $$`);
      await query(
        `CREATE FUNCTION pg_temp.current_setting(text, boolean) RETURNS text LANGUAGE sql AS $$ SELECT '${admin().id}' $$`,
      );
      await query('SET LOCAL search_path = pg_temp, quarry, pg_catalog');
      assert.deepEqual(await query('SELECT id FROM quarry.assets WHERE space = $1', [id]), []);
      assert.deepEqual(await query('SELECT quarry.reach($1) AS reach', [id]), [{ reach: null }]);
    });
  });
});
