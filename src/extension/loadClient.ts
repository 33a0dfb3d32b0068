/** The line to a service, with schemas and sockets: half of the shell, so a bundle of its own that is loaded when needed. */
import type * as client from './start/client.js';

// Spelt so from this folder only: the build leaves exactly this name for run time.
export const loadClient = (): Promise<typeof client> => import('./start/client.js');
