/** Colours code blocks: a language's grammar is registered when it is first met. */
import type { HLJSApi } from 'highlight.js';
import hljs from 'highlight.js/lib/core';
import { embeddedHighlighters, highlighters } from '../../languages/highlighters';
import { wordsOf } from '../../languages/lookup';
import { languages, type Language } from '../../languages/table';

/** Languages by every word that stands behind a fence. */
const byWord = new Map<string, Language>();
for (const language of languages) {
  const { id, label, words, names, endings, editor, highlighter } = language;
  for (const word of [id, label.toLowerCase(), ...[words, names, endings, editor, highlighter].flatMap(wordsOf)])
    if (!byWord.has(word)) byWord.set(word, language);
}

/** What a block's header says; an unknown word is shown as it came. */
export function languageLabel(word: string): string {
  return byWord.get(word.toLowerCase())?.label ?? word;
}

function register(highlighter: HLJSApi, id: string): void {
  const grammar = highlighters[id];
  if (!grammar || highlighter.getLanguage(id)) return;
  highlighter.registerLanguage(id, grammar);
  for (const inner of embeddedHighlighters[id] ?? []) register(highlighter, inner);
}

/** @returns markup with `hljs-…` classes, escaped; undefined for a language that is not in the table */
export function highlight(code: string, word: string): string | undefined {
  const id = byWord.get(word.toLowerCase())?.highlighter;
  if (id === undefined || !highlighters[id]) return undefined;
  register(hljs, id);
  return hljs.highlight(code, { language: id, ignoreIllegals: true }).value;
}
