/** The program `quarry`: its work is in the bundle of the service, so that nothing is shipped twice. */
import type * as service from './service.js';

// Spelt so from this folder only: the build leaves exactly this name for run time.
const bundle: Promise<typeof service> = import('./service.js');
void bundle.then(({ loadCommandLine }) => loadCommandLine()).then(({ run }) => run());
