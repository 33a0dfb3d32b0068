/**
 * What a change makes of an asset: each field by itself, the one that arrives later stays. Nobody's clock is asked: the
 * order is that in which the space's row was held. Knows no database.
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

/** An asset as it stands, or stood. */
export interface Standing {
  version: number;
  fields: SharedFields;
  /** Of each field: the version that wrote it last, and whose it was. */
  versions: Partial<Record<FieldName | 'deleted', { version: number; by: string }>>;
  deleted: boolean;
}

export interface Settled {
  asset: Standing;
  bytes: number;
  /** What others wrote since the author looked, and their deletion, as `deleted`. */
  conflicts: string[];
  /** What stood in those fields. */
  overwrote: SharedFields;
}

const nothing: Standing = { version: 0, fields: {}, versions: {}, deleted: false };

/** @returns what it leads to; a sentence where it is refused */
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

/** Somebody else wrote it after the version that its author had before their eyes. One's own is never unseen. */
function isUnseen(before: Standing, name: FieldName | 'deleted', base: number, person: string): boolean {
  const last = before.versions[name];
  return last !== undefined && last.version > base && last.by !== person;
}

function pick(fields: SharedFields, names: string[]): SharedFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

// Section: puts a batch of changes into the tables, in one statement however many they are. Must not decide anything.

export interface Batch {
  space: string;
  person: string;
  /** The database's clock. */
  now: Date;
  last: number;
  assets: number;
  /** Of those that are there. */
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
  /** As each changed asset stands after the last of its changes. */
  states: Map<string, Standing & { id: string; sequence: number; bytes: number }>;
}

const stateColumns =
  'r(id uuid, version int, sequence bigint, fields jsonb, versions jsonb, deleted boolean, bytes int)';

/** The order in which its parts are done is PostgreSQL's: none of them reads what another one writes. */
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

/** One statement: while it is written everybody else who writes in the space waits. */
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

/** By the table's own types: where pgvector's lie is the database's choice. */
const meaningsStatement = `WITH gone AS (
    DELETE FROM quarry.meanings WHERE asset = ANY ($4::uuid[])
  )
  INSERT INTO quarry.meanings (asset, space, version, made_by, meaning)
  SELECT asset, $1, version, $2, meaning FROM jsonb_populate_recordset(NULL::quarry.meanings, $3::jsonb)
    ON CONFLICT (asset) DO UPDATE SET version = excluded.version, made_by = excluded.made_by, meaning = excluded.meaning`;

/** For a database that has pgvector: where the changed assets stand among meanings now. */
export async function writeMeanings(tx: Transaction, { space, states }: Batch, meanings: Meanings): Promise<void> {
  const all = [...states.values()].map(({ id, version, fields, deleted }) => ({
    ...{ asset: id, version, meaning: deleted ? undefined : meanings.ofAsset(fields) },
  }));
  if (all.length === 0) return;
  // What is deleted, or has no word that is known any more, is nowhere.
  const gone = all.filter(({ meaning }) => meaning === undefined).map(({ asset }) => asset);
  const placed = all.filter(({ meaning }) => meaning !== undefined);
  await tx.rows(meaningsStatement, [space, meanings.madeBy, JSON.stringify(placed), gone]);
}
