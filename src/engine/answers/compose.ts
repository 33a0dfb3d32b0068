/** Markdown of an answer: a sentence, code, further places, and at the end one line for each citation. */
import type { Answer, Citation } from '../types';
import type { Evidence } from './evidence';

function citationOf({ snippet }: Evidence): Citation {
  const { lines, label, id } = snippet;
  return { id, label: `${label}:${lines.start}-${lines.end}`, lines: { start: lines.start, end: lines.end } };
}

function withoutIndent(rows: readonly string[]): string[] {
  const indents = rows.filter((row) => row.trim() !== '').map((row) => /^[ \t]*/.exec(row)?.[0].length ?? 0);
  const common = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return rows.map((row) => row.slice(Math.min(common, row.length)).trimEnd());
}

/** A fence longer than any inside the code. */
function fenced(code: string, language: string): string {
  const longest = [...code.matchAll(/`{3,}/g)].reduce((most, found) => Math.max(most, found[0].length), 2);
  const marks = '`'.repeat(longest + 1);
  return `${marks}${/^[\w+#-]+$/.test(language) ? language : ''}\n${code}\n${marks}`;
}

function codeOf({ snippet, rows }: Evidence): string {
  const shown = snippet.text.split(/\r?\n/).slice(rows.start, rows.end + 1);
  return fenced(withoutIndent(shown).join('\n'), snippet.language);
}

/** The reference stands before the full stop. */
function cited(sentence: string, number: number): string {
  const end = /([.!?:…]?)$/.exec(sentence)?.[1] ?? '';
  return `${sentence.slice(0, sentence.length - end.length)} [${number}]${end === ':' || end === '' ? '.' : end}`;
}

function sources(citations: readonly Citation[]): string {
  return citations.map((citation, place) => `[${place + 1}] ${citation.label}`).join('\n');
}

export function isDistinct(evidence: Evidence, others: readonly Evidence[]): boolean {
  return !others.some(
    ({ snippet }) =>
      snippet === evidence.snippet ||
      (snippet.label === evidence.snippet.label && snippet.lines.start === evidence.snippet.lines.start),
  );
}

/** One main place with its code, further places as a list. */
export function composeAnswer(main: Evidence, further: readonly Evidence[], score: number): Answer {
  const citations = [main, ...further].map(citationOf);
  const list = further.map((evidence, place) => `- ${cited(evidence.sentence, place + 2)}`);
  const parts = [
    cited(main.sentence, 1),
    codeOf(main),
    ...(list.length > 0 ? [`See also:\n${list.join('\n')}`] : []),
    sources(citations),
  ];
  return { text: parts.join('\n\n'), score, citations, isAbsence: false };
}

/** Several places side by side, without code: for questions that want a list. */
export function composeList(places: readonly Evidence[], score: number): Answer {
  const citations = places.map(citationOf);
  const list = places.map((evidence, place) => `- ${cited(evidence.sentence, place + 1)}`);
  return { text: `${list.join('\n')}\n\n${sources(citations)}`, score, citations, isAbsence: false };
}

export function composeAbsence(opening: string, closest: readonly Evidence[], score: number): Answer {
  const citations = closest.map(citationOf);
  const list = closest.map((evidence, place) => `- ${cited(evidence.sentence, place + 1)}`);
  const parts =
    closest.length > 0 ? [opening, `The closest places:\n${list.join('\n')}`, sources(citations)] : [opening];
  return { text: parts.join('\n\n'), score, citations, isAbsence: true };
}
