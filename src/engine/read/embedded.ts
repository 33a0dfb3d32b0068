/**
 * Texts of one language inside of a file of another: scripts and styles of a page. Idea: each language is read from the
 * whole text with everything else made blank, so that rows stay the file's own.
 */
import { languageOfEnding, languageOfName } from '../../languages/lookup';
import type { Language } from '../../languages/table';
import type { Gathered } from './gather';
import type { Outline, OutlineSymbol } from './types';

export interface EmbeddedText {
  language: Language;
  text: string;
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** One for each language with a tree that stands in it. */
export function embeddedTexts({ embedded }: Gathered, text: string): EmbeddedText[] {
  const spans = new Map<Language, [start: number, end: number][]>();
  for (const { node, named } of embedded.values()) {
    const word = typeof named === 'string' ? named : named.text.toLowerCase();
    const language = languageOfName(word) ?? languageOfEnding(word);
    if (!language?.tree) continue;
    spans.set(language, [...(spans.get(language) ?? []), [node.startIndex, node.endIndex]]);
  }
  return [...spans].map(([language, places]) => {
    const parts: string[] = [];
    let taken = 0;
    for (const [start, end] of places) {
      parts.push(blank(text.slice(taken, start)), text.slice(start, end));
      taken = end;
    }
    return { language, text: parts.join('') + blank(text.slice(taken)) };
  });
}

/** The outline of the whole, with those of what is embedded in it. */
export function joined(outer: Outline, inner: readonly Outline[]): Outline {
  const all = [outer, ...inner];
  const parents = new Map<OutlineSymbol, OutlineSymbol>();
  for (const { symbols } of all)
    for (const symbol of symbols) if (symbol.parent !== undefined) parents.set(symbol, symbols[symbol.parent]!);
  // Stable, so that what stands around stays before what is inside.
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
