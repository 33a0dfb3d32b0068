/**
 * Whose row is it: the definition around one row of a passage, which may hold several. Found by indentation, so that a
 * row is never named after a definition that ended before it.
 */
import type { AnswerSnippet } from '../types';
import { indentOf, openBrackets } from './statements';

/** Letters beyond ASCII, without the blanks among them. */
const letters = String.raw`\u00aa-\u167f\u1681-\u1fff\u2c00-\u2fff\u3001-\ufefe`;
const word = String.raw`[A-Za-z_$${letters}][\w$${letters}]*`;
const modifiers = String.raw`(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|override|virtual|inline|declare|unsafe|extern|sealed|partial|const|open|fileprivate|mutating|required|convenience|suspend|operator|infix|tailrec|data|inner|companion|lateinit|@\w+|pub(?:\([^)]*\))?)\s+)*`;
/** Heads of definitions, by the names they give. */
const definitionHeads: readonly RegExp[] = [
  // Swift, and Kotlin with the type it extends: `fun <T> String.parse(`
  new RegExp(String.raw`^\s*${modifiers}(?:func|fun)\s+(?:<[^>\n]{0,80}>\s*)?(?:[\w<>?]{1,60}\.)?(${word})`),
  // Objective-C: `- (void)close:(int)code`, `@implementation Door`, and what bridges write for it
  /^[-+]\s*\([^()\n]{1,80}\)\s*(\w+)/,
  /^@(?:implementation|interface|protocol)\s+(\w+)/,
  /^RCT_(?:EXPORT|REMAP)_\w{0,40}METHOD\((\w+)/,
  // C++ outside of its class, its bracket in the next row: `Value Door::close(const Info &info)`
  /^(?:[\w:<>*&,]{1,80}\s+){0,5}[*&]?(?:\w{1,60}::){1,4}(~?\w+)\s*\([^;]*$/,
  new RegExp(String.raw`^\s*${modifiers}(?:function\*?|class|interface|struct|enum|trait|union|record|protocol|extension|object|module|namespace|def|defp?|fn|fun|sub|macro_rules!|type|impl(?:<[^>]*>)?)\s+(?:self\.)?(${word})`),
  /^func\s+(?:\([^)\n]{0,120}\)\s*)?(\w+)/,
  new RegExp(String.raw`^\s*${modifiers}(?:const|let|var|val)\s+(${word})\s*(?::[^=]{0,120})?=\s*(?:async\b\s*)?(?:function\b|class\b|\([^()]*(?:\([^()]*\)[^()]*)*\)\s*(?::[^=]{1,60})?=>|<[^>]*>\s*\(|${word}\s*=>|\(\s*$)`),
  new RegExp(String.raw`^\s*(?:module\.)?(?:exports|${word})(?:\.prototype)?\.(${word})\s*=\s*(?:async\s+)?(?:function\b|\([^()]*\)\s*=>|${word}\s*=>|class\b)`),
  new RegExp(String.raw`^\s*["']?(${word})["']?\s*:\s*(?:async\s+)?(?:function\b|\([^()]*\)\s*(?::[^=]{1,60})?=>\s*(?:[{(]\s*)?$)`),
  new RegExp(String.raw`^\s+${modifiers}(?:(?:get|set|readonly|async)\s+)?[*#]?(${word})\s*(?:<[^>()]*>)?\((?:[^;]*\)\s*(?::[^;{]{1,120})?\{\s*|[^;){]*)$`),
  new RegExp(String.raw`^\s*${modifiers}[\w<>\[\],.?*& ]{2,60}\s[*&]?(${word})\s*\([^;{}]*\)\s*(?:const\s*)?(?:throws\s[\w, .]+)?\{\s*$`),
]; // prettier-ignore
/** Constants and variables that nothing encloses. */
const topLevel: readonly RegExp[] = [
  new RegExp(String.raw`^${modifiers}(?:const|let|var|val|static|final|#define)\s+(?:mut\s+)?(${word})`),
  /^([A-Z][A-Z0-9_]{2,60})\s*(?::[^=]{1,40})?=/,
];
const notNames =
  /^(?:if|for|while|switch|catch|return|else|do|try|with|when|match|elif|until|unless|new|await|typeof|throw|raise|yield|super|this|self|constructor|function|assert|require|import|case|delete|void|describe|it|test|expect)$/;

/** Rows of a head with its parameters, at most. */
const maxHeadRows = 16;

export interface Home {
  name: string;
  /** 0-based row of its head; -1 when it is above the passage. */
  row: number;
}

/** A name as one would say it: at most its last two parts. */
export function shortName(name: string): string | undefined {
  const parts = name.split(/[.#]|::/).filter((part) => part !== 'constructor' && part !== '');
  const short = parts.slice(-2).join('.');
  return short === '' || /[\s{}"'(]/.test(short) ? undefined : short;
}

/** The name a row defines, when it is the head of a definition. */
export function definitionName(row: string): string | undefined {
  if (row.length > 400) return undefined;
  for (const pattern of [...definitionHeads, ...topLevel]) {
    const name = pattern.exec(row)?.[1];
    if (name !== undefined && !notNames.test(name)) return name;
  }
  return undefined;
}

/** `open(` over several rows is the head of a method when a block or a type follows its brackets, and a call when not. */
function isCall(rows: readonly string[], row: number): boolean {
  if (!/^\s+[\w$]+\s*(?:<[^>()]*>)?\([^;){]*$/.test(rows[row] ?? '')) return false;
  let depth = 0;
  for (let place = row; place < Math.min(rows.length, row + maxHeadRows); place += 1) {
    depth += openBrackets(rows[place] ?? '');
    if (depth <= 0) return /\)[;,]*$/.test((rows[place] ?? '').trimEnd());
  }
  return false;
}

function withEnclosing(name: string, symbol: string | undefined): string {
  const parts = symbol?.split('.') ?? [];
  const place = parts.lastIndexOf(name);
  if (place >= 0) return parts.slice(0, place + 1).join('.');
  return parts.length > 1 ? [...parts.slice(0, -1), name].join('.') : name;
}

/** The definition that holds the row, or that the row itself is. */
export function homeOf(
  { text, symbol }: Pick<AnswerSnippet, 'text' | 'symbol'>,
  rows: readonly string[],
  row: number,
): Home | undefined {
  let indent = indentOf(rows[row] ?? '') + 1;
  for (let place = row; place >= 0 && indent > 0; place -= 1) {
    const head = rows[place] ?? '';
    if (head.trim() === '' || indentOf(head) >= indent || /^\s*[)}\]]/.test(head) || /^\s*(?:\/\/|\*|\/\*)/.test(head))
      continue;
    indent = indentOf(head);
    const name = definitionName(head);
    if (name === undefined || isCall(rows, place)) continue;
    return { name: withEnclosing(name, symbol), row: place };
  }
  // Nothing in the passage opened it: the passage begins inside of what it is named after, or is that as a whole.
  const isInside = rows.some((other) => other.trim() !== '') && (indent > 0 || !declaresOther(text, symbol));
  return symbol !== undefined && isInside ? { name: symbol, row: -1 } : undefined;
}

function declaresOther(text: string, symbol: string | undefined): boolean {
  const last = symbol?.split('.').at(-1) ?? '';
  return last !== '' && !text.includes(last);
}
