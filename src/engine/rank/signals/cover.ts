/**
 * cover: the share of the question's weight that one passage holds, at best. Idea: all of a question in one place says
 * more than one word of it many times. Source: coordination level matching. Cost: as covDef. Worth: none alone; its
 * like stand in for it.
 */
import { weightOf } from '../coverage';
import { perFile, type Signal } from './signal';

export const cover: Signal = {
  name: 'cover',
  of: ({ presence, words, ...evidence }) =>
    perFile(evidence, ({ first, end }) => {
      let best = 0;
      for (let passage = first; passage < end; passage += 1) {
        const bits = presence.any[passage] ?? 0;
        if (bits !== 0) best = Math.max(best, weightOf(bits, words.weights));
      }
      return best;
    }),
};
