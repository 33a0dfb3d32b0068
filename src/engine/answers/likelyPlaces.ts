/**
 * The most likely places, when nothing is sure enough to be claimed: each with where it stands and its rows, as they
 * stand there. Nothing is said that somebody did not write there.
 */
import { isProseLanguage } from './comments';
import type { Answer, Citation } from '../types';
import { fenced, pickedRows, sources } from './markdown';
import { shownRows, type Asked, type Spot } from './spots';
import { cited, inline } from './text';

/** Rows shown of each place; more places are a list of results. */
const rowsOfPlace = [10, 6, 6, 6];

/** Places with less of a chance are no place to rely on, and are headed so: .3 of those below hold what is asked. */
const minLikely = 0.3;

interface Shown {
  spot: Spot;
  rows: number[];
  citation: Citation;
}

function shownOf(spot: Spot, asked: Asked, most: number): Shown {
  const { snippet } = spot;
  const picked = shownRows(spot, asked, most);
  const isBlank = (row: number) => (spot.rows[row] ?? '').trim() === '';
  // Blank rows between others are quoted, those at the ends are not.
  while (picked.length > 1 && isBlank(picked[0]!)) picked.shift();
  while (picked.length > 1 && isBlank(picked.at(-1)!)) picked.pop();
  const start = snippet.lines.start + picked[0]!;
  const lines = { start, end: Math.max(start, Math.min(snippet.lines.end, snippet.lines.start + picked.at(-1)!)) };
  return { spot, rows: picked, citation: { id: snippet.id, label: `${snippet.label}:${lines.start}-${lines.end}`, lines } };
} // prettier-ignore

function entryOf({ spot, rows, citation }: Shown, place: number): string {
  const { snippet } = spot;
  const where = `${inline(snippet.label)}, line ${citation.lines.start}`;
  const name = snippet.symbol === undefined ? where : `${inline(snippet.symbol)} in ${where}`;
  const text = pickedRows(spot.rows, rows);
  // Prose is quoted as prose: its own fences and headings would otherwise open in the middle of the answer.
  const language = isProseLanguage(snippet.language) ? 'text' : snippet.language;
  return `${cited(name, place + 1)}\n\n${fenced(text.join('\n'), language)}`;
}

/**
 * @param spots best first, at least one
 * @param missing words of the question that none of the passages holds, in quotes
 * @param score chance in [0, 1] that one of the places holds what is asked
 */
export function likelyPlaces(spots: readonly Spot[], asked: Asked, missing: readonly string[], score: number): Answer {
  const shown = spots.slice(0, rowsOfPlace.length).map((spot, place) => shownOf(spot, asked, rowsOfPlace[place]!));
  const citations = shown.map(({ citation }) => citation);
  const without = missing.length === 0 ? '' : `, but without ${missing.join(' or ')}`;
  const heading = score >= minLikely ? 'Most likely here' : 'Unsure. The nearest places';
  const parts = [`${heading}${without}:`, ...shown.map(entryOf), sources(citations)];
  const symbols = shown.flatMap(({ spot }) => spot.snippet.symbol ?? []).slice(0, 1);
  return { text: parts.join('\n\n'), score, citations, isAbsence: false, kind: 'places', symbols };
}
