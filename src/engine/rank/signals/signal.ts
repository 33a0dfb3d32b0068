/** What a signal is: one number per file, from the evidence of one question. */
import type { Evidence, RankedFile } from '../evidence';

export interface Signal {
  name: string;
  /** Values are divided by the best of the question, so that weights compare; a prior is taken as it is. */
  isPrior?: boolean;
  of: (evidence: Evidence) => Float64Array;
}

export function perFile(
  evidence: Pick<Evidence, 'files'>,
  value: (file: RankedFile, at: number) => number,
): Float64Array {
  return Float64Array.from(evidence.files, value);
}
