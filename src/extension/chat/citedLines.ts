/**
 * Whether cited lines are still there: in their place, moved as a whole, changed or cut off. Must not know the editor.
 * Cost: linear in the lines of the file, and only where the lines are not in their place.
 */
import { hashOfLines } from '../../contract/linesHash';
import type { LineRange } from '../../contract/schemas/values';

export type LinesFound =
  { kind: 'there' } | { kind: 'moved'; lines: LineRange } | { kind: 'changed' } | { kind: 'cut'; lineCount: number };

/** A file of more lines is not searched for lines that moved: people wait for the check. */
const maxSearchedLines = 5_000;

/** @param hash of the lines as they were; without it only their number is checked */
export function findLines(text: string, { start, end }: LineRange, hash: string | undefined): LinesFound {
  const lines = text.split(/\r\n?|\n/);
  const count = end - start + 1;
  const isAt = (first: number) => hashOfLines(lines.slice(first - 1, first - 1 + count).join('\n')) === hash;
  if (hash === undefined) return end <= lines.length ? { kind: 'there' } : { kind: 'cut', lineCount: lines.length };
  if (end <= lines.length && isAt(start)) return { kind: 'there' };
  if (lines.length <= maxSearchedLines) {
    // The nearest first: the same lines may stand in several places.
    const places = Array.from({ length: Math.max(0, lines.length - count + 1) }, (_, index) => index + 1);
    places.sort((one, other) => Math.abs(one - start) - Math.abs(other - start));
    const place = places.find(isAt);
    if (place !== undefined) return { kind: 'moved', lines: { start: place, end: place + count - 1 } };
  }
  return end <= lines.length ? { kind: 'changed' } : { kind: 'cut', lineCount: lines.length };
}
