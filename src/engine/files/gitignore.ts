/** Tells what git ignores: by the rules of one file, and by all ignore files of a repository. */
import { compileGlob, type Glob } from './pathMatch';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readBytes, statOf, withOpened } from './openFile';

// Section: the rules of one ignore file, as git reads them. Plain names are looked up; the total length of patterns
// with wildcards is limited.

/**
 * Most characters of all patterns with wildcards that apply to a file: several hundred patterns. At worst, matching one
 * file takes a quarter of a millisecond.
 */
export const maxWildCharacters = 8 * 1024;

/** True where git ignores case by default, on macOS and Windows. */
const isPlatformCaseFolded = process.platform === 'darwin' || process.platform === 'win32';

interface Rule {
  /** Number of the rule in its file; later rules beat earlier ones. */
  place: number;
  isNegated: boolean;
}

interface WildRule extends Rule {
  isForFolders: boolean;
  matches: Glob;
}

/** The line without trailing spaces, except one that is escaped by a backslash. */
function withoutLastSpaces(line: string): string {
  let end = line.length;
  while (line.charAt(end - 1) === ' ') end -= 1;
  let slashes = 0;
  while (line.charAt(end - 1 - slashes) === '\\') slashes += 1;
  return line.slice(0, slashes % 2 === 1 && end < line.length ? end + 1 : end);
}

export class IgnoreRules {
  /** Patterns without wildcards: `name`, `/path`, each with `/` behind it where only folders are meant. */
  private readonly plain = new Map<string, Rule>();
  private readonly wild: WildRule[] = [];
  private count = 0;
  wildCharacters = 0;
  /** Number of patterns beyond the limit, which do not apply. */
  leftOut = 0;

  /** @param room characters that patterns with wildcards may have */
  constructor(
    lines: readonly string[],
    private readonly room = maxWildCharacters,
    private readonly isCaseFolded = isPlatformCaseFolded,
  ) {
    for (const line of lines) this.add(line);
  }

  private add(line: string): void {
    let pattern = withoutLastSpaces(line.endsWith('\r') ? line.slice(0, -1) : line);
    if (pattern.startsWith('#')) return;
    const isNegated = pattern.startsWith('!');
    if (isNegated) pattern = pattern.slice(1);
    const isForFolders = pattern.endsWith('/');
    if (isForFolders) pattern = pattern.slice(0, -1);
    const isWholePath = pattern.includes('/');
    if (pattern.startsWith('/')) pattern = pattern.slice(1);
    if (pattern === '') return;
    this.count += 1;
    if (this.isCaseFolded) pattern = pattern.toLowerCase();
    const rule = { place: this.count, isNegated };
    if (!/[*?[\\]/.test(pattern)) {
      this.plain.set(`${isWholePath ? '/' : ''}${pattern}${isForFolders ? '/' : ''}`, rule);
    } else if (this.wildCharacters + pattern.length > this.room) this.leftOut += 1;
    else {
      this.wildCharacters += pattern.length;
      const matches = compileGlob(pattern, isWholePath);
      if (matches) this.wild.push({ ...rule, isForFolders, matches });
    }
  }

  /**
   * Whether the rules ignore a path, which is relative to their folder and has `/`; folders above it are not judged.
   * @returns undefined when no rule matches
   */
  verdictOf(relative: string, isFolder: boolean): boolean | undefined {
    if (relative === '' || relative === '..' || relative.startsWith('../')) return undefined;
    const file = this.isCaseFolded ? relative.toLowerCase() : relative;
    let last = this.plainRuleOf(file, isFolder);
    if (this.wild.length > 0) {
      const names = file.split('/');
      for (let place = this.wild.length - 1; place >= 0; place -= 1) {
        const rule = this.wild[place];
        if (!rule || rule.place < (last?.place ?? 0)) break;
        if ((rule.isForFolders && !isFolder) || !rule.matches(names)) continue;
        last = rule;
        break;
      }
    }
    return last && !last.isNegated;
  }

  private plainRuleOf(file: string, isFolder: boolean): Rule | undefined {
    const name = file.slice(file.lastIndexOf('/') + 1);
    const keys = isFolder ? [name, `/${file}`, `${name}/`, `/${file}/`] : [name, `/${file}`];
    let last: Rule | undefined;
    for (const key of keys) {
      const rule = this.plain.get(key);
      if (rule && rule.place > (last?.place ?? 0)) last = rule;
    }
    return last;
  }

  /** True when the rules ignore the path or a folder above it. */
  covers(relative: string, isFolder: boolean): boolean {
    for (let end = relative.indexOf('/'); end >= 0; end = relative.indexOf('/', end + 1)) {
      if (this.verdictOf(relative.slice(0, end), true)) return true;
    }
    return this.verdictOf(relative, isFolder) === true;
  }
}

// Section: what git ignores below a folder; the deepest matching file decides. Rules beyond the limits are reported in
// the notes. Known limit: the user’s global ignore file is not read.

export const ruleFileName = '.gitignore';

/** Most bytes of an ignore file; a larger one is not written by hand. */
const maxIgnoreFileBytes = 256 * 1024;
/** Most bytes of all ignore files below a root together: reading that much takes 0.2 s. */
const maxIgnoreBytes = 2 * 1024 * 1024;
/** Most folders above the root that are searched for the top of the repository. */
const maxParents = 40;

interface Rules {
  /** Folder the patterns are relative to. */
  folder: string;
  matcher: IgnoreRules;
}

/** Suffix of the stamp of a file whose rules do not all apply. */
const cut = ' cut';

function stampOf(file: string): string {
  const found = statOf(file);
  return found ? `${found.size}:${found.mtimeMs}` : 'absent';
}

/** Reads ignore files and keeps a stamp of each. */
class RuleReader {
  private bytes = 0;

  constructor(readonly stamps: Map<string, string>) {}

  /**
   * Reads one ignore file.
   * @param above the rules that apply as well
   */
  read(file: string, folder: string, above: readonly Rules[]): Rules | undefined {
    const found = statOf(file);
    if (!found) return undefined;
    const matcher = found.isFile() && found.size > 0 ? this.rulesIn(file, found.size, above) : undefined;
    const isCut = found.isFile() && found.size > 0 && (!matcher || matcher.leftOut > 0);
    this.stamps.set(file, stampOf(file) + (isCut ? cut : ''));
    return matcher && { folder, matcher };
  }

  private rulesIn(file: string, size: number, above: readonly Rules[]): IgnoreRules | undefined {
    if (size > maxIgnoreFileBytes || this.bytes + size > maxIgnoreBytes) return undefined;
    this.bytes += size;
    const used = above.reduce((sum, { matcher }) => sum + matcher.wildCharacters, 0);
    try {
      const text = withOpened(file, (opened) => readBytes(opened, size)).toString('utf8');
      return new IgnoreRules((text.startsWith('\ufeff') ? text.slice(1) : text).split('\n'), maxWildCharacters - used);
    } catch {
      // Not readable or gone: the file adds no rules, and the notes say so.
      return undefined;
    }
  }

  get notes(): string[] {
    const count = [...this.stamps.values()].filter((stamp) => stamp.endsWith(cut)).length;
    if (count === 0) return [];
    const files = count === 1 ? 'one .gitignore file' : `${count} .gitignore files`;
    return [`Not all rules of ${files} are applied, because they are too long or cannot be read.`];
  }
}

/** Whether git ignores an entry of a folder, by the entry's own name. */
type Within = (name: string, isFolder: boolean) => boolean;

/**
 * Joins rule files, ordered from the top down and each in the folder or above it: the last one with a matching rule
 * decides. The folder's position relative to each file is computed once, since a folder has many entries.
 */
function ignoredWithin(rules: readonly Rules[], folder: string): Within {
  const known = rules.map(({ folder: of, matcher }) => {
    const below = path.relative(of, folder).split(path.sep).join('/');
    return { matcher, before: below === '' ? '' : `${below}/` };
  });
  return (name, isFolder) => {
    for (let place = known.length - 1; place >= 0; place -= 1) {
      const { matcher, before } = known[place]!;
      const verdict = matcher.verdictOf(before + name, isFolder);
      if (verdict !== undefined) return verdict;
    }
    return false;
  };
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

/** Rules of the folders above the root; none when they would ignore the root itself, which the user named. */
function rulesAbove(root: string, reader: RuleReader): Rules[] {
  const top = repositoryTop(root);
  if (top === undefined) return [];
  const rules: Rules[] = [];
  const add = (file: string, folder: string) => {
    const read = reader.read(file, folder, rules);
    if (read) rules.push(read);
  };
  add(path.join(top, '.git', 'info', 'exclude'), top);
  const above = foldersBetween(top, root);
  for (const folder of above) add(path.join(folder, ruleFileName), folder);
  const segments = above.slice(1).concat(root === top ? [] : [root]);
  const isRootIgnored = segments.some((folder) =>
    ignoredWithin(rules, path.dirname(folder))(path.basename(folder), true),
  );
  return isRootIgnored ? [] : rules;
}

export interface Ignored {
  /** @param hasRules whether an ignore file lies in the folder, where that is known; absent: it is looked for */
  within(folder: string, hasRules?: boolean): Within;
  /** True when an ignore file that was read has changed. A new one shows as a change of its folder. */
  hasChanged(): boolean;
  /** Stamps of the ignore files that were read. */
  readonly stamps: ReadonlyMap<string, string>;
  /** Rules that are not applied, each with the reason. */
  readonly notes: readonly string[];
  /** True when the folder's own ignore file has been read. */
  hasRulesOf(folder: string): boolean;
}

/** True when an ignore file has changed. */
function haveChanged(stamps: ReadonlyMap<string, string>): boolean {
  return [...stamps].some(([file, stamp]) => stampOf(file) !== stamp.replace(cut, ''));
}

/** The rules of an earlier look, if no ignore file has changed since; undefined if one has. */
export function ignoredAsBefore(root: string, before: ReadonlyMap<string, string>): Ignored | undefined {
  if (haveChanged(before)) return undefined;
  const ignored = ignoredBelow(root, new Map(before));
  return ignored.stamps.size === before.size ? ignored : undefined;
}

/** Answers for everything below `root`; ignore files met on the way are read once. */
export function ignoredBelow(root: string, stamps = new Map<string, string>()): Ignored {
  const reader = new RuleReader(stamps);
  const above = rulesAbove(root, reader);
  const perFolder = new Map<string, Rules[]>();

  function rulesFor(folder: string, hasRules = true): Rules[] {
    const known = perFolder.get(folder);
    if (known) return known;
    const inherited = folder === root || !folder.startsWith(root) ? above : rulesFor(path.dirname(folder));
    const own = hasRules ? reader.read(path.join(folder, ruleFileName), folder, inherited) : undefined;
    const rules = own ? [...inherited, own] : inherited;
    perFolder.set(folder, rules);
    return rules;
  }

  return {
    within: (folder, hasRules) => ignoredWithin(rulesFor(folder, hasRules), folder),
    hasChanged: () => haveChanged(stamps),
    stamps,
    get notes() {
      return reader.notes;
    },
    hasRulesOf: (folder) => stamps.has(path.join(folder, ruleFileName)),
  };
}
