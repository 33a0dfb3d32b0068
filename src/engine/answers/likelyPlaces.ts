/**
 * The most likely places, when no single sentence is sure enough to be claimed: each with where it stands, what its own
 * documentation says, and its code. Nothing is said that somebody did not write there.
 */
import type { Answer } from '../types';
import { citationOf, codeOf, sources } from './compose';
import { quotedFor, type Shown } from './quoteCode';
import type { Rated } from './rate';
import { cited, inline } from './text';
import { say, subjectOf } from './wording';

/** More than these are a list of results. */
const maxPlaces = 4;
/** Rows of code shown of a place behind the first. */
const maxRows = 6;

/** Places are looked for, not sentences: what retrieval thought of the passage counts beside the rating of its units. */
export function withRetrieval(rated: readonly Rated[]): Rated[] {
  return rated.map((entry) => ({ ...entry, score: entry.score + Math.log(entry.unit.snippet.score || 1) }));
}

/** Of a place behind the first one, the rows around the one that was met. */
function shownAt({ unit, passage }: Rated, place: number): Shown {
  const { start, end } = quotedFor(unit, passage);
  if (place === 0) return { start, end };
  const from = Math.max(start, Math.min(unit.start - 1, end - maxRows + 1));
  return { start: from, end: Math.min(end, from + maxRows - 1) };
}

/** What a comment or a document says there; undefined where there is only code. */
function writtenIn({ unit }: Rated): string | undefined {
  if (unit.form !== 'sentence') return undefined;
  return unit.heading === undefined ? unit.sentence : say(unit, 'about');
}

const rowsFrom = ({ start, end }: Shown) => Array.from({ length: end - start + 1 }, (_, row) => start + row);

function entryOf(rated: Rated, place: number): string {
  const { unit, passage } = rated;
  const line = unit.snippet.lines.start + (unit.form === 'sentence' && unit.isDoc ? unit.codeRow : unit.start);
  const where = `${inline(unit.snippet.label)}, line ${line}`;
  const name = unit.home === undefined ? where : `${subjectOf(unit)} in ${where}`;
  const written = writtenIn(rated);
  const shown = shownAt(rated, place);
  // A comment that is told already proves nothing more.
  const isToldRow = (row: number) => passage.isComment[row] === true || passage.rows[row]?.trim() === '';
  const isTold = written !== undefined && rowsFrom(shown).every(isToldRow);
  const code = isTold ? undefined : codeOf(rated, shown);
  return [cited(written === undefined ? name : `${name}: ${written}`, place + 1), ...(code === undefined ? [] : [code])].join('\n\n'); // prettier-ignore
}

/**
 * @param places best first, at least one
 * @param missing words of the question that none of the passages holds, in quotes
 * @param score chance in [0, 1] that one of the places holds what is asked
 */
export function likelyPlaces(places: readonly Rated[], missing: readonly string[], score: number): Answer {
  const shown = places.slice(0, maxPlaces);
  const citations = shown.map(citationOf);
  const without = missing.length === 0 ? '' : `, but without ${missing.join(' or ')}`;
  const parts = [`Most likely here${without}:`, ...shown.map(entryOf), sources(citations)];
  return { text: parts.join('\n\n'), score, citations, isAbsence: false };
}
