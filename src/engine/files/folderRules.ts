/** Rules for what is searched in a folder, and what is never read. */
import path from 'node:path';
import { IgnoreRules } from './gitignore';
import { spaced, withoutSlash } from '../text/plain';
import { realpathSync, statSync, type Stats } from 'node:fs';

// Section: what the owner of a folder wants searched: “include” beats git’s ignore files and skipped folders, “exclude”
// beats both.

export interface FolderRules {
  /** Absolute path, to which patterns are relative. */
  folder: string;
  include: string[];
  exclude: string[];
}

type Verdict = 'included' | 'excluded' | 'open';

export interface Chosen {
  /** `open`: other rules decide. */
  verdictOf(file: string, isFolder: boolean): Verdict;
  /** True when something below this folder may be included though the folder itself is not. */
  mayHoldIncluded(folder: string): boolean;
  /** Equal for equal rules. */
  readonly stamp: string;
  /** Rules that do not apply, each with the reason. */
  readonly notes: readonly string[];
}

const everythingOpen: Chosen = { verdictOf: () => 'open', mayHoldIncluded: () => false, stamp: '', notes: [] };

/** Leading parts of a pattern without wildcards: `dist/api/**` has `dist` and `api`. */
function literalParts(pattern: string): string[] {
  const parts = (pattern.startsWith('/') ? pattern.slice(1) : pattern).split('/');
  const wild = parts.findIndex((part) => /[*?[\]!\\]/.test(part));
  return wild < 0 ? parts : parts.slice(0, wild);
}

/** False for a pattern that may match anywhere: one that begins with a wildcard or has only a file's name. */
function isAnchored(pattern: string): boolean {
  return literalParts(pattern).length > 0 && withoutSlash(pattern).includes('/');
}

/** True when the folder lies on the way to what the pattern matches, or below the part without wildcards. */
function leadsTo(pattern: string, segments: readonly string[], isSkippedByName: boolean): boolean {
  // Folders of installed packages are entered only where a pattern names them.
  if (!isAnchored(pattern)) return !isSkippedByName;
  const literal = literalParts(pattern);
  return segments.every((segment, place) => place >= literal.length || literal[place] === segment);
}

/**
 * Compiles the rules of a folder.
 * @param isSkipped whether a folder is left out because of its name alone
 */
export function choose(rules: FolderRules | undefined, isSkipped: (name: string) => boolean): Chosen {
  if (!rules || (rules.include.length === 0 && rules.exclude.length === 0)) return everythingOpen;
  const [include, exclude] = [new IgnoreRules(rules.include), new IgnoreRules(rules.exclude)];
  const relativeOf = (file: string) => path.relative(rules.folder, file).split(path.sep).join('/');
  return {
    verdictOf: (file, isFolder) => {
      const relative = relativeOf(file);
      if (exclude.covers(relative, isFolder)) return 'excluded';
      return include.covers(relative, isFolder) && whyNeverRead(relative) === undefined ? 'included' : 'open';
    },
    mayHoldIncluded: (folder) => {
      const segments = relativeOf(folder).split('/');
      const isSkippedByName = segments.some(isSkipped);
      return rules.include.some((pattern) => !pattern.startsWith('!') && leadsTo(pattern, segments, isSkippedByName));
    },
    stamp: JSON.stringify([rules.folder, rules.include, rules.exclude]),
    notes:
      include.leftOut + exclude.leftOut > 0
        ? ['Not all patterns of quarry.index.include and quarry.index.exclude are applied, because they are too many.']
        : [],
  };
}

/** The rules of the nearest folder that is `root` or lies above it. */
export function rulesFor(root: string, rules: readonly FolderRules[]): FolderRules | undefined {
  return rules
    .filter(({ folder }) => root === folder || root.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep))
    .sort((a, b) => b.folder.length - a.folder.length)[0];
}

// Section: what is never read, indexed or returned: keys, certificates, credentials. Folders at any depth and files, by
// name in any case.

const folders = new Set(['.git', '.ssh', '.aws', '.gnupg', '.kube']);

const files: RegExp[] = [
  /^\.env/,
  /\.(pem|key|p12|pfx|crt|der|jks|keystore)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)/,
  /^\.(npmrc|pypirc|netrc)$/,
];

/** Why a path is never read, or undefined when it may be. */
export function whyNeverRead(path: string): string | undefined {
  const segments = path.toLowerCase().split(/[\\/]+/);
  const folder = segments.find((segment) => folders.has(segment));
  if (folder !== undefined) return `The folder ${folder} is never read, because it may hold credentials.`;
  const name = segments.at(-1) ?? '';
  if (files.some((pattern) => pattern.test(name))) {
    return `Files such as ${name} are never read, because they may hold keys or passwords.`;
  }
  return undefined;
}

/** Hidden folders that are searched. */
const readHiddenFolders = new Set(['.github', '.vscode', '.devcontainer']);

/** Folders of installed packages and caches: not searched unless the path asked for is one of them or lies in one. */
const skippedFolders = new Set(
  spaced(`node_modules bower_components jspm_packages __pycache__ site-packages venv virtualenv Pods DerivedData`),
);

/** True when a folder met on the way down is left out because of its name alone. */
export function isSkippedFolder(name: string): boolean {
  if (name.startsWith('.')) return !readHiddenFolders.has(name);
  return skippedFolders.has(name);
}

// Section: folders that must not be read, identified by device and inode, so that no mount or spelling leads around.

export interface ClosedFolders {
  /** True when a folder that was just examined is a closed one; its path is computed only if needed. */
  isOne(looked: Stats, pathOf: () => string): boolean;
  /** True when a path, existing or not, is a closed folder or lies in one. */
  hold(real: string): boolean;
}

/** Device and inode as big integers: those of Windows exceed the exact range of a number. */
function identityOf(place: string): { key: string; number: number } | undefined {
  try {
    const found = statSync(place, { throwIfNoEntry: false, bigint: true });
    // File systems without numbers give 0 for everything.
    return found && found.ino !== 0n ? { key: `${found.dev}:${found.ino}`, number: Number(found.ino) } : undefined;
  } catch {
    // Not readable, so what lies in it is not either.
    return undefined;
  }
}

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // The folder does not exist yet.
    return path.resolve(folder);
  }
}

/** The closed folders in their present state: a folder may be created, moved or linked elsewhere at any time. */
export function closedFolders(folders: readonly string[]): ClosedFolders {
  const known = folders.map(identityOf).filter((identity) => identity !== undefined);
  const keys = new Set(known.map(({ key }) => key));
  const names = new Set(folders.map(realOf));
  const isClosed = (place: string) => names.has(place) || keys.has(identityOf(place)?.key ?? '');
  return {
    isOne: ({ ino }, pathOf) => known.some(({ number }) => number === ino) && isClosed(pathOf()),
    hold: (real) => {
      for (let place = path.resolve(real); ; place = path.dirname(place)) {
        if (isClosed(place)) return true;
        if (path.dirname(place) === place) return false;
      }
    },
  };
}
