/** All that is registered when the editor starts; beside the entry, so that reading it is a turn of its own. */
import type * as shell from './start/shell.js';

// Spelt so from this folder only: the build leaves exactly this name for run time.
export const loadShell = (): Promise<typeof shell> => import('./start/shell.js');
