/** Writes fitted weights as the source files that the engine reads. */
import type { AnswerWeights } from '../../engine/answers/weights';

function table(weights: Readonly<Record<string, number>>, indent: string): string {
  return Object.entries(weights)
    .map(([name, weight]) => `${indent}${name}: ${weight},`)
    .join('\n');
}

/** @param figures what the fit reached, for the header */
export function weightsSource({ all, byKind }: AnswerWeights, figures: string): string {
  const day = new Date().toISOString().slice(0, 10);
  const kinds = Object.entries(byKind)
    .map(([kind, own]) => `    ${kind}: {\n${table(own, '      ')}\n    },`)
    .join('\n');
  return `/**
 * Weights of what is known of a unit (features.ts), written by src/training/answers on ${day}; not edited by hand. Fitted
 * on the questions of answers-dev and npm-answers. ${figures}
 */
import type { Features } from './features';
import type { QuestionKind } from './kind';

export interface AnswerWeights {
  /** For every question. */
  all: Features;
  /** What a kind of question adds to it. */
  byKind: Partial<Record<QuestionKind, Partial<Features>>>;
}

export const weights: AnswerWeights = {
  all: {
${table({ ...all }, '    ')}
  },
  byKind: {
${kinds}
  },
};
`;
}

/** @param head lines of the header, each with its star */
export function tableSource(name: string, head: string, weights: Readonly<Record<string, number>>): string {
  return `/**\n${head}\n */\nexport const ${name} = {\n${table(weights, '  ')}\n};\n`;
}
