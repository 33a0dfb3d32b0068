/**
 * nameHits: the three best passages by the names they define. Source: BM25F with one field. Cost: one pass over the
 * passages of the chosen files. Worth: .0037 of nDCG@10, files alone.
 */
import type { Signal } from './signal';

export const nameHits: Signal = { name: 'nameHits', of: ({ sums }) => sums.names.three };
