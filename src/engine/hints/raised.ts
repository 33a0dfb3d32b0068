/**
 * Suggests questions about symbols from their syntax tree: callers, failures, tests, parameters, calls, the enclosing
 * symbol. Each has a form that a maker of claims answers (claims/wants.ts). Data: one row for each rule.
 */
import { looksLikeName } from '../claims/subjects';
import { isWithin, isTest, type CodeSource, type OutlinedCode, sourceOf, type CodeReader } from '../outline/sources';
import type { OutlineSymbol, RowSpan } from '../read/types';
import { inline } from '../answers/markdown';
import { spaced } from '../text/plain';
import { splitIdentifier } from '../text/tokens';
import { foundSources } from '../outline/sources';
import { idOf, type Part } from '../parts';
import type { AnswerSnippet, LineRange } from '../types';
import { plain } from '../../languages/markdown';

export interface Raised {
  rule: string;
  text: string;
  /** The symbol that the question is about, which the answer must be about too. */
  symbol: string;
  score: number;
  isCited: boolean;
}

export interface Raising {
  from: CodeSource;
  code: OutlinedCode;
  symbol: OutlineSymbol;
  /** 1 for the first citation of the answer, less for others. */
  nearness: number;
  isCited: boolean;
  /** True for a symbol of the first passage. */
  isFirst: boolean;
}

const code = inline;
const functions: ReadonlySet<string> = new Set(['function', 'method', 'macro']);
/** Kinds of values asked about; keys, headings and members have too common names. */
const values: ReadonlySet<string> = new Set(['constant', 'variable', 'field', 'property']);
const types: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type', 'module']);
/** True for names of loggers: `LOGGER`, `getLogger`. */
const isOfLog = (name: string): boolean => logs.has(splitIdentifier(name).at(-1)?.toLowerCase() ?? '');
const logs = new Set(spaced('log logger logging logs'));

/** Least characters of a name to ask about. */
const minChars = 3;

/** A symbol's name as questions write it, with its container: `Store.open`. */
function calledOf({ path }: OutlineSymbol): string {
  return path.slice(-2).join('.');
}

const maxCalled = 3;

/** Names called, those not defined in this file first. Whether they exist in the project is checked later. */
function calledBy({ calls, name }: OutlineSymbol, symbols: readonly OutlineSymbol[]): string[] {
  const own = new Set(symbols.map((one) => one.name));
  // Skip plain words: calls of that name are everywhere.
  const names = calls
    .map((call) => call.name)
    .filter((other) => other !== name && looksLikeName(other) && !isOfLog(other));
  return names.toSorted((a, b) => Number(own.has(a)) - Number(own.has(b))).slice(0, maxCalled);
}

function failuresIn({ start, end }: OutlineSymbol, { outline }: OutlinedCode): boolean {
  return outline.symbols.some((one) => isWithin(one, { start, end }) && one.failures.length > 0);
}

interface Question {
  text: string;
  symbol: string;
}
const about = (text: string, symbol: string): Question[] => [{ text, symbol }];

/** For each rule its questions, and their score when all else is equal. */
const rules: Readonly<Record<string, { worth: number; ask: (raising: Raising) => Question[] }>> = {
  callers: {
    worth: 0.9,
    ask: ({ symbol }) => (functions.has(symbol.kind) ? about(`Who calls ${code(calledOf(symbol))}?`, symbol.name) : []),
  },
  uses: {
    worth: 0.89,
    ask: ({ symbol }) => (values.has(symbol.kind) || types.has(symbol.kind) ? about(`Where is ${code(calledOf(symbol))} used?`, symbol.name) : []),
  },
  failure: {
    worth: 0.88,
    ask: ({ symbol, code: own }) => (failuresIn(symbol, own) ? about(`When does ${code(calledOf(symbol))} fail?`, symbol.name) : []),
  },
  tests: { worth: 0.82, ask: ({ symbol }) => about(`Which tests use ${code(calledOf(symbol))}?`, symbol.name) },
  around: {
    worth: 0.8,
    ask: ({ symbol, code: { outline } }) => {
      const parent = symbol.parent === undefined ? undefined : outline.symbols[symbol.parent];
      return parent && types.has(parent.kind) ? about(`What is ${code(calledOf(parent))}?`, parent.name) : [];
    },
  },
  takes: {
    worth: 0.78,
    ask: ({ symbol }) => (symbol.parameters.length > 0 ? about(`What does ${code(calledOf(symbol))} take?`, symbol.name) : []),
  },
  callee: {
    worth: 0.74,
    ask: ({ symbol, code: { outline } }) => calledBy(symbol, outline.symbols).flatMap((name) => about(`What does ${code(name)} do?`, name)),
  },
  itself: {
    worth: 0.7,
    ask: ({ symbol }) => about(functions.has(symbol.kind) ? `What does ${code(calledOf(symbol))} do?` : `What is ${code(calledOf(symbol))}?`, symbol.name),
  },
}; // prettier-ignore

/**
 * The questions raised by one symbol.
 * @param place index of the symbol among all that raise questions
 */
export function raisedBy(raising: Raising, place: number): Raised[] {
  const { symbol, from, nearness, isCited } = raising;
  if (symbol.name.length < minChars || isTest(from.place, symbol.path)) return [];
  if (values.has(symbol.kind) && isOfLog(symbol.name)) return [];
  return Object.entries(rules).flatMap(([rule, { worth, ask }]) =>
    ask(raising).map((asked) => ({ ...asked, rule, score: (worth * nearness) / (1 + place * 0.15), isCited })),
  );
}

// Section: the symbols that an answer or a passage is about, cited ones first.

/** A place cited by an answer, read from its list of sources. */
interface CitedPlace {
  label: string;
  lines: LineRange;
}

/** Most cited places read from an answer. */
const maxPlaces = 9;

function citedPlaces(answer: string): CitedPlace[] {
  const rows = [...answer.matchAll(/^\[\d\] (\S.{0,400}):(\d{1,7})-(\d{1,7})$/gm)].slice(0, maxPlaces);
  return rows.map(([, label = '', start, end]) => ({ label, lines: { start: Number(start), end: Number(end) } }));
}

/** Compares paths, one of which may be relative to a root. */
function isSameFile(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

/** The first cited place inside the passage: its number in the list, and its lines. */
function placeIn(
  places: readonly CitedPlace[],
  { label, lines }: AnswerSnippet,
): { number: number; lines: LineRange } | undefined {
  const number = places.findIndex(
    (place) =>
      isSameFile(place.label, plain(label)) && place.lines.start <= lines.end && place.lines.end >= lines.start,
  );
  const place = places[number];
  return place && { number, lines: place.lines };
}

/** Most passages that raise questions. */
const maxSnippets = 6;
/** Sorts after every citation (an answer has at most nine). */
const uncited = 16;

interface Looked {
  snippet: AnswerSnippet;
  /** 1 for the first citation, less for others; 1 for all when nothing is cited. */
  nearness: number;
  /** The cited rows of the passage, 0-based. */
  cited?: LineRange | undefined;
}

/** Weight of a hint from a passage that is not cited first. */
const neighbourShare = 0.6;

/** Passages that raise questions: cited ones in the order of citations, then the others in order. */
function lookedAt(snippets: readonly AnswerSnippet[], answer: string): Looked[] {
  const places = citedPlaces(answer);
  const found = snippets
    .filter(({ text }) => text.trim() !== '')
    .map((snippet) => ({ snippet, place: placeIn(places, snippet) }));
  if (found.every(({ place }) => place === undefined))
    return found.map(({ snippet }) => ({ snippet, nearness: 1 })).slice(0, maxSnippets);
  const byNumber = found.toSorted((a, b) => (a.place?.number ?? uncited) - (b.place?.number ?? uncited));
  return byNumber.slice(0, maxSnippets).map(({ snippet, place }) => {
    const { start } = snippet.lines;
    const cited = place && { start: place.lines.start - start, end: place.lines.end - start };
    return { snippet, cited, nearness: place?.number === 0 ? 1 : neighbourShare };
  });
}

/** Most symbols of one passage that questions are raised about. */
const maxSymbols = 3;
const maxSources = 30;

/** Kinds of symbols that questions are not raised about. */
const unasked: ReadonlySet<string> = new Set(['section', 'key', 'test', 'declaration', 'implementation']);

/** Symbols defined in the rows, or else the symbol around them. */
function symbolsAt({ outline: { symbols } }: OutlinedCode, { start, end }: RowSpan): OutlineSymbol[] {
  const asked = symbols.filter(({ kind }) => !unasked.has(kind));
  const inside = asked.filter(({ nameRow }) => nameRow >= start && nameRow <= end);
  const around = asked.filter((one) => one.start <= start && one.end >= end).at(-1);
  // Rows in the middle of a function are about that function, even if they define something.
  const isAbout = around && around.nameRow < start && (inside.length === 0 || functions.has(around.kind));
  return [...(isAbout ? [around] : []), ...inside].slice(0, maxSymbols);
}

export async function focusOf(
  { snippets, answer }: { snippets: readonly AnswerSnippet[]; answer: string },
  { parts, reader }: { parts: readonly Part[]; reader: CodeReader },
): Promise<Raising[]> {
  const sources = new Map<string, CodeSource>(
    foundSources({ parts, snippets }, maxSources).map((from) => [idOf(sourceOf(from)), from]),
  );
  const raising: Raising[] = [];
  for (const [place, { snippet, cited, nearness }] of lookedAt(snippets, answer).entries()) {
    const from = sources.get(idOf(snippet.source));
    const code = from && (await reader.outlined(from));
    if (!from || !code || typeof code === 'string') continue;
    const first = snippet.lines.start - 1;
    const rows = cited
      ? { start: first + cited.start, end: first + cited.end }
      : { start: first, end: snippet.lines.end - 1 };
    for (const symbol of symbolsAt(code, rows))
      raising.push({
        ...{ from, code, symbol, nearness },
        isCited: cited !== undefined && nearness === 1,
        isFirst: place === 0,
      });
  }
  const isNew = ({ from, symbol }: Raising, at: number) =>
    raising.findIndex((one) => one.from.key === from.key && one.symbol === symbol) === at;
  const all = raising.filter(isNew);
  // Without an answer the first passage is what questions are wanted about, and the others are like it.
  const own = answer === '' ? all.filter(({ isFirst }) => isFirst) : [];
  return own.length > 0 ? own : all;
}
