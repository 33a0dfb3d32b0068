/**
 * Lists the searchable files of a folder, level by level, so that a limit cuts the deepest files, and in a fixed order.
 * The content of a folder is cached by its modification time, so that listing again costs one call per folder. Must not
 * know: what is in the files. Symbolic links are never followed.
 */
import type { Dirent } from 'node:fs';
import path from 'node:path';
import { Slices } from '../index/scheduling';
import { isUnreadKind } from '../text/comments';
import {
  closedFolders,
  type ClosedFolders,
  choose,
  type FolderRules,
  isSkippedFolder,
  whyNeverRead,
} from './folderRules';
import type { FolderWatch } from './folderWatch';
import { ignoredAsBefore, ignoredBelow, ruleFileName, type Ignored } from './gitignore';
import { entriesOf, statOf } from './openFile';

/** Most characters of all paths together, for half a million files or more: bounds the memory of their names. */
const maxPathChars = 48 * 1024 * 1024;
export const maxFileBytes = 1024 * 1024;
const maxDepth = 32;
/** Most milliseconds of a listing; what was found by then is searched. A bound for endless folders, not for answers. */
const maxListingMs = 5 * 60_000;
/**
 * Resolution of file times in ms, usually about 4 and on old file systems a second: later changes may have the same
 * time.
 */
const stampStepMs = 20;
const wholeSecondsStepMs = 2000;

export interface FoundFile {
  /** Path relative to the root, with `/`. */
  path: string;
  size: number;
  modified: number;
}

export interface Listing {
  /** Paths relative to the root, with `/`. The same array as before when nothing changed. */
  paths: readonly string[];
  /** Notes on what was left out because of a limit. */
  notes: readonly string[];
}

interface Folder {
  modified: number;
  files: string[];
  folders: string[];
}

/** The state of a lister as saved with the index. */
export interface SavedListing {
  folders: Iterable<readonly [string, Folder]>;
  /** Ignore files that were read, with their stamps. */
  stamps: readonly (readonly [string, string])[];
  /** Stamp of the folder owner's rules that applied. */
  rules: string;
}

/** The limits of one listing. */
interface Look {
  slices: Slices;
  signal: AbortSignal | undefined;
  closed: ClosedFolders;
  /** Time after which the rest is left out. */
  deadline: number;
}

/** What is needed to sort the entries of one folder. */
interface Sorting {
  folder: Folder;
  /** Whether git's rules ignore an entry of this folder. */
  isIgnored: (name: string, isFolder: boolean) => boolean;
}

/** The folder of a path that is relative to the root; empty for the root itself. */
export const folderOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf('/')));

/** True when a later change would have another modification time. */
export function isSettled(modified: number, now = Date.now()): boolean {
  return now - modified > (modified % 1000 === 0 ? wholeSecondsStepMs : stampStepMs);
}

function tooManyPaths(count: number): string {
  const shown = count.toLocaleString('en-US');
  return `It holds too many files to list them all: only the first ${shown} are searched; name a folder inside it.`;
}

export class Lister {
  /** The watch, which is set on every folder before it is read. */
  watch: FolderWatch | undefined;
  private readonly folders = new Map<string, Folder>();
  private ignored: Ignored | undefined;
  private last: Listing | undefined;
  private hasChanged = false;

  private chosen = choose(undefined, isSkippedFolder);

  /**
   * @param root the real path of a folder
   * @param closed folders that are not entered
   */
  constructor(
    private readonly root: string,
    private readonly closed: readonly string[] = [],
    private readonly maxChars = maxPathChars,
  ) {}

  /** Sets the rules; true when they differ from before, so that all folders are read again. */
  setRules(rules: FolderRules | undefined): boolean {
    const chosen = choose(rules, isSkippedFolder);
    if (chosen.stamp === this.chosen.stamp) return false;
    this.chosen = chosen;
    this.ignored = undefined;
    return true;
  }

  async list(slices = new Slices(), signal?: AbortSignal): Promise<Listing> {
    if (!this.ignored || this.ignored.hasChanged()) this.forget();
    this.hasChanged = false;
    const listing = await this.walk(slices, signal);
    if (!this.ignored) return this.list(slices, signal);
    if (!this.hasChanged && this.last) return this.last;
    this.last = listing;
    return listing;
  }

  /** True when a file is listed, whether worth reading or not. */
  holds(file: string): boolean {
    return this.folders.get(folderOf(file))?.files.includes(file) === true;
  }

  /** Reads one folder again and returns its files; undefined when more may have changed, so that all must be listed. */
  listAgain(relative: string): readonly string[] | undefined {
    const before = this.folders.get(relative);
    const absolute = path.join(this.root, relative);
    if (!before || !this.ignored) return undefined;
    const now: Folder = { modified: NaN, files: [], folders: [] };
    const isIgnored = this.ignored.within(absolute);
    for (const entry of entriesOf(absolute)) this.sort(entry, relative, { folder: now, isIgnored });
    const isSame = now.folders.sort().join('\0') === before.folders.sort().join('\0');
    if (!isSame) return undefined;
    // The next listing reads the folder again.
    this.folders.set(relative, now);
    return now.files;
  }

  /**
   * True when a folder's modification time has changed; false without a check when there are more folders than `most`.
   */
  hasChangedFolder(most: number): boolean {
    if (this.folders.size > most) return false;
    for (const [relative, { modified }] of this.folders)
      if (statOf(`${this.root}/${relative}`)?.mtimeMs !== modified) return true;
    return false;
  }

  saved(): SavedListing {
    return { folders: this.folders, stamps: [...(this.ignored?.stamps ?? [])], rules: this.chosen.stamp };
  }

  /** Restores a saved state, so that unchanged folders need not be read. */
  restore({ folders, stamps, rules }: SavedListing): void {
    if (rules !== this.chosen.stamp) return;
    this.ignored = ignoredAsBefore(this.root, new Map(stamps));
    if (!this.ignored) return;
    for (const [relative, folder] of folders) this.folders.set(relative, folder);
  }

  /** Forgets all folders, since other rules apply. */
  private forget(): void {
    this.folders.clear();
    this.ignored = ignoredBelow(this.root);
    this.last = undefined;
  }

  private async walk(slices: Slices, signal: AbortSignal | undefined): Promise<Listing> {
    const closed = closedFolders(this.closed);
    const look: Look = { slices, signal, closed, deadline: performance.now() + maxListingMs };
    const paths: string[] = [];
    let chars = 0;
    let level = [''];
    for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
      const files: string[] = [];
      const below: string[] = [];
      for (const relative of level) {
        signal?.throwIfAborted();
        const folder = await this.look(relative, look);
        for (const file of folder?.files ?? []) {
          files.push(file);
          chars += file.length;
        }
        for (const inner of folder?.folders ?? []) {
          below.push(inner);
          chars += inner.length;
        }
        if (chars > this.maxChars || performance.now() >= look.deadline) break;
      }
      for (const file of files.sort()) paths.push(file);
      if (chars > this.maxChars) return { paths, notes: [tooManyPaths(paths.length), ...this.ruleNotes()] };
      if (performance.now() >= look.deadline) {
        const note = 'Listing its files took too long, the deepest were left out; name a folder inside it.';
        this.hasChanged = true;
        return { paths, notes: [note, ...this.ruleNotes()] };
      }
      level = below.sort();
    }
    return { paths, notes: this.ruleNotes() };
  }

  private ruleNotes(): string[] {
    return [...this.chosen.notes, ...(this.ignored?.notes ?? [])];
  }

  /** The content of a folder, read if it changed; undefined for one that is not readable. */
  private async look(relative: string, look: Look): Promise<Folder | undefined> {
    if (look.slices.isUsedUp) await look.slices.rest();
    const known = this.folders.get(relative);
    this.watch?.follow(relative);
    const stats = statOf(`${this.root}/${relative}`);
    if (stats && look.closed.isOne(stats, () => path.join(this.root, relative))) return undefined;
    const modified = stats?.mtimeMs ?? 0;
    return known?.modified === modified ? known : this.read(relative, modified, look);
  }

  private async read(relative: string, modified: number, { slices, signal, deadline }: Look): Promise<Folder> {
    this.hasChanged = true;
    const absolute = path.join(this.root, relative);
    const entries = entriesOf(absolute);
    const hasRules = entries.some(({ name }) => name === ruleFileName);
    const { ignored } = this;
    const isIgnored = ignored?.within(absolute, hasRules);
    // NaN for an unsettled time: the next listing reads the folder again.
    const folder: Folder = { modified: isSettled(modified) ? modified : NaN, files: [], folders: [] };
    for (const entry of entries) {
      if (isIgnored) this.sort(entry, relative, { folder, isIgnored });
      if (!slices.isUsedUp) continue;
      await slices.rest();
      signal?.throwIfAborted();
      if (performance.now() < deadline) continue;
      folder.modified = NaN;
      break;
    }
    if (this.folders.has(relative) && hasRules !== ignored?.hasRulesOf(absolute)) {
      // Ignore files were added or removed after the folder was first read: list again from the start.
      this.ignored = undefined;
    }
    this.folders.set(relative, folder);
    return folder;
  }

  private sort(entry: Dirent, parent: string, { folder, isIgnored }: Sorting): void {
    // The folders above were judged when they were met.
    if (whyNeverRead(entry.name)) return;
    const relative = parent === '' ? entry.name : `${parent}/${entry.name}`;
    const isFolder = entry.isDirectory();
    if (!isFolder && (!entry.isFile() || isUnreadKind(entry.name))) return;
    if (this.chosen.stamp === '') {
      if ((isFolder && isSkippedFolder(entry.name)) || isIgnored(entry.name, isFolder)) return;
    } else if (!this.isChosen(path.join(this.root, relative), isFolder, isIgnored)) return;
    (isFolder ? folder.folders : folder.files).push(relative);
  }

  /** True when an entry is searched, by the owner's rules where one matches, else by the general rules. */
  private isChosen(absolute: string, isFolder: boolean, isIgnored: Sorting['isIgnored']): boolean {
    const verdict = this.chosen.verdictOf(absolute, isFolder);
    if (verdict !== 'open') return verdict === 'included';
    const name = path.basename(absolute);
    const isLeftOut = (isFolder && isSkippedFolder(name)) || isIgnored(name, isFolder) || this.isBelowLeftOut(absolute);
    return !isLeftOut || (isFolder && this.chosen.mayHoldIncluded(absolute));
  }

  /** True when a folder above is left out and was entered only for included files. */
  private isBelowLeftOut(absolute: string): boolean {
    const segments = path.relative(this.root, path.dirname(absolute)).split(path.sep);
    return segments.some((name, depth) => {
      if (name === '') return false;
      const above = path.join(this.root, ...segments.slice(0, depth + 1));
      if (this.chosen.verdictOf(above, true) === 'included') return false;
      return isSkippedFolder(name) || this.ignored?.within(path.dirname(above))(name, true) === true;
    });
  }
}

function fileAt(root: string, file: string): FoundFile | undefined {
  const found = statOf(file === '' ? root : `${root}/${file}`);
  if (!found?.isFile() || found.size === 0) return undefined;
  return { path: file, size: found.size, modified: found.mtimeMs };
}

/** A file worth reading, or undefined; the path of a root that is a file is empty. */
export function describeFile(root: string, file: string): FoundFile | undefined {
  const found = fileAt(root, file);
  return found && found.size <= maxFileBytes ? found : undefined;
}

export interface Described {
  files: FoundFile[];
  notes: readonly string[];
  /** Listed files that are larger than `maxFileBytes` and therefore not among `files`. */
  tooLarge: FoundFile[];
}

/** The listed files that are worth reading. */
export async function describe(
  root: string,
  listing: Listing,
  slices: Slices,
  signal?: AbortSignal,
): Promise<Described> {
  const files: FoundFile[] = [];
  const tooLarge: FoundFile[] = [];
  for (const file of listing.paths) {
    signal?.throwIfAborted();
    const found = fileAt(root, file);
    if (found) (found.size > maxFileBytes ? tooLarge : files).push(found);
    if (slices.isUsedUp) await slices.rest();
  }
  return { files, notes: listing.notes, tooLarge };
}

/** Lists a folder once, given by its real path. */
export async function walk(root: string, signal?: AbortSignal): Promise<Described> {
  signal?.throwIfAborted();
  const slices = new Slices();
  return describe(root, await new Lister(root).list(slices, signal), slices, signal);
}
