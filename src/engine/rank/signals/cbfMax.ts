/**
 * cbfMax: the file's best passage by BM25F. Source: Robertson and Zaragoza 2009. Cost: one pass over the passages of
 * the chosen files. Worth: .0010 of nDCG@10, files alone.
 */
import type { SketchSignal } from './signal';

export const cbfMax: SketchSignal = { name: 'cbfMax', of: ({ sums }) => sums.main.best };
