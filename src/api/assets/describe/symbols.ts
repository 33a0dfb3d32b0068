/**
 * The first thing a piece of code defines: its kind, its name and its line. By regular expressions over single lines,
 * each linear; a declaration that spans lines is found by its first. A line further left counts more than an earlier
 * one: what stands inside a class is not what the code is about.
 */
import { definitionLines, type Pattern } from '../../../languages/definitionLines';

export interface Declaration {
  /** As people say it: `function`, `class`, `type`. */
  kind: string;
  name: string;
  /** 0-based. */
  line: number;
}

/** Longer lines are generated code, and regular expressions have no business there. */
const maxLineLength = 400;
/** What a piece is about is said early. */
const maxLines = 400;

/**
 * @param specific the contract’s word for the language
 * @returns the least indented definition, the first of equals; `line` counts from 0
 */
export function mainSymbol(lines: readonly string[], specific: string): Declaration | undefined {
  const patterns = definitionLines[specific];
  if (!patterns) return undefined;
  let best: (Declaration & { rank: number }) | undefined;
  for (const [line, text] of lines.slice(0, maxLines).entries()) {
    if (text.length > maxLineLength) continue;
    const found = symbolOfLine(text, patterns);
    if (!found) continue;
    // A constant names a piece only if nothing else does.
    const rank = text.search(/\S/) + (found.kind === 'constant' ? 1000 : 0);
    if (!best || rank < best.rank) best = { ...found, line, rank };
    if (best.rank === 0) break;
  }
  return best && { kind: best.kind, name: best.name, line: best.line };
}

const notNames = new Set(['if', 'for', 'while', 'switch', 'catch', 'return', 'else', 'do', 'try', 'function', 'class']);

function symbolOfLine(text: string, patterns: Pattern[]): Omit<Declaration, 'line'> | undefined {
  for (const [kind, pattern] of patterns) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined && !notNames.has(name)) return { kind, name };
  }
  return undefined;
}
