/** The first sentence that a piece of code says about itself: its doc comment, docstring or opening comment. */

/** A sentence longer than this is cut at a word: it is shown in one line. */
const maxSentenceLength = 200;

/** Lines that tools and lawyers read. */
const notProse =
  /copyright|licen[sc]e|spdx|all rights reserved|eslint|prettier-|@ts-|tslint|istanbul|pylint|noqa|type: ignore|pragma|coding[:=]|vim:|-\*-|use strict|^[-=*#_/~\s]*$/i;

/** How a comment line begins, by the languages' signs; block comments keep their inner stars. */
const lineComment =
  /^\s*(?:\/\/[/!]?|#(?!!|\[|include|define|if|endif|else|pragma|region)|--(?!\w)|;+|%+|\*(?!\/)|\/\*\*?|<!--|"""|''')\s?([^]*)/;

/**
 * @param lines of the whole piece
 * @param symbolLine where the main symbol begins, 0-based; undefined when there is none
 */
export function firstSentence(lines: readonly string[], symbolLine: number | undefined): string | undefined {
  const blocks =
    symbolLine === undefined
      ? [openingComment(lines)]
      : [commentAbove(lines, symbolLine), docstringBelow(lines, symbolLine), openingComment(lines)];
  for (const block of blocks) {
    const sentence = sentenceOf(block);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

function openingComment(lines: readonly string[]): string[] {
  const first = lines.findIndex((line, index) => line.trim() !== '' && !(index === 0 && line.startsWith('#!')));
  return first < 0 ? [] : commentFrom(lines, first);
}

/** Comment lines directly above; decorators and attributes may stand between. */
function commentAbove(lines: readonly string[], symbolLine: number): string[] {
  let end = symbolLine;
  while (end > 0 && /^\s*(@\w|#\[|\[\w)/.test(lines[end - 1] ?? '')) end--;
  let start = end;
  while (start > 0 && isCommentLine(lines[start - 1] ?? '')) start--;
  return commentFrom(lines.slice(0, end), start);
}

/** Python writes its documentation under the first line of the definition. */
function docstringBelow(lines: readonly string[], symbolLine: number): string[] {
  const from = lines.slice(symbolLine, symbolLine + 12).findIndex((line) => /^\s*[rRuU]?("""|''')/.test(line));
  if (from < 0) return [];
  const first = (lines[symbolLine + from] ?? '').replace(/^\s*[rRuU]?("""|''')/, '');
  const block = [first, ...lines.slice(symbolLine + from + 1, symbolLine + from + 12)];
  const end = block.findIndex((line) => /("""|''')\s*$/.test(line));
  return block.slice(0, end < 0 ? block.length : end + 1).map((line) => line.replace(/("""|''')[^]*/, '').trim());
}

const isCommentLine = (line: string): boolean => lineComment.test(line) || /\*\/\s*$/.test(line);

function commentFrom(lines: readonly string[], start: number): string[] {
  const block: string[] = [];
  let isInside: boolean = false;
  for (const line of lines.slice(start, start + 40)) {
    const match = lineComment.exec(line);
    if (!match && !isInside) break;
    const opens = /^\s*(\/\*|"""|'''|<!--)/.test(line);
    const closes: boolean = /(\*\/|-->)\s*$/.test(line) || (isInside && /("""|''')\s*$/.test(line));
    block.push((match?.[1] ?? line).replace(/(\*\/|-->|"""|''')\s*$/, '').trim());
    isInside = (isInside || opens) && !closes;
    if (closes) break;
  }
  return block;
}

function sentenceOf(block: readonly string[]): string | undefined {
  const lines = block.map((line) => line.replace(/<\/?\w+>/g, '').trim());
  const start = lines.findIndex((line) => /[\p{L}]{2}/u.test(line) && !notProse.test(line) && !line.startsWith('@'));
  if (start < 0) return undefined;
  // A paragraph ends with an empty line, a tag or a heading of a parameter list.
  const rest = lines.slice(start);
  const end = rest.findIndex(
    (line, index) => index > 0 && (line === '' || /^(@\w|:param|Args:|Parameters)/.test(line)),
  );
  const paragraph = rest.slice(0, end < 0 ? rest.length : end).join(' ');
  const sentence = /^.*?[.!?](?=\s|$)/.exec(paragraph.slice(0, 1000))?.[0] ?? paragraph;
  return shorten(sentence.replace(/\s+/g, ' ').trim(), maxSentenceLength);
}

/** Cut at a word where there is one, with an ellipsis. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(' ');
  const kept = (space > length / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}…`;
}
