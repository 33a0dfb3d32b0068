/** Turns the definitions that a query found into symbols in the order of the file, each with its parent. */
import type { Node } from '@vscode/tree-sitter-wasm';
import type { Definition, Gathered } from './gather';
import { cutMark, isClosed, lineOf, plainName, signatureOf, type Span, isFirstInRow, spanOf } from './nodes';
import type { OutlineSymbol, RowSpan } from './types';
import { countOf, hasSpace } from '../text/plain';

/** Most symbols of a file; one with more is a table of values. */
const maxSymbols = 5000;
/** Deepest nesting of symbols; deeper ones are generated. */
const maxNesting = 30;
const maxWrappers = 4;

/** A symbol under construction, with its offsets in the text. */
export interface Placed {
  symbol: OutlineSymbol;
  start: number;
  end: number;
  nameStart: number;
  /** Offset at which its head begins. */
  headStart: number;
  bodyStart: number | undefined;
  /** Offset at which its first clause ends, which alone is its head. */
  clauseEnd?: number;
  parent: number | undefined;
  depth: number;
}

const holders: ReadonlySet<string> = new Set(['class', 'interface', 'implementation', 'enum', 'type']);

/** Kinds of symbols that are ignored inside of functions. */
const localKinds: ReadonlySet<string> = new Set(['variable', 'declaration']);
const bodies: ReadonlySet<string> = new Set(['function', 'method']);

interface Found extends Definition {
  start: number;
  /** Without blanks that some grammars include, and comments about what follows. */
  end: number;
  endRow: number;
}

/** Comments by the offset of their last sign. */
type Comments = ReadonlyMap<number, Node>;

/** Length of the text up to an offset without blanks at its end. */
function lengthTo(text: string, end: number): number {
  let at = end;
  while (at > 0 && hasSpace(text[at - 1]!)) at -= 1;
  return at;
}

/** True for a comment that stands alone in its row and no deeper than the definition that ends with it. */
function isOfNext(comment: Node | undefined, { node }: Definition, text: string): comment is Node {
  if (!comment || comment.startIndex <= node.startIndex || !isFirstInRow(comment, text)) return false;
  return comment.startPosition.column <= node.startPosition.column;
}

function withEnds(definition: Definition, comments: Comments, text: string): Found {
  const { node, body } = definition;
  const [nodeEnd, bodyEnd] = [node.endIndex, body?.endIndex ?? 0];
  const last = body && bodyEnd > nodeEnd ? body : node;
  const whole = Math.max(nodeEnd, bodyEnd);
  let end = lengthTo(text, whole);
  for (let next = comments.get(end); isOfNext(next, definition, text); next = comments.get(end))
    end = lengthTo(text, next.startIndex);
  const endRow = last.endPosition.row - countOf(text.slice(end, whole), '\n');
  return { ...definition, start: node.startIndex, end, endRow };
}

function inOrder({ definitions, comments }: Gathered, text: string): Found[] {
  const byEnd = new Map(comments.map((comment) => [lengthTo(text, comment.endIndex), comment]));
  return Array.from(definitions.values(), (definition) => withEnds(definition, byEnd, text))
    .sort((a, b) => a.start - b.start || b.end - a.end || a.name.startIndex - b.name.startIndex)
    .slice(0, maxSymbols);
}

/** The outermost wrapper that begins with the definition, as far as the query marks wrappers. */
function outermost(node: Node, { wrappers }: Gathered): Node {
  let outer = node;
  for (let level = 0; wrappers.size > 0 && level < maxWrappers; level += 1) {
    const { parent } = outer;
    if (!parent || !wrappers.has(parent.id)) break;
    outer = parent;
  }
  return outer;
}

function receiverNames(receiver: Node, text: string): string[] {
  const line = lineOf(receiver, text);
  return line === undefined
    ? []
    : line
        .split(/::|\.|->/)
        .map((part) => part.trim())
        .filter(Boolean);
}

/** Kinds whose names may say what they stand in by dots, as `defmodule Shop.Cart` does; a key's or a test's do not. */
export const qualified: ReadonlySet<string> = new Set(['module', 'class', 'interface', 'enum', 'type']);

/** The steps of a name as it is written: `Shop::Cart` stands in `Shop`. */
const stepsOf = (name: string, kind: string): string[] =>
  // A sentence, or an operator that is named by a type, has no steps.
  hasSpace(name) ? [name] : name.split(qualified.has(kind) ? /::|(?<=\w)\.(?=\w)/ : '::').filter((step) => step !== '');

/** True for the inner name of `exports.open = function open() {}`, which is one symbol. */
function isRepeated(found: Found, name: string, around: Placed | undefined, span: RowSpan): boolean {
  return (
    around !== undefined && around.symbol.name === name && around.symbol.end === span.end && found.start >= around.start
  );
}

function place(
  found: Found,
  { steps, span }: { steps: readonly string[]; span: RowSpan },
  around: { placed: Placed; place: number } | undefined,
  source: Source,
): Placed {
  const { gathered, text } = source;
  const outer = outermost(found.node, gathered);
  // Only the first symbol in a wrapper begins with it.
  const isFirst = !source.begun.has(outer.id) && outer.startPosition.row === span.start;
  source.begun.add(outer.id);
  const receivers = found.receivers.flatMap((receiver) => receiverNames(receiver, text));
  const symbol: OutlineSymbol = {
    kind: found.kind === 'function' && around && holders.has(around.placed.symbol.kind) ? 'method' : found.kind,
    name: steps.at(-1) ?? '',
    path: [...(around?.placed.symbol.path ?? []), ...receivers, ...steps],
    ...(around ? { parent: around.place } : {}),
    ...span,
    nameRow: found.name.startPosition.row,
    signature: '',
    ...{ values: [], failures: [], calls: [], parameters: [] },
  };
  return {
    symbol,
    start: found.start,
    end: found.end,
    nameStart: found.name.startIndex,
    headStart: isFirst ? outer.startIndex : found.start,
    bodyStart: undefined,
    parent: around?.place,
    depth: (around?.placed.depth ?? 0) + 1,
  };
}

interface Source {
  gathered: Gathered;
  text: string;
  /** Ids of wrappers whose first symbol is known. */
  begun: Set<number>;
}

/** True when a symbol cannot contain the found one; several names of one declaration do not contain each other. */
const isPast = (before: Placed, { start, end }: Found): boolean =>
  before.end <= start || (before.start === start && before.end === end);

/** True for a further clause of a function: right below the one before, at most one empty row between them. */
const goesOn = ({ symbol }: Placed, name: string, { start }: RowSpan): boolean =>
  symbol.name === name && start - symbol.end <= 2;

/** True for a function that begins no deeper in its row than the one around it, which then was never closed. */
function isLeftOpen({ start, symbol }: Placed, found: Found, text: string): boolean {
  const columnOf = (at: number) => at - 1 - text.lastIndexOf('\n', at - 1);
  return bodies.has(symbol.kind) && bodies.has(found.kind) && columnOf(found.start) <= columnOf(start);
}

/** @param isFlat true where functions stand in no other functions */
export function placeSymbols(gathered: Gathered, text: string, isFlat: boolean): Placed[] {
  const source = { gathered, text, begun: new Set<number>() };
  const all: Placed[] = [];
  const open: number[] = [];
  /** Index of the last symbol by parent. */
  const last = new Map<number | undefined, number>();
  for (const found of inOrder(gathered, text)) {
    while (open.length > 0 && isPast(all[open.at(-1) ?? 0]!, found)) open.pop();
    while (isFlat && open.length > 0 && isLeftOpen(all[open.at(-1)!]!, found, text)) {
      const unclosed = all[open.pop()!]!;
      unclosed.end = found.start;
      unclosed.symbol.end = Math.max(unclosed.symbol.start, found.node.startPosition.row - 1);
    }
    const around = open.at(-1);
    const parent = around === undefined ? undefined : all[around];
    const line = lineOf(found.name, text);
    const steps = line === undefined ? [] : stepsOf(plainName(line), found.kind);
    const name = steps.at(-1) ?? '';
    const span = { start: found.node.startPosition.row, end: found.endRow };
    if (name === '' || open.length >= maxNesting || isRepeated(found, name, parent, span)) continue;
    if (parent && localKinds.has(found.kind) && bodies.has(parent.symbol.kind)) continue;
    const before = all[last.get(around) ?? -1];
    if (found.isClause && before && goesOn(before, name, span)) {
      before.clauseEnd ??= before.end;
      before.end = found.end;
      before.symbol.end = span.end;
      open.push(last.get(around) ?? 0);
      continue;
    }
    open.push(all.length);
    last.set(around, all.length);
    all.push(
      place(
        found,
        { steps, span },
        parent && around !== undefined ? { placed: parent, place: around } : undefined,
        source,
      ),
    );
  }
  return all;
}

/** The innermost symbol around an offset. */
export function innermost(all: readonly Placed[], at: number): Placed | undefined {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (all[middle]!.start <= at) low = middle + 1;
    else high = middle;
  }
  let found = all[low - 1];
  while (found && found.end <= at) found = found.parent === undefined ? undefined : all[found.parent];
  return found;
}

/** Sets the end of each head, and its signature. */
export function putSignatures(all: readonly Placed[], gathered: Gathered, text: string): void {
  const { bodies, decorators } = gathered;
  const comments = gathered.comments.map(({ startIndex, endIndex }): Span => [startIndex, endIndex]);
  comments.sort(([a], [b]) => a - b);
  for (const body of bodies) {
    const inside = innermost(all, body.startIndex);
    // A body may begin with its first member.
    const around = inside?.start === body.startIndex && inside.parent !== undefined ? all[inside.parent] : inside;
    if (!around || around.nameStart > body.startIndex) continue;
    // A function that is the default of a parameter has a body within the head.
    const isInHead = (at: number) => !isClosed(text, around.headStart, at);
    const known = around.bodyStart;
    if (known === undefined || (isInHead(known) && !isInHead(body.startIndex))) around.bodyStart = body.startIndex;
  }
  for (const decorator of decorators) {
    const around = innermost(all, decorator.startIndex);
    const end = decorator.endIndex;
    if (around && around.headStart <= decorator.startIndex && end <= around.nameStart) around.headStart = end;
  }
  const ends = all.map(({ clauseEnd, end }) => clauseEnd ?? end);
  for (const { parent = -1, start } of all) {
    const around = all[parent];
    const row = text.lastIndexOf('\n', start) + 1;
    if (!around || around.bodyStart !== undefined || row <= around.nameStart || row >= ends[parent]!) continue;
    // Members on rows of their own are not part of a head, except among its parameters.
    if (isClosed(text, around.headStart, row)) ends[parent] = row;
  }
  for (const [at, { symbol, headStart, nameStart, bodyStart }] of all.entries()) {
    const end = ends[at]!;
    const body = bodyStart !== undefined && bodyStart < end ? bodyStart : undefined;
    symbol.signature = signatureOf(text, headStart, { name: nameStart, body, end, comments });
    const head = text.slice(nameStart, body ?? end).trimEnd();
    if (symbol.signature.endsWith(cutMark)) symbol.headEnd = symbol.nameRow + head.split('\n').length - 1;
  }
}

// Section: the comments that document a symbol: a run of comment rows right above it, a comment behind it, or a string
// under its head.

interface CommentRows {
  /** First row by last row of comments that stand alone on their rows. */
  startByEnd: Map<number, number>;
  /** First rows of comments with an opening of documentation, which may be one empty row apart. */
  formal: Set<number>;
  /** Rows of comments behind code, by the row they begin on. */
  trailing: Map<number, RowSpan>;
}

/** Openings of documentation comments: `/**`, for RDoc a row of `##` alone, for POD `=head1` and its like. */
const opening = /\/\*\*|##[ \t]*(?:\r?\n|$)|=[a-z]/y;

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
  /** First rows of decorators and the like, by their last row. */
  decorators: ReadonlyMap<number, number>;
  isEmpty: (row: number) => boolean;
}

/** The run of comments that ends on a row, beginning with one that opens as documentation. */
function formalEndingAt(end: number, { startByEnd, formal }: CommentRows): RowSpan | undefined {
  let start = startByEnd.get(end);
  while (start !== undefined && !formal.has(start)) start = startByEnd.get(start - 1);
  return start === undefined ? undefined : { start, end };
}

/** Looks above a symbol: decorators extend its rows, a comment becomes its documentation. */
function lookAbove({ symbol }: Placed, { comments, decorators, isEmpty }: Above): void {
  let row = symbol.start;
  let documented: RowSpan | undefined;
  for (;;) {
    const comment = comments.startByEnd.get(row - 1);
    const above = comment ?? decorators.get(row - 1);
    if (above === undefined) break;
    if (comment === undefined) symbol.start = above;
    else if (!documented || documented.start === row) documented = { start: comment, end: documented?.end ?? row - 1 };
    row = above;
  }
  if (isEmpty(symbol.start - 1)) documented ??= formalEndingAt(symbol.start - 2, comments);
  if (documented) symbol.documentation = documented;
}

/** Most rows above a file's comment; one further down, behind imports and the like, is about other code. */
const maxRowsAbove = 20;
const shebang = /^\ufeff?#!/;

/** The comment or documentation string at the beginning of the file; a `#!` row is not documentation. */
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
  const ends = endsByStart(comments);
  let end = ends.get(start) ?? start;
  for (let next = ends.get(end + 1); next !== undefined; next = ends.get(end + 1)) end = next;
  const isTaken = all.some(({ symbol }) => (symbol.documentation?.start ?? symbol.start) <= end);
  return isTaken ? undefined : { start, end };
}

/** Beginnings of comments that describe what stands before them: of Haddock, and of Doxygen. */
const backMarks = ['-- ^', '///<', '//!<', '/**<', '/*!<'];
const pointsBack = (row = ''): boolean => backMarks.some((mark) => row.trimStart().startsWith(mark));

/** Last row of comments that stand alone on their rows, by their first row. */
const endsByStart = ({ startByEnd }: CommentRows): ReadonlyMap<number, number> =>
  new Map(Array.from(startByEnd, ([end, start]) => [start, end]));

/** The run of comments that begins below a symbol and is about it. */
function lookBelow(
  { symbol }: Placed,
  ends: ReadonlyMap<number, number>,
  rows: readonly string[],
): RowSpan | undefined {
  const start = symbol.end + 1;
  let end = pointsBack(rows[start]) ? ends.get(start) : undefined;
  if (end === undefined) return undefined;
  for (let next = ends.get(end + 1); next !== undefined && !pointsBack(rows[end + 1]); next = ends.get(end + 1))
    end = next;
  return { start, end };
}

/** @returns the rows that document the file as a whole */
export function putDocumentation(all: readonly Placed[], gathered: Gathered, text: string): RowSpan | undefined {
  const comments = rowsOfComments(gathered.comments, text);
  const decorators = new Map(gathered.decorators.map(spanOf).map(({ start, end }) => [end, start]));
  const rows = text.split('\n');
  const ends = endsByStart(comments);
  const above = { comments, decorators, isEmpty: (row: number) => rows[row]?.trim() === '' };
  for (const placed of all) {
    const { symbol } = placed;
    // What stands above both is about the outer one: `case class Point(x: Int)`.
    if (symbol.parent !== undefined && all[symbol.parent]!.symbol.nameRow === symbol.nameRow) continue;
    lookAbove(placed, above);
    if (pointsBack(rows[symbol.documentation?.start ?? -1])) delete symbol.documentation;
    const below = lookBelow(placed, ends, rows);
    if (below) symbol.documentation ??= below;
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
