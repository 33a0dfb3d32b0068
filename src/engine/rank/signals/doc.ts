/**
 * doc: the best passage by its comments alone. Idea: comments speak the language of questions. Source: our ablation.
 * Cost: one pass over the passages of the chosen files. Worth: none alone; its like stand in for it.
 */
import type { Signal } from './signal';

export const doc: Signal = { name: 'doc', of: ({ sums }) => sums.comments.best };
