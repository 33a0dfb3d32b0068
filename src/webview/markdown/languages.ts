/** The languages that code blocks are coloured in: one table, registered when first met. */
import type { HLJSApi, LanguageFn } from 'highlight.js';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import dart from 'highlight.js/lib/languages/dart';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scala from 'highlight.js/lib/languages/scala';
import scss from 'highlight.js/lib/languages/scss';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { wordsOf } from '../../languages/lookup';
import { languages, type Language } from '../../languages/table';

/** By the name that highlight.js has for each. */
const grammars: Record<string, LanguageFn> = {
  bash, c, cpp, csharp, css, dart, diff, dockerfile, go, ini, java, javascript, json, kotlin, lua, makefile, markdown, php,
  powershell, python, r, ruby, rust, scala, scss, sql, swift, typescript, xml, yaml,
}; // prettier-ignore

/** Languages by every word that stands behind a fence. */
const byWord = new Map<string, Language>();
for (const language of languages) {
  const { id, label, words, names, endings, editor, highlighter } = language;
  for (const word of [id, label.toLowerCase(), ...[words, names, endings, editor, highlighter].flatMap(wordsOf)])
    if (!byWord.has(word)) byWord.set(word, language);
}

/** Some grammars embed others. */
const embedded: Record<string, string[]> = { xml: ['javascript', 'css'], markdown: ['xml'], php: ['xml'] };

/** What a block's header says; an unknown word is shown as it came. */
export function languageLabel(word: string): string {
  return byWord.get(word.toLowerCase())?.label ?? word;
}

function register(highlighter: HLJSApi, id: string): void {
  const grammar = grammars[id];
  if (!grammar || highlighter.getLanguage(id)) return;
  highlighter.registerLanguage(id, grammar);
  for (const inner of embedded[id] ?? []) register(highlighter, inner);
}

/** @returns markup with `hljs-…` classes, escaped; undefined for a language that is not in the table */
export function highlight(code: string, word: string): string | undefined {
  const id = byWord.get(word.toLowerCase())?.highlighter;
  if (id === undefined || !grammars[id]) return undefined;
  register(hljs, id);
  return hljs.highlight(code, { language: id, ignoreIllegals: true }).value;
}
