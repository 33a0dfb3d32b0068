/**
 * bigram: neighbouring words of the question that stand in one passage, at best. Idea: "radix tree" is more than
 * "radix" and "tree". Source: our ablation, there with positions; the index keeps none, so a passage is near enough.
 * Cost: as covDef. Worth: .0010 of nDCG@10, files alone.
 */
import { pairWeightOf } from '../coverage';
import { perFile, type Signal } from './signal';

export const bigram: Signal = {
  name: 'bigram',
  of: ({ presence, words, ...evidence }) =>
    perFile(evidence, ({ first, end }) => {
      let [best, second] = [0, 0];
      for (let passage = first; passage < end; passage += 1) {
        const weight = pairWeightOf(presence.any[passage] ?? 0, words.weights);
        if (weight > best) [best, second] = [weight, best];
        else if (weight > second) second = weight;
      }
      return best + second / 2;
    }),
};
