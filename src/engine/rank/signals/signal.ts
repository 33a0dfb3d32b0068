/** What a signal is: one number per file, from the evidence of one question. */
import type { Evidence } from '../evidence';
import type { Sketch } from '../sketch';

/** `Known` is what it reads. */
export interface SignalOf<Known> {
  name: string;
  /** Values are divided by the best of the question, so that weights compare; a prior is taken as it is. */
  isPrior?: boolean;
  of: (evidence: Known) => Float64Array;
}

export type Signal = SignalOf<Evidence>;

/** Known after the first look, so it helps to choose the files that the others look at. */
export type SketchSignal = SignalOf<Sketch>;

export function perFile<File>(
  { files }: { files: readonly File[] },
  value: (file: File, at: number) => number,
): Float64Array {
  const values = new Float64Array(files.length);
  for (let at = 0; at < files.length; at += 1) values[at] = value(files[at]!, at);
  return values;
}

/** Of all files, as shares of the best. */
export function valuesOf<Known>({ isPrior, of }: SignalOf<Known>, evidence: Known): Float64Array {
  const values = of(evidence);
  if (isPrior) return values;
  let best = 0;
  for (const value of values) if (value > best) best = value;
  if (best <= 0) return values;
  const shares = new Float64Array(values.length);
  for (let at = 0; at < values.length; at += 1) shares[at] = values[at]! / best;
  return shares;
}

/** Adds to what each file is worth. */
export function addWeighted(worth: Float64Array, values: Float64Array, factor: number): void {
  for (let at = 0; at < worth.length; at += 1) worth[at]! += factor * values[at]!;
}
