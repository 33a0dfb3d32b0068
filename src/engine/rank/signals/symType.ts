/**
 * symType: a type or function of exactly the asked name is defined here, spelled as asked; more when it is large. Idea:
 * a symbol wants its definition, not one that only shares the letters. Source: our ablation. Worth: none alone; its
 * like stand in for it.
 */
import { perFile, type Signal } from './signal';

export const symType: Signal = {
  name: 'symType',
  of: (evidence) => {
    const asked = new Set(evidence.question.written);
    if (asked.size === 0) return new Float64Array(evidence.files.length);
    return perFile(evidence, ({ first, end }) => {
      let passages = 0;
      for (let passage = first; passage < end; passage += 1) {
        const symbol = evidence.symbolOf(passage);
        if (symbol?.split('.').some((part) => asked.has(part))) passages += 1;
      }
      return Math.log2(1 + passages);
    });
  },
};
