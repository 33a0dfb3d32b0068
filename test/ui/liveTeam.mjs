// A team's service with PostgreSQL behind it, in a program of its own, for a story of two people.
import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

export async function startLiveTeam() {
  const program = path.resolve('.vscode-test/liveTeam.mjs');
  await build({
    entryPoints: ['test/unit/team/liveTeam.child.ts'],
    outfile: program,
    ...{
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      loader: { '.sql': 'text', '.tsv': 'text' },
    },
  });
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async () => (await lines.next()).value;
  return {
    ...JSON.parse(await read()),
    /** `cut ada`, `mend ben`, `drop ben` */
    async tell(order) {
      child.stdin.write(`${order}\n`);
      await read();
    },
    async close() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
