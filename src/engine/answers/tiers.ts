/**
 * What is said of a question that no claim answers: the places where it most likely stands, or that nothing here answers.
 * Two logistic functions of the same signs choose: whether the folder answers at all, and whether one of the shown places
 * holds what is asked. Fitted by `npm run fit:tiers` on whole repositories, which writes `tierWeights.ts`: anew whenever
 * the ranking or the choice of places changes.
 */
import { isEveryday } from './everyday';
import { logistic } from '../search/likelihood';
import { oneSpaced, spaced } from '../text/plain';
import { stem } from '../text/tokens';
import type { Asked, Spot } from './spots';
import { tierWeights } from './tierWeights';

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

/** A message that was pasted, or a sentence of the code: a run of its words stands in one of the best places to the letter. */
function standsThere(spots: readonly Spot[], query: string): boolean {
  const words = spaced(query).slice(0, maxRunWords);
  const runs = words.map((_, at) => words.slice(at, at + runWords)).filter((run) => run.length === runWords && !run.every((word) => isEveryday(stem(word.toLowerCase())))); // prettier-ignore
  const texts = spots.slice(0, 3).map(({ snippet }) => oneSpaced(snippet.text));
  return runs.map((run) => run.join(' ')).some((run) => run.length >= runChars && texts.some((text) => text.includes(run))); // prettier-ignore
}

/** Whatever the chance: where each word that tells occurs, or what is asked for stands there, "not here" would be a guess. */
export const couldBeAbsent = (spots: readonly Spot[], asked: Asked): boolean =>
  !asked.coverage.missing().every(isEveryday) && !isNamedBy(spots, asked) && !standsThere(spots, asked.query);

/** Below this chance that something answers, "not here" is said: figures of other bars are printed by the fit. */
export const minHere = 0.62;

/** Places with less of a chance are no place to rely on: .3 of them hold what is asked. */
const minLikely = 0.3;
/**
 * Nor are places where it is not as sure that anything answers: of questions about what is not there, all of whose words are,
 * .73 are headed as unsure or said to be absent, of the answerable .60; .31 of what is headed so holds what is asked, and .58
 * of the rest. On the open half, by repository.
 */
const minSurelyHere = 0.85;

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
  return { name: here < minSurelyHere || chance < minLikely ? 'unsure' : 'places', chance };
}
