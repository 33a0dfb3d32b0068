/** Small pieces of Markdown: code in a line, quotations, references. */
import { oneLine } from '../../languages/markdown';

/** Longer than this is a paragraph. */
const maxSentenceChars = 240;
const maxCodeChars = 90;

/** Follow-ups read names back from between single marks, so marks inside are changed. */
export function inline(text: string): string {
  const line = oneLine(text).replace(/`/g, "'").replace(/\s+/g, ' ').trim();
  // Two marks with nothing between would open code that reaches into the next sentence.
  return `\`${line === '' ? ' ' : line}\``;
}

export function isShort(code: string): boolean {
  return code.trim().length <= maxCodeChars && !/[([{]\s*$/.test(code);
}

/** A bracketed number would read as a citation. */
export function quotable(text: string): string {
  const short =
    text.length > maxSentenceChars ? `${text.slice(0, maxSentenceChars).replace(/(?<!\s)\s+\S*$/, '')} …` : text;
  const even = (short.match(/`/g) ?? []).length % 2 === 0 ? short : short.replace(/`(?=[^`]*$)/, '');
  return even
    .replace(/\[(\d+)\]/g, '($1)')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The reference stands before the full stop. */
export function cited(sentence: string, number: number): string {
  const trimmed = sentence.trimEnd();
  // What was cut goes on after the dots: they belong to the sentence.
  if (trimmed.endsWith(' …')) return `${trimmed} [${number}].`;
  const end = /(?<!\b(?:e\.g|i\.e|etc))([.!?:…]?)$/.exec(trimmed)?.[1] ?? '';
  return `${trimmed.slice(0, trimmed.length - end.length)} [${number}]${end === ':' || end === '' ? '.' : end}`;
}

/** `a`, `b` and `c`. */
export function listed(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).map(inline);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}` : (shown[0] ?? '');
}
