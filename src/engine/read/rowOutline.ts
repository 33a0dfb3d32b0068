/**
 * Reads the outline of a text row by row, in a language without a grammar, by the forms of its definitions in
 * `languages/rows.ts`. Coarser than a tree: a definition goes on to the row that ends it or, where the language has no
 * such rows, as far as rows are further in; names are words, whatever they mean. Source: the parsers by pattern of
 * universal-ctags. Pure; linear but for `maxSymbols`.
 */
import { symbolKinds } from '../../languages/captures';
import { anyRow, type RowForm, type RowForms } from '../../languages/rows';
import type { CommentStyle } from '../../languages/table';
import { withoutComments } from '../text/comments';
import { oneSpaced, rowsOfText } from '../text/plain';
import { cutMark, messageOf, placesOfName, type FoundReference } from './nodes';
import type { Depth } from './gather';
import { qualified } from './symbols';
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
  /** What its name says that it belongs to, `Cache` in `Cache.find`. */
  owners: readonly string[];
  value: string | undefined;
  row: number;
  nameRow: number;
  indent: number;
  /** The row that ends it, where its form knows. */
  end: RegExp | undefined;
}

/** Kinds that are what their row says, and hold nothing. */
const ofOneRow: ReadonlySet<string> = new Set(['constant', 'variable', 'field', 'member', 'declaration']);
/** Kinds whose values are local. */
const bodies: ReadonlySet<string> = new Set(['function', 'method', 'test', 'macro']);
const holders: ReadonlySet<string> = new Set(['class', 'interface', 'implementation', 'enum', 'type']);

/** How far in a row is, with a tab as eight places, as where files mix them. */
const indentOf = (row: string): number =>
  row.slice(0, row.length - row.trimStart().length).replaceAll('\t', ' '.repeat(8)).length;

class RowText {
  readonly rows: readonly string[];
  /** The rows without comments, in their places. */
  readonly code: readonly string[];

  constructor(text: string, comments: CommentStyle) {
    const plain = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
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

const locals: ReadonlySet<string> = new Set(['constant', 'variable']);
/** Kinds of which one row may define several. */
const listed: ReadonlySet<string> = new Set(['member', 'field', 'variable']);
/** Kinds whose names may say what they belong to. */
const named: ReadonlySet<string> = new Set(['function', 'method', 'clause', 'macro', ...qualified]);

/** A name without quotes around it and without a mark that it is of no module. */
function plainName(name: string): string {
  const isQuoted = name.length > 2 && `"'\``.includes(name[0]!) && name.endsWith(name[0]!);
  const plain = isQuoted ? name.slice(1, -1) : name;
  return plain.startsWith('::') ? plain.slice(2) : plain;
}

/** Most rows of a definition whose name is in its last one. */
const maxToName = 300;

/** What a row defines by one form. */
function begunBy({ code }: RowText, row: number, [kind, form, end]: RowForm): Begun[] {
  const found = form.exec(code[row]!);
  if (!found) return [];
  const ending = found.groups ? -1 : code.slice(row, row + maxToName).findIndex((text) => end!.test(text));
  const { name: names, value } = (ending < 0 ? found : end!.exec(code[row + ending]!))?.groups ?? {};
  if (names === undefined) return [];
  const each = listed.has(kind) ? names.split(anyRow.comma) : [names];
  return each.map((name) => {
    const plain = plainName(name);
    const { owners, own = plain } = (named.has(kind) && anyRow.owners.exec(plain)?.groups) || {};
    return {
      ...{ kind, name: own, owners: owners?.split(anyRow.step) ?? [], row, indent: indentOf(code[row]!), end },
      nameRow: row + Math.max(0, ending),
      value: value === undefined || value.trim() === '' ? undefined : balanced(value.trim()),
    };
  });
}

/** A value without the brackets at its end that it does not open. */
function balanced(value: string): string {
  let more = value.split(')').length - value.split('(').length;
  let end = value.length;
  while (more-- > 0 && value[end - 1] === ')') end -= 1;
  return value.slice(0, end);
}

/** A row that others are inside of, and how far in the first of them is. */
interface Block {
  of: NonNullable<RowForms['inside']>[number];
  indent: number;
  inner?: number;
}

/** What rows define, and what they import inside of a row that says so. */
function begunIn(text: RowText, forms: RowForms): { begun: Begun[]; imports: Named[] } {
  const { defines, inside = [] } = forms;
  const begun: Begun[] = [];
  const imports: Named[] = [];
  let blocks: Block[] = [];
  text.code.forEach((code, row) => {
    if (text.isBlank(row) || code.length > maxRowChars) return;
    const isAside = forms.aside?.test(code) === true;
    const indent = isAside ? -1 : indentOf(code);
    const opens = inside.filter(({ of }) => of.test(code));
    const isIn = (block: Block) =>
      block.indent < indent || (block.indent === indent && opens.length === 0 && isMore(text, row, forms));
    if (!isAside) blocks = blocks.filter(isIn);
    const around = blocks.filter(
      (block) => block.indent < indent && (block.inner = Math.min(block.inner ?? indent, indent)) === indent,
    );
    blocks.push(...opens.map((of) => ({ of, indent })));
    for (const { of } of around) if (of.imports) imports.push(...importsIn(code, row, of.imports));
    for (const form of [...around.flatMap(({ of }) => of.defines ?? []), ...defines]) {
      const found = begunBy(text, row, form);
      if (found.length === 0) continue;
      if (begun.length < maxSymbols) begun.push(...found);
      return;
    }
  });
  return { begun, imports };
}

/** Whether a row as far in as its definition goes on with it; what comes after a blank row has a line end before it. */
const isMore = ({ code }: RowText, row: number, { goesOn }: RowForms): boolean =>
  anyRow.goesOn.test(code[row]!) ||
  goesOn?.test(code[row - 1]!.trim() === '' ? `\n${code[row]!}` : code[row]!) === true;

/**
 * The last row of a definition that goes on as far as rows are further in.
 * @param heads rows of definitions
 */
function endByIndent(
  { row, indent }: Begun,
  { all, forms, heads }: { all: RowText; forms: RowForms; heads: ReadonlySet<number> },
): number {
  const { code } = all;
  let last = row;
  let isOpen = false;
  for (let next = row + 1; next < code.length; next += 1) {
    const text = code[next]!;
    if (all.isBlank(next) || forms.aside?.test(text) === true) continue;
    const own = indentOf(text);
    if (own === indent && heads.has(next)) return last;
    if (own === indent && isOpen && anyRow.ends.test(text)) return next;
    isOpen ||= own === indent && forms.opens?.test(text) === true;
    if (own > indent || (own === indent && (isOpen || isMore(all, next, forms)))) last = next;
    else return own === indent && anyRow.ends.test(text) ? next : last;
  }
  return last;
}

/** The last row of a definition by the form of its end; none is behind the next definition. */
function endByForm({ row, end }: Begun, stop: number, text: RowText, forms: RowForms): number | undefined {
  for (let last = row; last < stop; last += 1) {
    if (!end!.test(text.code[last]!)) continue;
    while (last + 1 < stop && !text.isBlank(last + 1) && isMore(text, last + 1, forms)) last += 1;
    return last;
  }
  return undefined;
}

/** The last row with code before another. */
function filledBefore(stop: number, text: RowText): number {
  let last = stop - 1;
  while (last > 0 && text.isBlank(last)) last -= 1;
  return last;
}

/** The last row of each definition, as its language tells it. */
function endsOf(begun: readonly Begun[], text: RowText, forms: RowForms): number[] {
  let stop = text.code.length;
  const last = begun.map(() => 0);
  const heads = new Set(begun.map(({ row }) => row));
  for (let at = begun.length - 1; at >= 0; at -= 1) {
    const one = begun[at]!;
    const holds = !ofOneRow.has(one.kind);
    if (forms.untilNext) last[at] = holds ? filledBefore(stop, text) : one.row;
    else last[at] = (one.end && endByForm(one, stop, text, forms)) ?? endByIndent(one, { all: text, forms, heads });
    if (holds) stop = one.row;
  }
  if (forms.ends) putEndsByRows(last, begun, text, forms.ends);
  return last;
}

/** Puts what rows end; what nothing ends ends with the definition around it. */
function putEndsByRows(last: number[], begun: readonly Begun[], { code }: RowText, ends: RegExp): void {
  const open: number[] = [];
  let at = 0;
  /** The innermost of the word; without one, that is as far in. */
  const endedBy = (word: string, text: string): number => {
    const found = open.findLastIndex((one) =>
      word === '' ? begun[one]!.indent === indentOf(text) : code[begun[one]!.row]!.toLowerCase().includes(word),
    );
    return found < 0 && word === '' ? open.length - 1 : found;
  };
  code.forEach((text, row) => {
    const ending = text.length > maxRowChars ? undefined : ends.exec(text)?.groups;
    if (ending) {
      const word = ending['word']?.toLowerCase() ?? '';
      const found = endedBy(word, text);
      if (found >= 0) {
        last[open[found]!] = row;
        for (const inner of open.splice(found).slice(1)) last[inner] = Math.min(last[inner]!, row - 1);
      }
    }
    for (; begun[at]?.row === row; at += 1) if (!ofOneRow.has(begun[at]!.kind)) open.push(at);
  });
}

/** The first row of what is above a definition and belongs to it, and the comment above that. */
function aboveOf(
  row: number,
  { text, before, above }: { text: RowText; before: number; above: RegExp | undefined },
): { start: number; documentation?: RowSpan } {
  let start = row;
  for (let next = row - 1; above && next > Math.max(before, row - maxAbove) && !text.isBlank(next); next -= 1)
    if (above.test(text.code[next]!)) start = next;
  let first = start;
  while (first > 0 && text.isComment(first - 1)) first -= 1;
  return { start, ...(first < start ? { documentation: { start: first, end: start - 1 } } : {}) };
}

const emptyFacts = (): Facts => ({ values: [], failures: [], calls: [] });

/** Finds definitions with their extents, each in the innermost around it. */
function symbolsOf(begun: readonly Begun[], text: RowText, forms: RowForms): OutlineSymbol[] {
  const ends = endsOf(begun, text, forms);
  const symbols: OutlineSymbol[] = [];
  const around: number[] = [];
  begun.forEach((one, at) => {
    const end = ends[at]!;
    while (around.length > 0 && symbols[around.at(-1)!]!.end < one.row) around.pop();
    const parent = around.at(-1);
    const before = symbols.at(-1);
    if (one.kind === 'clause' && before?.name === one.name && before.parent === parent) {
      before.end = end;
      return;
    }
    const kind = symbolKinds[one.kind];
    const holder = parent === undefined ? undefined : symbols[parent]!;
    if (locals.has(kind) && holder && bodies.has(holder.kind) && !forms.untilNext) return;
    symbols.push({
      kind: kind === 'function' && holder && holders.has(holder.kind) ? 'method' : kind,
      name: one.name,
      path: [...(holder?.path ?? []), ...one.owners, one.name],
      ...(parent === undefined ? {} : { parent }),
      ...aboveOf(one.row, { text, before: begun[at - 1]?.row ?? -1, above: forms.above }),
      end,
      nameRow: one.nameRow,
      signature: signatureOf(text.code[one.nameRow]!),
      parameters: [],
      ...emptyFacts(),
      values:
        one.value === undefined ? [] : [{ name: one.name, value: one.value.slice(0, maxTextChars), row: one.nameRow }],
    });
    if (end > one.row) around.push(symbols.length - 1);
  });
  return symbols;
}

function signatureOf(row: string): string {
  const whole = oneSpaced(row);
  const told = whole.slice(0, maxTextChars).replace(anyRow.headEnd, '').trim();
  return whole.length > maxTextChars ? `${told}${cutMark}` : told;
}

// Section: facts of rows, each in the innermost symbol around it.

/** The row with blanks for its texts in double quotes. */
const withoutTexts = (row: string): string => row.replace(anyRow.text, (text) => ' '.repeat(text.length));

/** What a row calls, and where the name is. */
function* callsIn(
  row: string,
  { calls = anyRow.call, noCalls: words = '' }: RowForms,
): Generator<{ name: string; at: number }> {
  const passed = ` ${anyRow.noCalls} ${words} `;
  for (const found of withoutTexts(row).matchAll(calls)) {
    const whole = found.groups!['name']!;
    const name = whole.split(calls === anyRow.call ? anyRow.callStep : '::').at(-1)!;
    const isWord = passed.includes(` ${name.toLowerCase()} `);
    if (name !== '' && !isWord) yield { name, at: found.index + found[0].indexOf(whole) + whole.length - name.length };
  }
}

function putFacts(
  symbols: readonly OutlineSymbol[],
  heads: ReadonlyMap<number, string>,
  text: RowText,
  forms: RowForms,
): Facts {
  const outside = emptyFacts();
  const names = new Map<Facts, Set<string>>();
  const around: OutlineSymbol[] = [];
  let at = 0;
  text.code.forEach((code, row) => {
    while ((symbols[at]?.start ?? Infinity) <= row) around.push(symbols[at++]!);
    while (around.length > 0 && around.at(-1)!.end < row) around.pop();
    if (code.trim() === '' || code.length > maxRowChars) return;
    const own = around.at(-1);
    const facts: Facts = own ?? outside;
    const { call, text: message } = anyRow.failure.exec(code)?.groups ?? {};
    if (call !== undefined && facts.failures.length < maxFacts)
      facts.failures.push({ call, text: messageOf(message ?? ''), row });
    if ((own && own.nameRow > row) || forms.imports?.test(code) === true) return;
    const seen = names.get(facts) ?? new Set<string>();
    names.set(facts, seen);
    for (const { name } of callsIn(heads.get(row) ?? code, forms)) {
      if (seen.has(name) || seen.size >= maxFacts) continue;
      seen.add(name);
      facts.calls.push({ name, row });
    }
  });
  return outside;
}

function importsIn(code: string, row: number, form: RegExp): Named[] {
  const names = code.length <= maxRowChars ? form.exec(code)?.groups?.['name'] : undefined;
  if (names === undefined) return [];
  return names
    .split(anyRow.betweenImports)
    .map((name) => ({ name: name.replace(anyRow.aroundImport, ''), row }))
    .filter(({ name }) => name !== '');
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

/** What a row that defines says behind its head; types say nothing. */
function bodyIn(row: string): string {
  const { index } = anyRow.body.exec(row)!;
  return row.slice(0, index).includes('::') ? '' : row.slice(index);
}

export function outlineOfRows(source: string, { forms, comments }: RowReading, depth: Depth): Outline {
  const text = new RowText(source, comments);
  const { begun, imports: inner } = begunIn(text, forms);
  const symbols = symbolsOf(begun, text, forms);
  if (depth === 'symbols') return { symbols, imports: [], outside: emptyFacts(), hasErrors: false };
  const heads = new Map(begun.map(({ nameRow, value }) => [nameRow, value ?? bodyIn(text.code[nameRow]!)]));
  const outside = putFacts(symbols, heads, text, forms);
  const documentation = documentationOf(symbols, text);
  const outer = text.code.flatMap((row, at) => (forms.imports ? importsIn(row, at, forms.imports) : []));
  return {
    symbols,
    imports: [...outer, ...inner].sort((a, b) => a.row - b.row),
    outside,
    ...(documentation ? { documentation } : {}),
    hasErrors: false,
  };
}

/** References to a name in a text, by its words: comments and texts in double quotes are left out. */
export function referencesInRows(source: string, name: string, { forms, comments }: RowReading): FoundReference[] {
  const text = new RowText(source, comments);
  const defined = new Set(begunIn(text, forms).begun.flatMap((one) => (one.name === name ? [one.nameRow] : [])));
  return text.code.flatMap((row, at): FoundReference[] => {
    if (!row.includes(name) || row.length > maxRowChars || forms.above?.test(row) === true) return [];
    if (defined.has(at)) return [{ kind: 'definition', row: at }];
    const isImport = forms.imports?.test(row) === true;
    const calls = new Set(Array.from(callsIn(row, forms), ({ name: own, at: place }) => (own === name ? place : -1)));
    return Array.from(placesOfName(withoutTexts(row), name), (place) => ({
      kind: isImport ? 'import' : calls.has(place) || isCommanded(row, place) ? 'call' : 'use',
      row: at,
    }));
  });
}

const isCommanded = (row: string, place: number): boolean => anyRow.command.test(row.slice(0, place));
