/**
 * Tells comments from code by one scan for the signs of a comment style. Strings are looked for, too, so that
 * `"http://x"` is no comment. Good enough for scoring; a passage that begins inside a comment may be misjudged.
 * Linear: a closing sign that is nowhere further down is looked for once.
 */
import type { CommentStyle } from './languages';

interface Signs {
  /** Comments over several rows. */
  blocks: readonly (readonly [open: string, close: string])[];
  /** A comment to the end of its row. */
  line?: string;
  hasStrings: boolean;
}

const signs: Record<CommentStyle, Signs | undefined> = {
  slash: { blocks: [['/*', '*/']], line: '//', hasStrings: true },
  hash: { blocks: [['"""', '"""'], ["'''", "'''"]], line: '#', hasStrings: true },
  dash: { blocks: [['--[[', ']]'], ['{-', '-}'], ['/*', '*/']], line: '--', hasStrings: true },
  paren: { blocks: [['(*', '*)']], line: '//', hasStrings: true },
  markup: { blocks: [['<!--', '-->']], hasStrings: false },
  percent: { blocks: [], line: '%', hasStrings: false },
  semicolon: { blocks: [], line: ';', hasStrings: false },
  none: undefined,
}; // prettier-ignore

/** Longer ones are data; the bound keeps a row of quotes from being gone through again for each of them. */
const string = String.raw`"(?:\\.|[^"\\\n]){0,1000}"|'(?:\\.|[^'\\\n]){0,1000}'`;

interface Scanner {
  /** Groups: what opens a comment of several rows; a comment of one row. */
  sign: RegExp;
  /** What else may stand where such a comment opens and never closes. */
  other: RegExp;
  closing: ReadonlyMap<string, string>;
}

function scannerOf({ blocks, line, hasStrings }: Signs): Scanner {
  const escaped = (text: string) => text.replace(/[*()[\]{}]/g, String.raw`\$&`);
  const opens = blocks.map(([open]) => escaped(open)).join('|') || '(?!)';
  const rest = `(${line === undefined ? '(?!)' : `${line}[^\\n]*`})${hasStrings ? `|${string}` : ''}`;
  return { sign: new RegExp(`(${opens})|${rest}`, 'g'), other: new RegExp(`()${rest}`, 'y'), closing: new Map(blocks) };
}

const scanners = new Map(Object.entries(signs).flatMap(([style, of]) => (of ? [[style, scannerOf(of)] as const] : [])));

export interface SplitText {
  code: string;
  comments: string;
}

export function splitComments(text: string, style: CommentStyle): SplitText {
  const scanner = scanners.get(style);
  if (!scanner) return { code: text, comments: '' };
  const { sign, other, closing } = scanner;
  const unclosed = new Set<string>();
  const code: string[] = [];
  const comments: string[] = [];
  let taken = 0;
  const takeComment = (start: number, end: number) => {
    code.push(text.slice(taken, start), ' ');
    comments.push(text.slice(start, end));
    taken = end;
  };
  sign.lastIndex = 0;
  for (let found = sign.exec(text); found; found = sign.exec(text)) {
    const { index } = found;
    const [, open] = found;
    const close = open === undefined ? undefined : closing.get(open);
    if (open !== undefined && close !== undefined) {
      const at = unclosed.has(close) ? -1 : text.indexOf(close, index + open.length);
      if (at >= 0) {
        takeComment(index, at + close.length);
        sign.lastIndex = taken;
        continue;
      }
      unclosed.add(close);
      other.lastIndex = index;
      found = other.exec(text);
      sign.lastIndex = found ? other.lastIndex : index + 1;
      if (!found) continue;
    }
    if (found[2] !== undefined) takeComment(index, index + found[2].length);
  }
  code.push(text.slice(taken));
  return { code: code.join(''), comments: comments.join('\n') };
}
