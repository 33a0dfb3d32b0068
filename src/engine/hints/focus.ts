/** The symbols that an answer or a passage is about: what is cited first, what lies beside it after. */
import { foundSources, idOf } from '../claims/facts';
import { sourceOf, type CodeReader, type CodeSource, type OutlinedCode } from '../outline/sources';
import type { Part } from '../parts';
import type { OutlineSymbol, RowSpan } from '../read/types';
import type { AnswerSnippet } from '../types';
import { lookedAt } from './lookedAt';
import { functions, type Raising } from './raised';

/** Of one passage: more have more to ask of them than a person reads through. */
const maxSymbols = 3;
const maxSources = 30;

/** Headings and keys are no part of a program that somebody asks on about. */
const unasked: ReadonlySet<string> = new Set(['section', 'key', 'test', 'declaration', 'implementation']);

/** What is defined in the rows; else what they are a part of. */
function symbolsAt({ outline: { symbols } }: OutlinedCode, { start, end }: RowSpan): OutlineSymbol[] {
  const asked = symbols.filter(({ kind }) => !unasked.has(kind));
  const inside = asked.filter(({ nameRow }) => nameRow >= start && nameRow <= end);
  const around = asked.filter((one) => one.start <= start && one.end >= end).at(-1);
  // Rows in the middle of a function are about the function, whatever they define for themselves.
  const isAbout = around && around.nameRow < start && (inside.length === 0 || functions.has(around.kind));
  return [...(isAbout ? [around] : []), ...inside].slice(0, maxSymbols);
}

export async function focusOf(
  { snippets, answer }: { snippets: readonly AnswerSnippet[]; answer: string },
  { parts, reader }: { parts: readonly Part[]; reader: CodeReader },
): Promise<Raising[]> {
  const sources = new Map<string, CodeSource>(foundSources({ parts, snippets }, maxSources).map((from) => [idOf(sourceOf(from)), from])); // prettier-ignore
  const raising: Raising[] = [];
  for (const { snippet, cited, nearness } of lookedAt(snippets, answer)) {
    const from = sources.get(idOf(snippet.source));
    const code = from && (await reader.outlined(from));
    if (!from || !code || typeof code === 'string') continue;
    const first = snippet.lines.start - 1;
    const rows = cited ? { start: first + cited.start, end: first + cited.end } : { start: first, end: snippet.lines.end - 1 }; // prettier-ignore
    for (const symbol of symbolsAt(code, rows))
      raising.push({ from, code, symbol, nearness, isCited: cited !== undefined && nearness === 1 });
  }
  const isNew = ({ from, symbol }: Raising, at: number) =>
    raising.findIndex((one) => one.from.key === from.key && one.symbol === symbol) === at;
  return raising.filter(isNew);
}
