/**
 * Chooses the library's folder: the one in the settings if it is usable, else the one used before, else the extension's
 * own. Creates at most the last folder of a path: a missing parent means that a drive is not mounted, and a new library
 * there would hide the real one. Must not know the editor.
 */
import { access, constants, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

export type FolderFault = 'relative' | 'noParent' | 'noFolder' | 'notWritable';

interface DataFolderPlaces {
  /** The value in the settings, unchecked. */
  setting: unknown;
  home: string;
  /** The extension's own folder; always usable. */
  own: string;
  /** The folder used last time. */
  remembered: string | undefined;
}

export interface DataFolder {
  /** The folder to use now. */
  folder: string;
  /** The folder in the settings; equal to `folder` unless something prevents its use. */
  wanted: string;
  /** Why the folder in the settings cannot be used. */
  fault?: FolderFault;
  /** True when the folder in the settings has no library but the current folder has one: the user must decide. */
  isUndecided: boolean;
}

/** undefined when the setting is empty. `~` is the home folder. */
export function folderOfSetting(setting: unknown, home: string): string | undefined {
  const text = typeof setting === 'string' ? setting.trim() : '';
  if (text === '') return undefined;
  const isHome = text === '~' || /^~[\\/]/.test(text);
  const folder = path.normalize(isHome ? path.join(home, text.slice(1)) : text);
  // Removes a trailing separator, except that of a root.
  return folder === path.parse(folder).root ? folder : folder.replace(/[\\/]$/, '');
}

/**
 * Chooses the folder. `isUndecided`: the folder in the settings is empty while the current one holds a library, and the
 * user must choose between them.
 */
export async function chooseDataFolder({ setting, home, own, remembered }: DataFolderPlaces): Promise<DataFolder> {
  const wanted = folderOfSetting(setting, home) ?? own;
  const fault = wanted === own ? undefined : await faultOf(wanted);
  const isKnown = remembered !== undefined && remembered !== wanted;
  const before = isKnown && (await faultOf(remembered)) === undefined && (await holdsLibrary(remembered));
  const current = before ? remembered : own;
  if (fault) return { folder: current, wanted, fault, isUndecided: false };
  // A folder that was chosen before is used without asking, even if it is empty.
  const isChosen = current === wanted || remembered === wanted;
  if (isChosen || (await holdsLibrary(wanted))) return { folder: wanted, wanted, isUndecided: false };
  const isUndecided = await holdsLibrary(current);
  return { folder: isUndecided ? current : wanted, wanted, isUndecided };
}

/** undefined when the folder can hold a library. Creates the folder when its parent exists. */
async function faultOf(folder: string): Promise<FolderFault | undefined> {
  if (!path.isAbsolute(folder)) return 'relative';
  try {
    if (!(await stat(folder)).isDirectory()) return 'noFolder';
  } catch {
    const parent = await stat(path.dirname(folder)).catch(() => undefined); // undefined means missing
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

/** True for a folder with a library or a just created one; a library that is still being copied does not count. */
export async function holdsLibrary(folder: string): Promise<boolean> {
  try {
    return (await readdir(path.join(folder, 'store'))).some((name) =>
      /^(owner|library|journal)\..*(?<!\.tmp)$/.test(name),
    );
  } catch {
    return false; // no such folder
  }
}
