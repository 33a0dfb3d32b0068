/**
 * What a change makes of an asset: each field by itself, the one that arrives later stays. Nobody's clock is asked: the
 * order is that in which the space's row was held. Knows no database.
 */
import { maxAssetBytes, type FieldName, type SentChange, type SharedFields } from '../../contract/schemas/team';

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
