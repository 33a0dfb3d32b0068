/**
 * typeBest: best fit of a type's name around a passage. Idea: "json reader" is the file with `class JsonReader`.
 * Source: our ablation. Cost: as funcSum. Worth: @typeBest@
 */
import { balanced } from '../wordMatch';
import { perFile, type Signal } from './signal';

export const typeBest: Signal = {
  name: 'typeBest',
  of: (evidence) =>
    perFile(evidence, (file) => {
      let best = 0;
      for (let passage = file.first; passage < file.end; passage += 1) {
        const words = evidence.isAlive(file, passage) ? evidence.symbolOf(file, passage) : undefined;
        if (words)
          best = Math.max(best, balanced(evidence.words.cover(words.type.length > 0 ? words.type : words.own)));
      }
      return best;
    }),
};
