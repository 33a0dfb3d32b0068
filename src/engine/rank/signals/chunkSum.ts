/**
 * chunkSum: the file's three best passages by their text alone. Idea: text and names as evidence apart. Source: our
 * ablation. Cost: one pass over the passages of the chosen files. Worth: none alone; its like stand in for it.
 */
import type { Signal } from './signal';

export const chunkSum: Signal = { name: 'chunkSum', of: ({ sums }) => sums.flat.three };
