/**
 * Ranks the files of a space: the weighted sum of all signals, each divided by its best value of the question. Scores
 * are summed, not ranks: that measured better. One weight vector per form of question.
 */
import type { Evidence, RankedFile } from './evidence';
import type { Question } from './question';
import { signals } from './signals/index';
import { weights as fitted } from './weights';

/** A sentence or a topic, or a name alone. */
export const forms = ['worded', 'symbol'] as const;
export type Form = (typeof forms)[number];

/** Weight by signal. */
export type FileWeights = Readonly<Record<Form, Readonly<Record<string, number>>>>;

export interface ScoredFile {
  file: RankedFile;
  score: number;
  /** Score part by signal. */
  parts: Record<string, number>;
}

/** Values of all signals, by signal and then by file. */
export function signalValues(evidence: Evidence): Float64Array[] {
  return signals.map(({ isPrior, of }) => {
    const values = of(evidence);
    if (isPrior) return values;
    let best = 0;
    for (const value of values) best = Math.max(best, value);
    return best > 0 ? values.map((value) => value / best) : values;
  });
}

export function formOf({ isSymbol }: Question): Form {
  return isSymbol ? 'symbol' : 'worded';
}

/** @param weights others than the fitted ones, to measure them */
export function rankFiles(evidence: Evidence, weights: FileWeights = fitted): ScoredFile[] {
  const values = signalValues(evidence);
  const chosen = weights[formOf(evidence.question)];
  const scored = evidence.files.map((file, at) => {
    const parts: Record<string, number> = {};
    let score = 0;
    signals.forEach(({ name }, place) => {
      const part = (chosen[name] ?? 0) * (values[place]?.[at] ?? 0);
      if (part !== 0) parts[name] = part;
      score += part;
    });
    return { file, score, parts };
  });
  return scored.sort((a, b) => b.score - a.score || (a.file.place < b.file.place ? -1 : 1));
}
