/**
 * What is shown of the most likely places, when nothing is sure enough for a claim: rows of the files, unchanged. The
 * answer has room for so many characters; they are given, one after the other, to the adjacent rows of any place, or to
 * a further place, that have the greatest chance for each character (the greedy form of a knapsack). So a likely place
 * is shown long, a long list short. A short definition in the first place is shown whole. Cost: some hundred sums for
 * each of the rows shown.
 */
import { kindOf } from '../rank/question';
import { headingIn, plainTitle } from '../../languages/markdown';
import { languageOfEnding } from '../../languages/table';
import { isCommentRow, isProseLanguage } from '../text/comments';
import { asksYesOrNo } from './tiers';
import { hasWordSign, oneSpaced } from '../text/plain';
import type { Citation, DefinedRows } from '../types';
import { fenced, inline, inWords, maxShownChars, pickedRows } from './markdown';
import { definedAt, wordedRows, type Asked, type Spot, rowChance, signsOfRows, type RowWeights } from './spots';

/** Most characters of an answer, so that it is read in a minute, and those kept for what is added to some answers. */
const [maxChars, addedChars] = [3_600, 300];
/** Most characters and rows of the first place for it to be shown whole, whatever its rows say: readers want to see it run. */
const maxWholeChars = 2_600;
const maxWholeRows = 60;
/** Most places of an answer. */
export const maxPlaces = 9;
/** Characters of an entry in the list of sources, besides its label. */
const referenceChars = 8;
/** Room and chance for each character below which another row is not worth a reader's while. */
const [minChars, minWorth] = [25, 0.0003];
/** Most rows in one citation, so that it fits on one screen; rows further apart get separate citations. */
const maxCitedRows = 36;

/** Adjacent rows with which a place is begun, besides its head, and those that are added at a time. */
const firstRows = 3;
const addedRows = [1, 3, 5];
/** Characters that a row costs besides its own, so that a short row is not taken for its shortness. */
const rowChars = 6;
/** Characters that rows apart from those shown cost more, since readers prefer adjacent rows. */
const apartChars = 60;
/** Factor for a further place: it may be right where those shown are wrong. */
const furtherWorth = 4;

export interface Shown {
  spot: Spot;
  rows: number[];
  /** The row that its line is told by; -1 for the first. */
  head: number;
  /** What its rows belong to, as written in the code. */
  names: readonly string[];
  /** Together they cover all rows shown. */
  citations: Citation[];
}

/** Groups ascending rows into runs that share one citation. */
function runsOf(rows: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run && row - run[0]! < maxCitedRows) run.push(row);
    else runs.push([row]);
  }
  return runs;
}

/**
 * The chosen rows in order, with what costs no more than a mark for its omission: one row between two of them, rows
 * without words between or around them, such as closing brackets.
 */
function withGapsClosed(chosen: ReadonlySet<number>, worded: readonly number[], last: number): number[] {
  const rows = new Set(chosen);
  const fill = (from: number, to: number) => {
    for (let row = from; row <= to; row += 1) rows.add(row);
  };
  worded.forEach((row, at) => {
    if (!chosen.has(row)) return;
    const before = [at - 1, at - 2].find((one) => chosen.has(worded[one] ?? -1));
    if (before !== undefined || at === 0) fill(worded[before ?? -1] ?? 0, row);
    if (at === worded.length - 1) fill(row, last);
  });
  return [...rows].sort((a, b) => a - b);
}

/** The rows with the name of each definition in which rows were chosen: without it they seem to be of the one before. */
function withHeads(spot: Spot, chosen: ReadonlySet<number>): ReadonlySet<number> {
  const heads = [...chosen].map((row) => (definedAt(spot, row)?.nameRow ?? -1) + 1 - spot.snippet.lines.start);
  return new Set([...chosen, ...heads.filter((row) => row >= 0 && row < spot.rows.length)]);
}

/** Most definitions that are named for one place. */
const maxNamed = 2;

/**
 * What the rows shown belong to: one or two definitions, or what is around all of them. With the row of the name of a
 * single one.
 */
function namedBy(spot: Spot, rows: readonly number[]): { names: string[]; head: number } {
  const { definitions = [], lines } = spot.snippet;
  const said = rows.filter((row) => hasWordSign(spot.rows[row]!) && spot.rows[row]!.trim() !== 'end');
  // Of a definition of which the head alone is shown nothing is told where others are shown.
  const inside = said.filter((row) => definedAt(spot, row)?.nameRow !== row + lines.start - 1);
  const found = new Set((inside.length > 0 ? inside : said).map((row) => definedAt(spot, row)));
  const shown = [...found].filter((one) => one !== undefined);
  const isInside = (one: DefinedRows, other: DefinedRows) =>
    one !== other && other.start <= one.start && one.end <= other.end;
  const outer = shown.filter((one) => !shown.some((other) => isInside(one, other)));
  const around = definitions.findLast((other) => outer.every((one) => isInside(one, other)));
  // Rows that mostly belong to no definition are not told by one that stands among them.
  const isOfNone = found.has(undefined) && said.filter((row) => definedAt(spot, row)).length * 2 < said.length;
  const told = isOfNone ? [] : outer.length <= maxNamed ? outer : around ? [around] : [];
  const [only] = told.length === 1 ? told : [];
  return { names: told.map(({ name }) => name), head: only ? only.nameRow + 1 - lines.start : -1 };
}

function shownOf(spot: Spot, chosen: ReadonlySet<number>, worded: readonly number[]): Shown {
  const { id, label, lines, symbol, definitions } = spot.snippet;
  const rows = withGapsClosed(withHeads(spot, chosen), worded, spot.rows.length - 1);
  // Blank rows and what closes something that is not shown say nothing at the ends.
  const isClosing = (row: number) => !hasWordSign(spot.rows[row]!) && ')]}'.includes(spot.rows[row]!.trim().charAt(0));
  while (rows.length > 1 && isClosing(rows[0]!)) rows.shift();
  while (rows.length > 1 && spot.rows[rows.at(-1)!]!.trim() === '') rows.pop();
  const citations = runsOf(rows).map((run): Citation => {
    const start = lines.start + run[0]!;
    const end = Math.max(start, Math.min(lines.end, lines.start + run.at(-1)!));
    return { id, label: `${label}:${start}-${end}`, lines: { start, end } };
  });
  const named = definitions
    ? namedBy(spot, rows)
    : { names: symbol === undefined ? [] : [symbol], head: headRow(spot) };
  return { spot, rows, ...named, citations };
}

/**
 * The Markdown entry of one place.
 * @param from number of its first citation
 */
export function entryOf({ spot, rows, head, names, citations }: Shown, from: number): string {
  const { label, definitions, language: written } = spot.snippet;
  const lines: string[] = [];
  const headLine = rows.includes(head) ? spot.snippet.lines.start + head : -1;
  let [begun, marks] = [0, ''];
  citations.forEach(({ lines: { start, end } }, at) => {
    // Rows that go on where the citation before ends are no place of their own.
    const goesOn = start === (citations[at - 1]?.lines.end ?? start) + 1;
    [begun, marks] = goesOn ? [begun, `${marks} [${from + at}]`] : [start, `[${from + at}]`];
    if (goesOn) lines.pop();
    const isHeaded = begun <= headLine && headLine <= end;
    const where = isHeaded || begun === end ? `line ${isHeaded ? headLine : begun}` : `lines ${begun} to ${end}`;
    lines.push(`${where} ${marks}`);
  });
  const where = `${inline(label)}, ${inWords(lines)}.`;
  // Where no grammar reads the file its names are guessed; a heading is told as it stands.
  const isProse = isProseLanguage(written);
  const title = isProse && !definitions ? headingIn(spot.rows.find(hasWordSign) ?? '')?.title : undefined;
  const told = title === undefined ? names : [plainTitle(title)];
  const isKnown = isProse ? title !== undefined || definitions : languageOfEnding(written) !== undefined;
  const named = isKnown && inWords(told.map((one) => (isProse ? `“${one}”` : inline(one))));
  const name = named ? `${named} in ${where}` : where;
  const text = pickedRows(spot.rows, rows);
  // A definition that seems to end where its rows were cut would mislead.
  const last = rows.at(-1)!;
  const goesOn = (definedAt(spot, last)?.end ?? 0) >= spot.snippet.lines.end;
  if (goesOn || spot.rows.slice(last + 1).some(hasWordSign)) text.push('…');
  // Prose is fenced as plain text: its own fences and headings would otherwise break the answer.
  const language = isProse ? 'text' : written;
  return `${name}\n\n${fenced(text.join('\n'), language)}`;
}

const sizeOf = (shown: Shown): number =>
  shown.citations.reduce((sum, { label }) => sum + label.length + referenceChars, entryOf(shown, 1).length);

/** Removes further passages of a symbol that was cut into several, and copies of a passage. */
export function onceEach(spots: readonly Spot[]): readonly Spot[] {
  const seen = new Set<string>();
  return spots.filter(({ snippet: { label, symbol, text } }) => {
    const keys = [oneSpaced(text), ...(symbol === undefined ? [] : [`${symbol} in ${label}`])];
    const isNew = !keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
}

/**
 * The first row with the symbol's name, where no outline tells the definitions of a file that has one; else -1. That of
 * each file would cost too much.
 */
function headRow({ rows, snippet: { symbol, definitions, language } }: Spot): number {
  if (definitions || !symbol || !languageOfEnding(language)) return -1;
  const name = symbol.split('.').at(-1)!;
  return rows.findIndex((row) => row.includes(name) && !isCommentRow(row));
}

/** Something that can be shown next. */
interface Step {
  place: Place;
  /** The rows that it adds to its place. */
  rows: readonly number[];
  /** Sum of the chances of its rows for each character. */
  worth: number;
  /** Characters that it takes, reckoned before its rows are put with the others. */
  chars: number;
}

/** A place while its rows are chosen. */
class Place {
  shown: Shown | undefined;
  private size = 0;
  private chosen: ReadonlySet<number> = new Set();
  /** First rows of steps for which there was no room. */
  private readonly refused = new Set<number>();
  private readonly worded: readonly number[];
  private readonly chances: ReadonlyMap<number, number>;
  private readonly beginning: Step;

  constructor(
    private readonly spot: Spot,
    asked: Asked,
    place: number,
    weights: RowWeights | undefined,
  ) {
    this.worded = wordedRows(spot);
    const signs = signsOfRows(spot, asked, place);
    this.chances = new Map([...signs].map(([row, own]) => [row, rowChance(own, weights)]));
    const best = this.bestTogether();
    const head = headRow(spot);
    const rows = [...(head < 0 ? [] : [head]), ...best, ...(place === 0 ? this.wholeAround(best[0]!) : [])];
    const shown = shownOf(spot, new Set(rows), this.worded);
    const chars = sizeOf(shown);
    this.beginning = { place: this, rows, worth: (furtherWorth * this.chanceOf(shown.rows)) / chars, chars };
  }

  private chanceOf(rows: readonly number[]): number {
    return rows.reduce((sum, row) => sum + (this.chances.get(row) ?? 0), 0);
  }

  /** The adjacent rows with which the place is begun: those with a quoted text, or with the greatest chance. */
  private bestTogether(): readonly number[] {
    let [best, most] = [[this.worded[0] ?? 0], -1];
    for (let from = 0; from === 0 || from + firstRows <= this.worded.length; from += 1) {
      const rows = this.worded.slice(from, from + firstRows);
      const chance = (rows.includes(this.spot.quotedRow) ? firstRows : 0) + this.chanceOf(rows);
      if (chance > most && rows.length > 0) [best, most] = [rows, chance];
    }
    return best;
  }

  /** All rows of the place, or of the definition around a row, where they are few; else none. */
  private wholeAround(row: number): readonly number[] {
    const { spot, worded } = this;
    const { start = 0, end = -1 } = definedAt(spot, row) ?? {};
    const first = spot.snippet.lines.start - 1;
    const inside = worded.filter((one) => start <= one + first && one + first <= end);
    const isShort = (rows: readonly number[]) =>
      rows.length <= maxWholeRows && rows.reduce((sum, one) => sum + spot.rows[one]!.length, 0) <= maxWholeChars;
    return [worded, inside].find(isShort) ?? [];
  }

  /** The best step of this place for which there may be room. */
  next(room: number): Step | undefined {
    const { worded, chosen, spot, beginning } = this;
    if (!this.shown) return beginning.chars <= room ? beginning : undefined;
    const charsOf = (row: number) => rowChars + Math.min(maxShownChars, spot.rows[row]!.trimEnd().length);
    const isChosen = (at: number) => chosen.has(worded[at] ?? -1);
    let best: Step | undefined;
    for (const [at, from] of worded.entries()) {
      if (chosen.has(from) || this.refused.has(from)) continue;
      for (const count of addedRows) {
        const rows = worded.slice(at, at + count).filter((row) => !chosen.has(row));
        const chars = rows.reduce((sum, row) => sum + charsOf(row), 0);
        const worth = this.chanceOf(rows) / (chars + (isChosen(at - 1) || isChosen(at + count) ? 0 : apartChars));
        if (worth > (best?.worth ?? 0) && chars <= room) best = { place: this, rows, worth, chars };
      }
    }
    return best;
  }

  /** Takes a step if there is room for it. @returns the characters that it took */
  take({ rows }: Step, room: number): number {
    const chosen = new Set([...this.chosen, ...rows]);
    const shown = shownOf(this.spot, chosen, this.worded);
    const more = sizeOf(shown) - this.size;
    if (more > room) {
      this.refused.add(rows[0]!);
      return 0;
    }
    [this.shown, this.size, this.chosen] = [shown, this.size + more, chosen];
    return more;
  }
}

/**
 * The places to show with their rows, in the order of the spots; the first is always among them.
 * @param spots best first
 * @param weights those of another fit, for its judgement
 */
export function shownPlaces(spots: readonly Spot[], asked: Asked, weights?: RowWeights): Shown[] {
  const places = onceEach(spots)
    .slice(0, maxPlaces)
    .map((spot, place) => new Place(spot, asked, place, weights));
  const [first] = places;
  const beginning = first?.next(Infinity);
  if (!first || !beginning) return [];
  // Where constants are set, or what the README says, stands beside the places.
  const isAddedTo = kindOf(asked.query) === 'default' || asksYesOrNo(asked.query);
  let room = maxChars - (isAddedTo ? addedChars : 0) - first.take(beginning, Infinity);
  while (room >= minChars) {
    const steps = places.flatMap((place) => place.next(room) ?? []);
    const [best] = steps.sort((a, b) => b.worth - a.worth);
    if (!best || best.worth < minWorth) break;
    room -= best.place.take(best, room);
  }
  return places.flatMap(({ shown }) => shown ?? []);
}
