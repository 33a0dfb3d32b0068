/**
 * Reads the outline of a text in one parse, with its language's query. Must not know any language: their constructs are
 * described in `languages/queries`. A half-edited file is read around its errors; nothing is read of a text when its
 * grammar fails on more than half of the rows.
 */
import type { Tree, Node } from '@vscode/tree-sitter-wasm';
import { type Language, languageIn, languageOfEnding, languageOfName } from '../../languages/table';
import { rowForms } from '../../languages/rows';
import type { Grammars } from '../chunk/grammars';
import { gather, gatheredBefore, type Gathered, type Depth, type OutlineQuery } from './gather';
import { blanked, hasSpace, hasWordSign, isNumber, oneSpaced, rowsOfText, spaced } from '../text/plain';
import { splitIdentifier } from '../text/tokens';
import type { Outline, Facts, OutlineSymbol, RowSpan } from './types';
import { putDocumentation, placeSymbols, putSignatures, innermost, type Placed } from './symbols';
import {
  isOfWords,
  isPresetName,
  keyIn,
  lineOf,
  messageOf,
  ownerOf,
  plainName,
  presetIn,
  referencesIn,
  unquoted,
  type FoundReference,
} from './nodes';
import { outlineOfRows, referencesInRows, type RowReading } from './rowOutline';

/** Most parts of one error that are visited. */
const maxErrorParts = 20_000;
const maxImports = 500;

/** Number of rows that the grammar could not parse. */
function rowsInError(errors: readonly Node[]): number {
  const rows = new Set<number>();
  for (const error of errors) {
    if (error.childCount === 0) rows.add(error.startPosition.row);
    for (const part of error.children.slice(0, maxErrorParts))
      if (part && part.childCount === 0) rows.add(part.startPosition.row);
  }
  return rows.size;
}

/** True when the grammar fails on most rows, as a grammar of another language does. */
function isMostlyWrong(errors: readonly Node[], text: string): boolean {
  if (errors.length === 0) return false;
  const filled = text.match(/^[ \t]*[^\s]/gm)?.length ?? 0;
  return rowsInError(errors) * 2 > filled;
}

/**
 * True where a definition may be lost in an error: in all but words in the head of a definition, such as a modifier that
 * the grammar does not know.
 */
function mayLose({ startIndex, endIndex }: Node, all: readonly Placed[], text: string): boolean {
  const around = innermost(all, startIndex);
  const isInHead = around !== undefined && startIndex < (around.bodyStart ?? around.end);
  return !isInHead || !isOfWords(text.slice(startIndex, endIndex));
}

/** Name of an import; where the grammar has no node for it, the query captures the statement. */
const importedName = (line: string): string =>
  unquoted(line.startsWith('import ') ? line.slice('import '.length) : line).replace(/^<(.*)>$/, '$1');

function outlineOf(
  gathered: Gathered,
  { text, depth, hasMacros, isCut }: { text: string; depth: Depth; hasMacros: boolean; isCut: boolean },
): Outline {
  const { errors } = gathered;
  if (isMostlyWrong(errors, text))
    return { symbols: [], imports: [], outside: { values: [], failures: [], calls: [] }, hasErrors: true };
  // Branches of a preprocessor may open a brace twice.
  const all = placeSymbols(gathered, text, hasMacros);
  if (depth === 'facts') putSignatures(all, gathered, text);
  const documentation = putDocumentation(all, gathered, text);
  const outside = depth === 'facts' ? putFacts(all, gathered, text) : { values: [], failures: [], calls: [] };
  const imports = gathered.imports.slice(0, maxImports).flatMap((node) => {
    const name = lineOf(node, text);
    return name === undefined ? [] : [{ name: importedName(name), row: node.startPosition.row }];
  });
  const symbols = all.map(({ symbol }) => symbol);
  const hasErrors = isCut || errors.some((error) => mayLose(error, all, text));
  return { symbols, imports, outside, ...(documentation ? { documentation } : {}), hasErrors };
}

/**
 * Rows with one macro alone (`NS_ASSUME_NONNULL_BEGIN`, `Q_OBJECT`): a grammar cannot know their meaning, and one can
 * break the tree of a whole file. They are blanked, which keeps offsets.
 */
const macroRow = /^[ \t]*[A-Z_][A-Z0-9_]{3,80}[ \t\r]*$/gm;

/**
 * Last characters before such a row: the end of a statement, a block, a directive or a comment. A last list value is
 * excluded, as it follows a comma.
 */
const ends = ';{}>"/:';
/** First characters of the next row that continue an expression begun by the name. */
const goesOn = '},=()[].|&+-*/?:<';

function lastSignBefore(text: string, place: number): string {
  const before = text.slice(Math.max(0, place - 2000), place).trimEnd();
  const row = before.slice(before.lastIndexOf('\n') + 1).trimStart();
  return before === '' || row.startsWith('#') || row.startsWith('//') ? ';' : (before.at(-1) ?? '');
}

function firstSignAfter(text: string, place: number): string {
  const after = text.slice(place, place + 2000).trimStart();
  return after.startsWith('//') || after.startsWith('/*') ? '' : after.charAt(0);
}

function withoutMacroRows(text: string): string {
  return text.replace(macroRow, (row, place: number) => {
    const sign = firstSignAfter(text, place + row.length);
    const isMacro = ends.includes(lastSignBefore(text, place)) && (sign === '' || !goesOn.includes(sign));
    return isMacro ? ' '.repeat(row.length) : row;
  });
}

/** Braces that a row opens less those that it closes, outside of texts. */
function bracesIn(row: string): number {
  let [count, quote] = [0, ''];
  for (let at = 0; at < row.length; at += 1) {
    const sign = row[at]!;
    if (quote !== '' && sign === '\\') at += 1;
    else if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '{') count += 1;
    else if (sign === '}') count -= 1;
  }
  return count;
}

/** The word of a directive of the preprocessor; empty for other rows. */
function directiveIn(row: string): string {
  const text = row.trimStart();
  return text.startsWith('#') ? (spaced(text.slice(1))[0] ?? '') : '';
}

/**
 * Conditions of the preprocessor of which each branch opens a brace that is closed behind all of them: the tree of a file
 * holds one. The other branches and the directives are blanked.
 */
function withoutBranches(text: string): string {
  const rows = text.split('\n');
  const dropped = new Set<number>();
  /** The rows of the directives of each open condition, and the braces left open by its first branch. */
  const open: { directives: number[]; braces: number }[] = [];
  rows.forEach((row, at) => {
    const word = directiveIn(row);
    const around = open.at(-1);
    if (word.startsWith('if')) open.push({ directives: [at], braces: 0 });
    else if (word.startsWith('el')) around?.directives.push(at);
    else if (word !== 'endif' && around?.directives.length === 1) around.braces += bracesIn(row);
    if (word !== 'endif' || !around) return;
    open.pop();
    const [, second] = around.directives;
    if (second === undefined || around.braces === 0) return;
    for (const one of around.directives) dropped.add(one);
    for (let inside = second; inside <= at; inside += 1) dropped.add(inside);
    if (open.at(-1)?.directives.length === 1) open.at(-1)!.braces += around.braces;
  });
  return dropped.size === 0 ? text : rows.map((row, at) => (dropped.has(at) ? blanked(row) : row)).join('\n');
}

/** The text with blanks for what the grammar cannot read; rows and offsets are kept. */
function readable(text: string, { hasMacros, misread, brokenHead }: Language): string {
  const plain = hasMacros ? withoutBranches(withoutMacroRows(text)) : text;
  const whole = brokenHead
    ? plain.replace(brokenHead, (head) => `${' '.repeat(head.length - 2)}${head.at(-1)}\n`)
    : plain;
  return misread === undefined ? whole : whole.replace(misread, blanked);
}

interface Reading {
  language: Language;
  grammars: Grammars;
  depth: Depth;
  /** True where pieces of expressions are read too. */
  withUses?: boolean;
}

/**
 * Parses the text and reads the tree. Undefined: the language has no tree, or its grammar or query failed or took too
 * long.
 */
async function withTree<Result>(
  text: string,
  { language, grammars, depth }: Reading,
  read: (tree: Tree, query: OutlineQuery) => Result,
): Promise<Result | undefined> {
  const query = await grammars.outlineQuery(language, depth);
  const tree = query && language.tree && (await grammars.parse(readable(text, language), language.tree.wasm));
  if (!tree) return undefined;
  try {
    const result = read(tree, query);
    tree.delete();
    return result;
  } catch (error) {
    // A tree that cannot be read only lowers quality; it is not freed, since its memory may be damaged.
    grammars.failed(language.tree?.wasm ?? '', error);
    return undefined;
  }
}

/** What is read beside a tree. */
interface Told {
  gathered: Gathered;
  text: string;
  misread: RegExp | undefined;
  isCut: boolean;
  query: OutlineQuery;
}

interface Read<Result> {
  result: Result;
  embedded: EmbeddedText[];
  /** The texts to read too, where an error has swallowed the rest. */
  pieces: readonly string[];
}

/** Most pieces in which a lost rest is read; the last one takes all that is left. */
const maxPieces = 200;
/** Least rows of such a rest. */
const minRestRows = 30;

/** True for a row that may begin a definition of the file itself: it is not indented and stands below an empty row. */
function isOuterRow(rows: readonly string[], at: number): boolean {
  const row = rows[at] ?? '';
  return row.trim() !== '' && !hasSpace(row.charAt(0)) && rows[at - 1]?.trim() === '';
}

interface Loss {
  /** Offset of the rest that an error has swallowed. */
  at: number;
  /** The rest, each definition as a text of its own that keeps its rows, so that another error costs that one alone. */
  pieces: string[];
}

/** What an error has swallowed to the end of the text, from the next definition of the file itself. */
function lossOf({ errors, definitions }: Gathered, text: string): Loss | undefined {
  if (errors.length === 0 || isMostlyWrong(errors, text)) return undefined;
  const rows = text.trimEnd().split('\n');
  const ends = [...definitions.values()].map(({ node, body }) =>
    Math.max(node.endPosition.row, body?.endPosition.row ?? 0),
  );
  const last = Math.max(0, ...ends);
  const begins = rows.flatMap((_, at) => (at > last && isOuterRow(rows, at) ? [at] : [])).slice(0, maxPieces);
  const [lost = rows.length] = begins;
  const isLost = errors.some(({ startPosition, endPosition }) => startPosition.row < lost && lost < endPosition.row);
  if (!isLost || rows.length - lost < minRestRows) return undefined;
  const pieces = begins.map((begin, at) => '\n'.repeat(begin) + rows.slice(begin, begins[at + 1]).join('\n'));
  return { at: rows.slice(0, lost).join('\n').length, pieces };
}

/** Reads the text and the texts of other languages embedded in it, `withUses` pieces of expressions too. */
async function readAll<Result>(
  text: string,
  { language, grammars, depth, withUses = false }: Reading,
  read: (tree: Tree, told: Told) => Result,
): Promise<Result[] | undefined> {
  const readOne = (own: EmbeddedText) =>
    withTree(own.text, { language: own.language, grammars, depth }, (tree, query): Read<Result> => {
      const whole = gather(tree, query);
      const loss = lossOf(whole, own.text);
      const gathered = loss ? gatheredBefore(whole, loss.at) : whole;
      const kept = own.text.slice(0, loss?.at);
      const { misread } = own.language;
      return {
        embedded: embeddedTexts(gathered, kept, withUses),
        pieces: loss?.pieces ?? [],
        result: read(tree, { gathered, text: kept, misread, isCut: loss !== undefined, query }),
      };
    });
  const own = await readOne({ text, language });
  if (!own) return undefined;
  const pieces = [own];
  for (const piece of own.pieces) {
    const found = await readOne({ text: piece, language });
    if (found) pieces.push(found);
  }
  const all = pieces.map(({ result }) => result);
  for (const inner of pieces.flatMap(({ embedded }) => embedded)) {
    const found = await readOne(inner);
    if (found) all.push(found.result);
  }
  return all;
}

const rowReading = ({ rows, comments = 'none' }: Language): RowReading | undefined =>
  rows && { forms: rowForms[rows], comments };

/**
 * The outline of a text. Undefined: the language is not outlined, or its grammar or query failed or took too long.
 * @param depth of `symbols` only names and rows are read, no signatures, values, failures, calls, parameters or imports
 */
export async function readOutline(
  text: string,
  outer: Language,
  grammars: Grammars,
  depth: Depth = 'facts',
): Promise<Outline | undefined> {
  const language = languageIn(text, outer);
  const outline = await plainOutline(text, { language, grammars, depth });
  // Passages are found by the names of their files, too: a module's name in each of them would only dilute their own.
  return outline && language.namesModule && depth === 'facts' ? inModules(outline, text) : outline;
}

async function plainOutline(text: string, reading: Reading): Promise<Outline | undefined> {
  const byRows = rowReading(reading.language);
  if (byRows) return outlineOfRows(text, byRows, reading.depth);
  const all = await readAll(text, reading, (_, told) =>
    outlineOf(told.gathered, {
      text: told.text,
      isCut: told.isCut,
      depth: reading.depth,
      hasMacros: reading.language.hasMacros === true,
    }),
  );
  if (!all) return undefined;
  const [own, ...inner] = all;
  return own && inner.length > 0 ? joined(own, inner) : own;
}

/** True for a comment on whose the file is, which says nothing of what is in it. */
export function isLicence(text: string, { start, end }: RowSpan): boolean {
  const said = rowsOfText(text)
    .slice(start, end + 1)
    .join(' ')
    .toLowerCase();
  return ['copyright', 'license', 'licence', 'spdx'].some((word) => said.includes(word));
}

/** The outline with what stands below the statement that names a module inside of this module, to the next such one. */
function inModules(outline: Outline, text: string): Outline {
  const { symbols, documentation } = outline;
  const modules = symbols.flatMap(({ kind, parent }, at) => (kind === 'module' && parent === undefined ? [at] : []));
  let last = text.trimEnd().split('\n').length - 1;
  for (const at of modules.toReversed()) {
    const module = symbols[at]!;
    const names = module.path;
    for (const inner of symbols.slice(at + 1)) {
      if (inner.start > last) break;
      inner.parent ??= at;
      inner.path = [...names, ...inner.path];
    }
    module.end = Math.max(module.end, last);
    last = module.start - 1;
    if (module.documentation && isLicence(text, module.documentation)) delete module.documentation;
    if (at === modules[0] && documentation && !isLicence(text, documentation)) module.documentation ??= documentation;
  }
  return outline;
}

export interface NamesInText {
  text: string;
  names: readonly string[];
}

/**
 * References to names in a text, in one parse: a list for each name. Undefined as for outlines, and where the language's
 * query has no calls, as they could not be told from other uses.
 */
export async function readReferences(
  { text, names }: NamesInText,
  language: Language,
  grammars: Grammars,
): Promise<FoundReference[][] | undefined> {
  const reading: Reading = { language: languageIn(text, language), grammars, depth: 'facts', withUses: true };
  const byRows = rowReading(reading.language);
  if (byRows) return names.map((name) => referencesInRows(text, name, byRows));
  const ownQuery = await grammars.outlineQuery(reading.language, reading.depth);
  if (!ownQuery?.tellsUses && !ownQuery?.tellsEmbedded) return undefined;
  const all = await readAll(
    text,
    reading,
    (tree, told) => told.query.tellsUses && names.map((name) => referencesIn(tree, told.gathered, { ...told, name })),
  );
  const found = all?.filter((references) => references !== false);
  if (!found || found.length === 0) return undefined;
  return names.map((_, at) => found.flatMap((lists) => lists[at]!).sort((a, b) => a.row - b.row));
}

// Section: values, failures, calls and parameters, each assigned to the innermost symbol around it.

/** Most of each in one symbol; more are a table. */
const [maxValues, maxFailures, maxCalls, maxParameters] = [300, 100, 300, 50];

/** Kinds of symbols that have a body rather than a value. */
const hasBody: ReadonlySet<string> = new Set(['function', 'method', 'class', 'interface', 'enum', 'module', 'section']);

function putValues(all: readonly Placed[], outside: Facts, { values }: Gathered, text: string): void {
  const byName = new Map(all.map((placed) => [placed.nameStart, placed]));
  for (const { name, value } of values.values()) {
    const own = byName.get(name.startIndex);
    if (own && hasBody.has(own.symbol.kind)) continue;
    const around = own ?? innermost(all, name.startIndex);
    const { values: known } = around?.symbol ?? outside;
    const [nameText, valueText] = [lineOf(name, text), value && lineOf(value, text)];
    if (nameText === undefined || valueText === undefined || known.length >= maxValues) continue;
    const plain = plainName(nameText);
    const owner = !own && isPresetName(plain) ? ownerOf(text, name.startIndex) : undefined;
    known.push({ name: owner ?? plain, value: valueText, row: name.startPosition.row });
  }
}

/** What attributes of a field say that it is by default. */
function putAttributes(all: readonly Placed[], text: string): void {
  const rows = rowsOfText(text);
  for (const { symbol, start, nameStart } of all) {
    const { name, kind, nameRow, values } = symbol;
    if (!fieldKinds.has(kind) || values.length > 0) continue;
    const above = rows.slice(symbol.start, nameRow).join(' ');
    const value = unquoted(presetIn(`${above} ${text.slice(start, nameStart)}`) ?? '');
    // In quotes may be the name of what makes the default.
    if (isPlainValue(value) && !isQuoted(value)) values.push({ name, value, row: nameRow });
  }
}
const fieldKinds: ReadonlySet<string> = new Set(['field', 'property']);

/** Parts of the names of functions that get what is set for a key, or else the value beside it. */
const getterWords = new Set(
  spaced('get env getenv fetch default defaults opt option setting config property param pref value'),
);
/** Most characters of the arguments of such a call. */
const maxArguments = 240;

const isQuoted = (written: string): boolean => unquoted(written) !== written;
const isPlainValue = (written: string): boolean =>
  isQuoted(written) || isNumber(written.charAt(written.startsWith('-') ? 1 : 0)) || ['true', 'false'].includes(written.toLowerCase()); // prettier-ignore

/** The key and the value of a call such as `get("port", 8080)`, by the text from its bracket on. */
function keyAndValue(text: string, bracket: number): { name: string; value: string } | undefined {
  const close = text[bracket] === '(' ? text.indexOf(')', bracket) : -1;
  if (close < 0 || close - bracket > maxArguments) return undefined;
  const [key = '', value = '', ...others] = text
    .slice(bracket + 1, close)
    .split(',')
    .map(oneSpaced);
  const isConstant = key === key.toUpperCase() && key !== key.toLowerCase();
  const isKey = (isQuoted(key) || isConstant) && hasWordSign(key) && !hasSpace(key);
  return isKey && isPlainValue(value) && others.length === 0 ? { name: plainName(key), value } : undefined;
}

/** The key and the default of a call such as `option("--port", type=int, default=8080)`. */
function keyAndPreset(text: string, bracket: number): { name: string; value: string } | undefined {
  const given = text[bracket] === '(' ? text.slice(bracket + 1, bracket + maxArguments) : '';
  if (!given.toLowerCase().includes('default')) return undefined;
  let depth = 1;
  const end = [...given].findIndex((sign) => (depth += '([{'.includes(sign) ? 1 : ')]}'.includes(sign) ? -1 : 0) === 0);
  const [first = '', ...rest] = given.slice(0, Math.max(0, end)).split(',');
  const key = keyIn(first);
  const named = rest.find((one) => one.trimStart().toLowerCase().startsWith('default'));
  const value = key === undefined || named === undefined ? undefined : presetIn(named);
  return key !== undefined && value !== undefined && isPlainValue(value) ? { name: key, value } : undefined;
}

/** What calls give where nothing else is set. */
function putDefaults(all: readonly Placed[], outside: Facts, { uses }: Gathered, text: string): void {
  const seen = new Set<number>();
  for (const { startIndex, endIndex, startPosition } of uses) {
    if (seen.has(startIndex)) continue;
    seen.add(startIndex);
    const isGetter = splitIdentifier(text.slice(startIndex, endIndex)).some((part) => getterWords.has(part));
    const told = (isGetter ? keyAndValue(text, endIndex) : undefined) ?? keyAndPreset(text, endIndex);
    if (!told) continue;
    const { values: known } = innermost(all, startIndex)?.symbol ?? outside;
    if (known.length < maxValues) known.push({ ...told, row: startPosition.row });
  }
}

function putFailures(all: readonly Placed[], outside: Facts, { failures }: Gathered, text: string): void {
  for (const { name, value } of failures.values()) {
    const { failures: known } = innermost(all, name.startIndex)?.symbol ?? outside;
    const call = lineOf(name, text);
    if (call === undefined || known.length >= maxFailures) continue;
    known.push({ call, text: messageOf((value && lineOf(value, text)) ?? ''), row: name.startPosition.row });
  }
}

function putCalls(
  all: readonly Placed[],
  outside: Facts,
  { uses, definitions, ignored }: Gathered,
  text: string,
): void {
  const seen = new Map<Facts, Set<string>>();
  for (const use of uses) {
    if (definitions.has(use.startIndex) || ignored.has(use.startIndex)) continue;
    const facts = innermost(all, use.startIndex)?.symbol ?? outside;
    const names = seen.get(facts) ?? new Set<string>();
    seen.set(facts, names);
    const name = lineOf(use, text);
    if (name === undefined || names.has(name) || names.size >= maxCalls) continue;
    names.add(name);
    facts.calls.push({ name, row: use.startPosition.row });
  }
}

/** Assigns parameters to symbols; those of an unnamed function inside another function's body belong to none. */
function putParameters(all: readonly Placed[], { parameters }: Gathered, text: string): void {
  const textOf = (node: Node | undefined) => node && lineOf(node, text);
  for (const { name, value } of parameters.values()) {
    const at = name.startIndex;
    const inside = innermost(all, at);
    // A parameter that also declares a field belongs to the constructor.
    const around = inside?.nameStart === at && inside.parent !== undefined ? all[inside.parent] : inside;
    if (!around || at < around.nameStart || (around.bodyStart !== undefined && at > around.bodyStart)) continue;
    const { parameters: known } = around.symbol;
    const [nameText, preset] = [textOf(name), textOf(value)];
    if (nameText === undefined || known.length >= maxParameters) continue;
    known.push({ name: nameText, ...(preset === undefined ? {} : { default: preset }) });
  }
}

/**
 * Assigns facts to symbols.
 * @returns facts outside of all symbols
 */
function putFacts(all: readonly Placed[], gathered: Gathered, text: string): Facts {
  const outside: Facts = { values: [], failures: [], calls: [] };
  putValues(all, outside, gathered, text);
  putDefaults(all, outside, gathered, text);
  putAttributes(all, text);
  putFailures(all, outside, gathered, text);
  putCalls(all, outside, gathered, text);
  putParameters(all, gathered, text);
  return outside;
}

// Section: embedded texts of other languages: each is read from the whole text with all else blanked, which keeps rows.

interface EmbeddedText {
  language: Language;
  text: string;
}

/** The embedded texts, one for each language with a tree; pieces of expressions only where uses are looked for. */
function embeddedTexts({ embedded }: Gathered, text: string, withUses: boolean): EmbeddedText[] {
  const spans = new Map<Language, [start: number, end: number][]>();
  for (const { node, named, usesOnly } of embedded.values()) {
    if (usesOnly && !withUses) continue;
    const word = typeof named === 'string' ? named : named.text.toLowerCase();
    const language = languageOfName(word) ?? languageOfEnding(word);
    if (!language?.tree) continue;
    spans.set(language, [...(spans.get(language) ?? []), [node.startIndex, node.endIndex]]);
  }
  return [...spans].map(([language, places]) => {
    const parts: string[] = [];
    let taken = 0;
    for (const [start, end] of places) {
      parts.push(blanked(text.slice(taken, start)), text.slice(start, end));
      taken = end;
    }
    return { language, text: parts.join('') + blanked(text.slice(taken)) };
  });
}

/** Joins the outline of the text with those of the texts embedded in it. */
function joined(outer: Outline, inner: readonly Outline[]): Outline {
  const all = [outer, ...inner];
  const parents = new Map<OutlineSymbol, OutlineSymbol>();
  for (const { symbols } of all)
    for (const symbol of symbols) if (symbol.parent !== undefined) parents.set(symbol, symbols[symbol.parent]!);
  // The sort is stable, so outer symbols stay before inner ones.
  const symbols = all.flatMap((outline) => outline.symbols).sort((a, b) => a.start - b.start);
  const places = new Map(symbols.map((symbol, place) => [symbol, place]));
  for (const [symbol, parent] of parents) symbol.parent = places.get(parent)!;
  const outside = all.map((outline) => outline.outside);
  const { documentation, hasErrors } = outer;
  return {
    symbols,
    imports: all.flatMap(({ imports }) => imports),
    outside: {
      values: outside.flatMap(({ values }) => values),
      failures: outside.flatMap(({ failures }) => failures),
      calls: outside.flatMap(({ calls }) => calls),
    },
    ...(documentation ? { documentation } : {}),
    hasErrors: hasErrors || inner.some((outline) => outline.hasErrors),
  };
}
