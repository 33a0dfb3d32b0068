/** A chat as one Markdown document, for keeping it elsewhere. The same chat always gives the same text. */
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
