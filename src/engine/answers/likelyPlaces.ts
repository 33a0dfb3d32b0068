/**
 * The most likely places, when nothing is sure enough to be claimed: each with where it stands and its rows, as they
 * stand there. Nothing is said that somebody did not write there.
 */
import { isProseLanguage } from '../text/languages';
import type { Answer, Citation } from '../types';
import { fenced, pickedRows, sources } from './markdown';
import { shownRows, type Asked, type Spot } from './spots';
import { cited, inline } from './text';
import type { PlacesTier } from './tiers';

/** Rows shown of each place; more places are a list of results. */
const rowsOfPlace = [10, 6, 6, 6];

const minRows = 3;
/**
 * A text that has to be scrolled shows everything and says nothing. 1,750 would hold the fact for .451 of the open half, 2,250
 * for .476.
 */
const maxChars = 2_250;
/** Of the row of sources, beside its label. */
const referenceChars = 8;

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
  // Whoever follows the citation finds every row that is shown.
  const [first = 0, last = first] = [picked[0], picked.at(-1)];
  const start = snippet.lines.start + first;
  const lines = { start, end: Math.max(start, Math.min(snippet.lines.end, snippet.lines.start + last)) };
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

/** A symbol that is cut into several passages is one place. */
function onceEach(spots: readonly Spot[]): readonly Spot[] {
  const keyOf = ({ snippet: { label, symbol } }: Spot) => (symbol === undefined ? undefined : `${symbol} in ${label}`);
  const seen = new Set<string>();
  return spots.filter((spot) => {
    const key = keyOf(spot);
    const isNew = key === undefined || !seen.has(key);
    if (key !== undefined) seen.add(key);
    return isNew;
  });
}

/** As many places as fit: one that is too long is shown with fewer rows, or not at all. */
function fittingPlaces(spots: readonly Spot[], asked: Asked): Shown[] {
  const shown: Shown[] = [];
  let left = maxChars;
  for (const spot of onceEach(spots)) {
    const usual = rowsOfPlace[shown.length];
    if (usual === undefined) break;
    for (let most = usual; most >= minRows; most -= 1) {
      const one = shownOf(spot, asked, most);
      const size = entryOf(one, shown.length).length + one.citation.label.length + referenceChars;
      if (size > left && !(shown.length === 0 && most === minRows)) continue;
      left -= size;
      shown.push(one);
      break;
    }
  }
  return shown;
}

/**
 * @param spots best first, at least one
 * @param missing words of the question that none of the passages holds, in quotes
 */
export function likelyPlaces(
  spots: readonly Spot[],
  asked: Asked,
  missing: readonly string[],
  { name: kind, chance: score }: PlacesTier,
  heading = kind === 'places' ? 'Most likely here' : 'Unsure. The nearest places',
): Answer {
  const shown = fittingPlaces(spots, asked);
  const citations = shown.map(({ citation }) => citation);
  const without = missing.length === 0 ? '' : `, but without ${missing.join(' or ')}`;
  const parts = [`${heading}${without}:`, ...shown.map(entryOf), sources(citations)];
  const symbols = shown.flatMap(({ spot }) => spot.snippet.symbol ?? []).slice(0, 1);
  return { text: parts.join('\n\n'), score, citations, isAbsence: false, kind, symbols };
}
