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

interface Language {
  /** As the block's label says it. */
  label: string;
  grammar: LanguageFn;
  aliases: string[];
}

// prettier-ignore
const languages: Record<string, Language> = {
  bash: { label: 'Shell', grammar: bash, aliases: ['sh', 'shell', 'zsh', 'shellscript', 'console'] },
  c: { label: 'C', grammar: c, aliases: ['h'] },
  cpp: { label: 'C++', grammar: cpp, aliases: ['c++', 'cc', 'cxx', 'hpp', 'hh'] },
  csharp: { label: 'C#', grammar: csharp, aliases: ['cs', 'c#'] },
  css: { label: 'CSS', grammar: css, aliases: [] },
  dart: { label: 'Dart', grammar: dart, aliases: [] },
  diff: { label: 'Diff', grammar: diff, aliases: ['patch'] },
  dockerfile: { label: 'Dockerfile', grammar: dockerfile, aliases: ['docker'] },
  go: { label: 'Go', grammar: go, aliases: ['golang'] },
  ini: { label: 'INI', grammar: ini, aliases: ['toml', 'properties', 'conf'] },
  java: { label: 'Java', grammar: java, aliases: [] },
  javascript: { label: 'JavaScript', grammar: javascript, aliases: ['js', 'jsx', 'mjs', 'cjs', 'javascriptreact'] },
  json: { label: 'JSON', grammar: json, aliases: ['jsonc', 'json5'] },
  kotlin: { label: 'Kotlin', grammar: kotlin, aliases: ['kt', 'kts'] },
  lua: { label: 'Lua', grammar: lua, aliases: [] },
  makefile: { label: 'Makefile', grammar: makefile, aliases: ['make', 'mk'] },
  markdown: { label: 'Markdown', grammar: markdown, aliases: ['md'] },
  php: { label: 'PHP', grammar: php, aliases: [] },
  powershell: { label: 'PowerShell', grammar: powershell, aliases: ['ps1', 'pwsh'] },
  python: { label: 'Python', grammar: python, aliases: ['py', 'pyi'] },
  r: { label: 'R', grammar: r, aliases: [] },
  ruby: { label: 'Ruby', grammar: ruby, aliases: ['rb'] },
  rust: { label: 'Rust', grammar: rust, aliases: ['rs'] },
  scala: { label: 'Scala', grammar: scala, aliases: ['sc'] },
  scss: { label: 'SCSS', grammar: scss, aliases: ['sass', 'less'] },
  sql: { label: 'SQL', grammar: sql, aliases: [] },
  swift: { label: 'Swift', grammar: swift, aliases: [] },
  typescript: { label: 'TypeScript', grammar: typescript, aliases: ['ts', 'tsx', 'mts', 'cts', 'typescriptreact'] },
  xml: { label: 'XML', grammar: xml, aliases: ['html', 'htm', 'svg', 'vue', 'svelte', 'xhtml'] },
  yaml: { label: 'YAML', grammar: yaml, aliases: ['yml'] },
};

const byAlias = new Map(
  Object.entries(languages).flatMap(([id, { aliases }]) => [id, ...aliases].map((alias) => [alias, id] as const)),
);
/** Some grammars embed others. */
const embedded: Record<string, string[]> = { xml: ['javascript', 'css'], markdown: ['xml'], php: ['xml'] };

const labelOfAlias: Record<string, string> = { html: 'HTML', toml: 'TOML', vue: 'Vue', svelte: 'Svelte', svg: 'SVG' };

/** What a block's header says; an unknown word is shown as it came. */
export function languageLabel(word: string): string {
  const key = word.toLowerCase();
  return labelOfAlias[key] ?? languages[byAlias.get(key) ?? '']?.label ?? word;
}

function register(highlighter: HLJSApi, id: string): void {
  const language = languages[id];
  if (!language || highlighter.getLanguage(id)) return;
  highlighter.registerLanguage(id, language.grammar);
  for (const inner of embedded[id] ?? []) register(highlighter, inner);
}

/** @returns markup with `hljs-…` classes, escaped; undefined for a language that is not in the table */
export function highlight(code: string, word: string): string | undefined {
  const id = byAlias.get(word.toLowerCase());
  if (id === undefined) return undefined;
  register(hljs, id);
  return hljs.highlight(code, { language: id, ignoreIllegals: true }).value;
}
