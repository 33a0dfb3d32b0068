/** Places that the text of an answer cites, read from its list of sources, in their order. */
import { plain } from '../../languages/markdown';
import type { AnswerSnippet, LineRange } from '../types';

interface CitedPlace {
  label: string;
  lines: LineRange;
}

/** Sources of an answer are few. */
const maxPlaces = 9;

export function citedPlaces(answer: string): CitedPlace[] {
  const rows = [...answer.matchAll(/^\[\d\] (\S.{0,400}):(\d{1,7})-(\d{1,7})$/gm)].slice(0, maxPlaces);
  return rows.map(([, label = '', start, end]) => ({ label, lines: { start: Number(start), end: Number(end) } }));
}

/** A file is called by its whole path in one list and from its root in another. */
function isSameFile(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

/** The place that lies in the passage: its number in the list, and its lines; the first one counts. */
export function placeIn(
  places: readonly CitedPlace[],
  { label, lines }: AnswerSnippet,
): { number: number; lines: LineRange } | undefined {
  const number = places.findIndex(
    (place) =>
      isSameFile(place.label, plain(label)) && place.lines.start <= lines.end && place.lines.end >= lines.start,
  );
  const place = places[number];
  return place && { number, lines: place.lines };
}
