/**
 * Questions that symbols raise by what their tree tells: who calls it, when it fails, what tests it, what it takes and calls, what
 * it stands in. Each is of a form that a maker of claims answers (claims/wants.ts). Data: one row for each rule.
 */
import { looksLikeName } from '../claims/subjects';
import { isTest, type CodeSource, type OutlinedCode } from '../outline/sources';
import type { OutlineSymbol } from '../read/types';
import { inline } from '../answers/text';
import { spaced } from '../text/plain';
import { splitIdentifier } from '../text/tokens';

export interface Raised {
  rule: string;
  text: string;
  /** What it is about, as the answer to it must say too. */
  symbol: string;
  score: number;
  isCited: boolean;
}

export interface Raising {
  from: CodeSource;
  code: OutlinedCode;
  symbol: OutlineSymbol;
  /** 1 for what the answer cites first, less for what lies beside it. */
  nearness: number;
  isCited: boolean;
}

const code = inline;
export const functions: ReadonlySet<string> = new Set(['function', 'method', 'macro']);
/** Keys of settings, headings and members have names that others have too. */
const values: ReadonlySet<string> = new Set(['constant', 'variable', 'field', 'property']);
const types: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type', 'module']);
/** Whether a name is one of those that a program writes its log with: `LOGGER`, `getLogger`. */
const isOfLog = (name: string): boolean => logs.has(splitIdentifier(name).at(-1)?.toLowerCase() ?? '');
const logs = new Set(spaced('log logger logging logs'));

/** What so many things are called says nothing by itself. */
const minChars = 3;

/** The symbol's name as a question writes it: with the symbol around it, as in `Store.open`. */
function calledOf({ path }: OutlineSymbol): string {
  return path.slice(-2).join('.');
}

const maxCalled = 3;

/** What it calls, first what the file does not define: whether it is defined here, the question's maker finds out. */
function calledBy({ calls, name }: OutlineSymbol, symbols: readonly OutlineSymbol[]): string[] {
  const own = new Set(symbols.map((one) => one.name));
  // A plain word is called so in many places.
  const names = calls
    .map((call) => call.name)
    .filter((other) => other !== name && looksLikeName(other) && !isOfLog(other));
  return names.toSorted((a, b) => Number(own.has(a)) - Number(own.has(b))).slice(0, maxCalled);
}

function failuresIn({ start, end }: OutlineSymbol, { outline }: OutlinedCode): boolean {
  return outline.symbols.some((one) => one.start >= start && one.end <= end && one.failures.length > 0);
}

interface Question {
  text: string;
  symbol: string;
}
const about = (text: string, symbol: string): Question[] => [{ text, symbol }];

/** What is asked, and what it is worth when all else is equal. */
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

/** @param place of what raises it among all that do */
export function raisedBy(raising: Raising, place: number): Raised[] {
  const { symbol, from, nearness, isCited } = raising;
  if (symbol.name.length < minChars || isTest(from.place, symbol.path)) return [];
  if (values.has(symbol.kind) && isOfLog(symbol.name)) return [];
  return Object.entries(rules).flatMap(([rule, { worth, ask }]) =>
    ask(raising).map((asked) => ({ ...asked, rule, score: (worth * nearness) / (1 + place * 0.15), isCited })),
  );
}
