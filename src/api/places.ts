/** Comparing absolute paths by whole segments, and naming files by the root they lie in. Reads nothing. */
import path from 'node:path';

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
export function wayInside(folder: string, place: string, { names, isFolded } = ours): string | undefined {
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
