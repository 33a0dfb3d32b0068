/**
 * namePrecI: covered share of the file's name times the rarity of the rarest word met. Idea: meeting "radix" says more
 * than meeting "request". Source: our ablation. Cost: as namePrec. Worth: none alone; its like stand in for it.
 */
import { perFile, type SketchSignal } from './signal';

export const namePrecI: SketchSignal = {
  name: 'namePrecI',
  of: (evidence) =>
    perFile(evidence, ({ path }) => {
      const { precision, rarity } = evidence.words.cover(path.name);
      return precision * rarity;
    }),
};
