/**
 * The places that answers cite: keyboard steps between them, watching their files, and finding moved lines. Must not
 * know the editor.
 */
import type { QuotedPlace } from '../../chat/messages';
import type { Source, Turn } from '../../chat/turns';
import { unwatchFile, watchFile, type StatsListener } from 'node:fs';
import { hashOfLines } from '../../contract/conventions';
import type { LineRange } from '../../contract/schemas/values';

// Section: steps through the places that the latest answer cites, wherever the focus is.

interface CitationStep {
  turn: Turn;
  index: number;
  source: Source;
}

export class CitationSteps {
  #turn: string | undefined;
  #index = -1;

  /** Records a place that was opened by hand; the next step starts there. */
  opened(turn: string, index: number): void {
    this.#turn = turn;
    this.#index = index;
  }

  /** The next or previous citation that still exists, cyclic; undefined when nothing is cited. */
  step(turns: readonly Turn[], way: 1 | -1): CitationStep | undefined {
    const cited = turns.filter(({ sources }) => sources.some(({ gone }) => gone === undefined));
    const turn = cited.find(({ id }) => id === this.#turn) ?? cited.at(-1);
    if (!turn) return undefined;
    if (turn.id !== this.#turn) this.#index = way === 1 ? -1 : turn.sources.length;
    this.#turn = turn.id;
    const count = turn.sources.length;
    for (let tried = 0; tried < count; tried++) {
      this.#index = (this.#index + way + count) % count;
      const source = turn.sources[this.#index];
      if (source && source.gone === undefined) return { turn, index: this.#index, source };
    }
    return undefined;
  }
}

// Section: the place of quoted code, as the page tells it.

/** Lines of a file, 1-based and inclusive. */
export interface FileLines {
  path: string;
  lines: LineRange;
}

/** The lines that quoted code comes from; undefined unless the turn cites their file, and the first and the last of them. */
export function quotedLines(turn: Turn | undefined, { index, lines }: QuotedPlace): FileLines | undefined {
  const path = turn?.sources[index]?.path;
  if (!turn || path === undefined) return undefined;
  const cited = turn.sources.flatMap((source) => (source.path === path && !source.gone && source.lines) || []);
  const isCited = (line: number) => cited.some(({ start, end }) => start <= line && line <= end);
  return isCited(lines.start) && isCited(lines.end) ? { path, lines } : undefined;
}

// Section: polls cited files several times a second, because the editor’s watcher can be a second or two late.

const lookMs = 300;
/** Most files that are polled, enough for the latest answers; the editor's watcher covers the others. */
const maxFiles = 24;

export class CitedFiles {
  readonly #listeners = new Map<string, StatsListener>();

  constructor(private readonly changed: (paths: ReadonlySet<string>) => void) {}

  /** @param paths the most important first; they replace the paths watched before */
  watch(paths: Iterable<string>): void {
    const wanted = new Set([...new Set(paths)].slice(0, maxFiles));
    for (const path of [...this.#listeners.keys()]) if (!wanted.has(path)) this.#leave(path);
    for (const path of wanted) {
      if (this.#listeners.has(path)) continue;
      const listener: StatsListener = (now, before) => {
        if (now.mtimeMs !== before.mtimeMs || now.size !== before.size) this.changed(new Set([path]));
      };
      this.#listeners.set(path, listener);
      watchFile(path, { interval: lookMs, persistent: false }, listener);
    }
  }

  dispose(): void {
    this.watch([]);
  }

  #leave(path: string): void {
    const listener = this.#listeners.get(path);
    if (listener) unwatchFile(path, listener);
    this.#listeners.delete(path);
  }
}

// Section: where code of an answer belongs in a file: the cited lines, located by first and last line.

/** A range for the code. With no common lines it says where to look, but not what to replace. */
interface FoundPlace {
  lines: LineRange;
  /** Number of lines that occur in both. */
  common: number;
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';
/** True for a line with a word in it; brackets and blank lines occur everywhere. */
const tells = (line: string): boolean => /\w/.test(line);

function commonLines(code: readonly string[], lines: readonly string[]): number {
  const known = new Set(lines.filter(tells).map((line) => line.trim()));
  return code.filter((line) => tells(line) && known.has(line.trim())).length;
}

/** @param cited line ranges, 1-based and inclusive */
export function placeFor(code: string, text: string, cited: readonly LineRange[]): FoundPlace | undefined {
  const lines = text.split(/\r\n|\r|\n/);
  const block = code.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  let best: FoundPlace | undefined;
  for (const range of cited) {
    if (range.start > lines.length) continue;
    const place = widened(block, lines, { start: range.start, end: Math.min(range.end, lines.length) });
    const common = commonLines(block, lines.slice(place.start - 1, place.end));
    if (!best || common > best.common) best = { lines: place, common };
  }
  return best;
}

/** Extends a range to the block's first and last line when they occur above and below it. */
function widened(block: readonly string[], lines: readonly string[], { start, end }: LineRange): LineRange {
  const first = block[0]?.trim();
  const last = block.at(-1);
  if (first === undefined || last === undefined) return { start, end };
  const reach = block.length + (end - start + 1);
  const isFirst = (number: number) => lines[number - 1]?.trim() === first;
  const inside = numbers(start, end).find(isFirst);
  const above = numbers(Math.max(1, start - reach), start - 1).findLast(isFirst);
  const from = inside ?? above ?? start;
  const step = indentOf(last).length - indentOf(block[0] ?? '').length;
  const isLast = (number: number) => {
    const line = lines[number - 1] ?? '';
    const isAsDeep = step !== 0 || indentOf(line) === indentOf(lines[from - 1] ?? '');
    return line.trim() === last.trim() && isAsDeep;
  };
  const isBegun = inside !== undefined || above !== undefined;
  const until = isBegun ? numbers(from, Math.min(lines.length, end + reach)).find(isLast) : undefined;
  return { start: from, end: until ?? Math.max(from, end) };
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

type LinesFound =
  { kind: 'there' } | { kind: 'moved'; lines: LineRange } | { kind: 'changed' } | { kind: 'cut'; lineCount: number };

/** Most lines of a file in which moved lines are searched, because users wait for the check. */
const maxSearchedLines = 5_000;

/** @param hash of the lines when they were cited; without it only their number is checked */
export function findLines(text: string, { start, end }: LineRange, hash: string | undefined): LinesFound {
  const lines = text.split(/\r\n?|\n/);
  const count = end - start + 1;
  const isAt = (first: number) => hashOfLines(lines.slice(first - 1, first - 1 + count).join('\n')) === hash;
  if (hash === undefined) return end <= lines.length ? { kind: 'there' } : { kind: 'cut', lineCount: lines.length };
  if (end <= lines.length && isAt(start)) return { kind: 'there' };
  if (lines.length <= maxSearchedLines) {
    // Nearest first, because the same lines may occur several times.
    const places = Array.from({ length: Math.max(0, lines.length - count + 1) }, (_, index) => index + 1);
    places.sort((one, other) => Math.abs(one - start) - Math.abs(other - start));
    const place = places.find(isAt);
    if (place !== undefined) return { kind: 'moved', lines: { start: place, end: place + count - 1 } };
  }
  return end <= lines.length ? { kind: 'changed' } : { kind: 'cut', lineCount: lines.length };
}
