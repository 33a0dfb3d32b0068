/** Markdown of an answer: a sentence or two, code, further places, and at the end one line for each citation. */
import { plain } from '../../languages/markdown';
import type { Answer, Citation } from '../types';
import type { QuestionKind } from './kind';
import { codeRows, quotedFor, type Shown } from './quoteCode';
import type { Rated } from './rate';
import { cited, inline } from './text';
import { usedBy } from './uses';
import { say, subjectOf } from './wording';

/** Further apart than this, the sentence and its code are cited by the code alone. */
const maxCitedRows = 30;

export function citationOf({ unit, passage }: Rated): Citation {
  const { lines, label, id } = unit.snippet;
  const shown = quotedFor(unit, passage);
  const start = Math.min(unit.start, shown.start);
  const end = Math.max(unit.end, shown.end);
  const rows = end - start < maxCitedRows ? { start, end } : shown;
  const range = { start: lines.start + rows.start, end: Math.min(lines.end, lines.start + rows.end) };
  return { id, label: `${label}:${range.start}-${range.end}`, lines: range };
}

/** A fence longer than any inside the code. */
export function fenced(code: string, language: string): string {
  const longest = [...code.matchAll(/`{3,}/g)].reduce((most, found) => Math.max(most, found[0].length), 2);
  const marks = '`'.repeat(longest + 1);
  return `${marks}${/^[\w+#-]+$/.test(language) ? language : ''}\n${code}\n${marks}`;
}

function needleOf({ unit }: Rated): string | undefined {
  if (unit.form === 'value') return unit.value.name;
  return unit.form === 'list' ? unit.list.name : undefined;
}

/** The rows in a fence; undefined for prose, which stands in the answer already. */
export function codeOf(rated: Rated, shown: Shown = quotedFor(rated.unit, rated.passage)): string | undefined {
  const { unit, passage } = rated;
  const rows = codeRows(passage.rows, shown, needleOf(rated));
  // Prose proves itself: the sentence stands there already.
  if (unit.form === 'sentence' && passage.isComment.every((isComment) => !isComment) && unit.home === undefined)
    return undefined;
  return fenced(rows.join('\n'), unit.snippet.language);
}

/** The rows at the end of an answer. */
export function sources(citations: readonly Citation[]): string {
  return citations.map((citation, place) => `[${place + 1}] ${plain(citation.label)}`).join('\n');
}

/** What a unit says; for a question about the uses of a name, who uses it: how stands in the code. */
function sentenceOf({ unit }: Rated, kind: QuestionKind, used: readonly string[]): string {
  const use = usedBy(unit, used);
  return use === undefined
    ? say(unit, kind)
    : `${subjectOf(unit)} ${use.isCall ? 'calls' : 'uses'} ${inline(use.name)}.`;
}

function sentenceFor(rated: Rated, kind: QuestionKind, used: readonly string[]): string {
  const { unit } = rated;
  const sentence = sentenceOf(rated, kind, used);
  if (kind !== 'where' || unit.form === 'definition' || sentence.includes(inline(unit.snippet.label))) return sentence;
  const line = unit.snippet.lines.start + (unit.form === 'sentence' && unit.isDoc ? unit.codeRow : unit.start);
  return sentence.replace(
    /(?<!\s)\s*([.:!?]?)$/,
    (_, end: string) => ` (${inline(unit.snippet.label)}, line ${line})${end === ':' || end === '' ? '.' : end}`,
  );
}

function ended(sentence: string): string {
  return /[.!?:…”]$/.test(sentence.trimEnd()) ? sentence.trimEnd() : `${sentence.trimEnd()}.`;
}

/** The second sentence does not say again what it is about. */
function goingOn(first: string, second: string): string {
  const subject = /^`[^`]+`/.exec(second)?.[0];
  if (subject === undefined || !first.includes(subject)) return second;
  const rest = second.slice(subject.length);
  return rest.startsWith(': ') ? rest.slice(2) : `It${rest}`;
}

export interface Composition {
  main: Rated;
  /** A second sentence from the same place. */
  more?: Rated | undefined;
  further: readonly Rated[];
  kind: QuestionKind;
  /** Names whose uses are asked for. */
  used: readonly string[];
  score: number;
}

/** One main place with its code, further places as a list. */
export function composeAnswer({ main, more, further, kind, used, score }: Composition): Answer {
  const citations = [main, ...further].map(citationOf);
  const first = sentenceFor(main, kind, used);
  const lead = more ? `${ended(first)} ${cited(goingOn(first, say(more.unit, kind)), 1)}` : cited(first, 1);
  const list = further.map((rated, place) => `- ${cited(sentenceOf(rated, kind, used), place + 2)}`);
  const code = codeOf(main);
  const parts = [
    lead,
    ...(code === undefined ? [] : [code]),
    ...(list.length > 0 ? [`See also:\n${list.join('\n')}`] : []),
    sources(citations),
  ];
  return { text: parts.join('\n\n'), score, citations, isAbsence: false };
}

/** What is said when nothing answers, with the places that come closest. */
export function composeAbsence(
  opening: string,
  closest: readonly { rated: Rated; sentence: string }[],
  score: number,
): Answer {
  const citations = closest.map(({ rated }) => citationOf(rated));
  const list = closest.map(({ sentence }, place) => `- ${cited(sentence, place + 1)}`);
  const parts =
    closest.length > 0 ? [opening, `The closest places:\n${list.join('\n')}`, sources(citations)] : [opening];
  return { text: parts.join('\n\n'), score, citations, isAbsence: true };
}
