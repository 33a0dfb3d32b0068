/**
 * Ranks the files of a space: the weighted sum of all signals, each divided by its best value of the question. Scores
 * are summed, not ranks: that measured better. One weight vector per form of question.
 */
import type { Evidence } from './evidence';
import { addWeighted, fileSignals, valuesOf } from './fileSignals';
import type { Question } from './question';
import { weights as fitted } from './weights';

/** A sentence or a topic, or a name alone. */
export const forms = ['worded', 'symbol'] as const;
export type Form = (typeof forms)[number];

/** Weight by signal. */
export type FileWeights = Readonly<Record<Form, Readonly<Record<string, number>>>>;

export interface ScoredFile {
  /** Place among the files of the evidence. */
  at: number;
  score: number;
}

export interface RankedFiles {
  /** Best first. */
  files: readonly ScoredFile[];
  /** Score of a file part by part, by signal. */
  partsOf: (at: number) => Record<string, number>;
}

export const signalNames = Object.keys(fileSignals);

/** Values of all signals, by signal and then by file. */
export function signalValues(evidence: Evidence): Float64Array[] {
  return Object.values(fileSignals).map((signal) => valuesOf(signal, evidence));
}

export function formOf({ isSymbol }: Question): Form {
  return isSymbol ? 'symbol' : 'worded';
}

/** @param weights others than the fitted ones, to measure them */
export function rankFiles(evidence: Evidence, weights: FileWeights = fitted): RankedFiles {
  const values = signalValues(evidence);
  const chosen = weights[formOf(evidence.question)];
  const factors = signalNames.map((name) => chosen[name] ?? 0);
  const places = evidence.files.map(({ place }) => place);
  const scores = new Float64Array(places.length);
  values.forEach((list, signal) => addWeighted(scores, list, factors[signal]!));
  const files = Array.from(scores, (score, at) => ({ at, score }));
  files.sort((a, b) => b.score - a.score || ((places[a.at] ?? '') < (places[b.at] ?? '') ? -1 : 1));
  const partsOf = (at: number) =>
    Object.fromEntries(
      signalNames
        .map((name, signal) => [name, (factors[signal] ?? 0) * (values[signal]?.[at] ?? 0)] as const)
        .filter(([, part]) => part !== 0),
    );
  return { files, partsOf };
}
