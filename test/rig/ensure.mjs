// Installs the packages of package-lock.json when they are missing or others are there. Needs Node's own modules only,
// because every script begins with it: `node test/rig/ensure.mjs && ...`
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, run } from './child.mjs';

const oldestNode = [20, 19];

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  console.error(`Node ${oldestNode.join('.')} or newer is needed; this is ${process.version}.`);
  process.exit(1);
}

const packagesOf = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;

/** Why the packages have to be installed; undefined when what is there is what the lock file says. */
function reasonToInstall() {
  // npm leaves a list of what it installed, so no mark of ours is needed.
  const list = 'node_modules/.package-lock.json';
  if (!existsSync(path.join(root, list))) return 'packages are missing';
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf(list);
  const differs = Object.keys(wanted).find(
    (place) =>
      place !== '' &&
      present[place]?.version !== wanted[place].version &&
      // Those of other systems are never installed here.
      !(wanted[place].optional && present[place] === undefined),
  );
  return differs && `${differs} differs from package-lock.json`;
}

/** @param {{ toStderr?: boolean }} [o] where progress is printed */
export async function ensure({ toStderr = false } = {}) {
  checkNode();
  const reason = reasonToInstall();
  if (!reason) return;
  (toStderr ? console.error : console.log)(`Installing packages (npm ci): ${reason}.`);
  // npm names its own script when it runs us; without it, the npm on PATH.
  const npm = process.env.npm_execpath;
  // Install scripts are not needed by any package of ours, and not run.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];
  const code = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args], { limitS: 900, toStderr })
    : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { limitS: 900, toStderr });
  if (code !== 0) {
    console.error('The packages could not be installed: see above. `npm ci --ignore-scripts` must succeed first.');
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensure();
