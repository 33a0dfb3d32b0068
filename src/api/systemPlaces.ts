/**
 * Folders that stay out of every query space unless the policy is `any`: the system's own, and what a home keeps for
 * programs. One table per platform. Also: which folders count as the user's own.
 */
import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { homeFolder } from '../contract/homeFolder';
import { isInside, pathsOn, wayInside } from './places';

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
/** Hidden folders that are read in a project; in a home they belong to programs. */
const hiddenFolders = ['.github', '.vscode', '.devcontainer'];

interface ClosedPlaces {
  /** Closed, as is every folder that holds one of them: searching `/` would search /etc. */
  system: string[];
  /** Closed, but the home that holds them is not. */
  inHome: string[];
  /** Open, though they lie in one of the others. */
  open: string[];
}

interface Account {
  platform: NodeJS.Platform;
  /** The home folder as the environment names it, and with its links resolved. */
  homes: readonly string[];
  environment: Partial<Record<string, string>>;
}

/** The places that are closed on the platform of the account, whatever we run on. */
export function closedPlaces({ platform, homes, environment }: Account): ClosedPlaces {
  switch (platform) {
    case 'win32': {
      const { SystemRoot, ProgramFiles, ProgramData, TEMP, TMP } = environment;
      const system = [SystemRoot, ProgramFiles, environment['ProgramFiles(x86)'], ProgramData];
      return {
        system: system.filter((folder) => folder !== undefined),
        inHome: homes.map((home) => path.win32.join(home, 'AppData')),
        open: [TEMP ?? TMP].filter((folder) => folder !== undefined),
      };
    }
    case 'darwin': {
      const inHome = homes.map((home) => path.posix.join(home, 'Library'));
      // Drives in the cloud hold what their owner has put there.
      return {
        system: macFolders,
        inHome,
        open: [...macOpenFolders, ...inHome.map((library) => `${library}/CloudStorage`)],
      };
    }
    default:
      return { system: unixFolders, inHome: [], open: [] };
  }
}

const table = closedPlaces({ platform: process.platform, homes: homes(), environment: process.env });

/** True for a place in a closed folder, and for one that holds a folder of the system. */
export function liesInClosedPlace(place: string): boolean {
  return liesInOne(table, place) || isHiddenInHome(place);
}

/** @param paths how paths are written and compared there */
export function liesInOne({ system, inHome, open }: ClosedPlaces, place: string, paths = pathsOn(process.platform)) {
  if (open.some((folder) => isInside(folder, place, paths))) return false;
  return (
    system.some((folder) => isInside(folder, place, paths) || isInside(place, folder, paths)) ||
    inHome.some((folder) => isInside(folder, place, paths))
  );
}

/** What a search of the whole home does not enter. */
export function closedInHome(): string[] {
  return [...table.inHome, ...hiddenFolders.map((name) => path.join(homeFolder(), name))];
}

/** @param among the home, in each of its spellings */
export function isHiddenInHome(place: string, among = homes(), paths = pathsOn(process.platform)): boolean {
  return among.some((home) => wayInside(home, place, paths)?.startsWith('.'));
}

/** The home folder as the environment names it, and with its links resolved: programs ask for both. */
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
