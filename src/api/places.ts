/** Files and folders by their absolute paths, and those that are the system's own. */
import path from 'node:path';
import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { homeFolder } from '../contract/conventions';

// Section: comparing absolute paths by whole segments, and naming files by the root they lie in. Reads nothing.

/** How paths are written and compared. */
interface Paths {
  names: path.PlatformPath;
  /** Upper and lower case are one. */
  isFolded: boolean;
}

/** The file systems that macOS and Windows come with do not tell upper from lower case. */
export const pathsOn = (platform: NodeJS.Platform): Paths => ({
  names: platform === 'win32' ? path.win32 : path.posix,
  isFolded: platform === 'darwin' || platform === 'win32',
});

const ours = pathsOn(process.platform);

/** The way from the folder to what lies in it, in small letters where case is folded; empty for the folder itself. */
function wayInside(folder: string, place: string, { names, isFolded } = ours): string | undefined {
  const comparable = (name: string) => (isFolded ? name.toLowerCase() : name);
  const way = names.relative(comparable(folder), comparable(place));
  return way === '..' || way.startsWith(`..${names.sep}`) || names.isAbsolute(way) ? undefined : way;
}

/** True for the folder itself too. */
export function isInside(folder: string, place: string, paths = ours): boolean {
  return wayInside(folder, place, paths) !== undefined;
}

/** A folder as a window names it and as it is on the disk. */
export interface Spelling {
  given: string;
  real: string;
}

/**
 * How the disk spells paths that an editor tells: it goes through the links of its folders and writes a drive's letter
 * small, and compared exactly its files would be no files of ours.
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
 * How citations name files: relative to the innermost root that holds them, with `/`; absolute when none does, and
 * when two files would get the same name, because a name that fits two places is followed to the wrong one.
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

// Section: folders that stay out of every query space unless the policy is `any`, one table per platform.

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
