/**
 * What the files of the best passages tell by their trees: values, failures, documentation. Each fact with the text that
 * says what it is about: names and what is written of it, never a row of code. Cost: an outline of each of those files.
 */
import { documentationOf } from '../outline/heads';
import { sourcesOf, type CodeSource, type OutlinedCode } from '../outline/sources';
import { rolesOf } from '../rank/paths';
import type { OutlineSymbol, RowSpan } from '../read/types';
import { plainComment } from '../answers/sentences';
import type { Asking } from './types';

/** Files looked at, in the order of their best passage. */
const maxFiles = 12;
/** Passages whose rows count as found. */
const maxFound = 10;

interface FactPlace {
  from: CodeSource;
  code: OutlinedCode;
  symbol: OutlineSymbol | undefined;
  row: number;
  /** Place of the best passage that holds it among those found; the file's own where none does. */
  found: number;
  /** In a test, an example or somebody else's code. */
  isAside: boolean;
}

export interface ValueFact extends FactPlace {
  name: string;
  value: string;
  /** Names around it and its own. */
  names: string;
  /** What is written of it. */
  said: string;
}

export interface FailureFact extends FactPlace {
  call: string;
  text: string;
  names: string;
  said: string;
}

export interface FileFacts {
  from: CodeSource;
  code: OutlinedCode;
  values: ValueFact[];
  failures: FailureFact[];
}

const keyOf = (path: string) => path.replaceAll('\\', '/');

/** The sources of the best passages, each once. */
function foundSources({ parts, snippets }: Asking): CodeSource[] {
  const wanted = new Map<string, number>();
  for (const { source } of snippets) if (source.kind === 'file' && !wanted.has(keyOf(source.path))) wanted.set(keyOf(source.path), wanted.size); // prettier-ignore
  const found: { from: CodeSource; at: number }[] = [];
  for (const from of sourcesOf(parts)) {
    const source = from.part.sourceOf(from.key);
    const at = source.kind === 'file' ? wanted.get(keyOf(source.path)) : undefined;
    if (at !== undefined && at < maxFiles) found.push({ from, at });
  }
  return found.sort((a, b) => a.at - b.at).map(({ from }) => from);
}

/** The comment behind a row's code, which the tree knows as the documentation of what stands there. */
function saidOf({ rows }: OutlinedCode, span: RowSpan | undefined): string {
  if (!span) return '';
  const text = documentationOf(rows, span);
  return text === '' ? plainComment(rows.slice(span.start, span.end)) : text;
}

function rankIn(path: string, row: number, { snippets }: Asking): number {
  const inFile = (at: number) => {
    const one = snippets[at];
    return one?.source.kind === 'file' && keyOf(one.source.path) === path;
  };
  const ranks = snippets.slice(0, maxFound).flatMap(({ lines }, at) => (inFile(at) && lines.start <= row + 1 && row + 1 <= lines.end ? [at] : [])); // prettier-ignore
  return ranks[0] ?? maxFound;
}

export async function factsOf(asking: Asking): Promise<FileFacts[]> {
  const files: FileFacts[] = [];
  for (const from of foundSources(asking)) {
    const code = await asking.reader.outlined(from);
    asking.signal.throwIfAborted();
    if (typeof code !== 'string') files.push(factsIn(from, code, asking));
  }
  return files;
}

function factsIn(from: CodeSource, code: OutlinedCode, asking: Asking): FileFacts {
  const source = from.part.sourceOf(from.key);
  const path = source.kind === 'file' ? keyOf(source.path) : '';
  const roles = rolesOf(from.place);
  const isAside = roles.tests || roles.examples || roles.vendored;
  const placeOf = (symbol: OutlineSymbol | undefined, row: number): FactPlace => ({ from, code, symbol, row, found: rankIn(path, row, asking), isAside }); // prettier-ignore
  const values: ValueFact[] = [];
  const failures: FailureFact[] = [];
  const { symbols, outside } = code.outline;
  const take = (symbol: OutlineSymbol | undefined, facts: Pick<OutlineSymbol, 'values' | 'failures'>) => {
    const around = symbol?.path ?? [];
    const said = saidOf(code, symbol?.documentation);
    for (const { name, value, row } of facts.values) {
      const names = around.at(-1) === name ? around : [...around, name];
      values.push({
        ...placeOf(symbol, row),
        name,
        value,
        names: names.join('.'),
        said: around.at(-1) === name ? said : '',
      });
    }
    for (const { call, text, row } of facts.failures)
      failures.push({ ...placeOf(symbol, row), call, text, names: around.join('.'), said });
  };
  take(undefined, outside);
  for (const symbol of symbols) {
    take(symbol, symbol);
    for (const { name, default: value } of symbol.parameters)
      if (value !== undefined) values.push({ ...placeOf(symbol, symbol.nameRow), name, value, names: [...symbol.path, name].join('.'), said: '' }); // prettier-ignore
  }
  return { from, code, values, failures };
}
