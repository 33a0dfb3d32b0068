/**
 * covDef: share of the question's weight that occurs in names the file defines, all its definitions together. Idea: the
 * file that defines the subject rather than mentions it. Source: our ablation. Cost: the bits of the files' passages.
 * Worth: .0011 of nDCG@10, files alone.
 */
import { weightOf } from '../coverage';
import { perFile, type Signal } from './signal';

export const covDef: Signal = {
  name: 'covDef',
  of: ({ presence, words, ...evidence }) =>
    perFile(evidence, ({ first, end }) => {
      let bits = 0;
      for (let passage = first; passage < end; passage += 1) bits |= presence.declared[passage] ?? 0;
      return weightOf(bits, words.weights);
    }),
};
