/** Texts of nodes and the rows they stand on. */
import type { Node } from '@vscode/tree-sitter-wasm';
import type { RowSpan } from './types';
import { oneSpaced } from '../text/plain';

/** A longer value, message or name is data. */
const maxTextLength = 200;
const maxSignatureSource = 1000;

/** A node that ends with its row's end ends on that row. */
export function spanOf(node: Node): RowSpan {
  const { row: start } = node.startPosition;
  const { row, column } = node.endPosition;
  return { start, end: column === 0 && row > start ? row - 1 : row };
}

/** In one line; undefined when it is longer than anybody reads. */
export function lineOf(node: Node, text: string): string | undefined {
  const [start, end] = [node.startIndex, node.endIndex];
  if (end - start > maxTextLength * 2) return undefined;
  const line = oneSpaced(text.slice(start, end));
  return line === '' || line.length > maxTextLength ? undefined : line;
}

const quotes = /^(?:[A-Za-z$@]{0,3}"""|[A-Za-z$@]{0,3}'''|[A-Za-z$@]{0,3}["'`]|:(?=\w)|\[\[)/;

/** A literal without its quotes and the letters before them; anything else as it is. */
export function unquoted(line: string): string {
  const open = quotes.exec(line)?.[0];
  if (open === undefined) return line;
  const sign = open.replace(/^[A-Za-z$@]+/, '');
  const close = { '[[': ']]', ':': '' }[sign] ?? sign;
  return line.length >= open.length + close.length && line.endsWith(close)
    ? line.slice(open.length, line.length - close.length)
    : line;
}

/** A message as it reads: pieces that stand side by side are one. */
export function messageOf(line: string): string {
  return unquoted(line).replace(/(["'`]) (?:[+.] ?)?[A-Za-z$@]{0,3}\1/g, '');
}

/** True when nothing stands before the node in its row. */
export function isFirstInRow(node: Node, text: string): boolean {
  const { startIndex } = node;
  return text.slice(startIndex - node.startPosition.column, startIndex).trim() === '';
}

/** No bracket of a head is open at `end`. */
export function isClosed(text: string, start: number, end: number): boolean {
  let open = 0;
  for (const sign of text.slice(start, Math.min(end, start + maxSignatureSource))) {
    if (sign === '(' || sign === '[') open += 1;
    else if (sign === ')' || sign === ']') open -= 1;
  }
  return open <= 0;
}

interface Head {
  body: number | undefined;
  end: number;
  /** In order. */
  comments: readonly Span[];
}

/** Characters of a text. */
export type Span = readonly [start: number, end: number];

/** Enough of a text for a head, without the comments in it. */
function headSource(text: string, start: number, end: number, comments: readonly Span[]): string {
  let source = '';
  let from = start;
  for (let at = firstAfter(comments, start); from < end && source.length < maxSignatureSource; at += 1) {
    const [open, close] = comments[at] ?? [end, end];
    source += text.slice(from, Math.min(open, end, from + maxSignatureSource));
    from = Math.max(from, close);
    if (open >= end) break;
  }
  return source.slice(0, maxSignatureSource);
}

/** The first comment that begins at a place or after it. */
function firstAfter(comments: readonly Span[], start: number): number {
  let [low, high] = [0, comments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comments[middle]![0] < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The head of a symbol in one line: from `start` to where its body begins, or its first row where it has none. */
export function signatureOf(text: string, start: number, { body, end, comments }: Head): string {
  // The body of a function that is handed to another one is none of the symbol's.
  const hasBody = body !== undefined && isClosed(text, start, body);
  const source = headSource(text, start, hasBody ? body : end, comments);
  const whole = oneSpaced(source);
  const [row = ''] = source.trim().split('\n', 1);
  // A head that goes on is told whole, what opens a list or a block is not.
  const isWhole = hasBody || (whole.length <= maxTextLength && !/[{[]\s*$/.test(row));
  const first = isWhole ? whole : row.trim();
  return first
    .slice(0, maxTextLength)
    .replace(hasBody ? /(?<![\s{:=])\s*(?:\{|:|=>|=|->|;)$/ : /[;,]$/, '')
    .trim();
}
