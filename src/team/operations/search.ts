/** Search of a space on the server, for those too large to lie on everybody's machine. */
import type { Handler } from './handlers';
import { assetColumns, assetsOf, type AssetRow } from './changes';
import { demand } from './rights';

const defaultLimit = 20;

export const search: Handler<'search'> = async ({ params, body }, { tx }) => {
  await demand(tx, params.space, 'read');
  const rows = await tx.rows<AssetRow & { score: number }>(
    `SELECT ${assetColumns}, ts_rank(words, q) AS score FROM quarry.assets, websearch_to_tsquery('simple', $2) q
      WHERE space = $1 AND NOT deleted AND words @@ q ORDER BY score DESC LIMIT $3`,
    [params.space, body.query, body.limit ?? defaultLimit],
  );
  const assets = await assetsOf(tx, rows);
  return assets.map((asset, at) => ({ asset, score: rows[at]?.score ?? 0 }));
};
