/** What was: of an asset, and of a space. */
import type { AuditEntry, HistoryEntry, SharedFields } from '../../contract/schemas/team';
import type { Handler } from './handlers';
import { peopleOf } from './members';
import { demand } from './rights';

const defaultLimit = 100;
/** Answers stay of a size that a client takes in one piece; what does not fit comes with the next page. */
export const maxPageBytes = 8 * 1024 * 1024;

interface HistoryRow {
  version: number;
  sequence: number;
  at: Date;
  by: string;
  fields: SharedFields | null;
  deleted: boolean;
  overwrote: SharedFields | null;
}

/** Newest first: a page goes on with what is older than the version `after`, which is 0 for the newest. */
export const history: Handler<'history'> = async ({ params, query }, { tx }) => {
  await demand(tx, params.space, 'read');
  const rows = await tx.rows<HistoryRow>(
    `SELECT version, sequence, at, by, fields, deleted, overwrote FROM (
       SELECT h.*, sum(coalesce(length(fields::text), 0) + coalesce(length(overwrote::text), 0)) OVER (ORDER BY version DESC) AS bytes,
              row_number() OVER (ORDER BY version DESC) AS place FROM (
         SELECT * FROM quarry.history WHERE space = $1 AND asset = $2 AND ($3 = 0 OR version < $3)
          ORDER BY version DESC LIMIT $4) h) p
      WHERE place = 1 OR bytes <= $5 ORDER BY version DESC`,
    [params.space, params.asset, query?.after ?? 0, query?.limit ?? defaultLimit, maxPageBytes],
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

/** Newest first; `after` passes over so many of the newest. */
export const audit: Handler<'audit'> = async ({ params, query }, { tx }) => {
  await demand(tx, params.space, 'admin');
  const rows = await tx.rows<AuditRow>(
    'SELECT at, by, action, space, subject FROM quarry.audit WHERE space = $1 ORDER BY id DESC OFFSET $2 LIMIT $3',
    [params.space, query?.after ?? 0, query?.limit ?? defaultLimit],
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
