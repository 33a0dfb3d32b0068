// Which editor can be had on this machine: the rig's own (Linux, from npm and Debian packages), or a desktop VS Code.
import fs from 'node:fs';
import path from 'node:path';
import { root, run } from '../child.mjs';

/**
 * Sets up the editor of the rig; false when this machine cannot have it, and setup.sh has said why.
 * @param {boolean} [o.isQuiet]  says what is being installed, and nothing else
 */
export async function setUpRig({ withBrowser = true, isQuiet = false } = {}) {
  if (process.platform !== 'linux') return false;
  const script = path.join(root, 'test/rig/editor/setup.sh');
  const code = await run('sh', [script, ...(withBrowser ? [] : ['--no-browser']), ...(isQuiet ? ['--quiet'] : [])], {
    limitS: 900,
    isAsking: true,
  });
  if (code === 3) return false;
  if (code !== 0) throw new Error('setting up the editor of the rig failed');
  return true;
}

/** A `code` that opens a window on this machine: not the one inside a remote window, not that of the Windows side. */
function isDesktopCommand(file) {
  if (!fs.existsSync(file)) return false;
  const real = fs.realpathSync(file);
  return !/remote-cli|code-server/.test(real) && !(process.platform === 'linux' && real.startsWith('/mnt/'));
}

/** The program behind the command; undefined where the installation hides it (snap). */
function programOf(command) {
  const real = fs.realpathSync(command);
  const home = path.dirname(path.dirname(real));
  const candidates = {
    win32: [path.join(home, 'Code.exe')],
    // .../Contents/Resources/app/bin/code
    darwin: ['Electron', 'Code'].map((name) => path.join(home, '../../MacOS', name)),
  }[process.platform] ?? [path.join(home, 'code')];
  return candidates.find((file) => file !== real && fs.existsSync(file));
}

/** @returns {{ command: string, program: string | undefined } | undefined} the desktop VS Code of this machine */
export function findDesktop() {
  const { platform, env } = process;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return undefined;
  const name = platform === 'win32' ? 'code.cmd' : 'code';
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean);
  if (platform === 'darwin') folders.push('/Applications/Visual Studio Code.app/Contents/Resources/app/bin');
  const command = folders.map((folder) => path.join(folder, name)).find(isDesktopCommand);
  return command && { command, program: programOf(command) };
}
