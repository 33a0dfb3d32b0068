/**
 * Whether code of an answer is quoted from a place that the answer cites: then it is shown with that place, and there is
 * nothing to apply. Plain text, no DOM. Cost: one pass over the cited lines.
 */
import type { LineRange } from '../contract/schemas/values';
import type { Source } from './turns';

export interface Quote {
  /** Place among the sources. */
  index: number;
  lines: LineRange;
}

/** Brackets and blank lines stand everywhere. */
const tells = (line: string): boolean => /\w/.test(line);

/** A long row may be shown without its end. */
const withoutEllipsis = (line: string): { text: string; isCut: boolean } => {
  const isCut = line.endsWith('…');
  return { text: (isCut ? line.slice(0, -1) : line).trim(), isCut };
};

/** The first source that holds every telling line of the code, in its order. */
export function quotedFrom(code: string, sources: readonly Source[]): Quote | undefined {
  const wanted = code.split(/\r\n|\r|\n/).map(withoutEllipsis).filter(({ text }) => tells(text)); // prettier-ignore
  if (wanted.length === 0) return undefined;
  for (const [index, { text, lines }] of sources.entries()) {
    const found = text === undefined || !lines ? undefined : placeOf(wanted, text.split(/\r\n|\r|\n/));
    if (found && lines) return { index, lines: { start: lines.start + found.start, end: lines.start + found.end } };
  }
  return undefined;
}

function placeOf(wanted: readonly { text: string; isCut: boolean }[], rows: readonly string[]): LineRange | undefined {
  let next = 0;
  let start: number | undefined;
  for (const [row, line] of rows.entries()) {
    const { text, isCut } = wanted[next] ?? { text: '', isCut: false };
    const there = line.trim();
    if (isCut ? !there.startsWith(text) : there !== text) continue;
    start ??= row;
    next += 1;
    if (next === wanted.length) return { start, end: row };
  }
  return undefined;
}
