import path from 'node:path';
import { build } from 'esbuild';

/** The engine's thread as it ships, built into `outfile`. */
export async function buildWorker(outfile: string): Promise<void> {
  await build({
    entryPoints: [path.resolve('src/engine/worker.ts')],
    outfile,
    bundle: true,
    loader: { '.tsv': 'text' },
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
  });
}
