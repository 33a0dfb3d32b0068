/**
 * Collects values, failures and documentation from the syntax trees of the files with the best passages. Each fact has
 * the names around it and its documentation, never a row of code. Cost: an outline of each of those files.
 */
import {
  documentationOf,
  sourceOf,
  withoutTags,
  sourcesOf,
  type CodeSource,
  type OutlinedCode,
} from '../outline/sources';
import { rolesOf } from '../rank/fileKinds';
import { placesOfName } from '../read/nodes';
import type { OutlineSymbol, RowSpan } from '../read/types';
import { plainComment } from '../text/comments';
import { idOf } from '../parts';
import type { AnswerSnippet } from '../types';
import type { Asking } from './page';

/** Most files read, in the order of their best passage. */
const maxFiles = 12;
/** Passages whose rows count as found by retrieval. */
export const maxFound = 10;

interface FactPlace {
  from: CodeSource;
  code: OutlinedCode;
  symbol: OutlineSymbol | undefined;
  row: number;
  /** Rank of the best found passage that holds the fact; the file's rank when none does. */
  found: number;
  /** True in a test, an example or vendored code. */
  isAside: boolean;
}

export interface ValueFact extends FactPlace {
  name: string;
  value: string;
  /** Names of the enclosing symbols and its own. */
  names: string;
  /** Its documentation. */
  said: string;
}

export interface FailureFact extends FactPlace {
  call: string;
  text: string;
  names: string;
  said: string;
  /** True when the failure comes from documentation, which says when it happens, rather than from a message. */
  isWritten: boolean;
}

export interface FileFacts {
  from: CodeSource;
  code: OutlinedCode;
  values: ValueFact[];
  failures: FailureFact[];
}

/** The sources of the best passages, each once, best first. */
export function foundSources({ parts, snippets }: Pick<Asking, 'parts' | 'snippets'>, most = maxFiles): CodeSource[] {
  const wanted = new Map<string, number>();
  for (const { source } of snippets) if (!wanted.has(idOf(source))) wanted.set(idOf(source), wanted.size);
  const found = new Map<number, CodeSource>();
  for (const from of sourcesOf(parts)) {
    const at = wanted.get(idOf(sourceOf(from)));
    if (at !== undefined && at < most && !found.has(at)) found.set(at, from);
  }
  return [...found].sort(([a], [b]) => a - b).map(([, from]) => from);
}

/** The documentation of a row or symbol as text; a comment after the row's code counts too. */
function saidOf({ rows }: OutlinedCode, span: RowSpan | undefined): string {
  if (!span) return '';
  const text = documentationOf(rows, span);
  return text === '' ? plainComment(rows.slice(span.start, span.end)) : text;
}

function rankIn(id: string, row: number, { snippets }: Asking): number {
  const holds = ({ source, lines }: AnswerSnippet) =>
    idOf(source) === id && lines.start <= row + 1 && row + 1 <= lines.end;
  const at = snippets.slice(0, maxFound).findIndex(holds);
  return at < 0 ? maxFound : at;
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

/**
 * Matches documented errors: `@throws X when`, `:raises X: when`, `X: when` below "Raises:", `<exception cref="T:X">`.
 */
const written =
  /^(?:@(?:throws|exception|raise)\s\{?|:raises?\s|<exception\s+cref="(?:[A-Z]:)?)([\w.:\\]{2,80})\}?(?:">|:)?[ \t]?(.*)$/;
const raises = new Set(['raises', 'raises:']);
const below = /^([A-Z][\w.]{2,80})\s*:\s+(\S.*)$/;
/** Matches the beginning of the next entry. */
const nextEntry = /^(?:[@:<]\w|[A-Z]\w+:\s*$|$)/;
const maxEntryRows = 4;

/** The errors named in documentation, each with its condition. */
function writtenFailures(
  { rows }: OutlinedCode,
  span: RowSpan | undefined,
): { call: string; text: string; row: number }[] {
  const found: { call: string; text: string; row: number }[] = [];
  if (!span) return found;
  const said = Array.from({ length: span.end - span.start + 1 }, (_, at) =>
    rows
      .row(span.start + at)
      .replace(/^\s*(?:\/?\*+|\/\/[/!]?|#+|--)?\s*/, '')
      .trim(),
  );
  let isBelow = false;
  for (const [at, text] of said.entries()) {
    if (text === '' || raises.has(text.toLowerCase())) isBelow = text !== '';
    const [, name, first = ''] = written.exec(text) ?? (isBelow ? below.exec(text) : null) ?? [];
    if (name === undefined) continue;
    const end = said.findIndex((next, place) => place > at && (nextEntry.test(next) || (isBelow && below.test(next))));
    const rest = said.slice(at + 1, Math.min(end < 0 ? said.length : end, at + maxEntryRows));
    found.push({
      call: name,
      text: withoutTags([first, ...rest].join(' ').split('</exception>')[0]!),
      row: span.start + at,
    });
  }
  return found;
}

/** Most rows of a signature searched for a parameter. */
const maxHeadRows = 60;

/** The row of a parameter: a long signature has a row for each. */
function rowOfParameter(name: string, { nameRow, end }: OutlineSymbol, { rows }: OutlinedCode): number {
  const last = Math.min(end, nameRow + maxHeadRows);
  for (let row = nameRow; row <= last; row += 1) if (!placesOfName(rows.row(row), name).next().done) return row;
  return nameRow;
}

function factsIn(from: CodeSource, code: OutlinedCode, asking: Asking): FileFacts {
  const id = idOf(sourceOf(from));
  const roles = rolesOf(from.place);
  const isAside = roles.tests || roles.examples || roles.vendored;
  const placeOf = (symbol: OutlineSymbol | undefined, row: number): FactPlace => ({
    from,
    code,
    symbol,
    row,
    found: rankIn(id, row, asking),
    isAside,
  });
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
      failures.push({ ...placeOf(symbol, row), call, text, names: around.join('.'), said, isWritten: false });
    for (const { call, text, row } of symbol ? writtenFailures(code, symbol.documentation) : [])
      failures.push({ ...placeOf(symbol, row), call, text, names: around.join('.'), said, isWritten: true });
  };
  take(undefined, outside);
  for (const symbol of symbols) {
    take(symbol, symbol);
    for (const { name, default: value } of symbol.parameters)
      if (value !== undefined)
        values.push({
          ...placeOf(symbol, rowOfParameter(name, symbol, code)),
          name,
          value,
          names: [...symbol.path, name].join('.'),
          said: '',
        });
  }
  return { from, code, values, failures };
}
