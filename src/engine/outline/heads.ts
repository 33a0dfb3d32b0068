/** What is told of a symbol without its text. */
import type { Rows } from '../chunk/block';
import { plainComment, sentencesOf } from '../answers/sentences';
import { oneSpaced } from '../text/plain';
import type { OutlineSymbol, RowSpan } from '../read/types';
import type { SymbolHead } from './types';

const maxSentenceChars = 300;

export function documentationOf(rows: Rows, span: RowSpan | undefined): string {
  return span ? plainComment(rows.slice(span.start, span.end)) : '';
}

/** Marks of documentation that is written as HTML or XML. What looks like a tag elsewhere is a type: `List<String>`. */
const tag = /<\/?(?:p|br|ul|ol|li|b|i|em|strong|code|pre|tt|a|h[1-6]|blockquote|sup|sub|div|span|dl|dt|dd|summary|remarks|para)(?:\s[^<>]{0,200})?\/?>/gi; // prettier-ignore

export const withoutTags = (text: string): string => oneSpaced(text.replace(tag, ''));

/** The first paragraph of documentation whose paragraphs are parted by tags; tags are left out. */
export function firstParagraph(documentation: string): string {
  const paragraphs = documentation.split('<p>').map(withoutTags);
  return paragraphs.find((paragraph) => paragraph !== '') ?? '';
}

export function firstSentence(documentation: string): string | undefined {
  const plain = withoutTags(documentation);
  const sentence = sentencesOf(plain)[0] ?? plain;
  if (sentence === '') return undefined;
  return sentence.length > maxSentenceChars ? `${sentence.slice(0, maxSentenceChars - 1)}…` : sentence;
}

/** The rows of a symbol together with its documentation. */
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
