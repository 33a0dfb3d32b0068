/**
 * What git ignores below a folder: every `.gitignore` from the top of the repository down, and `.git/info/exclude`.
 * The deepest file that says anything decides, as git does. Known limit: the user's global ignore file is not read.
 */
import { existsSync, readFileSync, statSync, type Stats } from 'node:fs';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** An ignore file above this size is not one a person wrote. */
const maxIgnoreFileBytes = 256 * 1024;
/** Folders above the root looked at for the top of the repository. */
const maxParents = 40;

interface Rules {
  /** Folder the patterns are relative to. */
  folder: string;
  matcher: Ignore;
}

function stampOf(found: Stats | undefined): string {
  return found ? `${found.size}:${found.mtimeMs}` : 'absent';
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    // Closed to us or below a file: as good as absent.
    return undefined;
  }
}

/** Reads rules and remembers in `stamps` what was read. */
function readRules(file: string, folder: string, stamps: Map<string, string>): Rules | undefined {
  const found = statOf(file);
  if (!found?.isFile() || found.size > maxIgnoreFileBytes) return undefined;
  stamps.set(file, stampOf(found));
  try {
    return { folder, matcher: ignore().add(readFileSync(file, 'utf8')) };
  } catch {
    // Unreadable: this folder adds no rules.
    return undefined;
  }
}

/** Relative path in the form the matcher wants. */
function relativeTo(folder: string, file: string, isFolder: boolean): string {
  const relative = path.relative(folder, file).split(path.sep).join('/');
  return isFolder ? `${relative}/` : relative;
}

function verdictOf(rules: Rules, file: string, isFolder: boolean): boolean | undefined {
  const relative = relativeTo(rules.folder, file, isFolder);
  if (!ignore.isPathValid(relative)) return undefined;
  const { ignored, unignored } = rules.matcher.test(relative);
  if (ignored) return true;
  return unignored ? false : undefined;
}

function repositoryTop(folder: string): string | undefined {
  let current = folder;
  for (let level = 0; level < maxParents; level += 1) {
    if (existsSync(path.join(current, '.git'))) return current;
    const parent = path.dirname(current);
    if (parent === current) return undefined;
    current = parent;
  }
  return undefined;
}

function foldersBetween(top: string, folder: string): string[] {
  const folders: string[] = [];
  for (let current = folder; current !== top;) {
    current = path.dirname(current);
    folders.push(current);
  }
  return folders.reverse();
}

/** Rules of the folders above the root; none when they would ignore the root itself, which was asked for by name. */
function rulesAbove(root: string, stamps: Map<string, string>): Rules[] {
  const top = repositoryTop(root);
  if (top === undefined) return [];
  const excluded = readRules(path.join(top, '.git', 'info', 'exclude'), top, stamps);
  const above = foldersBetween(top, root).map((folder) => readRules(path.join(folder, '.gitignore'), folder, stamps));
  const rules = [excluded, ...above].filter((entry) => entry !== undefined);
  const segments = foldersBetween(top, root)
    .slice(1)
    .concat(root === top ? [] : [root]);
  const isRootIgnored = segments.some((folder) => isIgnoredBy(rules, folder, true));
  return isRootIgnored ? [] : rules;
}

/** The last rule file that says anything decides; files are ordered from the top down. */
function isIgnoredBy(rules: readonly Rules[], file: string, isFolder: boolean): boolean {
  for (let place = rules.length - 1; place >= 0; place -= 1) {
    const entry = rules[place];
    const verdict = entry && verdictOf(entry, file, isFolder);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

export interface Ignored {
  isIgnored(file: string, isFolder: boolean): boolean;
  /** True when a rule file that was read is another one now. Rule files that are new show in their folder. */
  hasChanged(): boolean;
  /** Which rule files were read, and how they looked. */
  readonly stamps: ReadonlyMap<string, string>;
  /** True when the folder's own rules are part of the answers. */
  hasRulesOf(folder: string): boolean;
}

/** True when a rule file is another one now. */
function haveChanged(stamps: ReadonlyMap<string, string>): boolean {
  return [...stamps].some(([file, stamp]) => stampOf(statOf(file)) !== stamp);
}

/** As it was when these stamps were taken; undefined when the rules are others now. */
export function ignoredAsBefore(root: string, before: ReadonlyMap<string, string>): Ignored | undefined {
  if (haveChanged(before)) return undefined;
  const ignored = ignoredBelow(root, new Map(before));
  return ignored.stamps.size === before.size ? ignored : undefined;
}

/** Answers for everything below `root`; ignore files met on the way are read once. */
export function ignoredBelow(root: string, stamps = new Map<string, string>()): Ignored {
  const above = rulesAbove(root, stamps);
  const perFolder = new Map<string, Rules[]>();

  function rulesFor(folder: string): Rules[] {
    const known = perFolder.get(folder);
    if (known) return known;
    const inherited = folder === root || !folder.startsWith(root) ? above : rulesFor(path.dirname(folder));
    const own = readRules(path.join(folder, '.gitignore'), folder, stamps);
    const rules = own ? [...inherited, own] : inherited;
    perFolder.set(folder, rules);
    return rules;
  }

  return {
    isIgnored: (file, isFolder) => isIgnoredBy(rulesFor(path.dirname(file)), file, isFolder),
    hasChanged: () => haveChanged(stamps),
    stamps,
    hasRulesOf: (folder) => stamps.has(path.join(folder, '.gitignore')),
  };
}
