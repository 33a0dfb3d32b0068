// Quarry's service as `npm start` sees it: the one that runs already, or one of our own without an editor.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { root } from './child.mjs';

const discovery = path.join(os.homedir(), '.quarry', 'servers');
export const cli = path.join(root, 'dist', 'cli.js');

async function answers(baseUrl) {
  try {
    const health = new URL('/.well-known/health', baseUrl);
    return (await fetch(health, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false; // its file outlived it
  }
}

/** The address of a service that runs now, from the files the owners of the port leave; a port alone proves nothing. */
export async function findService() {
  if (!fs.existsSync(discovery)) return undefined;
  for (const name of fs.readdirSync(discovery).filter((file) => file.endsWith('.json'))) {
    try {
      const { baseUrl } = JSON.parse(fs.readFileSync(path.join(discovery, name), 'utf8'));
      if (await answers(baseUrl)) return baseUrl;
    } catch {
      // Replaced or removed while we read: its owner is not ready to be asked.
    }
  }
  return undefined;
}

/** Starts `quarry serve` for a folder over a library; answers when it listens. */
export async function startService(folder, dataFolder) {
  // A group of its own: Ctrl+C reaches us alone, and we end it in order.
  const child = spawn(process.execPath, [cli, 'serve', '--data', dataFolder, '--root', folder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let log = '';
  child.stderr.on('data', (d) => (log = (log + d).slice(-20_000)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const line = new Promise((resolve) => readline.createInterface({ input: child.stdout }).once('line', resolve));
  const first = await Promise.race([line, ended]);
  if (typeof first !== 'string') throw new Error(`Quarry's service ended at once (exit code ${first}):\n${log}`);
  const { baseUrl } = JSON.parse(first);
  return {
    baseUrl,
    ended,
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 8_000);
      await ended;
      clearTimeout(timer);
    },
  };
}
