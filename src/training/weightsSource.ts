/** Writes the fitted weights as the source file that the engine reads. */
import type { Vectors } from './prepared';

function table(names: readonly string[], weights: Float64Array): string {
  return names.map((name, at) => `    ${name}: ${(weights[at] ?? 0).toFixed(3)},`).join('\n');
}

/** @param figures what the fit reached, for the header */
export function weightsSource(names: readonly string[], { worded, symbol }: Vectors, figures: string): string {
  const day = new Date().toISOString().slice(0, 10);
  return `/**
 * Weights of the file signals, written by src/training/fitRanking.ts on ${day}; not edited by hand. Fitted on the
 * developers' part of the repository questions (23 repositories, 461 questions), ${figures}.
 * A signal's best file of a question has the value 1.
 */
export const weights: Record<'worded' | 'symbol', Record<string, number>> = {
  worded: {
${table(names, worded)}
  },
  symbol: {
${table(names, symbol)}
  },
};
`;
}
