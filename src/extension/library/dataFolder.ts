/**
 * Which folder holds the library: the one of the setting when it can be used, else the one used before, else the
 * extension's own. Never makes more than the last folder of a path: what is missing above it is a drive that is not
 * mounted, and a library begun there would hide the real one. Must not know the editor.
 */
import { access, constants, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

export type FolderFault = 'relative' | 'noParent' | 'noFolder' | 'notWritable';

interface DataFolderPlaces {
  /** As it stands in the settings. */
  setting: unknown;
  home: string;
  /** The extension's own folder; always usable. */
  own: string;
  /** Used the last time. */
  remembered: string | undefined;
}

export interface DataFolder {
  /** To be used now. */
  folder: string;
  /** As the setting says; the same as `folder` when nothing stands in between. */
  wanted: string;
  /** Why the setting's folder cannot be used. */
  fault?: FolderFault;
  /** The setting names a folder without a library, and there is one in use: somebody has to decide. */
  isUndecided: boolean;
}

/** Undefined when the setting is empty. `~` is the home folder. */
export function folderOfSetting(setting: unknown, home: string): string | undefined {
  const text = typeof setting === 'string' ? setting.trim() : '';
  if (text === '') return undefined;
  const isHome = text === '~' || /^~[\\/]/.test(text);
  const folder = path.normalize(isHome ? path.join(home, text.slice(1)) : text);
  // One separator at most is left at the end; that of a root stays.
  return folder === path.parse(folder).root ? folder : folder.replace(/[\\/]$/, '');
}

/**
 * `isUndecided`: the folder of the setting is empty while the one in use holds a library, and a person has to say which
 * it is.
 */
export async function chooseDataFolder({ setting, home, own, remembered }: DataFolderPlaces): Promise<DataFolder> {
  const wanted = folderOfSetting(setting, home) ?? own;
  const fault = wanted === own ? undefined : await faultOf(wanted);
  const isKnown = remembered !== undefined && remembered !== wanted;
  const before = isKnown && (await faultOf(remembered)) === undefined && (await holdsLibrary(remembered));
  const current = before ? remembered : own;
  if (fault) return { folder: current, wanted, fault, isUndecided: false };
  // What was chosen once is not asked again, empty or not.
  const isChosen = current === wanted || remembered === wanted;
  if (isChosen || (await holdsLibrary(wanted))) return { folder: wanted, wanted, isUndecided: false };
  const isUndecided = await holdsLibrary(current);
  return { folder: isUndecided ? current : wanted, wanted, isUndecided };
}

/** Undefined when a library can live there. Makes the folder when only itself is missing. */
async function faultOf(folder: string): Promise<FolderFault | undefined> {
  if (!path.isAbsolute(folder)) return 'relative';
  try {
    if (!(await stat(folder)).isDirectory()) return 'noFolder';
  } catch {
    const parent = await stat(path.dirname(folder)).catch(() => undefined); // missing is the answer
    if (!parent?.isDirectory()) return 'noParent';
  }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return 'notWritable';
  }
}

/** A library, or the beginning of one: files that its owner has written. One that is still being copied is none. */
export async function holdsLibrary(folder: string): Promise<boolean> {
  try {
    return (await readdir(path.join(folder, 'store'))).some((name) =>
      /^(owner|library|journal)\..*(?<!\.tmp)$/.test(name),
    );
  } catch {
    return false; // no such folder
  }
}
