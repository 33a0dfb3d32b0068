/** The program `quarry`: its work is in the bundle of the service, so that nothing is shipped twice. */
import module from 'node:module';
import path from 'node:path';
import { homeFolder } from './contract/homeFolder.js';
import type * as service from './service.js';

// Agents wait for each start: where Node can (22.8), what it has compiled is kept: half of the time until it listens.
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
if (process.argv[2] === 'mcp') enableCompileCache?.(path.join(homeFolder(), '.quarry', 'compiled'));

// Spelt so from this folder only: the build leaves exactly this name for run time.
const bundle: Promise<typeof service> = import('./service.js');
void bundle.then(({ loadCommandLine }) => loadCommandLine()).then(({ run }) => run());
