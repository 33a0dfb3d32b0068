// Measures ranking: node src/training/ranking/quality.mjs --sets DIR [--mirrors DIR] [--cache DIR] [--only SET]...
//   --sets DIR      folder of the question sets (those it lacks are not measured)
//   --mirrors DIR   bare mirrors of the repositories, named owner+name/repo or owner+name.git
//   --cache DIR     where the sources go (.bench)
//   --results DIR   leave the ranked places, as the sets' own scorers read them
//   --write         fit on everything and write src/engine/rank/weights.ts
//   --signals       the worth of each signal
//   --drop SIGNAL   without a signal (repeatable)
//   --reuse FILE    keep the features in a file, and take them from it when it is there
// Figures are cross-validated by repository: six folds, each judged by weights fitted on the other five.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const folder = path.join(root, 'out/training');

/** Bundles the measuring with the engine as it is, and runs it. */
export async function runQuality(args, { name = 'quality', plugins = [] } = {}) {
  mkdirSync(folder, { recursive: true });
  const outfile = path.join(folder, `${name}.mjs`);
  await build({
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
    entryPoints: [path.join(root, 'src/training/ranking/quality.ts')],
    outfile,
    plugins,
  });
  const { status } = spawnSync(process.execPath, ['--enable-source-maps', outfile, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  return status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(await runQuality(process.argv.slice(2)));
