/**
 * Matches paths by a pattern of a `.gitignore`, or by a few letters of their names. A pattern is compiled. Matching
 * follows git's wildmatch and takes at most time in proportion to the length of the pattern times that of the path:
 * only the last star seen is ever moved on, so that no choice is made twice. Regular expressions cannot guarantee that.
 */

/** The set of characters that may stand at one place. */
interface CharacterClass {
  isNegated: boolean;
  /** Pairs: first and last code unit. */
  ranges: number[];
}

type Unit = string | CharacterClass;

/** A part of a pattern between two stars: plain text, or one entry for each character. */
type Chunk = string | Unit[];

/** The class of `?`, which matches any character. */
const anyCharacter: CharacterClass = { isNegated: true, ranges: [] };

/**
 * A pattern for one name. Its chunks must occur in the name in this order, the first at the beginning and the last at
 * the end.
 */
interface NameGlob {
  chunks: Chunk[];
  minLength: number;
}

/** A pattern for a path: one entry for each name in it; `folders` stands for `**`, any number of names. */
type PathGlob = (NameGlob | 'folders')[];

const posixClasses: Partial<Record<string, string>> = {
  ...{ alnum: '09AZaz', alpha: 'AZaz', blank: '  \t\t', cntrl: '\0\x1f\x7f\x7f', digit: '09', graph: '!~' },
  ...{ lower: 'az', print: ' ~', punct: '!/:@[`{~', space: '  \t\r', upper: 'AZ', xdigit: '09AFaf' },
};

/** Reads a pattern from its beginning to its end. */
class PatternReader {
  private at = 0;
  private readonly parts: PathGlob = [];
  private chunks: Chunk[] = [];
  private chunk: Unit[] = [];
  /** Number of stars in the current name, and whether it has nothing else. */
  private stars = 0;
  private isBare = true;

  constructor(private readonly pattern: string) {}

  /**
   * Parses the pattern.
   * @returns undefined for a pattern that matches nothing: an unclosed class, or a backslash at the end
   */
  read(): PathGlob | undefined {
    while (this.at < this.pattern.length) {
      const character = this.pattern.charAt(this.at);
      this.at += 1;
      if (character === '/') this.endName();
      else if (character === '*') this.star();
      else if (character === '?') this.add(anyCharacter);
      else if (character === '[') {
        const found = this.characterClass();
        if (!found) return undefined;
        this.add(found);
      } else if (character !== '\\') this.add(character);
      else if (this.at === this.pattern.length) return undefined;
      else {
        this.add(this.pattern.charAt(this.at));
        this.at += 1;
      }
    }
    this.endName();
    return this.parts;
  }

  private add(unit: Unit): void {
    this.isBare = false;
    this.chunk.push(unit);
  }

  private star(): void {
    const isFirst = this.stars === 0 || this.chunk.length > 0;
    this.stars += 1;
    // Consecutive stars count as one.
    if (isFirst) this.endChunk();
  }

  private endChunk(): void {
    const isPlain = (units: Unit[]): units is string[] => units.every((unit) => typeof unit === 'string');
    this.chunks.push(isPlain(this.chunk) ? this.chunk.join('') : this.chunk);
    this.chunk = [];
  }

  private endName(): void {
    this.endChunk();
    if (!this.isBare || this.stars < 2) {
      const minLength = this.chunks.reduce((sum, { length }) => sum + length, 0);
      this.parts.push({ chunks: this.chunks, minLength });
    } else if (this.parts.at(-1) !== 'folders') this.parts.push('folders');
    this.chunks = [];
    this.stars = 0;
    this.isBare = true;
  }

  /** Reads a class after its opening bracket; `]` as its first character is a member. */
  private characterClass(): CharacterClass | undefined {
    const isNegated = /[!^]/.test(this.pattern.charAt(this.at));
    if (isNegated) this.at += 1;
    const ranges: number[] = [];
    for (let isFirst = true; this.at < this.pattern.length; isFirst = false) {
      if (this.pattern.charAt(this.at) === ']' && !isFirst) {
        this.at += 1;
        return { isNegated, ranges };
      }
      const named = this.namedClass();
      if (named !== undefined) {
        for (const unit of named) ranges.push(unit.charCodeAt(0));
        continue;
      }
      const low = this.member();
      const isRange = this.pattern.charAt(this.at) === '-' && !/^$|\]/.test(this.pattern.charAt(this.at + 1));
      if (isRange) this.at += 1;
      ranges.push(low, isRange ? this.member() : low);
    }
    return undefined;
  }

  private namedClass(): string | undefined {
    if (!this.pattern.startsWith('[:', this.at)) return undefined;
    const end = this.pattern.indexOf(':]', this.at + 2);
    const named = end < 0 || end - this.at > 8 ? undefined : posixClasses[this.pattern.slice(this.at + 2, end)];
    if (named !== undefined) this.at = end + 2;
    return named;
  }

  private member(): number {
    if (this.pattern.charAt(this.at) === '\\') this.at += 1;
    this.at += 1;
    return this.pattern.charCodeAt(this.at - 1);
  }
}

function fits(unit: Unit, text: string, at: number): boolean {
  if (typeof unit === 'string') return text.charAt(at) === unit;
  const code = text.charCodeAt(at);
  for (let pair = 0; pair < unit.ranges.length; pair += 2) {
    if (code >= (unit.ranges[pair] ?? 0) && code <= (unit.ranges[pair + 1] ?? 0)) return !unit.isNegated;
  }
  return unit.isNegated;
}

function stands(chunk: Chunk, name: string, at: number): boolean {
  if (typeof chunk === 'string') return name.startsWith(chunk, at);
  return at + chunk.length <= name.length && chunk.every((unit, place) => fits(unit, name, at + place));
}

function find(chunk: Chunk, name: string, from: number): number {
  if (typeof chunk === 'string') return name.indexOf(chunk, from);
  for (let at = from; at + chunk.length <= name.length; at += 1) if (stands(chunk, name, at)) return at;
  return -1;
}

function matchesName({ chunks, minLength }: NameGlob, name: string): boolean {
  if (name.length < minLength) return false;
  const first = chunks[0] ?? '';
  const last = chunks[chunks.length - 1] ?? '';
  if (chunks.length < 2) return name.length === first.length && stands(first, name, 0);
  const end = name.length - last.length;
  if (!stands(last, name, end) || !stands(first, name, 0)) return false;
  let from = first.length;
  for (let place = 1; place < chunks.length - 1; place += 1) {
    const chunk = chunks[place] ?? '';
    const found = find(chunk, name, from);
    if (found < 0) return false;
    from = found + chunk.length;
  }
  return from <= end;
}

function matchesPath(glob: PathGlob, names: readonly string[]): boolean {
  let [part, place] = [0, 0];
  /** Where to go on after the last `**`, and the first name that it does not match. */
  let retry: { part: number; place: number } | undefined;
  while (place < names.length) {
    const expected = glob[part];
    if (expected === 'folders') {
      if (part === glob.length - 1) return true;
      part += 1;
      retry = { part, place };
    } else if (expected && matchesName(expected, names[place] ?? '')) {
      part += 1;
      place += 1;
    } else if (retry) {
      retry.place += 1;
      ({ part, place } = retry);
    } else return false;
  }
  return part === glob.length;
}

/** Matches the names of a path; a pattern without `/` is compared with the last name. */
export type Glob = (names: readonly string[]) => boolean;

/**
 * Compiles a pattern.
 * @returns undefined when the pattern matches nothing
 */
export function compileGlob(pattern: string, isWholePath: boolean): Glob | undefined {
  const glob = new PatternReader(pattern).read();
  if (!glob || isWholePath) return glob && ((names) => matchesPath(glob, names));
  const [only] = glob;
  // `**` without a `/` is any name.
  if (only === undefined || only === 'folders') return () => true;
  return (names) => matchesName(only, names.at(-1) ?? '');
}

// Section: finds files and folders by a few letters of their names, as quick open does. Cost: linear in the paths.

export interface FilesRequest {
  /** Letters of the name; when empty, the shortest paths are found. */
  query: string;
  /** Absolute paths of folders; those not indexed before find nothing. */
  folders: string[];
  limit: number;
}

export interface FileFound {
  /** Absolute. */
  path: string;
  isFolder: boolean;
}

/** Most characters of a query; a longer text is not a name. */
const maxQuery = 200;

const boundary = /[/\\._\- ]/;

/**
 * Score of a path, higher is better.
 * @returns undefined when letters are missing
 */
function scoreName(path: string, query: string): number | undefined {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  const whole = name.indexOf(query);
  if (whole >= 0) {
    const isStem = name.replace(/\.[^.]*$/, '') === query;
    return 1000 - whole - path.length / 100 + (whole === 0 ? 200 : 0) + (name === query || isStem ? 500 : 0);
  }
  let score = 0;
  let from = 0;
  let last = -2;
  for (const letter of query) {
    if (letter === ' ') continue;
    const at = lower.indexOf(letter, from);
    if (at < 0) return undefined;
    if (at === last + 1) score += 8;
    else if (at === 0 || boundary.test(lower[at - 1] ?? '')) score += 5;
    score += at >= lower.length - name.length ? 2 : 0;
    last = at;
    from = at + 1;
  }
  return score - path.length / 100;
}

/**
 * Ranks paths by a query.
 * @param relative paths of files with `/` between their parts
 */
export function rankPaths(
  relative: Iterable<string>,
  query: string,
  limit: number,
): { path: string; isFolder: boolean; score: number }[] {
  const wanted = query.toLowerCase().slice(0, maxQuery).trim();
  const found: { path: string; isFolder: boolean; score: number }[] = [];
  const folders = new Set<string>();
  const take = (path: string, isFolder: boolean) => {
    const score = wanted === '' ? -path.length : scoreName(path, wanted);
    if (score !== undefined) found.push({ path, isFolder, score });
  };
  for (const file of relative) {
    if (file === '') continue;
    take(file, false);
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
      take(folder, true);
    }
  }
  return found.sort((a, b) => b.score - a.score || a.path.localeCompare(b.path)).slice(0, limit);
}
