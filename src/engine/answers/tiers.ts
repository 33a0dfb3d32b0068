/**
 * Decides between the most likely places and "not here" when no claim answers. Two logistic functions of the same signs
 * estimate whether the folder answers at all, and whether a shown place does. `npm run fit:tiers` fits them on whole
 * repositories; run it again when the ranking or the choice of places changes.
 */
import { isEveryday } from './coverage';
import { logistic } from '../search/likelihood';
import { meantBy } from '../search/wordsAlike';
import { oneSpaced, spaced, nameRuns } from '../text/plain';
import {
  joinedMark,
  joinIdentifier,
  maxWordLength,
  splitIdentifier,
  stem,
  termsOf,
  unindexedWords,
  wordsOf,
} from '../text/tokens';
import { type Asked, type Spot, bestRow, definedAt } from './spots';
import { tiers as fitted } from '../weights.json';
import { analyse, wantsNumber } from '../rank/question';
import type { Answer, Citation } from '../types';
import { sources, cited, inline, inWords } from './markdown';
import { plainQuestion, readWords, setOf } from '../question/courtesies';
import { asideOf } from '../question/spelling';
import { folderNames, piecesOf, type Part } from '../parts';
import { Scorer } from '../rank/bm25f';
import { maxFileBytes } from '../files/walk';

export interface TierSigns {
  one: number;
  /** Shares of the question's weight: in the first place, in its best rows together, and missing everywhere. */
  whole: number;
  together: number;
  missing: number;
  /** 1 when no passage holds some word written as a name. */
  nameMissing: number;
  /** Number of everyday words that no passage holds, up to five: such a question uses other words than the code. */
  everydayMissing: number;
  /** 1 for a question that asks for a number, which a single row has or none. */
  asksNumber: number;
  /**
   * How fast scores fall: those of the second, fifth and tenth passage and the logarithm of the sum, each relative to
   * the first.
   */
  second: number;
  fifth: number;
  tenth: number;
  all: number;
}

/**
 * The signs of the best places for the decision.
 * @param spots best first, at least one
 */
export function tierSigns(spots: readonly Spot[], { query, coverage }: Asked): TierSigns {
  const first = spots[0]!;
  const scores = spots.map(({ snippet }) => snippet.score ?? 1).sort((a, b) => b - a);
  const best = scores[0] || 1;
  const at = (place: number) => (scores[place] ?? 0) / best;
  return {
    one: 1,
    whole: first.whole,
    together: first.together,
    missing: coverage.worthOf(coverage.missing()),
    nameMissing: coverage.isNameMissing() ? 1 : 0,
    everydayMissing: Math.min(5, coverage.missing().filter(isEveryday).length),
    asksNumber: wantsNumber.test(query) ? 1 : 0,
    second: at(1),
    fifth: at(4),
    tenth: at(9),
    all: Math.log(Math.max(1, scores.reduce((sum, score) => sum + score, 0) / best)),
  };
}

/** Least share of the words that have to be missing, unless one is a name: of a long question one by the way may be. */
const minMissing = 1 / 6;

/**
 * False when "not here" would be a guess whatever the probability: every specific word occurs, or a word of code for it
 * (`boot` for "restarted").
 */
export function couldBeAbsent({ query, question, coverage }: Asked): boolean {
  const isSaidOtherwise = (term: string) => isEveryday(term) || meantBy(term).some((word) => coverage.isHeld(word));
  const missing = coverage.missing().filter((term) => !isSaidOtherwise(term));
  const isName = (word: string) => word.charAt(1) !== word.charAt(1).toLowerCase();
  const isMuch = missing.length >= minMissing * question.content.length || asAsked(query, missing).some(isName);
  return missing.length > 0 && isMuch;
}

/** Least probability that something answers; below it the answer is "not here", unless that would be a guess. */
export const minHere = 0.62;

/**
 * Least probability of places headed “Most likely here” and not as unsure: of those on the open half .80 hold the fact
 * (202, questions without an answer among them). Known limit: some questions about what is not there exceed it, when
 * all of their words occur.
 */
const minLikely = 0.7;

export interface PlacesTier {
  name: 'places' | 'unsure';
  /** Probability in [0, 1] that the places hold the answer. */
  chance: number;
}

export type Tier = PlacesTier | { name: 'absent' };

export function tierOf(spots: readonly Spot[], asked: Asked): Tier {
  if (spots.length === 0) return { name: 'absent' };
  const signs = tierSigns(spots, asked);
  const chanceBy = (weights: Readonly<Record<keyof TierSigns, number>>) => Number(logistic(signs, weights).toFixed(3));
  const [here, chance] = [chanceBy(fitted.weights.here), chanceBy(fitted.weights.places)];
  if (here < minHere && couldBeAbsent(asked)) return { name: 'absent' };
  return { name: chance < minLikely ? 'unsure' : 'places', chance };
}

// Section: the answer when the passages do not answer, with the closest places.

const maxAbsenceScore = 0.05;
/** Most missing words named in an answer. */
const maxMissing = 4;
const maxClosest = 3;

export function quotedWords(query: string): string {
  const short = oneSpaced(asideOf(query).own);
  return short.length > 80 ? `${short.slice(0, 80)} …` : short;
}

/** The words of the question behind some stems, in quotes, since stems read badly. */
function asAsked(query: string, stems: readonly string[]): string[] {
  const words = query.slice(0, 2000).match(nameRuns) ?? [];
  const named = stems.map((term) => words.find((word) => analyse(word).content.includes(term)) ?? term);
  return [...new Set(named)].map((word) => `“${word}”`);
}

/** Stems of the question's specific words that no passage holds. */
function missingTerms({ coverage }: Pick<Asked, 'coverage'>): string[] {
  const missing = coverage.missing().filter((word) => !isEveryday(word));
  return missing.slice(0, maxMissing);
}

/** The missing words, in quotes, spelt as in the question. */
export const missingWords = (asked: Pick<Asked, 'query' | 'coverage'>): string[] =>
  asAsked(asked.query, missingTerms(asked));

/** Words that the question looks for, in quotes, for a space that holds none of them. */
export function telltaleWords(query: string): string[] {
  const { content } = analyse(query);
  const telling = content.filter((word) => !isEveryday(word));
  return asAsked(query, (telling.length > 0 ? telling : content).slice(0, maxMissing));
}

/** A clause saying that words do not occur in a place. */
export function occurNot(words: readonly string[], place: string): string {
  return `${inWords(words)} ${words.length === 1 ? 'does' : 'do'} not occur ${place}`;
}

/** True when the index can decide about all words: it holds stems, so that "GCS" and another word share "gc". */
const areTold = (missing: readonly string[], words: readonly string[]) =>
  missing.every((term, at) => term.length > 2 || words[at]?.toLowerCase() === `“${term}”`);

/**
 * Compound names in a question, such as "ZeroMQ", whose parts may occur separately. Names longer than the index's limit
 * are left out.
 */
const partedNames = (query: string): string[] =>
  wordsOf(query.slice(0, 2000)).filter(
    (word) =>
      word.length <= maxWordLength &&
      (word !== word.toLowerCase() || word.includes('_')) &&
      splitIdentifier(word).length > 1,
  );

/** True where a word in quotes begins a name in the places: nobody believes that there is no “print” above a `Printf`. */
export function beginsName(word: string, spots: readonly Spot[]): boolean {
  const begun = word.slice(1, -1).toLowerCase();
  const names = spots.flatMap(({ rows }): readonly string[] => rows.join('\n').toLowerCase().match(nameRuns) ?? []);
  return begun.length > 3 && names.some((name) => name.startsWith(begun));
}

/**
 * A clause saying that specific words occur nowhere in the searched space; undefined when the index cannot tell it.
 * @param spots places that are shown below it
 */
export function nowhere(
  { query, coverage }: Asked,
  searched: Searched | undefined,
  spots: readonly Spot[] = [],
): string | undefined {
  const missing = missingTerms({ coverage });
  if (!searched || !areTold(missing, asAsked(query, missing))) return undefined;
  const { holds } = searched;
  const parted = partedNames(query).filter((name) => ![joinIdentifier(name), stem(joinIdentifier(name))].some(holds));
  const terms = missing.filter((term) => !holds(term));
  const all = [...new Set([...parted.map((name) => `“${name}”`), ...asAsked(query, terms)])];
  const words = all.filter((word) => !beginsName(word, spots));
  return words.length > 0 ? occurNot(words, searched.placeWithUnread) : undefined;
}

/** First words of yes-or-no questions. Places are no answer to these: "Most likely here" would be read as a yes. */
const yesOrNo = setOf('is are was were does do did can could will would should has have had may must');

export function asksYesOrNo(query: string): boolean {
  const [first, second] = readWords(plainQuestion(query));
  // "Could not connect" is a message.
  return yesOrNo.has(first?.word ?? '') && second?.word !== 'not';
}

/** Stems of words without content in a yes-or-no question. */
const ofAnything = new Set(
  spaced(
    `support use have allow possible able get make let need work provide offer handle can fully turn change switch set
    integration integrate program version feature option way kind run running another other own my our your me us
    tell told know known say said see seen show shown want wanted happen become once already still ever really instead somehow away together whenever wherever
    somebody someone something anybody anyone anything everybody everything nobody nothing quickly slowly easily simply`,
  ).map(stem),
);

const isTelling = (word: string): boolean => !ofAnything.has(word);

/** Stems of the words that a yes-or-no question is about. */
export const tellingWords = (query: string): string[] => analyse(query).content.filter(isTelling);

/** Words that open what is said of a reason or a condition: "can I lock it so that my kids cannot change it?" */
const besides = new Set(
  spaced('so because when whenever if since unless while after before instead rather e.g e.g. example'),
);

/** Words between what something is called and what is said of it. */
const linking = setOf('for that which to of in on with whose when from');

/** Why a yes is unlikely. */
export interface Doubt {
  says: string;
  /** True where a specific word occurs nowhere: then nothing says yes. */
  isNo: boolean;
}

/**
 * True for the name of a thing whose stem is that of other words, and the places have only those: "equal" and "equals"
 * for an "equalizer". What only says how something is done need not be there.
 */
function isOnlyRoot(asked: string, stems: readonly string[], spots: readonly Spot[]): boolean {
  const word = asked.toLowerCase();
  if (splitIdentifier(asked).length > 1 || ['ing', 'ed', 'ly'].some((end) => word.endsWith(end))) return false;
  const base = ['ies', 's', 'y'].reduce((said, end) => (said.endsWith(end) ? said.slice(0, -end.length) : said), word);
  const isRoot = stems.some((one) => base.startsWith(one) && base.length > one.length + 1);
  return isRoot && !spots.some(({ rows }) => rows.some((row) => row.toLowerCase().includes(base)));
}

/**
 * Why a yes is unlikely: a word of the question occurs nowhere, or no passage has all of them. Common words count here,
 * unlike elsewhere.
 */
export function unlikelyYes(
  { query, question }: Asked,
  spots: readonly Spot[],
  searched: Searched | undefined,
): Doubt | undefined {
  // What a chat spoke of before need not stand beside what is asked now, and a reason need not occur.
  const said = spaced(asideOf(query).own);
  const termsUpTo = (ends: ReadonlySet<string>) => {
    // “A way to lock it” is about the lock.
    const isAbout = (at: number) => termsOf(said.slice(2, at).join(' ')).some((term) => isTelling(term) && question.content.includes(term)); // prettier-ignore
    const end = said.findIndex((word, at) => at > 2 && ends.has(word.toLowerCase()) && isAbout(at));
    return new Set(termsOf(said.slice(0, end < 0 ? said.length : end).join(' ')));
  };
  const [own, named] = [termsUpTo(besides), termsUpTo(linking)];
  const all = question.content.filter((word) => isTelling(word) && own.has(word) && !searched?.ofName.has(word));
  // Of much that is said of a thing not all needs to occur, but what it is called does: "is there a retry for …".
  const isThere = said[1]?.toLowerCase() === 'there';
  const telling = all.length > maxMissing && isThere ? all.filter((word) => named.has(word)) : all;
  if (!searched || telling.length === 0 || telling.length > maxMissing) return undefined;
  const missing = telling.filter((term) => !searched.holds(term));
  const words = asAsked(query, missing);
  if (missing.length > 0 && !areTold(missing, words)) return undefined;
  if (missing.length > 0) return { says: occurNot(words, searched.placeWithUnread), isNo: !missing.every(isEveryday) };
  const other = asAsked(query, telling).filter((word) => isOnlyRoot(word.slice(1, -1), telling, spots));
  if (other.length > 0) return { says: `none of the nearest places has ${inWords(other)} itself`, isNo: false };
  if (telling.length < Math.max(2, all.length) || searched.holdsTogether(telling)) return undefined;
  return { says: 'no single place has all of its words', isNo: false };
}

/**
 * A clause with the reason for an absence.
 * @param looked number of passages examined, named when the searched space is unknown
 */
function whyAbsent(asked: Asked, looked: number, searched?: Searched): string {
  const missing = missingTerms(asked);
  const words = asAsked(asked.query, missing);
  if (!searched || !areTold(missing, words))
    return occurNot(words, looked === 1 ? 'in the one passage' : `in the ${looked} passages`);
  return (
    nowhere(asked, searched) ??
    `${inWords(words)} ${words.length === 1 ? 'occurs' : 'occur'} ${searched.place}, but in none of the places nearest to the question`
  );
}

/**
 * A place in a few words: the definition around its best row, and its line, which is cited.
 * @param citations those so far; its own is added
 */
export function nearby(spot: Spot, asked: Asked, citations: Citation[], isQuoted = false): string {
  const { id, label, lines, definitions } = spot.snippet;
  const best = bestRow(spot, asked);
  const symbol = definitions ? definedAt(spot, best)?.name : spot.snippet.symbol;
  const line = Math.min(lines.end, lines.start + best);
  const number = citations.push({ id, label: `${label}:${line}-${line}`, lines: { start: line, end: line } });
  const row = (spot.rows[line - lines.start] ?? '').trim();
  const name = symbol === undefined ? '' : `${inline(symbol)} in `;
  const said = row === '' || !isQuoted ? '' : `: ${inline(row.slice(0, 120))}`;
  return cited(`${name}${inline(label)}, line ${line}${said}`, number);
}

export function absenceOf(spots: readonly Spot[], asked: Asked, looked: number, searched?: Searched): Answer {
  const opening = `I found nothing ${asksYesOrNo(asked.query) ? 'that says so' : `here that answers “${quotedWords(asked.query)}”`}: ${whyAbsent(asked, looked, searched)}.`;
  const citations: Citation[] = [];
  const closest = spots.filter(({ whole }) => whole > 0).slice(0, maxClosest);
  const list = closest.map((spot) => `- ${nearby(spot, asked, citations, true)}`);
  const parts = list.length > 0 ? [opening, `The closest places:\n${list.join('\n')}`, sources(citations)] : [opening];
  const most = spots.reduce((best, { whole }) => Math.max(best, whole), 0);
  const score = Number((Math.min(1, most) * maxAbsenceScore).toFixed(3));
  return { text: parts.join('\n\n'), score, citations, isAbsence: true, kind: 'absent', symbols: [] };
}

// Section: whether words of a question occur in the searched space, by its index, which covers more than the passages
// found.

export interface Searched {
  /** The searched space in words: "in this folder". */
  place: string;
  /** The same, with what of it was not read: "in this folder (2 files are over 1 MiB and not read)". */
  placeWithUnread: string;
  /** Terms of its own name, which need not stand in what is said of it. */
  ofName: ReadonlySet<string>;
  /** True when some passage holds the term. Words that the index leaves out count as held. */
  holds: (term: string) => boolean;
  /** True when one passage holds all of the terms, each as a word or a part of a name. */
  holdsTogether: (terms: readonly string[]) => boolean;
}

/** The searched space in words: specific for a single part that was fully indexed, such as a folder or selected lines. */
function placeOf([part, ...others]: readonly Part[], isWhole: boolean): string {
  const [key] = part?.keys() ?? [];
  if (!part || key === undefined || others.length > 0 || !isWhole) return 'in what was searched';
  return part.inWords ?? (key === '' ? 'in this file' : 'in this folder');
}

/** That a word occurs nowhere is not known of files that were not read. */
function exceptLarge(parts: readonly Part[]): string {
  const large = parts.reduce((sum, { tooLarge = [] }) => sum + tooLarge.length, 0);
  if (large === 0) return '';
  return ` (${large === 1 ? 'one file is' : `${large} files are`} over ${maxFileBytes >> 20} MiB and not read)`;
}

/** Passages after which the search for all words stops. */
const maxTogether = 1_000;

/**
 * Look-ups in the index of the searched parts.
 * @param isWhole true when everything was indexed and no part is left out
 */
export function searchedOf(parts: readonly Part[], isWhole: boolean): Searched {
  const place = placeOf(parts, isWhole);
  const scorer = new Scorer(piecesOf(parts));
  return {
    place,
    placeWithUnread: place + exceptLarge(parts),
    ofName: new Set(termsOf(folderNames(parts).join(' '))),
    holds: (term) => [term, joinedMark + term].some((one) => unindexedWords.has(one) || scorer.frequency(one) > 0),
    holdsTogether: (terms) => scorer.passagesOfAll(terms, maxTogether)?.length !== 0,
  };
}
