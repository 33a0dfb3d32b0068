/**
 * What the owner of a folder wants searched in it and what not, in the patterns of `.gitignore`: "include" beats git's
 * ignore files and the folders that are skipped by their name, "exclude" beats both. What is never read stays unread.
 */
import path from 'node:path';
import { IgnoreRules } from './ignoreRules';
import { whyNeverRead } from './neverRead';

export interface FolderRules {
  /** Absolute. Patterns are relative to it. */
  folder: string;
  include: string[];
  exclude: string[];
}

type Verdict = 'included' | 'excluded' | 'open';

export interface Chosen {
  /** `open`: other rules decide. */
  verdictOf(file: string, isFolder: boolean): Verdict;
  /** Something below this folder may be included, though the folder itself is not. */
  mayHoldIncluded(folder: string): boolean;
  /** Equal for equal rules. */
  readonly stamp: string;
  /** What of the rules does not apply, and why. */
  readonly notes: readonly string[];
}

const everythingOpen: Chosen = { verdictOf: () => 'open', mayHoldIncluded: () => false, stamp: '', notes: [] };

/** Parts of a pattern that name folders on the way: `dist/api/**` names `dist` and `api`. */
function literalParts(pattern: string): string[] {
  const parts = pattern.replace(/^\//, '').split('/');
  const wild = parts.findIndex((part) => /[*?[\]!\\]/.test(part));
  return wild < 0 ? parts : parts.slice(0, wild);
}

/** A pattern that begins with a wildcard, or names only a file, may match anywhere. */
function isAnchored(pattern: string): boolean {
  return literalParts(pattern).length > 0 && pattern.replace(/\/$/, '').includes('/');
}

/** The folder is on the way to what the pattern names, or below the part of it that has no wildcard. */
function leadsTo(pattern: string, segments: readonly string[], isSkippedByName: boolean): boolean {
  // Folders of installed packages are entered only where a pattern names them.
  if (!isAnchored(pattern)) return !isSkippedByName;
  const literal = literalParts(pattern);
  return segments.every((segment, place) => place >= literal.length || literal[place] === segment);
}

/** @param isSkipped whether a folder is left out because of its name alone */
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
