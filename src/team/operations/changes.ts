/**
 * Shared assets as a sequence: changes are applied one after the other under the space's row lock, and read as the
 * resulting states.
 */
import {
  type AuditEntry,
  type HistoryEntry,
  type SharedFields,
  SentChange,
  type SharedAsset,
  type TakenChange,
} from '../../contract/schemas/team';
import { type Handler, faultOfTexts } from './visit';
import { peopleOf, demand } from './rights';
import { check } from '../../contract/check';
import { ApiError } from '../../contract/errors';
import type { Transaction } from '../database/database';
import { settle, type Standing, writeAll, writeMeanings, type Batch } from './settle';

// Section: history of an asset and of a space.

const defaultPast = 100;
/** Largest page of an answer in bytes; the rest comes with the next page. */
const maxPageBytes = 8 * 1024 * 1024;

interface HistoryRow {
  version: number;
  sequence: number;
  at: Date;
  by: string;
  fields: SharedFields | null;
  deleted: boolean;
  overwrote: SharedFields | null;
}

/** Versions, newest first; a page continues with those older than `after`, 0 for the newest. */
export const history: Handler<'history'> = async ({ params, query }, { tx }) => {
  await demand(tx, params.space, 'read');
  const rows = await tx.rows<HistoryRow>(
    `SELECT version, sequence, at, by, fields, deleted, overwrote FROM (
       SELECT h.*, sum(coalesce(length(fields::text), 0) + coalesce(length(overwrote::text), 0)) OVER (ORDER BY version DESC) AS bytes,
              row_number() OVER (ORDER BY version DESC) AS place FROM (
         SELECT * FROM quarry.history WHERE space = $1 AND asset = $2 AND ($3 = 0 OR version < $3)
          ORDER BY version DESC LIMIT $4) h) p
      WHERE place = 1 OR bytes <= $5 ORDER BY version DESC`,
    [params.space, params.asset, query?.after ?? 0, query?.limit ?? defaultPast, maxPageBytes],
  );
  const person = await peopleOf(
    tx,
    rows.map(({ by }) => by),
  );
  return rows.map(({ version, sequence, at, by, fields, deleted, overwrote }): HistoryEntry => ({
    ...{ version, sequence, at: at.toISOString(), by: person(by) },
    ...(fields && { fields }),
    ...(deleted && { deleted }),
    ...(overwrote && { overwrote }),
  }));
};

interface AuditRow {
  at: Date;
  by: string | null;
  action: string;
  space: string | null;
  subject: string | null;
}

/** Entries, newest first; `after` skips that many. */
export const audit: Handler<'audit'> = async ({ params, query }, { tx }) => {
  await demand(tx, params.space, 'admin');
  const rows = await tx.rows<AuditRow>(
    'SELECT at, by, action, space, subject FROM quarry.audit WHERE space = $1 ORDER BY id DESC OFFSET $2 LIMIT $3',
    [params.space, query?.after ?? 0, query?.limit ?? defaultPast],
  );
  const person = await peopleOf(
    tx,
    rows.flatMap(({ by }) => by ?? []),
  );
  return rows.map(({ at, by, action, space, subject }): AuditEntry => ({
    ...{ at: at.toISOString(), action },
    ...(by !== null && { by: person(by) }),
    ...(space !== null && { space }),
    ...(subject !== null && { subject }),
  }));
};

const defaultLimit = 200;

export interface AssetRow {
  id: string;
  version: number;
  sequence: number;
  fields: SharedFields;
  deleted: boolean;
  created: Date;
  createdBy: string;
  changed: Date;
  changedBy: string;
}

export const assetColumns = `id, version, sequence, CASE WHEN deleted THEN '{}' ELSE fields END AS fields, deleted,
  created, created_by AS "createdBy", changed, changed_by AS "changedBy"`;

/** Assets with the names of their authors. */
export async function assetsOf(tx: Transaction, rows: AssetRow[]): Promise<SharedAsset[]> {
  const person = await peopleOf(
    tx,
    rows.flatMap((row) => [row.createdBy, row.changedBy]),
  );
  return rows.map(({ id, version, sequence, fields, deleted, created, createdBy, changed, changedBy }) => ({
    ...{ id, version, sequence },
    ...(deleted ? { deleted } : { fields }),
    ...{ created: created.toISOString(), createdBy: person(createdBy) },
    ...{ changed: changed.toISOString(), changedBy: person(changedBy) },
  }));
}

export const changes: Handler<'changes'> = async ({ params, query }, { tx }) => {
  await demand(tx, params.space, 'read');
  const after = query?.after ?? 0;
  const limit = query?.limit ?? defaultLimit;
  // A newly filled space is missing from PostgreSQL's statistics, and a plan for few rows would read and sort all that
  // are left for each page. The index has them in order.
  const [progress] = await tx.rows<{ last: number; telling: string | null }>(
    `SELECT last, quarry.telling() AS telling, set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
            set_config('enable_seqscan', 'off', true) FROM quarry.progress WHERE space = $1`,
    [params.space],
  );
  // One extra row shows whether there are more; large ones are cut off before they are read.
  const rows = await tx.rows<AssetRow & { place: number; fits: boolean }>(
    `SELECT ${assetColumns}, place, fits FROM (
       SELECT p.*, row_number() OVER w AS place, row_number() OVER w = 1 OR sum(bytes) OVER w <= $4 AS fits FROM (
         SELECT * FROM quarry.assets WHERE space = $1 AND sequence > $2 ORDER BY sequence LIMIT $3 + 1) p
       WINDOW w AS (ORDER BY sequence)) q
      WHERE fits OR place = 2 ORDER BY sequence`,
    [params.space, after, limit, maxPageBytes],
  );
  const told = rows.filter(({ place, fits }) => fits && place <= limit);
  const assets = await assetsOf(tx, told);
  const { telling = null } = progress ?? {};
  return {
    ...{ assets, last: told.at(-1)?.sequence ?? progress?.last ?? 0, more: await isMore() },
    ...(telling !== null && { telling }),
  };

  async function isMore(): Promise<boolean> {
    if (rows.length > told.length) return true;
    if (told.length === 0) return false;
    const [next] = await tx.rows<{ is: boolean }>(
      'SELECT EXISTS (SELECT FROM quarry.assets WHERE space = $1 AND sequence > $2) AS is',
      [params.space, told.at(-1)?.sequence],
    );
    return next?.is ?? false;
  }
};

interface KnownRow extends Standing {
  id: string;
  bytes: number;
}

interface AnsweredRow {
  key: string;
  space: string;
  answer: TakenChange;
}

const refused = ({ key, asset }: { key: string; asset: string }, reason: string): TakenChange => ({
  ...{ key, asset, outcome: 'refused', reason },
});

/** Applies changes; an unacceptable one is refused with its reason and the others are applied. */
export const change: Handler<'change'> = async ({ params: { space }, body }, { tx, caller, meanings }) => {
  const sent = body.changes;
  const ids = [...new Set(sent.map(({ asset }) => asset))];
  // Locks the row: no other change of this space runs until the transaction ends. Only those who may write can lock it;
  // other callers are refused afterwards.
  const [held] = await tx.rows<{ last: number; assets: number; bytes: number; now: Date }>(
    'SELECT last, assets, bytes, clock_timestamp() AS now FROM quarry.progress WHERE space = $1 FOR UPDATE',
    [space],
  );
  if (!held) {
    await demand(tx, space, 'write');
    throw new ApiError('notFound', 'There is no such space, or you are not in it.');
  }
  const { answered, known, elsewhere } = await readBefore(tx, { space, person: caller.person, ids, sent });
  const batch: Batch = {
    ...{ space, person: caller.person, now: held.now, last: held.last, assets: held.assets },
    bytes: held.bytes,
    ...{ entries: [], answers: [], states: new Map() },
  };
  const answers = new Map(answered.map((row) => [row.key, row]));
  const foreign = new Set(elsewhere);
  const standing = new Map(known.map(({ id, bytes, ...asset }) => [id, { asset, bytes }]));
  const results = sent.map((one) => {
    const before = answers.get(one.key);
    if (before) return repeated(one, before, space);
    const result = take(one, batch, { foreign, standing });
    answers.set(one.key, { key: one.key, space, answer: result });
    batch.answers.push(result);
    return result;
  });
  await writeAll(tx, batch, new Set(known.map(({ id }) => id)));
  if (meanings) await writeMeanings(tx, batch, meanings);
  return { results };
};

interface Before {
  answered: AnsweredRow[];
  known: KnownRow[];
  /** Ids that belong to other spaces. */
  elsewhere: string[];
}

/** Reads previous states in one statement, because other writers of the space wait meanwhile. */
async function readBefore(
  tx: Transaction,
  { space, person, ids, sent }: { space: string; person: string; ids: string[]; sent: SentChange[] },
): Promise<Before> {
  const [before] = await tx.rows<Before>(
    `SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('key', key, 'space', space, 'answer', answer)), '[]')
               FROM quarry.answered WHERE person = $1 AND key = ANY ($2::uuid[])) AS answered,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'version', version, 'fields', fields, 'versions', versions, 'deleted', deleted, 'bytes', bytes)), '[]')
               FROM quarry.assets WHERE space = $3 AND id = ANY ($4::uuid[])) AS known,
            ARRAY(SELECT quarry.held_elsewhere($4::uuid[], $3)) AS elsewhere`,
    [person, sent.map(({ key }) => key), space, ids],
  );
  return before ?? { answered: [], known: [], elsewhere: [] };
}

function repeated(sent: SentChange, before: AnsweredRow, space: string): TakenChange {
  if (before.space === space && before.answer.asset === sent.asset) return before.answer;
  return refused(sent, 'This key belongs to another change: each change has a key of its own.');
}

interface Known {
  foreign: Set<string>;
  standing: Map<string, { asset: Standing; bytes: number }>;
}

function take(sent: SentChange, batch: Batch, { foreign, standing }: Known): TakenChange {
  const fault = faultOf(sent);
  if (fault) return refused(sent, fault);
  if (foreign.has(sent.asset)) return refused(sent, 'An asset of another space has this id: give it a new one.');
  const { asset: before, bytes: bytesBefore = 0 } = standing.get(sent.asset) ?? {};
  // A second deletion is refused and changes nothing.
  if (sent.deleted && before?.deleted) return refused(sent, 'The asset is deleted already.');
  const settled = settle(before, sent, batch.person);
  if (typeof settled === 'string') return refused(sent, settled);
  const { asset, bytes, conflicts, overwrote } = settled;
  const sequence = ++batch.last;
  batch.assets += Number(!asset.deleted) - Number(before !== undefined && !before.deleted);
  batch.bytes += (asset.deleted ? 0 : bytes) - (before?.deleted ? 0 : bytesBefore);
  standing.set(sent.asset, { asset, bytes });
  batch.states.set(sent.asset, { id: sent.asset, sequence, bytes, ...asset });
  batch.entries.push({
    ...{ asset: sent.asset, version: asset.version, sequence, fields: sent.fields ?? null, deleted: asset.deleted },
    overwrote: conflicts.length > 0 ? overwrote : null,
  });
  return {
    ...{ key: sent.key, asset: sent.asset, outcome: 'taken', version: asset.version, sequence },
    ...(conflicts.length > 0 && { conflicts }),
  };
}

/** Checks one change by itself, so that an invalid one does not block the others. */
function faultOf(sent: SentChange): string | undefined {
  try {
    check(SentChange, sent, 'change');
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
  const fault = faultOfTexts(sent.fields);
  return fault && `A text of the change ${fault}.`;
}
