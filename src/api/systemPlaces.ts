/**
 * Folders that stay out of every query space unless the policy is `any`: the system's own, and what a home hides.
 * One table per platform. Also: which folders count as the user's own.
 */
import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { homeFolder } from '../contract/homeFolder';
import { isInside } from './places';

const unixFolders = [
  '/etc',
  '/proc',
  '/sys',
  '/dev',
  '/boot',
  '/run',
  '/var',
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib64',
];
const macFolders = [...unixFolders, '/System', '/Library', '/Applications', '/cores', '/private/etc', '/private/var'];
/** The folder for temporary files of a macOS account lies below /var; it belongs to the account alone. */
const macOpenFolders = ['/var/folders', '/private/var/folders'];

function windowsFolders(): string[] {
  const { SystemRoot, ProgramFiles, ProgramData } = process.env;
  const otherProgramFiles = process.env['ProgramFiles(x86)'];
  const appData = path.join(homeFolder(), 'AppData');
  return [SystemRoot, ProgramFiles, otherProgramFiles, ProgramData, appData].filter((folder) => folder !== undefined);
}

function closedFolders(): { closed: readonly string[]; open: readonly string[] } {
  switch (process.platform) {
    case 'win32':
      return { closed: windowsFolders(), open: [os.tmpdir()] };
    case 'darwin':
      return { closed: macFolders, open: macOpenFolders };
    default:
      return { closed: unixFolders, open: [] };
  }
}

const table = closedFolders();

/** True for a place in a closed folder, and for one that holds such a folder: searching `/` would search /etc. */
export function liesInClosedPlace(place: string): boolean {
  if (table.open.some((folder) => isInside(folder, place))) return false;
  return table.closed.some((folder) => isInside(folder, place) || isInside(place, folder)) || isHiddenInHome(place);
}

function isHiddenInHome(place: string): boolean {
  return homes().some((home) => {
    const [first = ''] = path.relative(home, place).split(path.sep);
    return isInside(home, place) && first.startsWith('.') && first !== '..';
  });
}

/** As the environment says and with links resolved; both are asked for. */
function homes(): string[] {
  const home = homeFolder();
  try {
    return [...new Set([home, realpathSync(home)])];
  } catch {
    // An account without a home folder hides nothing in it.
    return [home];
  }
}

/**
 * True when the folder belongs to the account we run as. Windows tells no owner by number: there the home folder
 * counts, and everything else is named by a window or by a setting.
 */
export async function isUserFolder(folder: string): Promise<boolean> {
  const user = process.getuid?.();
  if (user === undefined) return isInside(homeFolder(), folder);
  try {
    return (await stat(folder)).uid === user;
  } catch {
    // Gone meanwhile: nobody's.
    return false;
  }
}
