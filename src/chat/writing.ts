/** Text for use outside the chat: a chat as one Markdown document, and code indented for its destination. */
import { codeSpan, plain } from '../languages/markdown';
import type { Source, Turn } from './turns';

interface ChatMarkdownTexts {
  /** `{0}` stands for the context of the question. */
  askedOf: string;
  sources: string;
  /** Note below an answer that was never finished. */
  incomplete: string;
  noAnswer: string;
  /** The label of a chip. */
  chip(chip: Turn['chips'][number]): string;
}

/** A chat as Markdown. The result is deterministic. */
export function chatMarkdown(name: string, turns: readonly Turn[], texts: ChatMarkdownTexts): string {
  const parts = turns.map((turn) => turnMarkdown(turn, texts));
  return `${[`# ${heading(name)}`, ...parts].join('\n\n')}\n`;
}

function turnMarkdown(turn: Turn, texts: ChatMarkdownTexts): string {
  const chips = turn.chips.map((chip) => plain(texts.chip(chip))).join(', ');
  const places = turn.sources.map((source, index) => `${index + 1}. ${placeOf(source)}`);
  return [
    `## ${heading(turn.question)}`,
    // A heading holds one line only, so a question of several lines is also quoted in full.
    ...(turn.question.includes('\n') ? [turn.question.replace(/^/gm, '> ')] : []),
    ...(chips === '' ? [] : [`*${texts.askedOf.replace('{0}', () => chips)}*`]),
    turn.text.trim() === '' ? `*${texts.noAnswer}*` : withoutList(turn),
    ...(turn.text !== '' && turn.state !== 'done' ? [`*${texts.incomplete}*`] : []),
    ...(places.length > 0 ? [`**${texts.sources}**`, places.join('\n')] : []),
  ].join('\n\n');
}

/** A question as a heading, on one line with its Markdown escaped. */
const heading = (text: string): string => plain(text.replace(/\s+/g, ' ').trim());

/** The answer without the engine's source list, which is written again with whole paths. */
function withoutList({ text, sources }: Turn): string {
  if (sources.length === 0) return text.trim();
  const lines = text.trimEnd().split('\n');
  while (lines.length > 0 && /^\s*(?:\[\d+\].*)?$/.test(lines.at(-1) ?? '')) lines.pop();
  return lines.join('\n').trim();
}

function placeOf({ path, name, directory, lines }: Source): string {
  const file = directory === '' ? name : `${directory}/${name}`;
  if (!lines) return codeSpan(path === undefined ? name : file);
  return codeSpan(`${path === undefined ? name : file}:${lines.start}-${lines.end}`);
}

interface Indentation {
  /** Text before the first character on the destination line. */
  line: string;
  /** One indentation step of the destination document: a tab or blanks. */
  unit: string;
}

const leading = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

function commonIndent(lines: readonly string[]): string {
  let common: string | undefined;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const own = leading(line);
    common ??= own;
    while (!own.startsWith(common)) common = common.slice(0, -1);
  }
  return common ?? '';
}

/** The code's own indentation step: a tab, or the smallest indentation in blanks. */
function unitOf(lines: readonly string[]): string | undefined {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map(leading)
    .filter((indent) => indent !== '');
  if (indents.some((indent) => indent.startsWith('\t'))) return '\t';
  const widths = indents.map((indent) => indent.length);
  return widths.length > 0 ? ' '.repeat(Math.min(...widths)) : undefined;
}

/**
 * Replaces the common indentation of code by that of its destination. The first line gets none, because the cursor is
 * already indented. Blank lines stay empty.
 */
export function reindent(code: string, place: Indentation): string {
  const lines = code
    .replace(/\r\n?/g, '\n')
    .replace(/(?<!\n)\n+$/, '')
    .split('\n');
  const common = commonIndent(lines);
  const bare = lines.map((line) => (line.startsWith(common) ? line.slice(common.length) : line.trimStart()));
  const unit = unitOf(bare);
  const stepped = (line: string): string => {
    const own = leading(line);
    if (unit === undefined || unit === place.unit) return line;
    const steps = Math.floor(own.length / unit.length);
    return place.unit.repeat(steps) + own.slice(steps * unit.length) + line.slice(own.length);
  };
  return bare
    .map((line, index) => {
      if (line.trim() === '') return '';
      return (index === 0 ? '' : place.line) + stepped(line);
    })
    .join('\n');
}
