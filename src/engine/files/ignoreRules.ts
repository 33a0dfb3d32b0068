/**
 * The rules of one ignore file, as git reads them: the last one that matches decides. Plain names are looked up at once,
 * so their number costs nothing; patterns with wildcards are tried one after the other, so their length together is
 * limited. Must not know: files, and where the rules come from.
 */
import { compileGlob, type Glob } from './glob';

/**
 * Characters of all patterns with wildcards that apply to a file: several hundred patterns. At worst, asking them
 * about one file takes a quarter of a millisecond.
 */
export const maxWildCharacters = 8 * 1024;

/** As git is set up on the file systems of macOS and Windows. */
const isPlatformCaseFolded = process.platform === 'darwin' || process.platform === 'win32';

interface Rule {
  /** Later ones beat earlier ones. */
  place: number;
  isNegated: boolean;
}

interface WildRule extends Rule {
  isForFolders: boolean;
  matches: Glob;
}

/** Spaces at the end do not count, unless a backslash stands before the last that counts. */
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
  /** Patterns beyond the limit: they do not apply. */
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
   * Of a path relative to the folder of the rules, with `/`, whatever is said of the folders above it.
   * @returns undefined when nothing is said of it
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

  /** Said of it, or of a folder that it lies in. */
  covers(relative: string, isFolder: boolean): boolean {
    for (let end = relative.indexOf('/'); end >= 0; end = relative.indexOf('/', end + 1)) {
      if (this.verdictOf(relative.slice(0, end), true)) return true;
    }
    return this.verdictOf(relative, isFolder) === true;
  }
}
