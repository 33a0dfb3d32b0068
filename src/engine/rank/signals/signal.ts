/** What a signal is: one number per file, from the evidence of one question. */
import type { Evidence } from '../evidence';
import type { SelectedFile } from '../selection';

export interface Signal {
  name: string;
  /** Values are divided by the best of the question, so that weights compare; a prior is taken as it is. */
  isPrior?: boolean;
  of: (evidence: Evidence) => Float64Array;
}

export function perFile(
  { files }: Pick<Evidence, 'files'>,
  value: (file: SelectedFile, at: number) => number,
): Float64Array {
  const values = new Float64Array(files.length);
  files.forEach((file, at) => (values[at] = value(file, at)));
  return values;
}
