/**
 * symDef: the file declares a name the question asks for, in any spelling. Idea: as symType, where the grammar gives no
 * symbol or the definition is too small for a passage of its own. Worth: none alone; its like stand in for it.
 */
import { perFile, type Signal } from './signal';

export const symDef: Signal = {
  name: 'symDef',
  of: (evidence) =>
    perFile(evidence, ({ first, end }) => {
      for (let passage = first; passage < end; passage += 1) if (evidence.declares[passage]) return 1;
      return 0;
    }),
};
