/**
 * Migrates a database's schema to this version, including the table of meanings, and checks schema and role. Run by the
 * owner; several may run at once. Must not know what the other tables are for.
 */
import pg from 'pg';
import type { Transaction } from './database';
import { migrations, newest, type Migration } from './migrations';
import type { Meanings } from '../ranking';
import optional from './migrations/optional.sql';
import ledger from './migrations/ledger.sql';
import type { SharedFields } from '../../contract/schemas/team';
import meanings from './migrations/meanings.sql';

/** Id of the advisory lock, the same for all who migrate. */
const lock = 5219;

interface Ran {
  number: number;
  name: string;
  hash: string;
}

export interface MigrateOptions {
  database: string;
  /** Role of the service: created when missing and a password is given. */
  serviceUser?: string | undefined;
  servicePassword?: string | undefined;
  /** Embedding; with it and pgvector, assets are found by meaning. */
  meanings?: Meanings | undefined;
  log: (sentence: string) => void;
}

/** @returns how many migrations were run */
export async function migrate(options: MigrateOptions): Promise<number> {
  const { database, serviceUser, servicePassword, meanings, log } = options;
  const client = new pg.Client({ connectionString: database, application_name: 'quarry team migrate' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    await client.query(ledger);
    const { rows: ran } = await client.query<Ran>('SELECT number, name, hash FROM quarry.migrations ORDER BY number');
    const fault = faultOfSchema(ran);
    if (fault && ran.length > 0 && !fault.isOlder) throw new Error(fault.sentence);
    for (const migration of migrations.slice(ran.length)) {
      await run(client, migration);
      log(`Ran migration ${migration.number}, ${migration.name}.`);
    }
    await client.query(optional);
    if (meanings) await prepareMeanings(client, meanings, log);
    if (serviceUser !== undefined) await letServe(client, serviceUser, servicePassword, log);
    return newest - ran.length;
  } finally {
    await client.end();
  }
}

async function run(client: pg.Client, { number, name, sql, hash }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query('INSERT INTO quarry.migrations (number, name, hash) VALUES ($1, $2, $3)', [number, name, hash]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function letServe(client: pg.Client, user: string, password: string | undefined, log: MigrateOptions['log']) {
  const name = pg.escapeIdentifier(user);
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [user]);
  if (!rowCount) {
    if (!password)
      throw new TypeError(`There is no role ${user}: give its password in QUARRY_TEAM_SERVICE_PASSWORD to make it.`);
    await client.query(`CREATE ROLE ${name} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    log(`Made the role ${user}.`);
  }
  await client.query(`GRANT quarry_service TO ${name}`);
}

export interface SchemaFault {
  isOlder: boolean;
  sentence: string;
}

/** @returns why this version cannot serve such a schema; undefined when it can */
export function faultOfSchema(ran: readonly Ran[]): SchemaFault | undefined {
  const changed = ran.find(({ hash }, at) => migrations[at] && migrations[at].hash !== hash);
  if (changed)
    return {
      isOlder: false,
      sentence: `Migration ${changed.number} (${changed.name}) ran there as another text than this version has: the database is of another make of Quarry.`,
    };
  if (ran.length > newest)
    return {
      isOlder: false,
      sentence: `The database is newer (migration ${ran.length}) than this version of Quarry (${newest}): update this copy of the service.`,
    };
  if (ran.length < newest)
    return {
      isOlder: true,
      sentence: `The database is older (migration ${ran.length}) than this version of Quarry (${newest}): run "quarry team migrate" first.`,
    };
  return undefined;
}

/** Migrations that have run; empty for a database without our schema. */
export async function readSchema(tx: Transaction): Promise<Ran[]> {
  const [there] = await tx.rows<{ is: boolean }>(`SELECT to_regclass('quarry.migrations') IS NOT NULL AS is`);
  return there?.is ? tx.rows<Ran>('SELECT number, name, hash FROM quarry.migrations ORDER BY number') : [];
}

/**
 * Checks that row-level security applies to the service's role.
 * @returns what is wrong with the role, nothing when it may serve
 */
export async function faultOfRole(tx: Transaction): Promise<string | undefined> {
  const [role] = await tx.rows<{ name: string; isAbove: boolean; isOwner: boolean; serves: boolean }>(
    `SELECT current_user AS name, r.rolsuper OR r.rolbypassrls AS "isAbove",
            EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                     WHERE n.nspname = 'quarry' AND pg_has_role(current_user, c.relowner, 'MEMBER')) AS "isOwner",
            EXISTS (SELECT FROM pg_roles s WHERE s.rolname = 'quarry_service' AND pg_has_role(current_user, s.oid, 'USAGE')) AS serves
       FROM pg_roles r WHERE r.rolname = current_user`,
  );
  if (!role) return undefined;
  const way = `"quarry team migrate --service-user NAME" makes one that may serve`;
  if (role.isAbove) return `${role.name} may pass over row-level security, so it must not serve: ${way}.`;
  if (role.isOwner) return `${role.name} owns the tables, so it must not serve: ${way}.`;
  if (!role.serves) return `${role.name} is no member of quarry_service: ${way}.`;
  return undefined;
}

// Section: creates and fills the table of meanings in a database with pgvector. Run by the owner.

interface Unread {
  id: string;
  space: string;
  version: number;
  fields: SharedFields;
}

/** Assets processed at once. */
const batchSize = 500;
const first = '00000000-0000-0000-0000-000000000000';

/** Fills the table; rows written meanwhile are newer and stay. */
const fill = `INSERT INTO quarry.meanings AS m (asset, space, version, made_by, meaning)
  SELECT r.asset, r.space, r.version, $2, r.meaning FROM jsonb_populate_recordset(NULL::quarry.meanings, $1::jsonb) r
    ON CONFLICT (asset) DO UPDATE SET version = excluded.version, made_by = excluded.made_by, meaning = excluded.meaning
    WHERE m.version <= excluded.version`;

/** True when the database has the table of meanings. */
export async function hasMeanings(tx: Transaction): Promise<boolean> {
  const [there] = await tx.rows<{ is: boolean }>(`SELECT to_regclass('quarry.meanings') IS NOT NULL AS is`);
  return there?.is ?? false;
}

/** Schema of pgvector; undefined when the table does not exist. */
async function placeOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ place: string }>(
    `SELECT quote_ident(n.nspname) AS place FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
      WHERE e.extname = 'vector' AND to_regclass('quarry.meanings') IS NOT NULL`,
  );
  return rows[0]?.place;
}

/** Creates the table, fills it, and builds its index last, which is much quicker. */
async function prepareMeanings(client: pg.Client, made: Meanings, log: (sentence: string) => void): Promise<void> {
  await client.query(meanings.replaceAll('$WIDTH', String(made.width)));
  const place = await placeOf(client);
  if (place === undefined) return;
  const count = await fillAll(client, made);
  if (count > 0) log(`Read ${count.toLocaleString('en')} assets for their meaning.`);
  await client.query(
    `CREATE INDEX IF NOT EXISTS meanings_near ON quarry.meanings USING hnsw (meaning ${place}.vector_cosine_ops)`,
  );
}

async function fillAll(client: pg.Client, made: Meanings): Promise<number> {
  let count = 0;
  for (let after = first; ;) {
    const { rows } = await client.query<Unread>(
      `SELECT a.id, a.space, a.version, a.fields FROM quarry.assets a LEFT JOIN quarry.meanings m ON m.asset = a.id AND m.made_by = $2
        WHERE a.id > $1 AND m.asset IS NULL AND NOT a.deleted ORDER BY a.id LIMIT $3`,
      [after, made.madeBy, batchSize],
    );
    const last = rows.at(-1);
    if (!last) return count;
    after = last.id;
    const read = rows.flatMap(({ id, space, version, fields }) => {
      const meaning = made.ofAsset(fields);
      return meaning === undefined ? [] : [{ asset: id, space, version, meaning }];
    });
    await client.query(fill, [JSON.stringify(read), made.madeBy]);
    count += read.length;
  }
}
