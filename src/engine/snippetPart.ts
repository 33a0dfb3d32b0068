/**
 * Passages as something that can be searched and read by its tree, where what they were found in is not at hand: the
 * passages of a source stand in their rows, with blank rows for what is not known.
 */
import type { Grammars } from './chunk/grammars';
import { idOf } from './claims/facts';
import { Library } from './index/library';
import type { Part } from './parts';
import type { AnswerSnippet } from './types';
import { rowsOfText } from './text/plain';

/** Further down, a passage is that of a machine. */
const maxRow = 500_000;

/** Passages of one source as its rows. */
function textOf(snippets: readonly AnswerSnippet[]): string {
  const rows: string[] = [];
  for (const { text, lines } of snippets) {
    if (lines.start > maxRow) continue;
    while (rows.length < lines.start - 1) rows.push('');
    rowsOfText(text).forEach((row, at) => {
      rows[lines.start - 1 + at] = row;
    });
  }
  return rows.join('\n');
}

export async function partOfSnippets(snippets: readonly AnswerSnippet[], grammars: Grammars): Promise<Part> {
  const bySource = new Map<string, AnswerSnippet[]>();
  for (const snippet of snippets) {
    const id = idOf(snippet.source);
    bySource.set(id, [...(bySource.get(id) ?? []), snippet]);
  }
  const firstOf = (id: string) => bySource.get(id)![0]!;
  const library = new Library(grammars);
  await library.put([...bySource].map(([id, own]) => ({ id, text: textOf(own), language: own[0]!.language, name: own[0]!.label }))); // prettier-ignore
  return {
    collection: library.collection,
    placeOf: (id) => firstOf(id).label,
    textOf: (record) => library.textOf(record),
    keys: () => library.ids,
    contentOf: (id) => library.contentOf(id),
    languageOf: (id) => library.languageOf(id),
    sourceOf: (id) => firstOf(id).source,
  };
}
