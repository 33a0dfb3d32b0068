/**
 * Collects values and failures from the syntax trees of the files with the best passages. Each fact has the names around
 * it, a value also its documentation, never a row of code. Cost: an outline of each of those files.
 */
import { documentationOf, sourceOf, type CodeSource, type OutlinedCode } from '../outline/sources';
import { rolesOf } from '../rank/fileKinds';
import { placesOfName } from '../read/nodes';
import type { SymbolKind } from '../../languages/captures';
import type { Failure, OutlineSymbol, RowSpan, Value } from '../read/types';
import { idOf } from '../parts';
import { fenceReader, headingIn, plainTitle } from '../../languages/markdown';
import { isMarkdown } from '../text/comments';
import { rowsOfText } from '../text/plain';
import type { AnswerSnippet, DefinedRows } from '../types';
import { outlinedOf, type Asking, type Page } from './page';

/** Most files read, in the order of their best passage. */
const maxFiles = 12;
/** Passages whose rows count as found by retrieval. */
export const maxFound = 10;

interface Fact {
  from: CodeSource;
  code: OutlinedCode;
  symbol: OutlineSymbol | undefined;
  row: number;
  /** Names of the enclosing symbols, and of a value its own. */
  names: string;
  /** Rank of the best found passage that holds the fact; `maxFound` when none does. */
  found: number;
  /** True in a test, an example or vendored code. */
  isAside: boolean;
}

export interface ValueFact extends Fact, Value {
  /** Its documentation. */
  said: string;
}

export interface FailureFact extends Fact, Failure {}

interface Facts {
  values: ValueFact[];
  failures: FailureFact[];
}

/** The sources of the best passages, each once, best first. */
export function foundSources({ parts, snippets }: Pick<Asking, 'parts' | 'snippets'>, most = maxFiles): CodeSource[] {
  const wanted = new Map<string, number>();
  for (const { source } of snippets) if (!wanted.has(idOf(source))) wanted.set(idOf(source), wanted.size);
  const found = new Map<number, CodeSource>();
  for (const part of parts) {
    for (const key of part.keys()) {
      const at = wanted.get(idOf(part.sourceOf(key)));
      if (at === undefined || at >= most || found.has(at) || part.accepts?.(key) === false) continue;
      found.set(at, { part, key, place: part.placeOf(key) });
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([, from]) => from);
}

/** Most passages that may be shown, tests and further ones of a symbol left out. */
const maxShown = 8;

/** Kinds of symbols that rows belong to, and those that count when they have several rows. */
const definingKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['function', 'method', 'class', 'interface', 'enum', 'type', 'module', 'implementation', 'macro', 'declaration', 'test']); // prettier-ignore
const holdingKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['constant', 'variable', 'property', 'field']);

function definitionsIn({ outline }: OutlinedCode, { start, end }: RowSpan): DefinedRows[] {
  return outline.symbols.flatMap((symbol) => {
    const { kind, nameRow, documentation, path } = symbol;
    const first = Math.min(symbol.start, documentation?.start ?? symbol.start);
    const isTold = definingKinds.has(kind) || (holdingKinds.has(kind) && symbol.end > symbol.start);
    if (!isTold || symbol.end < start || first > end) return [];
    return [{ name: path.join('.'), start: first, nameRow, end: symbol.end }];
  });
}

/** The sections of a passage of Markdown, each to the next heading. */
function sectionsIn({ text, lines }: AnswerSnippet): DefinedRows[] {
  const rows = rowsOfText(text);
  const read = fenceReader();
  const first = lines.start - 1;
  const heads = rows.flatMap((row, at) => {
    const title = read(row) === 'prose' ? headingIn(row)?.title : undefined;
    return title === undefined ? [] : [{ name: plainTitle(title), at }];
  });
  return heads.map(({ name, at }, place) => ({
    name,
    start: first + at,
    nameRow: first + at,
    end: first + (heads[place + 1]?.at ?? rows.length) - 1,
  }));
}

/** The passages with the definitions in and around the rows of those that may be shown. Cost: an outline of each file. */
export async function withDefinitions(
  snippets: readonly AnswerSnippet[],
  { parts, ...asking }: Pick<Asking, 'parts' | 'reader'>,
): Promise<AnswerSnippet[]> {
  const shown = snippets.slice(0, maxShown);
  const sources = foundSources({ parts, snippets: shown }, shown.length);
  const codes = new Map<string, OutlinedCode>();
  for (const from of sources) {
    const code = await outlinedOf(from, asking);
    if (code) codes.set(idOf(sourceOf(from)), code);
  }
  return snippets.map((snippet, at) => {
    if (at < maxShown && isMarkdown(snippet.language)) return { ...snippet, definitions: sectionsIn(snippet) };
    const code = codes.get(idOf(snippet.source));
    const { start, end } = snippet.lines;
    return code ? { ...snippet, definitions: definitionsIn(code, { start: start - 1, end: end - 1 }) } : snippet;
  });
}

function rankIn(id: string, row: number, { snippets }: Asking): number {
  const holds = ({ source, lines }: AnswerSnippet) =>
    idOf(source) === id && lines.start <= row + 1 && row + 1 <= lines.end;
  const at = snippets.slice(0, maxFound).findIndex(holds);
  return at < 0 ? maxFound : at;
}

export async function factsOf(asking: Asking): Promise<Facts> {
  const facts: Facts = { values: [], failures: [] };
  for (const from of foundSources(asking)) {
    const code = await outlinedOf(from, asking);
    asking.signal.throwIfAborted();
    if (!code) continue;
    const { values, failures } = factsIn(from, code, asking);
    facts.values.push(...values);
    facts.failures.push(...failures);
  }
  return facts;
}

/** Most rows of a signature searched for a parameter. */
const maxHeadRows = 60;

/** The defaults of a symbol's parameters, each with its row: a long signature has a row for each. */
function defaultsOf({ nameRow, end, parameters }: OutlineSymbol, { rows }: OutlinedCode): Value[] {
  const head = Array.from({ length: Math.min(end - nameRow, maxHeadRows) + 1 }, (_, at) => nameRow + at);
  const holds = (row: number, name: string) => !placesOfName(rows.row(row), name).next().done;
  return parameters.flatMap(({ name, default: value }) =>
    value === undefined ? [] : [{ name, value, row: head.find((row) => holds(row, name)) ?? nameRow }],
  );
}

function factsIn(from: CodeSource, code: OutlinedCode, asking: Asking): Facts {
  const id = idOf(sourceOf(from));
  const roles = rolesOf(from.place);
  const isAside = roles.tests || roles.examples || roles.vendored;
  const factOf = (symbol: OutlineSymbol | undefined, names: readonly string[], row: number): Fact => {
    return { from, code, symbol, row, names: names.join('.'), found: rankIn(id, row, asking), isAside };
  };
  const valueOf = (value: Value, symbol?: OutlineSymbol): ValueFact => {
    const around = symbol?.path ?? [];
    const isItself = around.at(-1) === value.name;
    const said = isItself ? documentationOf(code.rows, symbol?.documentation) : '';
    return { ...factOf(symbol, isItself ? around : [...around, value.name], value.row), ...value, said };
  };
  const failureOf = (failure: Failure, symbol?: OutlineSymbol): FailureFact => {
    return { ...factOf(symbol, symbol?.path ?? [], failure.row), ...failure };
  };
  const { symbols, outside } = code.outline;
  const valuesOf = (symbol: OutlineSymbol) => [...symbol.values, ...defaultsOf(symbol, code)];
  return {
    values: [
      ...outside.values.map((value) => valueOf(value)),
      ...symbols.flatMap((symbol) => valuesOf(symbol).map((value) => valueOf(value, symbol))),
    ],
    failures: [
      ...outside.failures.map((failure) => failureOf(failure)),
      ...symbols.flatMap((symbol) => symbol.failures.map((failure) => failureOf(failure, symbol))),
    ],
  };
}

const maxOthers = 3;

/** Tells other facts that may be meant, each with its place. */
export function putOthers<One extends Fact>(
  others: readonly { fact: One }[],
  says: (fact: One) => string,
  page: Page,
): void {
  const told = others.slice(0, maxOthers).map(({ fact }) => {
    const { from, code, row } = fact;
    return page.cited(`- ${says(fact)} (${page.at(from, row)})`, from, code, { start: row, end: row });
  });
  if (told.length > 0) page.put(`Others that may be meant:\n${told.join('\n')}`);
}
