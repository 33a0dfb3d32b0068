/**
 * Applies a change to an asset, field by field; the later arrival wins. No clock is used: the order is that of locking
 * the space's row. Must not know the database.
 */
import {
  maxAssetBytes,
  type FieldName,
  type SentChange,
  type SharedFields,
  type TakenChange,
} from '../../contract/schemas/team';
import type { Transaction } from '../database/database';
import type { Meanings } from '../ranking';

/** A current or former state of an asset. */
export interface Standing {
  version: number;
  fields: SharedFields;
  /** By field: the version that wrote it last, and its author. */
  versions: Partial<Record<FieldName | 'deleted', { version: number; by: string }>>;
  deleted: boolean;
}

export interface Settled {
  asset: Standing;
  bytes: number;
  /** Fields that others wrote since the author's version; a deletion is `deleted`. */
  conflicts: string[];
  /** Previous contents of those fields. */
  overwrote: SharedFields;
}

const nothing: Standing = { version: 0, fields: {}, versions: {}, deleted: false };

/** @returns the new state, or a sentence when the change is refused */
export function settle(before: Standing = nothing, change: SentChange, person: string): Settled | string {
  const isDeletion = change.deleted === true;
  const sent = isDeletion ? {} : (change.fields ?? {});
  const names = Object.keys(sent) as FieldName[];
  if (isDeletion && change.fields) return 'A change either writes fields or deletes, not both.';
  if (!isDeletion && names.length === 0) return 'The change names no field and deletes nothing.';
  if (isDeletion && before.version === 0) return 'There is no such asset in this space.';
  const touched: (FieldName | 'deleted')[] = isDeletion ? (Object.keys(before.fields) as FieldName[]) : names;
  if (before.deleted) touched.push('deleted');
  const conflicts = touched.filter((name) => isUnseen(before, name, change.base, person));
  const version = before.version + 1;
  const fields = { ...before.fields, ...sent };
  const bytes = Buffer.byteLength(JSON.stringify(fields));
  if (bytes > maxAssetBytes)
    return `The asset would take ${bytes.toLocaleString('en')} bytes; ${maxAssetBytes.toLocaleString('en')} is the most.`;
  const written = Object.fromEntries(
    (isDeletion || before.deleted ? [...names, 'deleted'] : names).map((name) => [name, { version, by: person }]),
  );
  const overwrote = pick(
    before.fields,
    conflicts.filter((name) => name !== 'deleted'),
  );
  const versions = { ...before.versions, ...written };
  return { asset: { version, fields, versions, deleted: isDeletion }, bytes, conflicts, overwrote };
}

/** True when another person wrote the field after the author's version; one's own writes are never unseen. */
function isUnseen(before: Standing, name: FieldName | 'deleted', base: number, person: string): boolean {
  const last = before.versions[name];
  return last !== undefined && last.version > base && last.by !== person;
}

function pick(fields: SharedFields, names: string[]): SharedFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

// Section: writes a batch of changes in one statement. Must not decide anything.

export interface Batch {
  space: string;
  person: string;
  /** The database's clock. */
  now: Date;
  last: number;
  assets: number;
  /** Bytes of the assets that are not deleted. */
  bytes: number;
  entries: {
    asset: string;
    version: number;
    sequence: number;
    fields: SharedFields | null;
    deleted: boolean;
    overwrote: SharedFields | null;
  }[];
  answers: TakenChange[];
  /** State of each changed asset after the last of its changes. */
  states: Map<string, Standing & { id: string; sequence: number; bytes: number }>;
}

const stateColumns =
  'r(id uuid, version int, sequence bigint, fields jsonb, versions jsonb, deleted boolean, bytes int)';

/** PostgreSQL chooses the order of the parts: none reads what another writes. */
const statement = `WITH made AS (
    INSERT INTO quarry.assets (id, space, version, sequence, fields, versions, deleted, bytes, created, created_by, changed, changed_by)
    SELECT id, $1, version, sequence, fields, versions, deleted, bytes, $2, $3, $2, $3 FROM jsonb_to_recordset($4::jsonb) AS ${stateColumns}
  ), changed AS (
    UPDATE quarry.assets a SET version = r.version, sequence = r.sequence, fields = r.fields, versions = r.versions,
           deleted = r.deleted, bytes = r.bytes, changed = $2, changed_by = $3
      FROM jsonb_to_recordset($5::jsonb) AS ${stateColumns} WHERE a.id = r.id AND a.space = $1
  ), kept AS (
    INSERT INTO quarry.history (space, asset, version, sequence, at, by, fields, deleted, overwrote)
    SELECT $1, asset, version, sequence, $2, $3, fields, deleted, overwrote FROM jsonb_to_recordset($6::jsonb)
        AS r(asset uuid, version int, sequence bigint, fields jsonb, deleted boolean, overwrote jsonb)
  ), moved AS (
    UPDATE quarry.progress SET last = $7, assets = $8, bytes = $10 WHERE space = $1 AND last <> $7
  )
  INSERT INTO quarry.answered (person, key, space, asset, answer)
  SELECT $3, (a->>'key')::uuid, $1, (a->>'asset')::uuid, a FROM jsonb_array_elements($9::jsonb) AS a`;

/** Writes the batch in one statement, because other writers of the space wait meanwhile. */
export async function writeAll(tx: Transaction, batch: Batch, known: ReadonlySet<string>): Promise<void> {
  const { space, person, now } = batch;
  if (batch.answers.length === 0) return; // all of it was done before
  const states = [...batch.states.values()];
  const newer = states.filter(({ id }) => !known.has(id));
  const older = states.filter(({ id }) => known.has(id));
  await tx.rows(statement, [
    ...[space, now, person, JSON.stringify(newer), JSON.stringify(older)],
    ...[JSON.stringify(batch.entries), batch.last, batch.assets, JSON.stringify(batch.answers), batch.bytes],
  ]);
}

/** Uses the table's own types, as the schema of pgvector is the database's choice. */
const meaningsStatement = `WITH gone AS (
    DELETE FROM quarry.meanings WHERE asset = ANY ($4::uuid[])
  )
  INSERT INTO quarry.meanings (asset, space, version, made_by, meaning)
  SELECT asset, $1, version, $2, meaning FROM jsonb_populate_recordset(NULL::quarry.meanings, $3::jsonb)
    ON CONFLICT (asset) DO UPDATE SET version = excluded.version, made_by = excluded.made_by, meaning = excluded.meaning`;

/** Updates the meanings of the changed assets, in a database with pgvector. */
export async function writeMeanings(tx: Transaction, { space, states }: Batch, meanings: Meanings): Promise<void> {
  const all = [...states.values()].map(({ id, version, fields, deleted }) => ({
    ...{ asset: id, version, meaning: deleted ? undefined : meanings.ofAsset(fields) },
  }));
  if (all.length === 0) return;
  // Deleted assets, and those without a known word, have no meaning.
  const gone = all.filter(({ meaning }) => meaning === undefined).map(({ asset }) => asset);
  const placed = all.filter(({ meaning }) => meaning !== undefined);
  await tx.rows(meaningsStatement, [space, meanings.madeBy, JSON.stringify(placed), gone]);
}
