/**
 * Reads the outline of a text row by row, in a language without a grammar, by the forms of its definitions in
 * `languages/rows.ts`. Coarser than a tree: a definition goes on to the row that ends it or, where the language has no
 * such rows, as far as rows are further in; names are words, whatever they mean. Source: the parsers by pattern of
 * universal-ctags. Pure; linear but for `maxSymbols`.
 */
import { symbolKinds } from '../../languages/captures';
import type { RowForms } from '../../languages/rows';
import type { CommentStyle } from '../../languages/table';
import { withoutComments } from '../text/comments';
import { oneSpaced, rowsOfText } from '../text/plain';
import { messageOf, placesOfName, type FoundReference } from './nodes';
import { stepsOf } from './symbols';
import type { Facts, Named, Outline, OutlineSymbol, RowSpan } from './types';

const maxSymbols = 5000;
/** Most characters of a row that is read; longer ones are data. */
const maxRowChars = 400;
const maxTextChars = 200;
/** Most rows above a definition that belong to it. */
const maxAbove = 20;
/** Most of each fact in one symbol. */
const maxFacts = 300;

/** What a row-wise reading knows of a language. */
export interface RowReading {
  forms: RowForms;
  comments: CommentStyle;
}

/** A definition of one row, and where it begins. */
interface Begun {
  kind: keyof typeof symbolKinds;
  name: string;
  value: string | undefined;
  row: number;
  indent: number;
}

/** Kinds that are what their row says, and hold nothing. */
const ofOneRow: ReadonlySet<string> = new Set(['constant', 'variable', 'property', 'field', 'member', 'declaration']);
const holders: ReadonlySet<string> = new Set(['class', 'interface', 'implementation', 'enum', 'type']);

const indentOf = (row: string): number => row.length - row.trimStart().length;

class RowText {
  readonly rows: readonly string[];
  /** The rows without comments, in their places. */
  readonly code: readonly string[];

  constructor(
    readonly text: string,
    comments: CommentStyle,
  ) {
    const plain = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
    this.rows = rowsOfText(plain);
    this.code = rowsOfText(withoutComments(plain, comments));
  }

  isBlank(row: number): boolean {
    return (this.code[row] ?? '').trim() === '';
  }

  /** True where a comment has its row for itself. */
  isComment(row: number): boolean {
    return this.isBlank(row) && (this.rows[row] ?? '').trim() !== '';
  }
}

function begunIn(code: string, row: number, { defines }: RowForms): Begun | undefined {
  if (code.trim() === '' || code.length > maxRowChars) return undefined;
  for (const [kind, form] of defines) {
    const { name, value } = form.exec(code)?.groups ?? {};
    if (name === undefined) continue;
    const plain = /^(["'`]).+\1$/.test(name) ? name.slice(1, -1) : name;
    return { kind, name: plain, value: value?.trim(), row, indent: indentOf(code) };
  }
  return undefined;
}

/** A row as far in as its definition that goes on with it, and one that ends it. */
const goesOn =
  /^\s*(?:[)\]]|(?:begin|is|do|then|of|where|else|rescue|ensure|except|finally|when|private|var|const)\b|\{|=>|\|)/i;
const endsIt = /^\s*(?:\}|end\b|done\b)/i;

/** The last row of a definition that goes on as far as rows are further in. */
function endByIndent(
  { row, indent }: Begun,
  { code, isBlank }: { code: readonly string[]; isBlank: (row: number) => boolean },
): number {
  let last = row;
  for (let next = row + 1; next < code.length; next += 1) {
    if (isBlank(next)) continue;
    const own = indentOf(code[next]!);
    if (own > indent || (own === indent && goesOn.test(code[next]!))) last = next;
    else return own === indent && endsIt.test(code[next]!) ? next : last;
  }
  return last;
}

/** The last row of each definition, by the rows that end one; what nothing ends goes on to the next definition. */
function endsByRows(begun: readonly Begun[], { code }: RowText, ends: RegExp): number[] {
  const last = begun
    .map((_, at) => (begun[at + 1]?.row ?? code.length) - 1)
    .map((end, at) => Math.max(end, begun[at]!.row));
  const open: number[] = [];
  let at = 0;
  code.forEach((text, row) => {
    const ending = text.length > maxRowChars ? undefined : ends.exec(text)?.groups;
    if (ending) {
      const word = ending['word']?.toLowerCase() ?? '';
      const found = open.findLastIndex((one) => code[begun[one]!.row]!.toLowerCase().includes(word));
      if (found >= 0) {
        last[open[found]!] = row;
        open.length = found;
      }
    }
    if (begun[at]?.row !== row) return;
    if (!ofOneRow.has(begun[at]!.kind)) open.push(at);
    at += 1;
  });
  return last;
}

/** The first row of what is above a definition and belongs to it, and the comment above that. */
function aboveOf(
  { row, indent }: Begun,
  text: RowText,
  { above }: RowForms,
): { start: number; documentation?: RowSpan } {
  let start = row;
  for (let next = row - 1; above && next >= Math.max(0, row - maxAbove) && !text.isBlank(next); next -= 1) {
    const code = text.code[next]!;
    if (above.test(code)) start = next;
    else if (indentOf(code) <= indent) break;
  }
  let first = start;
  while (first > 0 && text.isComment(first - 1)) first -= 1;
  return { start, ...(first < start ? { documentation: { start: first, end: start - 1 } } : {}) };
}

const emptyFacts = (): Facts => ({ values: [], failures: [], calls: [] });

/** Finds definitions with their extents, each in the innermost around it. */
function symbolsOf(text: RowText, forms: RowForms): OutlineSymbol[] {
  const begun = text.code.flatMap((row, at) => begunIn(row, at, forms) ?? []).slice(0, maxSymbols);
  const byRows = forms.ends && endsByRows(begun, text, forms.ends);
  const isBlank = (row: number) => text.isBlank(row);
  const symbols: OutlineSymbol[] = [];
  const around: number[] = [];
  begun.forEach((one, at) => {
    const end = ofOneRow.has(one.kind) ? one.row : (byRows?.[at] ?? endByIndent(one, { code: text.code, isBlank }));
    while (around.length > 0 && symbols[around.at(-1)!]!.end < one.row) around.pop();
    const parent = around.at(-1);
    const before = symbols.at(-1);
    if (one.kind === 'clause' && before?.name === one.name && before.parent === parent) {
      before.end = end;
      return;
    }
    const kind = symbolKinds[one.kind];
    const holder = parent === undefined ? undefined : symbols[parent]!;
    symbols.push({
      kind: kind === 'function' && holder && holders.has(holder.kind) ? 'method' : kind,
      name: stepsOf(one.name).at(-1) ?? one.name,
      path: [...(holder?.path ?? []), ...stepsOf(one.name)],
      ...(parent === undefined ? {} : { parent }),
      ...aboveOf(one, text, forms),
      end,
      nameRow: one.row,
      signature: signatureOf(text.code[one.row]!),
      parameters: [],
      ...emptyFacts(),
      values:
        one.value === undefined || one.value === ''
          ? []
          : [{ name: one.name, value: one.value.slice(0, maxTextChars), row: one.row }],
    });
    if (end > one.row) around.push(symbols.length - 1);
  });
  return symbols;
}

const signatureOf = (row: string): string =>
  oneSpaced(row)
    .slice(0, maxTextChars)
    .replace(/(?<=.)\s*(?:->|[{=:;]|\b(?:do|is|then|begin))$/i, '')
    .trim();

// Section: facts of rows, each in the innermost symbol around it.

/** What fails in most languages, and its message. */
const failure =
  /(?<![\w.])(?<call>(?:error|die|throw|raise|panic|fail|fatal|abort|exit|croak|reject|signal|echoerr)\w*)\b(?:!|\b)[^"\n]{0,60}?(?<text>"[^"\n]{3,200}")/i;
const called = /(?<![\w"'])(?<name>[A-Za-z_][\w@#:.]*[?!]?)\s?\(/g;
const inLists = /\((?<name>[^\s()'"`,;:#][^\s()'"`,;]*)/g;
/** Words before a bracket that call nothing. */
const noCalls = new Set(
  'if elseif elsif elif while for foreach switch select case when with return and or not in is of do end function fun func def let set'.split(
    ' ',
  ),
);

const string = /"(?:\\.|[^"\\\n])*"/g;
/** The row with blanks for its texts in double quotes. */
const withoutTexts = (row: string): string => row.replace(string, (text) => ' '.repeat(text.length));

function putFacts(symbols: readonly OutlineSymbol[], text: RowText, { callsInLists = false }: RowForms): Facts {
  const outside = emptyFacts();
  const names = new Map<Facts, Set<string>>();
  const around: OutlineSymbol[] = [];
  let at = 0;
  text.code.forEach((code, row) => {
    while ((symbols[at]?.nameRow ?? Infinity) <= row) around.push(symbols[at++]!);
    while (around.length > 0 && around.at(-1)!.end < row) around.pop();
    if (code.trim() === '' || code.length > maxRowChars) return;
    const facts: Facts = around.at(-1) ?? outside;
    const { call, text: message } = failure.exec(code)?.groups ?? {};
    if (call !== undefined && facts.failures.length < maxFacts)
      facts.failures.push({ call, text: messageOf(message ?? ''), row });
    if (around.at(-1)?.nameRow === row && !callsInLists) return;
    const seen = names.get(facts) ?? new Set<string>();
    names.set(facts, seen);
    for (const found of withoutTexts(code).matchAll(callsInLists ? inLists : called)) {
      const whole = found.groups!['name']!;
      const name = callsInLists ? whole : whole.split(/[.:]/).at(-1)!;
      if (name === '' || noCalls.has(name.toLowerCase()) || seen.has(name) || seen.size >= maxFacts) continue;
      seen.add(name);
      facts.calls.push({ name, row });
    }
  });
  return outside;
}

function importsOf({ code }: RowText, { imports }: RowForms): Named[] {
  return code.flatMap((row, at) => {
    const name = imports && row.length <= maxRowChars ? imports.exec(row)?.groups?.['name'] : undefined;
    return name === undefined ? [] : [{ name, row: at }];
  });
}

/** Greatest row at which the comment of a file begins. */
const maxRowOfFile = 5;

/** The first comment of the file, where it belongs to no definition; a `#!` row is none. */
function documentationOf(symbols: readonly OutlineSymbol[], text: RowText): RowSpan | undefined {
  let start = text.rows[0]?.startsWith('#!') ? 1 : 0;
  while (start < maxRowOfFile && !text.isComment(start)) start += 1;
  if (!text.isComment(start)) return undefined;
  let end = start;
  while (text.isComment(end + 1)) end += 1;
  const isTaken = symbols.some(({ documentation, nameRow }) => (documentation?.start ?? nameRow) <= end);
  return isTaken ? undefined : { start, end };
}

export function outlineOfRows(source: string, { forms, comments }: RowReading): Outline {
  const text = new RowText(source, comments);
  const symbols = symbolsOf(text, forms);
  const outside = putFacts(symbols, text, forms);
  const documentation = documentationOf(symbols, text);
  return {
    symbols,
    imports: importsOf(text, forms),
    outside,
    ...(documentation ? { documentation } : {}),
    hasErrors: false,
  };
}

/** References to a name in a text, by its words: comments and texts in double quotes are left out. */
export function referencesInRows(source: string, name: string, { forms, comments }: RowReading): FoundReference[] {
  const { code } = new RowText(source, comments);
  return code.flatMap((row, at): FoundReference[] => {
    if (!row.includes(name) || row.length > maxRowChars) return [];
    if (stepsOf(begunIn(row, at, forms)?.name ?? '').at(-1) === name) return [{ kind: 'definition', row: at }];
    const isImport = forms.imports?.test(row) === true;
    const plain = withoutTexts(row);
    return Array.from(placesOfName(plain, name), (place) => ({
      kind: isImport ? 'import' : isCall(plain, place, name, forms) ? 'call' : 'use',
      row: at,
    }));
  });
}

function isCall(row: string, place: number, name: string, { callsInLists = false }: RowForms): boolean {
  if (callsInLists) return row.charAt(place - 1) === '(';
  return /^\s?\(/.test(row.slice(place + name.length)) || /\b(?:call|do|await|spawn)\s+$/i.test(row.slice(0, place));
}
