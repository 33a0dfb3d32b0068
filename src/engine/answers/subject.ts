/** Whose row is it: the definition around one row of a passage, which may hold several. */
import { declaredName } from '../chunk/declarations';
import type { AnswerSnippet } from '../types';
import { isCommentRow } from './sentences';

function indentOf(row: string): number {
  return /^[ \t]*/.exec(row)?.[0].length ?? 0;
}

/** Name of the definition that the row stands in, with the passage's enclosing names; else the passage's symbol. */
export function symbolAt(snippet: AnswerSnippet, rows: readonly string[], row: number): string | undefined {
  let indent = indentOf(rows[row] ?? '') + 1;
  for (let place = row; place >= 0 && indent > 0; place -= 1) {
    const text = rows[place] ?? '';
    if (text.trim() === '' || isCommentRow(text) || indentOf(text) >= indent) continue;
    indent = indentOf(text);
    const name = declaredName(text);
    if (name === undefined || (place === row && !/\b(?:function|class|def|fn|func|fun)\b|\)\s*(?:=>)?\s*\{/.test(text)))
      continue;
    const enclosing = snippet.symbol?.split('.') ?? [];
    if (enclosing.includes(name)) return enclosing.slice(0, enclosing.indexOf(name) + 1).join('.');
    return enclosing.length > 1 ? [...enclosing.slice(0, -1), name].join('.') : name;
  }
  return snippet.symbol;
}
