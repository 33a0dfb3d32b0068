/**
 * Search of a space on the server, for those too large to lie on everybody's machine: PostgreSQL's words and, where
 * pg_trgm is, names that are like what was asked. Ranked by them too: our engine ranks files of an index in its own
 * thread and has no door for a handful of texts; it would bring a megabyte into this bundle. No vectors: pgvector is an
 * extension that few have, and the embedding would be the engine's.
 */
import type { Handler } from './handlers';
import { assetColumns, assetsOf, type AssetRow } from './changes';
import { demand } from './rights';

const defaultLimit = 20;
/** More make a search slower and hardly another. */
const maxWords = 24;
/** Of a long question the beginning names the matter. */
const maxQuestion = 400;

export const search: Handler<'search'> = async ({ params, body }, { tx }) => {
  await demand(tx, params.space, 'read');
  const question = body.query.slice(0, maxQuestion);
  const found = await tx.rows<{ id: string; score: number }>('SELECT * FROM quarry.find($1, $2, $3, $4)', [
    ...[params.space, question, wordsOf(question), body.limit ?? defaultLimit],
  ]);
  const rows = await tx.rows<AssetRow>(
    `SELECT ${assetColumns} FROM quarry.assets WHERE space = $1 AND id = ANY ($2::uuid[])`,
    [params.space, found.map(({ id }) => id)],
  );
  const assets = new Map((await assetsOf(tx, rows)).map((asset) => [asset.id, asset]));
  return found.flatMap(({ id, score }) => {
    const asset = assets.get(id);
    return asset ? [{ asset, score }] : [];
  });
};

/** As they are indexed: whole, and split at capitals. */
function wordsOf(question: string): string[] {
  const words = question.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(words.map((word) => word.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase()))].slice(
    0,
    maxWords,
  );
}
