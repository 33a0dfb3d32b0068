/** Reads nodes of a tree: their text, their rows, and whether they name something. */
import type { Node, Tree } from '@vscode/tree-sitter-wasm';
import type { RowSpan } from './types';
import { countOf, hasSpace, hasWordSign, oneSpaced, spaced } from '../text/plain';
import { splitIdentifier } from '../text/tokens';
import type { Gathered } from './gather';

/** Most characters of a value, message or name; longer ones are data. */
const maxTextLength = 200;
const maxSignatureSource = 1000;

/** The rows of a node; one that ends with a line break ends on that row. */
export function spanOf(node: Node): RowSpan {
  const { row: start } = node.startPosition;
  const { row, column } = node.endPosition;
  return { start, end: column === 0 && row > start ? row - 1 : row };
}

/** Text of a node in one line; undefined when it is too long. */
export function lineOf(node: Node, text: string): string | undefined {
  const [start, end] = [node.startIndex, node.endIndex];
  if (end - start > maxTextLength * 2) return undefined;
  const line = oneSpaced(text.slice(start, end));
  return line === '' || line.length > maxTextLength ? undefined : line;
}

const quotes = /^(?:[A-Za-z$@]{0,3}"""|[A-Za-z$@]{0,3}'''|[A-Za-z$@]{0,3}["'`]|:(?=\w)|\[\[)/;

/** A literal without its quotes and prefix letters; any other text unchanged. */
export function unquoted(line: string): string {
  const open = quotes.exec(line)?.[0];
  if (open === undefined) return line;
  const sign = open.replace(/^[A-Za-z$@]+/, '');
  const close = { '[[': ']]', ':': '' }[sign] ?? sign;
  return line.length >= open.length + close.length && line.endsWith(close)
    ? line.slice(open.length, line.length - close.length)
    : line;
}

/** A name without its quotes and the colon of a keyword: `limit: 10` in Elixir and Ruby. */
export function plainName(line: string): string {
  const plain = unquoted(line);
  return plain.endsWith(':') && plain.length > 1 ? plain.slice(0, -1) : plain;
}

/** A message without quotes, adjacent literals joined. */
export function messageOf(line: string): string {
  return unquoted(line).replace(/(["'`]) (?:[+.] ?)?[A-Za-z$@]{0,3}\1/g, '');
}

/** True when the node is the first in its row. */
export function isFirstInRow(node: Node, text: string): boolean {
  const { startIndex } = node;
  return text.slice(startIndex - node.startPosition.column, startIndex).trim() === '';
}

/** True when no bracket opened after `start` is open at `end`. */
export function isClosed(text: string, start: number, end: number): boolean {
  let open = 0;
  for (const sign of text.slice(start, Math.min(end, start + maxSignatureSource))) {
    if (sign === '(' || sign === '[') open += 1;
    else if (sign === ')' || sign === ']') open -= 1;
  }
  return open <= 0;
}

interface Head {
  name: number;
  body: number | undefined;
  end: number;
  /** Comments in the text, in order. */
  comments: readonly Span[];
}

/** A range of characters of a text. */
export type Span = readonly [start: number, end: number];

/** The text of a head without its comments, as much as a signature needs. */
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

/** Index of the first comment that begins at `start` or after it. */
function firstAfter(comments: readonly Span[], start: number): number {
  let [low, high] = [0, comments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comments[middle]![0] < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

const opensList = (row: string): boolean => '{['.includes(row.trimEnd().at(-1) ?? ' ');

/** The rows of a head to the one with the name, in one line; to the first one that opens a list or a block. */
function rowsToName(rows: readonly string[], nameRow: number): string {
  const opening = rows.findIndex(opensList);
  const last = opening < 0 ? nameRow : Math.min(opening, nameRow);
  return oneSpaced(rows.slice(0, last + 1).join(' '));
}

/** The head of a symbol in one line: to where its body begins, or where it has none to the end of the row of its name. */
export function signatureOf(text: string, start: number, { name, body, end, comments }: Head): string {
  // The body of a function passed as an argument is not the symbol's body.
  const hasBody = body !== undefined && isClosed(text, start, body);
  const source = headSource(text, start, hasBody ? body : end, comments);
  const whole = oneSpaced(source);
  const row = rowsToName(source.split('\n'), countOf(headSource(text, start, name, comments), '\n'));
  // A head of several rows is given whole, unless it opens a list or a block.
  const opens = opensList(row);
  const isWhole = hasBody || (whole.length <= maxTextLength && !opens);
  const first = isWhole ? whole : row.trim();
  const told = first
    .slice(0, maxTextLength)
    .replace(hasBody ? /(?<![\s{:=])\s*(?:\{|:|=>|=|->|;)$/ : /[;,]$/, '')
    .trim();
  const goesOn = !isWhole && !opens && (!isClosed(row, 0, row.length) || goingOn.includes(row.trimEnd().at(-1) ?? ' '));
  const isCut = first.length > maxTextLength || goesOn;
  return isCut ? `${told}${cutMark}` : told;
}

/** Signs at the end of a row behind which its head goes on. */
const goingOn = '<,=|&+';

/** The end of a signature that is not told in full. */
export const cutMark = '…';

// Section: references to a name in a text, by its tree. Cost: one look at the tree for each occurrence. Known limit:
// names are not resolved, so other things of the same name count.

export interface FoundReference {
  kind: 'definition' | 'call' | 'use' | 'import';
  /** 0-based. */
  row: number;
}

/** Most references in one text; more are a table. */
const maxPlaces = 2000;

/** Types of nodes for text inside code: what stands there is not a name. */
const textual = /comment|string|char|text|content|fragment|literal|regex|heredoc/;

/** True for a node that begins with a keyword: a whole statement. */
function isStatement({ firstChild }: Node): boolean {
  return firstChild !== null && !firstChild.isNamed && isWordUnit(firstChild.type.charCodeAt(0));
}

/** Ranges of import statements, one around each imported name. */
function importSpans({ imports }: Gathered): { start: number; end: number }[] {
  return imports.map((node) => {
    const around = node.parent?.parent && !isStatement(node) ? node.parent : node;
    return { start: around.startIndex, end: around.endIndex };
  });
}

const isWordUnit = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  code === 95 ||
  (code >= 97 && code <= 122) ||
  code >= 0xaa;

/** True for a text of words and blanks alone. */
export const isOfWords = (text: string): boolean =>
  Array.from(text).every((sign) => hasSpace(sign) || isWordUnit(sign.charCodeAt(0)));

/** Offsets where the name occurs as a whole word. */
export function* placesOfName(text: string, name: string): Generator<number> {
  const [first, last] = [isWordUnit(name.charCodeAt(0)), isWordUnit(name.charCodeAt(name.length - 1))];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const isLonger =
      (first && at > 0 && isWordUnit(text.charCodeAt(at - 1))) ||
      (last && isWordUnit(text.charCodeAt(at + name.length)));
    if (!isLonger) yield at;
  }
}

/** Signs that go on from one step of an import to the next: `harbour.Quay`, `harbour::Quay`, `Harbour\\Quay`. */
const steps: ReadonlySet<string> = new Set(['.', ':', '\\']);

/** The node whose text is exactly the name, or a name without parts of its own that ends with it: `Shop.Cart`. */
function nodeAt(node: Node | null, text: string, at: number, name: string): Node | undefined {
  if (node?.endIndex !== at + name.length) return undefined;
  const isQualified =
    node.childCount === 0 && '.:'.includes(text[at - 1] ?? ' ') && !hasSpace(text.slice(node.startIndex, at));
  return node.startIndex === at || isQualified ? node : undefined;
}

/** What a name is in code that the grammar keeps as text: a call before a bracket, nothing in quotes or a comment. */
function kindInRaw(raw: Node, text: string, at: number, name: string): FoundReference['kind'] | undefined {
  const before = text.slice(raw.startIndex, at).replaceAll('\\"', '');
  if (countOf(before, '"') % 2 === 1 || before.includes('//')) return undefined;
  return text
    .slice(at + name.length, raw.endIndex)
    .trimStart()
    .startsWith('(')
    ? 'call'
    : 'use';
}

/** Where the name is looked for, and what of the text was blanked before it was parsed. */
interface Looked {
  text: string;
  name: string;
  misread: RegExp | undefined;
}

/** The references to a name; in what was blanked, of which the tree has nothing, a name is a use. */
export function referencesIn(tree: Tree, gathered: Gathered, { text, name, misread }: Looked): FoundReference[] {
  const calls = new Set(gathered.uses.map(({ startIndex }) => startIndex));
  const spans = importSpans(gathered);
  const comments = [...gathered.comments, ...gathered.docs];
  const isSigns = !Array.from(name).some((sign) => isWordUnit(sign.charCodeAt(0)));
  const blanks = misread ? [...text.matchAll(misread)] : [];
  const found: FoundReference[] = [];
  for (const at of placesOfName(text, name)) {
    if (found.length >= maxPlaces) break;
    if (blanks.some(({ index, 0: { length } }) => index <= at && at < index + length)) {
      found.push({ kind: 'use', row: countOf(text.slice(0, at), '\n') });
      continue;
    }
    const around = tree.rootNode.descendantForIndex(at, at + name.length);
    const raw = around && gathered.raws.has(around.id) ? around : undefined;
    const node = raw ?? nodeAt(around, text, at, name);
    const kind = raw ? kindInRaw(raw, text, at, name) : node && kindOf(at, node);
    const before = raw ? countOf(text.slice(raw.startIndex, at), '\n') : 0;
    if (node && kind) found.push({ kind, row: node.startPosition.row + before });
  }
  return found;

  function kindOf(at: number, node: Node): FoundReference['kind'] | undefined {
    if (gathered.definitions.has(at)) return 'definition';
    // What a type is said of, data, a variable of a function, a step of a package.
    if (gathered.ignored.has(at)) return undefined;
    // A step before the last one is not what is imported, and neither is a word of the statement.
    const isLastStep = !steps.has(text[at + name.length] ?? '');
    if (node.isNamed && isLastStep && spans.some(({ start, end }) => start <= at && at < end)) return 'import';
    if (calls.has(at)) return 'call';
    // What a module gives to others is no use of it.
    if (node.parent?.parent?.type === 'exports') return undefined;
    const isVariable = gathered.parameters.has(at) && !gathered.fields.has(at);
    // The sign of an operator is no named node.
    const isName = (node.isNamed || isSigns) && node.childCount === 0 && !textual.test(node.type) && !isVariable;
    return isName && !comments.some(({ startIndex, endIndex }) => startIndex <= at && at < endIndex)
      ? 'use'
      : undefined;
  }
}

// Section: what a value is of that its record only calls a default: `port: { type: 'number', default: 8080 }`. By the
// text alone, which is alike in all languages.

/** Words of the names under which a record gives the value of what it describes: `defaultValue`, `rawValue`. */
const presetWords = new Set(spaced('default value initial raw parsed preset int bool string'));
/** Keys of a record under which it gives its own name. */
const nameKeys = new Set(spaced('name key id flag long option'));
/** Most characters before a value in which its owner is looked for. */
const maxBefore = 400;

export const isPresetName = (name: string): boolean => {
  const parts = splitIdentifier(name).map((part) => part.toLowerCase());
  return parts.every((part) => presetWords.has(part)) && ['default', 'value'].some((word) => parts.includes(word));
};

/** Where the innermost bracket opens that stands open before a place; -1 where none is near. */
function openBefore(text: string, at: number): number {
  let depth = 0;
  for (let place = at - 1; place >= Math.max(0, at - maxBefore); place -= 1) {
    if (')]}'.includes(text[place]!)) depth += 1;
    else if ('([{'.includes(text[place]!) && (depth -= 1) < 0) return place;
  }
  return -1;
}

/** A text that is a key: in quotes, or a symbol of Ruby, with no space inside. */
export function keyIn(written: string): string | undefined {
  const key = plainName(oneSpaced(written));
  return key !== oneSpaced(written) && hasWordSign(key) && !hasSpace(key) ? key : undefined;
}

/** The key at the end of a text that goes on with its record: `"port": `, `port =`. */
function keyAtEnd(text: string): string | undefined {
  const sign = ['=>', ':', '='].find((one) => text.endsWith(one));
  const last = sign === undefined ? '' : text.slice(0, -sign.length).trimEnd();
  return spaced(last.replaceAll('{', ' ').replaceAll(',', ' ')).slice(-1).map(plainName).find(hasWordSign); // prettier-ignore
}

/**
 * The name of what a value is of, by the name or the key of its record, or by the first argument of the call that the
 * record is given to; undefined where nothing tells it.
 * @param at where the name of the value begins
 */
export function ownerOf(text: string, at: number): string | undefined {
  const open = openBefore(text, at);
  const row = text.lastIndexOf('\n', at) + 1;
  // `option :port, default: 8080` has no brackets.
  const [, given = ''] = open < row ? spaced(text.slice(row, at)) : [];
  if (given.endsWith(',')) return keyIn(given.slice(0, -1));
  if (open < 0) return undefined;
  const inside = text.slice(open + 1, at).split(',');
  for (const piece of inside) {
    const end = [...piece].findIndex((sign) => sign === ':' || sign === '=');
    const name = end > 0 && nameKeys.has(plainName(oneSpaced(piece.slice(0, end))).toLowerCase()) ? keyIn(piece.slice(end + 1)) : undefined; // prettier-ignore
    if (name !== undefined) return name;
  }
  const before = text.slice(Math.max(0, open - maxBefore), open).trimEnd();
  if (text[open] === '(') return keyIn(inside[0] ?? '');
  const outer = before.endsWith(',') ? openBefore(text, open) : -1;
  if (outer >= 0 && text[outer] === '(') return keyIn(text.slice(outer + 1, open).split(',')[0] ?? '');
  return keyAtEnd(before);
}

/** The number or the switch behind a word for a default: `DefaultValue(100)`, `default_value_t = 8080`. */
export function presetIn(text: string): string | undefined {
  const at = text.toLowerCase().indexOf('default');
  let end = at < 0 ? text.length : at;
  while (end < text.length && (hasWordSign(text[end]!) || text[end] === '_')) end += 1;
  const set = text.slice(end).trimStart();
  if (at < 0 || !'=(:'.includes(set.charAt(0) || ' ')) return undefined;
  const [value = ''] = set.slice(1).split(',');
  return oneSpaced(value.split(')')[0]!.split(']')[0]!);
}
