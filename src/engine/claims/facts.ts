/**
 * Collects values and failures from the syntax trees of the files with the best passages. Each fact has the names around
 * it, a value also its documentation, never a row of code. Cost: an outline of each of those files.
 */
import { plainDocumentationOf, foundSources, sourceOf, type CodeSource, type OutlinedCode } from '../outline/sources';
import { rolesOf } from '../rank/fileKinds';
import { placesOfName } from '../read/nodes';
import type { Failure, OutlineSymbol, Value } from '../read/types';
import { idOf } from '../parts';
import type { AnswerSnippet } from '../types';
import { outlinedOf, type Asking, type Page } from './page';

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
    const said = isItself ? plainDocumentationOf(code.rows, symbol?.documentation) : '';
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
