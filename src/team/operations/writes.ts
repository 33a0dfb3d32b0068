/** Puts a batch of changes into the tables, in five statements however many they are. Must not decide anything. */
import type { SharedFields, TakenChange } from '../../contract/schemas/team';
import type { Transaction } from '../database/database';
import type { Standing } from './settle';

export interface Batch {
  space: string;
  person: string;
  /** The database's clock. */
  now: Date;
  last: number;
  assets: number;
  entries: {
    asset: string;
    version: number;
    sequence: number;
    fields: SharedFields | null;
    deleted: boolean;
    overwrote: SharedFields | null;
  }[];
  answers: TakenChange[];
  /** As each changed asset stands after the last of its changes. */
  states: Map<string, Standing & { id: string; sequence: number; bytes: number }>;
}

const stateColumns =
  'r(id uuid, version int, sequence bigint, fields jsonb, versions jsonb, deleted boolean, bytes int)';

export async function writeAll(tx: Transaction, batch: Batch, known: ReadonlySet<string>): Promise<void> {
  const { space, person, now } = batch;
  const states = [...batch.states.values()];
  const older = states.filter(({ id }) => known.has(id));
  const newer = states.filter(({ id }) => !known.has(id));
  if (newer.length > 0)
    await tx.rows(
      `INSERT INTO quarry.assets (id, space, version, sequence, fields, versions, deleted, bytes, created, created_by, changed, changed_by)
       SELECT id, $2, version, sequence, fields, versions, deleted, bytes, $3, $4, $3, $4 FROM jsonb_to_recordset($1) AS ${stateColumns}`,
      [JSON.stringify(newer), space, now, person],
    );
  if (older.length > 0)
    await tx.rows(
      `UPDATE quarry.assets a SET version = r.version, sequence = r.sequence, fields = r.fields, versions = r.versions,
              deleted = r.deleted, bytes = r.bytes, changed = $3, changed_by = $4
         FROM jsonb_to_recordset($1) AS ${stateColumns} WHERE a.id = r.id AND a.space = $2`,
      [JSON.stringify(older), space, now, person],
    );
  if (batch.entries.length > 0) {
    await tx.rows(
      `INSERT INTO quarry.history (space, asset, version, sequence, at, by, fields, deleted, overwrote)
       SELECT $2, asset, version, sequence, $3, $4, fields, deleted, overwrote FROM jsonb_to_recordset($1)
           AS r(asset uuid, version int, sequence bigint, fields jsonb, deleted boolean, overwrote jsonb)`,
      [JSON.stringify(batch.entries), space, now, person],
    );
    await tx.rows('UPDATE quarry.progress SET last = $2, assets = $3 WHERE space = $1', [
      space,
      batch.last,
      batch.assets,
    ]);
  }
  if (batch.answers.length > 0)
    await tx.rows(
      `INSERT INTO quarry.answered (person, key, space, asset, answer)
       SELECT $2, (a->>'key')::uuid, $3, (a->>'asset')::uuid, a FROM jsonb_array_elements($1) AS a`,
      [JSON.stringify(batch.answers), person, space],
    );
}
