/**
 * feedback: the three best passages by the question widened with words of its best passages. Source: RM3, Abdul-Jaleel
 * et al. 2004. Cost: one pass over the passages of the chosen files. Worth: .0060 of nDCG@10, files alone.
 */
import type { Signal } from './signal';

export const feedback: Signal = { name: 'feedback', of: ({ sums }) => sums.feedback.three };
