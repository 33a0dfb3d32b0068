// Installs the packages of package-lock.json when they are missing or others are there. Needs Node's own modules only,
// because every script begins with it: `node test/rig/ensure.mjs && ...`
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, run } from './child.mjs';
import { step } from './steps.mjs';

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

/** Runs npm; what it prints is heard, not shown. */
async function npm(args, limitS) {
  let text = '';
  const options = { limitS, hear: (more) => (text += more) };
  // npm names its own script when it runs us; without it, the npm on PATH.
  const script = process.env.npm_execpath;
  const code = script?.endsWith('.js')
    ? await run(process.execPath, [script, ...args], options)
    : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
  return { code, text };
}

/**
 * Why the registry does not answer; undefined when it does. Asked by npm itself, which knows proxies and mirrors: without
 * a network its installation would try for more than a minute, and say nothing.
 */
async function silenceOfRegistry() {
  const { code, text } = await npm(['ping', '--loglevel=error', '--fetch-retries=0', '--fetch-timeout=8000'], 20);
  if (code === 0) return undefined;
  const reason = /npm (?:error|ERR!) code (\S+)/.exec(text)?.[1] ?? 'no answer';
  // A number is an answer: not every mirror knows this question.
  return /^E\d+$/.test(reason) ? undefined : reason;
}

// Install scripts are not needed by any package of ours, and not run.
const install = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];

/** @returns {Promise<string | undefined>} a sentence about what is wrong and what to do */
async function installPackages() {
  const silence = await silenceOfRegistry();
  const { code, text } = await npm([...install, ...(silence ? ['--offline'] : [])], 900);
  if (code === 0) return undefined;
  if (silence) {
    const { text: registry } = await npm(['config', 'get', 'registry'], 20);
    return (
      `npm's registry ${registry.trim()} does not answer (${silence}), and npm's cache does not hold all packages. ` +
      'Connect to the network, or name a registry that answers (npm config set registry URL), and run this again.'
    );
  }
  return `${text.trimEnd()}\nnpm could not install the packages: see above. \`npm ci --ignore-scripts\` must succeed first.`;
}

/** @param {{ toStderr?: boolean }} [o] where progress is printed */
export async function ensure({ toStderr = false } = {}) {
  checkNode();
  const reason = reasonToInstall();
  if (!reason) return;
  const what = `Installing the packages to build with, ${reason}`;
  const fault = await step(what, 'half a minute, two at the first time', installPackages, {
    toStderr,
    hasFailed: (sentence) => sentence !== undefined,
  });
  if (fault === undefined) return;
  console.error(fault);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensure();
