/**
 * rootBm: the three best passages by words of the question's roots. Idea: "router" for "routing". Source: our ablation.
 * Cost: one pass over the passages of the chosen files. Worth: none alone; its like stand in for it.
 */
import type { Signal } from './signal';

export const rootBm: Signal = { name: 'rootBm', of: ({ sums }) => sums.roots.three };
