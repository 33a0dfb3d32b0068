/**
 * Where assets stand among meanings, for a database that has pgvector: the table beside them, and what fills it for assets
 * that were there before it, or that another embedding has read. Run by the owner. Must not know how a meaning is made.
 */
import type pg from 'pg';
import type { SharedFields } from '../../contract/schemas/team';
import type { Meanings } from '../ranking';
import type { Transaction } from './database';
import meanings from './migrations/meanings.sql';

interface Unread {
  id: string;
  space: string;
  version: number;
  fields: SharedFields;
}

/** Read, understood and written at once. */
const batchSize = 500;
const first = '00000000-0000-0000-0000-000000000000';

/** What was written meanwhile is newer and stays. */
const fill = `INSERT INTO quarry.meanings AS m (asset, space, version, made_by, meaning)
  SELECT r.asset, r.space, r.version, $2, r.meaning FROM jsonb_populate_recordset(NULL::quarry.meanings, $1::jsonb) r
    ON CONFLICT (asset) DO UPDATE SET version = excluded.version, made_by = excluded.made_by, meaning = excluded.meaning
    WHERE m.version <= excluded.version`;

/** Whether what is written and asked is written and asked here as well. */
export async function hasMeanings(tx: Transaction): Promise<boolean> {
  const [there] = await tx.rows<{ is: boolean }>(`SELECT to_regclass('quarry.meanings') IS NOT NULL AS is`);
  return there?.is ?? false;
}

/** Where pgvector lies; undefined where the table is not there. */
async function placeOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ place: string }>(
    `SELECT quote_ident(n.nspname) AS place FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
      WHERE e.extname = 'vector' AND to_regclass('quarry.meanings') IS NOT NULL`,
  );
  return rows[0]?.place;
}

/** Makes the table where pgvector may be made, fills it, and makes its index once it is full, which is much quicker. */
export async function prepareMeanings(
  client: pg.Client,
  made: Meanings,
  log: (sentence: string) => void,
): Promise<void> {
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
