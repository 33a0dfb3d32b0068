/**
 * The probability that a shown passage is the place asked for: absolute, so that it compares between questions and
 * folders and can be low for all. A logistic function of a few features, fitted on whole repositories by `npm run
 * fit:likelihood`, to be run again whenever the ranking's weights change. Cost: some look-ups of terms for each passage.
 */
import type { Scorer } from '../rank/bm25f';
import type { Question } from '../rank/question';
import type { ExactPlace } from '../parts';
import { likelihood as fitted } from '../weights.json';

/** Probability in (0, 1): the logistic function of the weighted sum of some features. */
export function logistic<Signs extends Record<keyof Signs, number>>(
  signs: Signs,
  weights: Readonly<Record<keyof Signs, number>>,
): number {
  let sum = 0;
  for (const sign in signs) sum += weights[sign] * signs[sign];
  return 1 / (1 + Math.exp(-sum));
}

export interface LikelihoodSigns {
  always: number;
  /** `exact`: how far the place matches the question exactly. `soleExact`: its share among all such places. */
  exact: number;
  soleExact: number;
  /**
   * The passage's share of the power of the best passages, and its logarithm; for questions that want lines,
   * `coveredShare` is that share times the part of the question's words that the passage has.
   */
  share: number;
  shareLog: number;
  coveredShare: number;
  wantsLines: number;
  /** Share of the question's weight that the passage holds. */
  coverage: number;
  /** Length of the question. Every passage found holds a question of one word, so its coverage tells nothing. */
  length: number;
  first: number;
}

/** Number of best passages among which shares of power are taken, however many are shown. */
export const comparedPassages = 20;
const leastShare = 0.002;
const longQuestion = 10;

export interface Ranked {
  place: ExactPlace;
  /** Share of what was asked for that stands there exactly, in [0, 1]. */
  exact: number;
  /** The passage's score in the ranking, in any unit; 0 when the place was found without ranking. */
  power: number;
}

/**
 * Features of the shown passages.
 * @param powers of the best passages in their order, `comparedPassages` of them where there are as many
 */
export function likelihoodSigns(
  shown: readonly Ranked[],
  powers: readonly number[],
  { scorer, question }: { scorer: Scorer; question: Question },
): LikelihoodSigns[] {
  const all = powers.slice(0, comparedPassages).reduce((sum, power) => sum + power, 0) || 1;
  const words = question.content.map((term) => ({
    term,
    idf: scorer.idf(term),
    weight: question.weak.has(term) ? 0.5 : 1,
  }));
  const valueOf = ({ idf, weight }: (typeof words)[number]) => weight * (idf || scorer.greatestIdf);
  const total = words.reduce((sum, word) => sum + valueOf(word), 0) || 1;
  const allExact = shown.filter(({ exact }) => exact > 0).length;
  const wantsLines = question.wantsLines ? 1 : 0;
  return shown.map(({ place: { piece, passage }, exact, power }, rank) => {
    const holds = ({ term }: { term: string }) => scorer.holds(term, piece, passage);
    const share = power / all;
    const held = words.reduce((sum, word) => sum + (holds(word) ? valueOf(word) : 0), 0);
    return {
      always: 1,
      exact,
      soleExact: exact > 0 ? exact / allExact : 0,
      share,
      shareLog: Math.log(Math.max(leastShare, share)),
      coveredShare: wantsLines * share * (held / total),
      wantsLines,
      coverage: held / total,
      length: Math.min(words.length, longQuestion) / longQuestion,
      first: rank === 0 ? 1 : 0,
    };
  });
}

/** The probability by the fitted weights, in [0, 1], to two digits. */
export const likelihoodOf = (signs: LikelihoodSigns): number => Number(logistic(signs, fitted.weights).toFixed(2));
