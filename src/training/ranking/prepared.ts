/** Prepared features: what the engine's signals said of every candidate file of every question, and which were right. */
import type { Form } from '../../engine/rank/rankFiles';

/** One file of a question: which target it is (-1 for none) and its signals. */
export interface FileRow {
  path: string;
  target: number;
  x: number[];
}

export interface QuestionRow {
  query: string;
  category: string;
  form: Form;
  targets: number;
  files: FileRow[];
}

export interface Prepared {
  repo: string;
  /** Questions of the other sets help the fit and are not part of its figure. */
  isExtra: boolean;
  signals: string[];
  questions: QuestionRow[];
}

/** One weight per signal, in the order of the signals. */
export type Vectors = Record<Form, Float64Array>;

/** As if the signals said nothing. */
export function without(sets: readonly Prepared[], names: readonly string[]): Prepared[] {
  const dropped = new Set(names);
  if (dropped.size === 0) return [...sets];
  return sets.map((set) => ({
    ...set,
    questions: set.questions.map((question) => ({
      ...question,
      files: question.files.map((file) => ({
        ...file,
        x: file.x.map((value, at) => (dropped.has(set.signals[at] ?? '') ? 0 : value)),
      })),
    })),
  }));
}
