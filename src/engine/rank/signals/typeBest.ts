/**
 * typeBest: best fit of a type's name around a passage. Idea: "json reader" is the file with `class JsonReader`.
 * Source: our ablation. Cost: as funcSum. Worth: none alone; its like stand in for it.
 */
import { perFile, type Signal } from './signal';

export const typeBest: Signal = {
  name: 'typeBest',
  of: (evidence) =>
    perFile(evidence, ({ first, end }) => {
      let best = 0;
      for (let passage = first; passage < end; passage += 1) best = Math.max(best, evidence.fits.type[passage] ?? 0);
      return best;
    }),
};
