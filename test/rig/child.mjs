// The project's root, and one way to start a program in it with a time limit.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Where the editor of the rig and the downloads of the desktop runner go; shared by all clones that set the variable. */
export const cacheDir = path.resolve(process.env.VSCODE_RIG_CACHE || path.join(root, '.vscode-test/rig'));

const running = new Set();

function endTree(child, name) {
  try {
    // A group of its own, where the system knows groups, so that grandchildren end too.
    if (child.isGroup) process.kill(-child.pid, name);
    else child.kill(name);
  } catch {
    // Already gone, which is what was wanted.
  }
}

function onSignal(name) {
  for (const child of running) endTree(child, 'SIGTERM');
  process.exit(name === 'SIGINT' ? 130 : 143);
}

/** Ctrl+C must reach groups of their own too. Only while there are any: otherwise others decide about the end. */
function track(child) {
  if (running.size === 0) ['SIGINT', 'SIGTERM'].forEach((name) => process.on(name, onSignal));
  running.add(child);
}

function untrack(child) {
  running.delete(child);
  if (running.size === 0) ['SIGINT', 'SIGTERM'].forEach((name) => process.off(name, onSignal));
}

/**
 * Runs a program in the root and answers its exit code; -1 when the time ran out.
 * @param {string} command
 * @param {string[]} args
 * @param {object}  [o]
 * @param {object}  [o.env]         laid over the environment
 * @param {number}  [o.limitS]      seconds until it is ended
 * @param {boolean} [o.isAsking]    may ask at the terminal (a password), so it stays in our group
 * @param {boolean} [o.toStderr]    what it prints goes to standard error
 * @param {string}  [o.cwd]         where it runs, if not in the root
 * @param {boolean} [o.isQuiet]     what it prints on standard output is shown only when it fails
 * @param {(text: string) => void} [o.hear]  gets all that it prints, which is shown nowhere
 */
export function run(
  command,
  args,
  { env, cwd = root, limitS = 300, isAsking = false, toStderr = false, isQuiet = false, hear } = {},
) {
  return new Promise((resolve) => {
    const isGroup = process.platform !== 'win32' && !isAsking;
    const stdout = toStderr ? 2 : 1;
    const stdio = [isAsking ? 'inherit' : 'ignore', isQuiet || hear ? 'pipe' : stdout, hear ? 'pipe' : 2];
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio, detached: isGroup });
    child.isGroup = isGroup;
    track(child);
    let quietOutput = '';
    child.stdout?.on('data', (d) => (hear ? hear(String(d)) : (quietOutput += d)));
    child.stderr?.on('data', (d) => hear(String(d)));
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      const script = args.find((arg) => !arg.startsWith('-')) ?? command;
      console.error(`${path.basename(script)} was ended: it ran longer than ${limitS} s`);
      endTree(child, 'SIGTERM');
      setTimeout(() => running.has(child) && endTree(child, 'SIGKILL'), 5_000).unref();
    }, limitS * 1000);
    const end = (code) => {
      clearTimeout(timer);
      untrack(child);
      if (code !== 0 && quietOutput) console.error(quietOutput);
      resolve(isLate ? -1 : code);
    };
    child.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      end(127);
    });
    child.on('close', (code) => end(code ?? 1));
  });
}

/** Runs a script with this very Node: `script` is a path below the root. */
export function runNode(script, args = [], options = {}) {
  return run(process.execPath, [path.join(root, script), ...args], options);
}

/**
 * Calls back when npm, which runs us, was ended: it tells its shell, and the shell tells nobody. A program started
 * without npm may outlive its parent on purpose.
 */
export function whenNpmEnds(callback) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 300);
  timer.unref();
}
