/**
 * Which lines of a commit still stand in the working copy, and where: Myers' difference of both (E. W. Myers, “An O(ND)
 * difference algorithm and its variations”, 1986, by the package `diff`), white space ignored as `git blame -w` does,
 * so that other line ends and indentation change nobody's lines. Limit: where both differ beyond measure, what stands
 * between their common beginning and end counts as changed. Pure.
 */
import { diffArrays } from 'diff';

/** The comparison is given up when more lines than this differ, or when it has taken this long. */
const maxEdits = 4_000;
const maxMs = 150;

/** Files with more lines than this are not compared at all: it would hold up other questions. */
export const maxLines = 50_000;

/** Lines without their white space. What follows the last line end is a line only if there is something. */
function linesOf(text: string): string[] {
  const lines = text.replace(/[ \t\r\f\v]+/g, '').split('\n');
  if (text === '' || text.endsWith('\n')) lines.pop();
  return lines;
}

/** A number for each line, the same for lines that differ in white space alone. */
function numbered(lines: readonly string[], numbers: Map<string, number>): number[] {
  return lines.map((line) => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  });
}

function commonBeginning(one: readonly number[], other: readonly number[]): number {
  const limit = Math.min(one.length, other.length);
  let length = 0;
  while (length < limit && one[length] === other[length]) length += 1;
  return length;
}

/**
 * For each line of the working copy the line of the commit, counted from 1; 0 for one that the commit has not.
 * @returns undefined where there are too many lines
 */
export function standingLines(committed: string, working: string): Uint32Array | undefined {
  const [old, current] = [linesOf(committed), linesOf(working)];
  if (Math.max(old.length, current.length) > maxLines) return undefined;
  const numbers = new Map<string, number>();
  return standingOf(numbered(old, numbers), numbered(current, numbers));
}

function standingOf(from: readonly number[], to: readonly number[]): Uint32Array {
  const lines = new Uint32Array(to.length);
  const start = commonBeginning(from, to);
  const end = commonBeginning(from.slice(start).reverse(), to.slice(start).reverse());
  for (let line = 0; line < start; line += 1) lines[line] = line + 1;
  for (let back = 1; back <= end; back += 1) lines[to.length - back] = from.length - back + 1;
  const middle = [from.slice(start, from.length - end), to.slice(start, to.length - end)] as const;
  let [old, current] = [start, start];
  for (const { count, added, removed } of diffArrays(...middle, { maxEditLength: maxEdits, timeout: maxMs }) ?? []) {
    if (!added && !removed) for (let step = 0; step < count; step += 1) lines[current + step] = old + step + 1;
    if (!added) old += count;
    if (!removed) current += count;
  }
  return lines;
}
