/**
 * A row of the promise table: a threat or fault, what must happen, and a run that shows it. Every row has a quick form
 * for `npm test` and a full one for `npm run test:soak`. A row breaks by throwing (an AssertionError says what);
 * a figure that misses its limit is told as missed, not hidden.
 */
export interface Row {
  /** As in the table: S1, B4, D2. */
  id: string;
  /** What must happen, as a sentence without its subject: "answers 403 to every foreign Host". */
  promise: string;
  /** The figure to reach, in words. */
  limit: string;
  /** How many rounds, states, kills or seconds, in the unit the row counts; 0: the soak alone runs it. */
  quick: number;
  full: number;
  /** Why it cannot run here, or undefined. */
  unable?: () => string | undefined;
  run: (round: Round) => Promise<Outcome>;
}

export interface Round {
  count: number;
  isFull: boolean;
  /** Same seed, same run. */
  seed: number;
  /**
   * How many times longer than promised something may take: 1 when figures are judged, more in the quick form, which runs
   * on busy machines and finds what hangs, not what is slow.
   */
  slack: number;
  /** Told while it runs, for whoever watches a soak. */
  progress: (text: string) => void;
}

export interface Outcome {
  /** What was measured, in the words of the limit. */
  figure: string;
  /** The figure keeps to its limit. */
  isKept: boolean;
  /** What of the promise could not be looked at, and why. */
  unchecked?: string | undefined;
}
