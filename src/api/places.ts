/** Comparison of absolute paths, and the platform's system folders. */
import path from 'node:path';
import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { homeFolder } from '../contract/conventions';
import { rolesOf } from '../engine/door';

// Section: compares absolute paths by whole segments, and names files relative to roots. Reads nothing.

/** How paths are written and compared on a platform. */
interface Paths {
  names: path.PlatformPath;
  /** Upper and lower case are equal. */
  isFolded: boolean;
}

/** The path rules of a platform; the default file systems of macOS and Windows ignore case. */
export const pathsOn = (platform: NodeJS.Platform): Paths => ({
  names: platform === 'win32' ? path.win32 : path.posix,
  isFolded: platform === 'darwin' || platform === 'win32',
});

const ours = pathsOn(process.platform);

/**
 * The relative path from the folder to a place inside it, in lower case when case is ignored; empty for the folder
 * itself. Undefined for a place outside.
 */
function wayInside(folder: string, place: string, { names, isFolded } = ours): string | undefined {
  const comparable = (name: string) => (isFolded ? name.toLowerCase() : name);
  const way = names.relative(comparable(folder), comparable(place));
  return way === '..' || way.startsWith(`..${names.sep}`) || names.isAbsolute(way) ? undefined : way;
}

/** True when the place is the folder or lies inside it. */
export function isInside(folder: string, place: string, paths = ours): boolean {
  return wayInside(folder, place, paths) !== undefined;
}

/** True for tests, documents, examples and the like, by their path below the folder of the project. */
export function isBesideCode(place: string): boolean {
  return Object.values(rolesOf(place)).some(Boolean);
}

/** A folder as a window names it, and its real path. */
export interface Spelling {
  given: string;
  real: string;
}

/**
 * Converts paths from an editor to their real spelling: an editor keeps the links of its folders and writes drive
 * letters in lower case.
 */
export function asOnDisk(paths: readonly string[], folders: readonly Spelling[], rules = ours): string[] {
  const { names } = rules;
  const innermostFirst = [...folders].sort((a, b) => b.given.length - a.given.length);
  const withoutEnd = (folder: string) => (folder.endsWith(names.sep) ? folder.slice(0, -1) : folder);
  return paths.map((place) => {
    const holder = innermostFirst.find(({ given }) => isInside(given, place, rules));
    if (holder) return withoutEnd(holder.real) + place.slice(withoutEnd(holder.given).length);
    return names === path.win32 ? place.replace(/^[a-z]:/, (drive) => drive.toUpperCase()) : place;
  });
}

/**
 * Labels of files for citations: relative to the innermost root, with `/`; absolute outside of all roots, or when two
 * files would get the same label.
 */
export function labelsOf(files: Iterable<string>, roots: readonly string[]): Map<string, string> {
  const innermostFirst = [...roots].sort((a, b) => b.length - a.length);
  const labels = new Map<string, string>();
  for (const file of files) {
    const root = innermostFirst.find((folder) => folder !== file && isInside(folder, file));
    labels.set(file, root === undefined ? file : file.slice(rootLength(root)).split(path.sep).join('/'));
  }
  const counts = new Map<string, number>();
  for (const label of labels.values()) counts.set(label, (counts.get(label) ?? 0) + 1);
  for (const [file, label] of labels) if ((counts.get(label) ?? 0) > 1) labels.set(file, file);
  return labels;
}

function rootLength(root: string): number {
  return root.endsWith(path.sep) ? root.length : root.length + 1;
}

// Section: folders that are excluded from every query space unless the policy is `any`, one table for each platform.

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
/** Folders below /var that belong to a macOS account: its temporary files. */
const macOpenFolders = ['/var/folders', '/private/var/folders'];
/** Hidden folders that are searched in a project; those in the home folder belong to programs. */
const hiddenFolders = ['.github', '.vscode', '.devcontainer'];

interface ClosedPlaces {
  /** Closed, as is every folder that contains one: searching `/` would search /etc. */
  system: string[];
  /** Closed, but the home folder that contains them is not. */
  inHome: string[];
  /** Open, although they lie in a closed folder. */
  open: string[];
}

interface Account {
  platform: NodeJS.Platform;
  /** The home folder as the environment names it, and its real path. */
  homes: readonly string[];
  environment: Partial<Record<string, string>>;
}

/** The closed folders for an account's platform, which may differ from the one we run on. */
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
      // Folders of cloud drives hold the user's own files.
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

/** True for a place in a closed folder, and for one that contains a system folder. */
export function liesInClosedPlace(place: string): boolean {
  return liesInOne(table, place) || isHiddenInHome(place);
}

/** @param paths the path rules of the platform */
export function liesInOne({ system, inHome, open }: ClosedPlaces, place: string, paths = pathsOn(process.platform)) {
  if (open.some((folder) => isInside(folder, place, paths))) return false;
  return (
    system.some((folder) => isInside(folder, place, paths) || isInside(place, folder, paths)) ||
    inHome.some((folder) => isInside(folder, place, paths))
  );
}

/** Folders that a search of the whole home folder skips. */
export function closedInHome(): string[] {
  return [...table.inHome, ...hiddenFolders.map((name) => path.join(homeFolder(), name))];
}

/** @param among the home folder, in each of its spellings */
export function isHiddenInHome(place: string, among = homes(), paths = pathsOn(process.platform)): boolean {
  return among.some((home) => wayInside(home, place, paths)?.startsWith('.'));
}

/** The home folder as the environment names it, and its real path: programs use both. */
function homes(): string[] {
  const home = homeFolder();
  try {
    return [...new Set([home, realpathSync(home)])];
  } catch {
    // An account without a home folder has nothing hidden in it.
    return [home];
  }
}

/**
 * True when the folder belongs to the account we run as. Windows gives no numeric owner: there, only the home folder
 * counts.
 */
export async function isUserFolder(folder: string): Promise<boolean> {
  const user = process.getuid?.();
  if (user === undefined) return isInside(homeFolder(), folder);
  try {
    return (await stat(folder)).uid === user;
  } catch {
    // The folder no longer exists, so it belongs to nobody.
    return false;
  }
}
