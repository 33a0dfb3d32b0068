/** Code and references as Markdown. */
import { languageOfEnding, languageOfName } from '../../languages/table';
import { plain, codeSpan, oneLine } from '../../languages/markdown';
import type { Citation } from '../types';
import { oneSpaced } from '../text/plain';

/** A code block whose fence is longer than any inside the code. Unknown languages get no label. */
export function fenced(code: string, language: string): string {
  const isKnown = languageOfEnding(language) !== undefined || languageOfName(language) !== undefined;
  const longest = [...code.matchAll(/`{3,}/g)].reduce((most, found) => Math.max(most, found[0].length), 2);
  const marks = '`'.repeat(longest + 1);
  return `${marks}${isKnown ? language : ''}\n${code}\n${marks}`;
}

/** The list of sources at the end of an answer; a single row is not told as a range. */
export function sources(citations: readonly Citation[]): string {
  const told = ({ label, lines: { start, end } }: Citation) =>
    start === end && label.endsWith(`-${end}`) ? label.slice(0, -`-${end}`.length) : label;
  return citations.map((citation, place) => `[${place + 1}] ${plain(told(citation))}`).join('\n');
}

/** Longer rows are cut. */
export const maxShownChars = 160;

/** Number of leading white-space characters. */
export const indentOf = (row: string): number => row.length - row.trimStart().length;

/** Rows of code without their common indentation; of long rows their beginning. */
export function codeRows(rows: readonly string[]): string[] {
  const shown = rows.map((row) => (row.length > maxShownChars ? beginning(row) : row.trimEnd()));
  const indents = shown.filter((row) => row.trim() !== '').map(indentOf);
  const common = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return shown.map((row) => row.slice(Math.min(common, row.length)));
}

/** The beginning of a long row, cut at a comma if there is one near. */
function beginning(row: string): string {
  const until = Math.max(100, row.indexOf(',', 60) + 1 || 130);
  return `${row.slice(0, Math.min(until, maxShownChars)).trimEnd()} …`;
}

/** Some rows of a text in order, with a mark where rows are left out. */
export function pickedRows(rows: readonly string[], picked: readonly number[]): string[] {
  const kept = codeRows(picked.map((row) => rows[row] ?? ''));
  return kept.flatMap((row, at) => {
    const before = picked[at - 1];
    const isGap =
      before !== undefined &&
      picked[at]! > before + 1 &&
      rows.slice(before + 1, picked[at]).some((one) => one.trim() !== '');
    const indent = row.slice(0, indentOf(row));
    return isGap ? [`${indent}…`, row] : [row];
  });
}

// Section: small pieces of Markdown: code in a line, quotations, references.

/** A code span; its fence is longer than any back-quotes inside. */
export const inline = (text: string): string => codeSpan(oneSpaced(oneLine(text)));

/** A sentence with its reference before the full stop. */
export function cited(sentence: string, number: number): string {
  const trimmed = sentence.trimEnd();
  // The dots of a cut sentence stay before the reference.
  if (trimmed.endsWith(' …')) return `${trimmed} [${number}].`;
  const end = /(?<!\b(?:e\.g|i\.e|etc))([.!?:…]?)$/.exec(trimmed)?.[1] ?? '';
  return `${trimmed.slice(0, trimmed.length - end.length)} [${number}]${end === ':' || end === '' ? '.' : end}`;
}

/** Words in a list: a, b and c. */
export function inWords(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}` : (words[0] ?? '');
}

/** Names as code spans in a list: `a`, `b` and `c`. */
export function listed(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).map(inline);
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : inWords(shown);
}
