/**
 * Tells comments from code by a scanner of regular expressions, one per comment style. Strings are matched first, so
 * that `"http://x"` is no comment. Good enough for scoring; a passage that begins inside a comment may be misjudged.
 */
import type { CommentStyle } from './languages';

const string = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;

const scanners: Record<CommentStyle, RegExp | undefined> = {
  slash: new RegExp(String.raw`(\/\*[\s\S]*?\*\/|\/\/[^\n]*)|${string}`, 'g'),
  hash: new RegExp(String.raw`("""[\s\S]*?"""|'''[\s\S]*?'''|#[^\n]*)|${string}`, 'g'),
  dash: new RegExp(String.raw`(--\[\[[\s\S]*?\]\]|\{-[\s\S]*?-\}|\/\*[\s\S]*?\*\/|--[^\n]*)|${string}`, 'g'),
  paren: new RegExp(String.raw`(\(\*[\s\S]*?\*\)|\/\/[^\n]*)|${string}`, 'g'),
  markup: /(<!--[\s\S]*?-->)/g,
  percent: /(%[^\n]*)/g,
  semicolon: /(;[^\n]*)/g,
  none: undefined,
};

export interface SplitText {
  code: string;
  comments: string;
}

export function splitComments(text: string, style: CommentStyle): SplitText {
  const scanner = scanners[style];
  if (!scanner) return { code: text, comments: '' };
  const comments: string[] = [];
  const code = text.replace(scanner, (whole: string, comment: string | undefined) => {
    if (comment === undefined) return whole;
    comments.push(comment);
    return ' ';
  });
  return { code, comments: comments.join('\n') };
}
