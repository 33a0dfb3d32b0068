/**
 * cbfSum: the file's three best passages by BM25F. Idea: several good passages speak for a file. Source: our ablation
 * (+.03 over the best alone). Cost: one pass over the passages of the chosen files. Worth: none alone; its like stand
 * in for it.
 */
import type { SketchSignal } from './signal';

export const cbfSum: SketchSignal = { name: 'cbfSum', of: ({ sums }) => sums.main.three };
