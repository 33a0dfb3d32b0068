/** Small pieces of Markdown: code in a line, quotations, references. */
import { codeSpan, oneLine } from '../../languages/markdown';
import { oneSpaced } from '../text/plain';

/** As it is written: marks inside of it make those around it longer. */
export const inline = (text: string): string => codeSpan(oneSpaced(oneLine(text)));

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
