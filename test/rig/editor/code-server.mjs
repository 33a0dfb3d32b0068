// The browser-served VS Code: profile, extensions, start and a clean end. Linux only.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { cacheDir } from '../child.mjs';
import { descendants, isRunning, signal } from './family.mjs';
import { GiveUp, until } from './wait.mjs';

/** No welcome pages, no telemetry, no updates: for people and tests alike. */
export const quietSettings = {
  'remote.autoForwardPorts': false, // its toast would cover the pictures
  'workbench.startupEditor': 'none',
  // Its page covers the window of 1.116; switched off in 1.139, another walkthrough opens in place of the one that was chosen.
  ...(process.env.VSCODE_RIG_CACHE !== undefined && { 'workbench.welcomePage.experimentalOnboarding': false }),
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off', // VS Code rewrites a plain false, and the file with it
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
};

/** Makes the folders of a profile; settings that are there already are the user's and stay. */
export function makeProfile(profile, settings) {
  const file = path.join(profile, 'data', 'User', 'settings.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.mkdirSync(path.join(profile, 'extensions'), { recursive: true });
  fs.writeFileSync(path.join(profile, 'config.yaml'), 'auth: none\n');
  if (!fs.existsSync(file)) fs.writeFileSync(file, JSON.stringify(settings, null, 2));
}

/** An option with its value, where this editor knows it: an older one ends at once on any other. */
export function optionIfKnown(name, value) {
  const file = path.join(cacheDir, 'code-server/node_modules/code-server/out/node/cli.js');
  return fs.readFileSync(file, 'utf8').includes(`"${name}"`) ? [`--${name}`, value] : [];
}

function launch(args, { profile, env, stdio, detached = false }) {
  const entry = path.join(cacheDir, 'code-server', 'node_modules', 'code-server', 'out', 'node', 'entry.js');
  const node = path.join(cacheDir, 'bin', 'node');
  for (const file of [entry, node]) {
    if (!fs.existsSync(file)) throw new Error(`${file} is missing: run test/rig/editor/setup.sh first`);
  }
  // The first group would make the command line hand the work to another running VS Code; npm's own settings and the
  // runner's wishes are nothing the editor's terminals and extensions should see.
  const foreign = /^(VSCODE_(?!RIG)|CODE_SERVER_|PASSWORD$|PORT$|HASHED_PASSWORD$|npm_|INIT_CWD$|NODE_OPTIONS$)/;
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const fixed = ['--config', path.join(profile, 'config.yaml'), '--user-data-dir', path.join(profile, 'data')];
  return spawn(node, [entry, ...fixed, '--extensions-dir', path.join(profile, 'extensions'), ...args], {
    env: { ...Object.fromEntries(inherited), ...env },
    cwd: profile,
    stdio,
    detached,
  });
}

export async function installVsix(file, { profile, env, timeout = 60_000 }) {
  const child = launch(['--install-extension', path.resolve(file), '--force'], {
    profile,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (d) => (text += d));
  child.stderr.on('data', (d) => (text += d));
  const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
  const code = await new Promise((done) => child.on('close', done));
  clearTimeout(timer);
  if (code !== 0 || !/successfully installed/.test(text)) {
    throw new Error(`installing ${path.basename(file)} failed (exit ${code}):\n${text}`);
  }
}

/**
 * Starts the server and waits until it listens.
 * @param {object} o
 * @param {string}   o.profile
 * @param {string[]} o.args     `--bind-addr` or `--socket` among them
 * @param {object}  [o.env]
 * @param {boolean} [o.verbose] print its log as it comes
 */
export async function startCodeServer({ profile, args, env, verbose }) {
  // A group of its own: Ctrl+C reaches us alone, and we end it in order.
  const child = launch(['--disable-telemetry', '--disable-update-check', '--ignore-last-opened', ...args], {
    profile,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const known = new Map(); // pid -> { pid, start } of everything ever seen below the server
  let log = '';
  let hasExited = false;
  const take = (d) => {
    log = (log + d).slice(-2_000_000);
    if (verbose) process.stderr.write(d);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = new Promise((resolve) => {
    child.on('exit', (code) => {
      hasExited = true;
      resolve(code);
    });
  });

  const remember = () => {
    for (const p of descendants(child.pid)) known.set(p.pid, p);
  };
  const killNow = () => {
    remember();
    for (const p of known.values()) if (isRunning(p)) signal(p.pid, 'SIGKILL');
    if (!hasExited) signal(child.pid, 'SIGKILL');
  };
  const stop = async () => {
    remember();
    if (!hasExited) {
      signal(child.pid, 'SIGTERM');
      await until('the server to end', () => hasExited, { timeout: 8_000 }).catch(() => signal(child.pid, 'SIGKILL'));
    }
    // Hosts that lost their server end by themselves, but not at once.
    for (const name of ['SIGTERM', 'SIGKILL']) {
      const left = [...known.values()].filter(isRunning);
      if (!left.length) break;
      left.forEach((p) => signal(p.pid, name));
      await until('children to end', () => !left.some(isRunning), { timeout: 3_000 }).catch(() => undefined);
    }
  };
  /** The extension hosts that run now, oldest first. */
  const extensionHosts = () => {
    remember();
    return descendants(child.pid)
      .filter((p) => p.args.includes('--type=extensionHost'))
      .sort((a, b) => Number(a.start) - Number(b.start));
  };

  try {
    const listening = () => {
      if (hasExited) throw new GiveUp(`code-server ended at once:\n${log}`);
      return /HTTP server listening on (\S+)/.exec(log)?.[1];
    };
    const address = await until('code-server to listen', listening, { timeout: 60_000 });
    return { address, pid: child.pid, ended, log: () => log, extensionHosts, stop, killNow };
  } catch (error) {
    await stop();
    throw error;
  }
}
