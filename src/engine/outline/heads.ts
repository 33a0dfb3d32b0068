/** What is told of a symbol without its text. */
import type { Rows } from '../chunk/block';
import { plainComment, sentencesOf } from '../answers/sentences';
import type { OutlineSymbol, RowSpan } from '../read/types';
import type { SymbolHead } from './types';

const maxSentenceChars = 300;

export function documentationOf(rows: Rows, span: RowSpan | undefined): string {
  return span ? plainComment(rows.slice(span.start, span.end)) : '';
}

export function firstSentence(documentation: string): string | undefined {
  const sentence = sentencesOf(documentation)[0] ?? documentation;
  if (sentence === '') return undefined;
  return sentence.length > maxSentenceChars ? `${sentence.slice(0, maxSentenceChars - 1)}…` : sentence;
}

/** Its rows, with the documentation above it. */
export function wholeRows({ start, end, documentation }: OutlineSymbol): RowSpan {
  return { start: Math.min(start, documentation?.start ?? start), end: Math.max(end, documentation?.end ?? end) };
}

export function headOf(symbol: OutlineSymbol, rows: Rows): SymbolHead {
  const { kind, name, path, signature, nameRow, documentation: span } = symbol;
  // Behind code in the same row it is told apart from the code by nothing.
  const isBehind = span !== undefined && span.start === symbol.start && span.end === symbol.end;
  const documentation = firstSentence(isBehind ? '' : documentationOf(rows, span));
  const { start, end } = wholeRows(symbol);
  return {
    ...{ kind, name, path, signature },
    lines: { start: start + 1, end: end + 1 },
    line: nameRow + 1,
    ...(documentation === undefined ? {} : { documentation }),
  };
}
