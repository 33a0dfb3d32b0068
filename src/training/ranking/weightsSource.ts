/** Writes the fitted weights as the source file that the engine reads. */
import { forms, type FileWeights } from '../../engine/rank/rankFiles';
import type { Vectors } from './prepared';

const digits = 3;

/** The vectors as the engine takes them. */
export function namedWeights(names: readonly string[], vectors: Vectors): FileWeights {
  const named = (weights: Float64Array) =>
    Object.fromEntries(names.map((name, at) => [name, Number((weights[at] ?? 0).toFixed(digits))]));
  return { worded: named(vectors.worded), symbol: named(vectors.symbol) };
}

/** @param figures what the fit reached, for the header */
export function weightsSource(weights: FileWeights, figures: string): string {
  const day = new Date().toISOString().slice(0, 10);
  const table = (one: Readonly<Record<string, number>>) =>
    Object.entries(one).map(([name, weight]) => `    ${name}: ${weight},`);
  const tables = forms.map((form) => [`  ${form}: {`, ...table(weights[form]), '  },'].join('\n'));
  return `/**
 * Weights of the file signals, written by src/training/ranking on ${day}; not edited by hand. Fitted on the developers'
 * part of the repository questions and on the other sets of src/training/ranking/questionSets.ts that have files;
 * cross-validated by repository: ${figures}.
 * A signal's best file of a question has the value 1.
 */
export const weights = {
${tables.join('\n')}
};
`;
}
