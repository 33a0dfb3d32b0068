// Opens a VS Code for a person, with Quarry installed in a profile of its own, so that the user's editor is untouched.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../child.mjs';
import { findService, startService } from '../service.mjs';
import { installVsix, makeProfile, quietSettings, startCodeServer } from './code-server.mjs';
import { openDoor } from './door.mjs';
import { until } from './wait.mjs';

const profile = path.join(root, '.vscode-test/start');
/** A folder is trusted when the user says so, and the user is asked at once. */
const settings = { ...quietSettings, 'security.workspace.trust.startupPrompt': 'always' };
/** Where the extension keeps its library in that profile: its window and our service share it. */
const library = path.join(profile, 'data/User/globalStorage/quarry.quarry');
const vsix = path.join(root, 'quarry.vsix');

function say(lines) {
  console.log(`\n${lines.join('\n')}\n`);
}

function runDesktop(command, args) {
  const isWindows = process.platform === 'win32'; // where the command is a batch file and needs a shell
  const fixed = ['--user-data-dir', path.join(profile, 'data'), '--extensions-dir', path.join(profile, 'extensions')];
  if (process.platform === 'linux' && process.getuid() === 0) fixed.push('--no-sandbox');
  const all = [...fixed, ...args].map((arg) => (isWindows ? `"${arg}"` : arg));
  // From inside an editor's terminal the command would talk to that editor.
  const foreign = /^(VSCODE_|ELECTRON_RUN_AS_NODE$|npm_|INIT_CWD$)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  return spawnSync(isWindows ? `"${command}"` : command, all, { stdio: 'inherit', shell: isWindows, env }).status;
}

export async function openDesktop(command, folder) {
  makeProfile(profile, settings);
  if (runDesktop(command, ['--install-extension', vsix, '--force']) !== 0) return 1;
  if (runDesktop(command, ['--new-window', folder]) !== 0) return 1;
  say([`VS Code opens ${folder} with Quarry in it; waiting for its server ...`]);
  try {
    const baseUrl = await until("Quarry's server", findService, { timeout: 60_000, every: 300 });
    say([`Quarry answers at ${baseUrl}`]);
    return 0;
  } catch (error) {
    console.error(`${error.message}. The log is in the window: Output, Quarry.`);
    return 1;
  }
}

/** Where there is a screen, the user's browser comes up by itself. */
function openBrowser(url) {
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const child = spawn('xdg-open', [url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined); // the printed address does as well
  child.unref();
}

/** Resolves when the user has had enough: Ctrl+C, a closed terminal, a polite kill. */
function askedToEnd() {
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  return new Promise((resolve) => names.forEach((name) => process.on(name, () => resolve(undefined))));
}

function startEditor(sockets, socketPath) {
  const own = ['--auth', 'none', '--socket', socketPath, '--socket-mode', '600'];
  return startCodeServer({ profile, args: [...own, '--session-socket', path.join(sockets, 's')] });
}

/** Resolves with what to say when a part ends. */
async function partEnded(what, part) {
  const code = await part.ended;
  return `${what} ended (exit code ${code}):\n${part.log()}`;
}

export async function openInBrowser(folder) {
  const asked = askedToEnd();
  const ends = []; // what has to be ended, in this order
  const sockets = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-start-')); // 0700; short, as socket paths must be
  try {
    makeProfile(profile, settings);
    await installVsix(vsix, { profile });
    // The editor's window, once opened, becomes a client of the service that runs already.
    const service = await startService(folder, library);
    ends.push(service.stop);
    const socketPath = path.join(sockets, 'editor.sock');
    const editor = await startEditor(sockets, socketPath);
    ends.unshift(editor.stop);
    const door = await openDoor({ socketPath, folder });
    ends.unshift(door.close);
    say([
      `Quarry is ready for ${folder}`,
      `  Editor  ${door.url}`,
      `  Server  ${service.baseUrl}`,
      'Open the editor in a browser of this machine. Ctrl+C ends what was started.',
    ]);
    openBrowser(door.url);
    const parts = [partEnded('The editor', editor), partEnded("Quarry's service", service)];
    const unasked = await Promise.race([asked, ...parts]);
    if (unasked) console.error(unasked);
    console.log('\nEnding what was started ...');
    return unasked ? 1 : 0;
  } finally {
    for (const end of ends) await end();
    fs.rmSync(sockets, { recursive: true, force: true });
  }
}
