/** Entry of the program `quarry`. The work is done in the service's bundle, so that no code is shipped twice. */
import module from 'node:module';
import path from 'node:path';
import { homeFolder } from './contract/conventions.js';
import type * as service from './service.js';
import type * as team from './team.js';

// Agents wait for each start, so compiled code is cached where Node can (22.8), which halves the start time.
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown };
if (process.argv[2] === 'mcp') enableCompileCache?.(path.join(homeFolder(), '.quarry', 'compiled'));

// These import paths must stay as written: the build keeps exactly these names for run time.
if (process.argv[2] === 'team') {
  const bundle: Promise<typeof team> = import('./team.js');
  bundle.then(
    ({ run }) => run(process.argv.slice(3)),
    (error: Error & { code?: string }) => {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
      process.stderr.write('The service of a team is not in the editor’s package: take npx quarry-cli team.\n');
      process.exitCode = 1;
    },
  );
} else {
  const bundle: Promise<typeof service> = import('./service.js');
  void bundle.then(({ loadCommandLine }) => loadCommandLine()).then(({ run }) => run());
}
