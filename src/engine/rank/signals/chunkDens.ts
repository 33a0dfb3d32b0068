/**
 * chunkDens: sum of all passages by their text, over the square root of their number. Idea: how much of the file is
 * about the question, without giving long files the day. Source: our ablation. Worth: none alone; its like stand in for
 * it.
 */
import { perFile, type Signal } from './signal';

export const chunkDens: Signal = {
  name: 'chunkDens',
  of: (evidence) =>
    perFile(evidence, ({ passages }, at) => (evidence.sums.flat.all[at] ?? 0) / Math.sqrt(Math.max(1, passages))),
};
