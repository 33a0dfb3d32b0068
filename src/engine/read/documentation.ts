/** Which rows of comments document what: a run of comment rows right above it, one behind it, or a string under its head. */
import type { Node } from '@vscode/tree-sitter-wasm';
import type { Gathered } from './gather';
import { isFirstInRow, spanOf } from './rowText';
import { innermost, type Placed } from './symbols';
import type { RowSpan } from './types';

interface CommentRows {
  /** Where the comment that ends on this row begins, of those that stand alone on their rows. */
  startByEnd: Map<number, number>;
  /** Where those begin that open as documentation does, which may stand apart by an empty row. */
  formal: Set<number>;
  /** Rows of comments behind code, by the row they begin on. */
  trailing: Map<number, RowSpan>;
}

/** What only documentation opens with: `/**`, and for RDoc a row of `##` alone. */
const opening = /\/\*\*|##[ \t]*(?:\r?\n|$)/y;

function opensAsDocumentation(text: string, at: number): boolean {
  opening.lastIndex = at;
  return opening.test(text);
}

function rowsOfComments(comments: readonly Node[], text: string): CommentRows {
  const rows: CommentRows = { startByEnd: new Map(), formal: new Set(), trailing: new Map() };
  for (const comment of comments) {
    const span = spanOf(comment);
    if (!isFirstInRow(comment, text)) rows.trailing.set(span.start, span);
    else if (!rows.startByEnd.has(span.end)) rows.startByEnd.set(span.end, span.start);
    if (opensAsDocumentation(text, comment.startIndex)) rows.formal.add(span.start);
  }
  return rows;
}

interface Above {
  comments: CommentRows;
  /** Where what belongs to a symbol begins, by the row it ends on. */
  decorators: ReadonlyMap<number, number>;
  isEmpty: (row: number) => boolean;
}

/** The comments, one below the other, that end on a row, from the one that opens as documentation does. */
function formalEndingAt(end: number, { startByEnd, formal }: CommentRows): RowSpan | undefined {
  let start = startByEnd.get(end);
  while (start !== undefined && !formal.has(start)) start = startByEnd.get(start - 1);
  return start === undefined ? undefined : { start, end };
}

/** Goes up from the symbol: what belongs to it moves its first row, a comment above is its documentation. */
function lookAbove({ symbol }: Placed, { comments, decorators, isEmpty }: Above): void {
  let row = symbol.start;
  let documented: RowSpan | undefined;
  for (;;) {
    const comment = comments.startByEnd.get(row - 1);
    const above = comment ?? decorators.get(row - 1);
    if (above === undefined) break;
    if (comment !== undefined) documented = { start: comment, end: documented?.end ?? row - 1 };
    else if (!documented) symbol.start = above;
    row = above;
  }
  if (isEmpty(symbol.start - 1)) documented ??= formalEndingAt(symbol.start - 2, comments);
  if (documented) symbol.documentation = documented;
}

/** A comment further below, behind imports and the like, is about what stands there. */
const maxRowsAbove = 20;
const shebang = /^\ufeff?#!/;

/** The comment that the file begins with, or the string that documents it; which program runs it documents nothing. */
function ofFile(
  all: readonly Placed[],
  comments: CommentRows,
  docs: readonly RowSpan[],
  text: string,
): RowSpan | undefined {
  const [first] = docs;
  if (first) return first;
  const above = shebang.test(text) ? 1 : 0;
  const [start] = [...comments.startByEnd.values()].filter((row) => row >= above).sort((a, b) => a - b);
  if (start === undefined || start > maxRowsAbove) return undefined;
  const ends = new Map([...comments.startByEnd].map(([end, from]) => [from, end]));
  let end = ends.get(start) ?? start;
  for (let next = ends.get(end + 1); next !== undefined; next = ends.get(end + 1)) end = next;
  const isTaken = all.some(({ symbol }) => (symbol.documentation?.start ?? symbol.start) <= end);
  return isTaken ? undefined : { start, end };
}

/** @returns the rows that document the file as a whole */
export function putDocumentation(all: readonly Placed[], gathered: Gathered, text: string): RowSpan | undefined {
  const comments = rowsOfComments(gathered.comments, text);
  const decorators = new Map(gathered.decorators.map(spanOf).map(({ start, end }) => [end, start]));
  const rows = text.split('\n');
  const above = { comments, decorators, isEmpty: (row: number) => rows[row]?.trim() === '' };
  for (const placed of all) {
    lookAbove(placed, above);
    const { symbol } = placed;
    const behind = symbol.start === symbol.end ? comments.trailing.get(symbol.end) : undefined;
    if (behind) symbol.documentation ??= behind;
  }
  const isComment = new Set(gathered.comments.map((comment) => comment.startIndex));
  const ofNone: RowSpan[] = [];
  for (const doc of gathered.docs) {
    if (isComment.has(doc.startIndex)) continue;
    const around = innermost(all, doc.startIndex);
    if (around) around.symbol.documentation = spanOf(doc);
    else ofNone.push(spanOf(doc));
  }
  return ofFile(all, comments, ofNone, text);
}
