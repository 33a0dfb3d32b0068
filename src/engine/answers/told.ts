/** Answers about a whole, made of what several places tell: one leads, the others are listed, each is cited. */
import type { Answer, AnswerSnippet, Citation } from '../types';
import { sources } from './markdown';
import { cited } from './text';

export const scores = { told: 0.9, alone: 0.7, second: 0.4, none: 0.05 };
export const maxSentences = 3;

export interface Told {
  sentence: string;
  snippet: AnswerSnippet;
  /** 0-based rows of the passage. */
  start: number;
  end: number;
}

export function citationOf({ snippet, start, end }: Told): Citation {
  const { id, label, lines } = snippet;
  const range = { start: lines.start + start, end: Math.min(lines.end, lines.start + Math.max(start, end)) };
  return { id, label: `${label}:${range.start}-${range.end}`, lines: range };
}

export function composed(
  [lead, ...list]: readonly [Told, ...Told[]],
  intro: string | undefined,
  score: number,
): Answer {
  const citations = [lead, ...list].map(citationOf);
  const rows = list.map(({ sentence }, place) => `- ${cited(sentence, place + 2)}`).join('\n');
  const parts = [
    cited(lead.sentence, 1),
    ...(list.length > 0 ? [`${intro === undefined ? '' : `${intro}\n`}${rows}`] : []),
    sources(citations),
  ];
  return { text: parts.join('\n\n'), score, citations, isAbsence: false };
}

export const rowsOf = ({ text }: AnswerSnippet) => text.split(/\r?\n/);

const tag = /<[^<>]{1,600}>/g;
/** Of a tag that began in the passage before. */
const endOfTag = /^[^<>]{1,600}\/>/;

/** Rows of prose without the HTML that may stand in it, over several rows too; a row stays the row it is. */
export function proseRowsOf({ text }: AnswerSnippet): string[] {
  const withoutText = (markup: string) => markup.replace(/[^\n]/g, '');
  return text.replace(tag, withoutText).replace(endOfTag, withoutText).split(/\r?\n/);
}

/** Badges, pictures, links to elsewhere and headings are no sentences. */
export function holdsSentence(text: string): boolean {
  const plain = text
    .replace(/!?\[[^\]]{0,200}\](?:\([^)]{0,300}\)|\[[^\]]{0,100}\])?/g, ' ')
    .replace(/https?:\S+/g, ' ');
  return (plain.match(/\p{L}{2,}/gu) ?? []).length >= 4 && !/^(?:=+|-+|\.\. )/.test(text);
}
