/** Citations of an answer: the source list at its end, and code quoted from a cited place. */
import type { LineRange } from '../contract/schemas/values';
import type { Source } from '../chat/turns';

/**
 * A line of the source list at the end of an answer: `[n] path:start-end`. The engine writes the list for plain-text
 * clients; the chat removes it and draws its own.
 */
const listLine = /^\s*(?:[-*]\s+)?\[(\d+)\]:?\s+\S/;
/** A heading of the list, such as `Sources:`, `**Sources**` or `## Sources`. */
const heading = /^\s*(?:#{1,6}\s*)?(?:\*\*|__)?(?:sources|references|citations|places)(?:\*\*|__)?:?(?:\*\*|__)?\s*$/i;
const unfinishedLine = /^\s*(?:[-*]\s+)?\[\d*\]?:?\s*$/;

/** Index of the line where the source list begins; `lines.length` when there is none. */
function listStart(lines: readonly string[]): number {
  let start = lines.length;
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? '';
    if (listLine.test(line)) start = index;
    else if (unfinishedLine.test(line) && index === lines.length - 1) start = index;
    else if (line.trim() !== '') break;
  }
  if (start === lines.length) return start;
  let above = start - 1;
  while (above >= 0 && lines[above]?.trim() === '') above--;
  if (above >= 0 && heading.test(lines[above] ?? '')) return above;
  // A list without a heading must be separated from the text by a blank line.
  return start === 0 || lines[start - 1]?.trim() === '' ? start : lines.length;
}

/** The text without its source list, even while the list is still arriving. */
export function answerBody(text: string): string {
  const lines = text.split('\n');
  const start = listStart(lines);
  if (start < lines.length) return lines.slice(0, start).join('\n').trimEnd();
  return text;
}

// Section: detects code quoted from a cited place, which needs no button to apply it. Pure functions, linear time.

interface Quote {
  /** Index of the source. */
  index: number;
  lines: LineRange;
}

/** True for a line with a word in it; brackets and blank lines occur everywhere. */
const tells = (line: string): boolean => /\w/.test(line);

/** A long line may be shown with its end cut off. */
const withoutEllipsis = (line: string): { text: string; isCut: boolean } => {
  const isCut = line.endsWith('…');
  return { text: (isCut ? line.slice(0, -1) : line).trim(), isCut };
};

/**
 * The first source that contains every distinctive line of the code, in order; else the first of those of one file or
 * asset that contain them together. If the code omits lines, one of its parts is enough, because the others may be
 * outside the cited lines and such code cannot be applied.
 */
export function quotedFrom(code: string, sources: readonly Source[]): Quote | undefined {
  const rows = code.split(/\r\n|\r|\n/);
  return (
    quoteOf(rows, sources) ??
    partsOf(rows).reduce<Quote | undefined>((found, part) => found ?? quoteOf(part, sources), undefined)
  );
}

/** Splits code at its lines that stand for omitted ones; empty when nothing is omitted. */
function partsOf(rows: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const row of rows) {
    if (isGap(row)) parts.push([]);
    else parts.at(-1)?.push(row);
  }
  return parts.length > 1 ? parts : [];
}

function quoteOf(rows: readonly string[], sources: readonly Source[]): Quote | undefined {
  const places = linesByPlace(sources);
  for (const [index, source] of sources.entries()) {
    const known = new Map(linesOf(source));
    const lines = spanOf(rows, known, places.get(placeOf(source) ?? '') ?? known);
    if (lines) return { index, lines };
  }
  for (const [place, known] of places) {
    const lines = spanOf(rows, known, known);
    const isFirst = (source: Source) =>
      placeOf(source) === place && linesOf(source).some(([at]) => at === lines?.start);
    if (lines) return { index: sources.findIndex(isFirst), lines };
  }
  return undefined;
}

/**
 * The lines from the first to the last row of the code; undefined unless all distinctive rows are known, in order.
 * @param around the known lines in which the brackets around the distinctive rows are looked for
 */
function spanOf(
  code: readonly string[],
  known: ReadonlyMap<number, string>,
  around: ReadonlyMap<number, string>,
): LineRange | undefined {
  const wanted = code.map(withoutEllipsis).filter(({ text }) => tells(text));
  if (wanted.length === 0) return undefined;
  const found = rangeOf(wanted, known);
  if (!found) return undefined;
  const before = code.slice(0, code.findIndex(tells)).reverse();
  const after = code.slice(code.findLastIndex(tells) + 1);
  const above = alike(before, (row) => around.get(found.start - 1 - row));
  const below = alike(after, (row) => around.get(found.end + 1 + row));
  return { start: found.start - above, end: found.end + below };
}

/** Number of leading lines that are equal in both, such as brackets around the distinctive lines. */
function alike(lines: readonly string[], there: (row: number) => string | undefined): number {
  const other = lines.findIndex((line, row) => line.trim() !== there(row)?.trim());
  return other === -1 ? lines.length : other;
}

function rangeOf(
  wanted: readonly { text: string; isCut: boolean }[],
  known: ReadonlyMap<number, string>,
): LineRange | undefined {
  let next = 0;
  let start: number | undefined;
  for (const [number, line] of known) {
    const { text, isCut } = wanted[next] ?? { text: '', isCut: false };
    const there = line.trim();
    if (isCut ? !there.startsWith(text) : there !== text) continue;
    start ??= number;
    next += 1;
    if (next === wanted.length) return { start, end: number };
  }
  return undefined;
}

// Section: puts back what quoted code leaves out, as far as the cited sources hold it.

const isGap = (row: string): boolean => row.trim() === '…';
const indentOf = (row: string): number => row.length - row.trimStart().length;

/** The known lines of a source, with their numbers. */
function linesOf({ text, lines }: Source): [number, string][] {
  if (text === undefined || !lines) return [];
  return text.split(/\r\n|\r|\n/).map((line, row) => [lines.start + row, line]);
}

/** The file or asset that a source is about. */
const placeOf = ({ path, asset }: Source): string | undefined => path ?? asset;

/** The known lines of the file or asset of each source, in order of their numbers. */
function linesByPlace(sources: readonly Source[]): Map<string, Map<number, string>> {
  const places = new Map<string, [number, string][]>();
  for (const source of sources) {
    const place = placeOf(source);
    if (place !== undefined) places.set(place, [...(places.get(place) ?? []), ...linesOf(source)]);
  }
  return new Map([...places].map(([place, lines]) => [place, new Map(lines.sort(([a], [b]) => a - b))]));
}

/** Known lines, of which an excerpt shows some, each with this many characters of indentation less. */
interface Excerpted {
  known: ReadonlyMap<number, string>;
  surplus: number;
}

const lessIndented = (line: string, surplus: number): string =>
  line.slice(Math.min(Math.max(0, surplus), indentOf(line)));

/** True when the rows of a part stand one below the other from this line on. */
function standsAt(part: readonly string[], start: number, { known, surplus }: Excerpted): boolean {
  return part.every((row, at) => {
    const line = known.get(start + at);
    if (line === undefined) return false;
    const there = lessIndented(line, surplus).trimEnd();
    return row.endsWith('…') ? there.startsWith(row.slice(0, -1).trimEnd()) : there === row.trimEnd();
  });
}

/** The lines of which these are the parts, from the first to the last; undefined unless all stand there, in order. */
function wholeOf(parts: readonly string[][], known: ReadonlyMap<number, string>): string[] | undefined {
  const lines = [...known.keys()];
  const first = parts[0]!;
  const surplusAt = (line: number) => indentOf(known.get(line)!) - indentOf(first[0]!);
  const begin = lines.find((line) => standsAt(first, line, { known, surplus: surplusAt(line) }));
  if (begin === undefined) return undefined;
  const excerpted = { known, surplus: surplusAt(begin) };
  let end = begin + first.length;
  for (const part of parts.slice(1)) {
    const from = end;
    const start = lines.find((line) => line >= from && standsAt(part, line, excerpted));
    if (start === undefined) return undefined;
    end = start + part.length;
  }
  return between(begin, end - 1, excerpted);
}

/**
 * The code with the rows that it leaves out, each marked by a row `…`.
 * @returns undefined when the sources hold none of them; `added` is the number of rows put back
 */
export function withGaps(code: string, sources: readonly Source[]): { text: string; added: number } | undefined {
  const rows = code.split(/\r\n|\r|\n/);
  const parts = partsOf(rows).filter(({ length }) => length > 0);
  if (parts.length < 2 || !parts.some((part) => part.some(tells))) return undefined;
  for (const known of linesByPlace(sources).values()) {
    const text = wholeOf(parts, known);
    if (!text) continue;
    const added = text.filter((row) => !isGap(row)).length - rows.filter((row) => !isGap(row)).length;
    return added > 0 ? { text: text.join('\n'), added } : undefined;
  }
  return undefined;
}

/** True for code that shows only some rows of what it is about. */
export const isExcerpt = (code: string): boolean => code.split(/\r\n|\r|\n/).some(isGap);

/** The code without marks of an omission: the lines that it was quoted from, where all of it is known, else its rows. */
export function withoutMarks(code: string, sources: readonly Source[]): string {
  const rows = code.split(/\r\n|\r|\n/);
  if (!rows.some((row) => row.endsWith('…'))) return code;
  const quote = quoteOf(rows, sources);
  const known = quote && linesByPlace(sources).get(placeOf(sources[quote.index]!) ?? '');
  const whole = known ? between(quote.lines.start, quote.lines.end, { known, surplus: 0 }) : rows;
  const kept = whole.filter((row) => !isGap(row));
  const surplus = Math.min(...kept.filter((row) => row.trim() !== '').map(indentOf));
  return kept.map((row) => lessIndented(row, surplus)).join('\n');
}

/** The lines of a range; what is not known of it stays left out. */
function between(start: number, end: number, { known, surplus }: Excerpted): string[] {
  const rows: string[] = [];
  for (let line = start; line <= end; line += 1) {
    const row = known.get(line);
    if (row !== undefined) rows.push(lessIndented(row, surplus));
    else if (!isGap(rows.at(-1)!)) rows.push('…');
  }
  return rows;
}
