/** What is written elsewhere: a chat as one Markdown document, and code that is fitted to the place it goes to. */
import { codeSpan, plain } from '../languages/markdown';
import type { Source, Turn } from './turns';

interface ChatMarkdownTexts {
  /** `{0}`: words that say what was asked of. */
  askedOf: string;
  sources: string;
  /** Below an answer that was never finished. */
  incomplete: string;
  noAnswer: string;
  /** How a chip is named. */
  chip(chip: Turn['chips'][number]): string;
}

/** For keeping it elsewhere. The same chat always gives the same text. */
export function chatMarkdown(name: string, turns: readonly Turn[], texts: ChatMarkdownTexts): string {
  const parts = turns.map((turn) => turnMarkdown(turn, texts));
  return `${[`# ${heading(name)}`, ...parts].join('\n\n')}\n`;
}

function turnMarkdown(turn: Turn, texts: ChatMarkdownTexts): string {
  const chips = turn.chips.map((chip) => plain(texts.chip(chip))).join(', ');
  const places = turn.sources.map((source, index) => `${index + 1}. ${placeOf(source)}`);
  return [
    `## ${heading(turn.question)}`,
    // A question of several lines is told whole.
    ...(turn.question.includes('\n') ? [turn.question.replace(/^/gm, '> ')] : []),
    ...(chips === '' ? [] : [`*${texts.askedOf.replace('{0}', () => chips)}*`]),
    turn.text.trim() === '' ? `*${texts.noAnswer}*` : withoutList(turn),
    ...(turn.text !== '' && turn.state !== 'done' ? [`*${texts.incomplete}*`] : []),
    ...(places.length > 0 ? [`**${texts.sources}**`, places.join('\n')] : []),
  ].join('\n\n');
}

/** A question may name files, and was perhaps offered. */
const heading = (text: string): string => plain(text.replace(/\s+/g, ' ').trim());

/** The list that the engine writes for plain readers is written again, with whole paths. */
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
  /** What stands before the first character of the line it goes into. */
  line: string;
  /** One step in that document: a tab or some blanks. */
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

/** The code's own step: a tab, or the smallest number of blanks a line is indented by. */
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
 * Code fitted to the place where it is inserted: its own common indentation goes, the place's comes. The first line
 * gets none: the cursor stands where it begins. Blank lines stay empty.
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
