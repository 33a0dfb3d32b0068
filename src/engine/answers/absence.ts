/** When the passages do not answer: what is said instead, with the places that come closest. */
import { analyse } from '../rank/question';
import type { Answer } from '../types';
import { isEveryday } from './everyday';
import { sources } from './markdown';
import type { Searched } from './occurrence';
import { bestRow, type Asked, type Spot } from './spots';
import { cited, inline } from './text';
import { oneSpaced } from '../text/plain';
import { joinIdentifier, stem } from '../text/tokens';

const maxAbsenceScore = 0.05;
/** Words named of what is not here. */
const maxMissing = 4;
const maxClosest = 3;

export function quotedWords(query: string): string {
  const short = oneSpaced(query);
  return short.length > 80 ? `${short.slice(0, 80)} …` : short;
}

/** The words as they were asked, for stems read badly. */
function asAsked(query: string, stems: readonly string[]): string[] {
  const words = query.slice(0, 2000).match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const named = stems.map((term) => words.find((word) => analyse(word).content.includes(term)) ?? term);
  return [...new Set(named)].map((word) => `“${word}”`);
}

/** Telling words of the question that none of the passages holds, by their stems. */
function missingTerms({ coverage }: Pick<Asked, 'coverage'>): string[] {
  const missing = coverage.missing().filter((word) => !isEveryday(word));
  return missing.slice(0, maxMissing);
}

/** Names of several parts, such as "ZeroMQ", each part of which may stand somewhere. */
export const partedNames = (query: string): string[] =>
  (query.slice(0, 2000).match(/[\p{L}\p{N}_$]+/gu) ?? []).filter((word) => /\p{Ll}\p{Lu}/u.test(word));

function isNowhere(name: string, { holds }: Searched): boolean {
  const joined = joinIdentifier(name);
  return !holds(joined) && !holds(stem(joined));
}

/** In quotes, as they were asked. */
export const missingWords = (asked: Pick<Asked, 'query' | 'coverage'>): string[] => asAsked(asked.query, missingTerms(asked)); // prettier-ignore

/** What a question looks for, in quotes, for a space in which nothing of it stands. */
export function telltaleWords(query: string): string[] {
  const { content } = analyse(query);
  const telling = content.filter((word) => !isEveryday(word));
  return asAsked(query, (telling.length > 0 ? telling : content).slice(0, maxMissing));
}

/** “a”, “b” and “c”. */
const together = (words: readonly string[]): string => words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}` : (words[0] ?? ''); // prettier-ignore

/** That words stand nowhere in a place. */
export function occurNot(words: readonly string[], place: string): string {
  return `${together(words)} ${words.length === 1 ? 'does' : 'do'} not occur ${place}`;
}

/** Whether the index can tell of all of them: it has stems, so "GCS" is there as "gc", and so is another word. */
const areTold = (missing: readonly string[], words: readonly string[]) => missing.every((term, at) => term.length > 2 || words[at]?.toLowerCase() === `“${term}”`); // prettier-ignore

/** That telling words of the question stand nowhere in what is searched; undefined where they do, or nobody can tell. */
export function nowhere(asked: Pick<Asked, 'query' | 'coverage'>, searched: Searched | undefined): string | undefined {
  const missing = missingTerms(asked);
  if (!searched || !areTold(missing, asAsked(asked.query, missing))) return undefined;
  const terms = missing.filter((term) => !searched.holds(term));
  const parted = partedNames(asked.query).filter((name) => isNowhere(name, searched));
  const words = [...new Set([...parted.map((name) => `“${name}”`), ...asAsked(asked.query, terms)])];
  return words.length > 0 ? occurNot(words, searched.place) : undefined;
}

/** @param looked passages that were looked at, where nothing is known of what they were found in */
function whyAbsent(asked: Asked, looked: number, searched?: Searched): string {
  const missing = missingTerms(asked);
  const words = asAsked(asked.query, missing);
  if (!searched || !areTold(missing, words)) return occurNot(words, looked === 1 ? 'in the one passage' : `in the ${looked} passages`); // prettier-ignore
  return (
    nowhere(asked, searched) ??
    `${together(words)} ${words.length === 1 ? 'occurs' : 'occur'} ${searched.place}, but not where the rest of the question does`
  );
}

export function absenceOf(spots: readonly Spot[], asked: Asked, looked: number, searched?: Searched): Answer {
  const opening = `I found nothing here that answers “${quotedWords(asked.query)}”: ${whyAbsent(asked, looked, searched)}.`;
  const closest = spots.filter(({ whole }) => whole > 0).slice(0, maxClosest);
  const citations = closest.map((spot) => {
    const { snippet } = spot;
    const line = Math.min(snippet.lines.end, snippet.lines.start + bestRow(spot, asked));
    return { id: snippet.id, label: `${snippet.label}:${line}-${line}`, lines: { start: line, end: line } };
  });
  const list = closest.map((spot, place) => {
    const { snippet } = spot;
    const line = citations[place]!.lines.start;
    const row = (spot.rows[line - snippet.lines.start] ?? '').trim();
    const name = snippet.symbol === undefined ? '' : `${inline(snippet.symbol)} in `;
    const said = row === '' ? '' : `: ${inline(row.slice(0, 120))}`;
    return `- ${cited(`${name}${inline(snippet.label)}, line ${line}${said}`, place + 1)}`;
  });
  const parts =
    closest.length > 0 ? [opening, `The closest places:\n${list.join('\n')}`, sources(citations)] : [opening];
  const best = spots.reduce((most, { whole }) => Math.max(most, whole), 0);
  const score = Number((Math.min(1, best) * maxAbsenceScore).toFixed(3));
  return { text: parts.join('\n\n'), score, citations, isAbsence: true, kind: 'absent', symbols: [] };
}
