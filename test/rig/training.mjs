// `npm run fit:*`, `measure`, `tree`, `train` and `compare:ctags`: bundles a program of src/training and runs it, on
// grammars and queries as the sources have them. `node test/rig/training.mjs lines/fit [options]`
import { build } from 'esbuild';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, runNode } from './child.mjs';
import { isStale } from './stale.mjs';
import { step } from './steps.mjs';

const [program] = process.argv.slice(2);

if (isStale(path.join(root, 'dist/grammars'), ['src/languages', 'src/build.mjs', 'package-lock.json'])) {
  const builds = () => runNode('src/build.mjs', ['--grammars'], { toStderr: true });
  const options = { toStderr: true, hasFailed: (code) => code !== 0 };
  if ((await step('Building grammars and queries', 'two seconds', builds, options)) !== 0) process.exit(1);
}

const outfile = path.join(root, 'out/training', `${program}.mjs`);
await build({
  entryPoints: [path.join(root, 'src/training', `${program}.ts`)],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: 'inline',
  loader: { '.tsv': 'text' },
  logLevel: 'warning',
});
// In this process, which Ctrl+C and whoever knows its id end alike.
process.setSourceMapsEnabled(true);
process.argv.splice(1, 2, outfile);
await import(pathToFileURL(outfile).href);
