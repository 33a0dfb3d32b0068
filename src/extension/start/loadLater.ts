/** The larger half of the shell; reading its text alone would double what the editor waits for. */
import type * as later from './later.js';

// Spelt so from this folder only: the build leaves exactly this name for run time.
export const loadLater = (): Promise<typeof later> => import('./later.js');
