/**
 * What is said of a question that no claim answers: the places where it most likely stands, or that nothing here
 * answers. Two logistic functions of the same signs choose: whether the folder answers at all, and whether one of the
 * shown places holds what is asked. Fitted by `npm run fit:tiers` on whole repositories, which writes `tierWeights.ts`:
 * anew whenever the ranking or the choice of places changes.
 */
import { isEveryday } from './everyday';
import { logistic } from '../search/likelihood';
import { oneSpaced, spaced, nameRuns } from '../text/plain';
import {
  joinedMark,
  joinIdentifier,
  maxWordLength,
  splitIdentifier,
  stem,
  unindexedWords,
  wordsOf,
} from '../text/tokens';
import { type Asked, type Spot, bestRow } from './spots';
import { tierWeights } from './tierWeights';
import { analyse } from '../rank/question';
import type { Answer } from '../types';
import { sources, cited, inline } from './markdown';
import { asideOf } from '../question/aside';
import { piecesOf, type Part } from '../parts';
import { Scorer } from '../rank/bm25f';

export interface TierSigns {
  one: number;
  /** Share of the question's worth in the first place, in its best rows together, and nowhere. */
  whole: number;
  together: number;
  missing: number;
  /** Something that is written as a name is nowhere. */
  nameMissing: number;
  /** Everyday words that are nowhere, up to five: such a question is asked in other words than the code's. */
  everydayMissing: number;
  /**
   * How fast relevance falls: the scores of the second, fifth and tenth passage and the logarithm of the sum of all,
   * each as a share of the first.
   */
  second: number;
  fifth: number;
  tenth: number;
  all: number;
}

/** @param spots best first, at least one */
export function tierSigns(spots: readonly Spot[], { coverage }: Asked): TierSigns {
  const first = spots[0]!;
  const scores = spots.map(({ snippet }) => snippet.score ?? 1).sort((a, b) => b - a);
  const best = scores[0] || 1;
  const at = (place: number) => (scores[place] ?? 0) / best;
  return {
    one: 1,
    whole: first.whole,
    together: first.together,
    missing: coverage.missingShare(),
    nameMissing: coverage.isNameMissing() ? 1 : 0,
    everydayMissing: Math.min(5, coverage.missing().filter(isEveryday).length),
    second: at(1),
    fifth: at(4),
    tenth: at(9),
    all: Math.log(Math.max(1, scores.reduce((sum, score) => sum + score, 0) / best)),
  };
}

/** "When does take fail?": a short question that calls a definition here by its name, however common the word. */
function isNamedBy(spots: readonly Spot[], { query, question }: Asked): boolean {
  if (question.content.length > 2) return false;
  const words = new Set(query.match(/[\p{L}\p{N}_$]{3,}/gu) ?? []);
  return spots.some(({ snippet: { symbol } }) => words.has(symbol?.split('.').at(-1) ?? ''));
}

/** A run of words that is no chance: so many, and so many characters. */
const runWords = 3;
const runChars = 15;
/** Words of a question that are looked through; what is longer is a report. */
const maxRunWords = 100;

/**
 * A message that was pasted, or a sentence of the code: a run of its words stands in one of the best places to the
 * letter.
 */
function standsThere(spots: readonly Spot[], query: string): boolean {
  const words = spaced(query).slice(0, maxRunWords);
  const runs = words
    .map((_, at) => words.slice(at, at + runWords))
    .filter((run) => run.length === runWords && !run.every((word) => isEveryday(stem(word.toLowerCase()))));
  const texts = spots.slice(0, 3).map(({ snippet }) => oneSpaced(snippet.text));
  return runs
    .map((run) => run.join(' '))
    .some((run) => run.length >= runChars && texts.some((text) => text.includes(run)));
}

/**
 * Whatever the chance: where each word that tells occurs, or what is asked for stands there, "not here" would be a
 * guess.
 */
export const couldBeAbsent = (spots: readonly Spot[], asked: Asked): boolean =>
  !asked.coverage.missing().every(isEveryday) && !isNamedBy(spots, asked) && !standsThere(spots, asked.query);

/** Below this chance that something answers, "not here" is said: figures of other bars are printed by the fit. */
export const minHere = 0.62;

/**
 * Places with less of a chance are headed as unsure: above it .77 of them hold what is asked, below .46, and 18 of 68
 * questions about what is not there, all of whose words are, lie above it. With a bar of .3 and one for how likely
 * anything answers the figures were .65, .48 and 21. On the open half, by repository.
 */
const minLikely = 0.57;

export interface PlacesTier {
  name: 'places' | 'unsure';
  /** How likely the places hold what is asked, in [0, 1]. */
  chance: number;
}

export type Tier = PlacesTier | { name: 'absent' };

export function tierOf(spots: readonly Spot[], asked: Asked): Tier {
  if (spots.length === 0) return { name: 'absent' };
  const signs = tierSigns(spots, asked);
  const chanceBy = (weights: Readonly<Record<keyof TierSigns, number>>) => Number(logistic(signs, weights).toFixed(3));
  const [here, chance] = [chanceBy(tierWeights.here), chanceBy(tierWeights.places)];
  if (here < minHere && couldBeAbsent(spots, asked)) return { name: 'absent' };
  return { name: chance < minLikely ? 'unsure' : 'places', chance };
}

// Section: when the passages do not answer: what is said instead, with the places that come closest.

const maxAbsenceScore = 0.05;
/** Words named of what is not here. */
const maxMissing = 4;
const maxClosest = 3;

export function quotedWords(query: string): string {
  const short = oneSpaced(asideOf(query).own);
  return short.length > 80 ? `${short.slice(0, 80)} …` : short;
}

/** The words as they were asked, for stems read badly. */
function asAsked(query: string, stems: readonly string[]): string[] {
  const words = query.slice(0, 2000).match(nameRuns) ?? [];
  const named = stems.map((term) => words.find((word) => analyse(word).content.includes(term)) ?? term);
  return [...new Set(named)].map((word) => `“${word}”`);
}

/** Telling words of the question that none of the passages holds, by their stems. */
function missingTerms({ coverage }: Pick<Asked, 'coverage'>): string[] {
  const missing = coverage.missing().filter((word) => !isEveryday(word));
  return missing.slice(0, maxMissing);
}

/**
 * Names of several parts, such as "ZeroMQ", each part of which may stand somewhere. Of longer ones the index knows
 * nothing.
 */
export const partedNames = (query: string): string[] =>
  wordsOf(query.slice(0, 2000)).filter(
    (word) => word.length <= maxWordLength && word !== word.toLowerCase() && splitIdentifier(word).length > 1,
  );

function isNowhere(name: string, { holds }: Searched): boolean {
  const joined = joinIdentifier(name);
  return !holds(joined) && !holds(stem(joined));
}

/** In quotes, as they were asked. */
export const missingWords = (asked: Pick<Asked, 'query' | 'coverage'>): string[] =>
  asAsked(asked.query, missingTerms(asked));

/** What a question looks for, in quotes, for a space in which nothing of it stands. */
export function telltaleWords(query: string): string[] {
  const { content } = analyse(query);
  const telling = content.filter((word) => !isEveryday(word));
  return asAsked(query, (telling.length > 0 ? telling : content).slice(0, maxMissing));
}

/** “a”, “b” and “c”. */
const together = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}` : (words[0] ?? '');

/** That words stand nowhere in a place. */
export function occurNot(words: readonly string[], place: string): string {
  return `${together(words)} ${words.length === 1 ? 'does' : 'do'} not occur ${place}`;
}

/** Whether the index can tell of all of them: it has stems, so "GCS" is there as "gc", and so is another word. */
const areTold = (missing: readonly string[], words: readonly string[]) =>
  missing.every((term, at) => term.length > 2 || words[at]?.toLowerCase() === `“${term}”`);

/**
 * That telling words of the question stand nowhere in what is searched; undefined where they do, or nobody can tell.
 */
export function nowhere(asked: Pick<Asked, 'query' | 'coverage'>, searched: Searched | undefined): string | undefined {
  const missing = missingTerms(asked);
  if (!searched || !areTold(missing, asAsked(asked.query, missing))) return undefined;
  const terms = missing.filter((term) => !searched.holds(term));
  const parted = partedNames(asked.query).filter((name) => isNowhere(name, searched));
  const words = [...new Set([...parted.map((name) => `“${name}”`), ...asAsked(asked.query, terms)])];
  return words.length > 0 ? occurNot(words, searched.place) : undefined;
}

/** What a question after a yes says of anything. */
const ofAnything = new Set(
  spaced('support use have allow possible able get make let need work provide offer handle can fully').map(stem),
);

/**
 * Why a yes is unlikely, in words that are so: a word of the question stands nowhere, or no passage has them all.
 * Common words count too, which elsewhere tell nothing.
 */
export function unlikelyYes({ query, question }: Asked, searched: Searched | undefined): string | undefined {
  const telling = question.content.filter((word) => !ofAnything.has(word));
  if (!searched || telling.length === 0 || telling.length > maxMissing) return undefined;
  const missing = telling.filter((term) => !searched.holds(term));
  const words = asAsked(query, missing);
  if (missing.length > 0) return areTold(missing, words) ? occurNot(words, searched.place) : undefined;
  if (telling.length < 2 || searched.holdsTogether(telling)) return undefined;
  return `no place here has ${together(asAsked(query, telling))} together`;
}

/** @param looked passages that were looked at, where nothing is known of what they were found in */
function whyAbsent(asked: Asked, looked: number, searched?: Searched): string {
  const missing = missingTerms(asked);
  const words = asAsked(asked.query, missing);
  if (!searched || !areTold(missing, words))
    return occurNot(words, looked === 1 ? 'in the one passage' : `in the ${looked} passages`);
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

// Section: whether words of a question stand anywhere in what is searched. Passages are some of it; the index knows all
// of it.

export interface Searched {
  /** As it is said: "in this folder". */
  place: string;
  /** Whether some passage of it holds a question's word. Words that the index leaves out count as held. */
  holds: (term: string) => boolean;
  /** Whether one passage of it has all of the words, each as it is or as a part of a name. */
  holdsTogether: (terms: readonly string[]) => boolean;
}

/** One folder or file that was read whole is called so. */
function placeOf(parts: readonly Part[], isWhole: boolean): string {
  const [part] = parts;
  const [key] = part?.keys() ?? [];
  if (!part || key === undefined || parts.length > 1 || !isWhole || part.sourceOf(key).kind !== 'file')
    return 'in what was searched';
  return key === '' ? 'in this file' : 'in this folder';
}

/** More passages are enough to know that there are some. */
const maxTogether = 1_000;

/** @param isWhole all of it was read, and no part of it is left out */
export function searchedOf(parts: readonly Part[], isWhole: boolean): Searched {
  const scorer = new Scorer(piecesOf(parts));
  const holds = (term: string) =>
    unindexedWords.has(term) || scorer.frequency(term) > 0 || scorer.frequency(joinedMark + term) > 0;
  const holdsTogether = (terms: readonly string[]) => scorer.passagesOfAll(terms, maxTogether)?.length !== 0;
  return { place: placeOf(parts, isWhole), holds, holdsTogether };
}
