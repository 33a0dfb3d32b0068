/**
 * Ranks the files of a space: the weighted sum of all signals, each divided by its best value of the question. Scores
 * are summed, not ranks: that measured better. One weight vector for worded questions, one for a symbol alone.
 */
import type { Evidence, RankedFile } from './evidence';
import { signals } from './signals/index';
import { weights } from './weights';

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

export function rankFiles(evidence: Evidence): ScoredFile[] {
  const values = signalValues(evidence);
  const chosen = evidence.question.isSymbol ? weights.symbol : weights.worded;
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
