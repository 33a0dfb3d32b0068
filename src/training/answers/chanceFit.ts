/** How likely an answer holds the fact, from how its place was rated, on packages that the rating was not fitted on. */
import type { ChanceSigns } from '../../engine/answers/chance';
import { calibrationError } from './calibration';
import { fitLogistic, logisticOf } from './logistic';

export interface Told {
  repo: string;
  set: string;
  place: number;
  signs: ChanceSigns;
  isRight: boolean;
}

const ridge = 0.003;

const rowOf = ({ signs }: Told): number[] => Object.values<number>({ ...signs });

function weightsOf(told: readonly Told[]): number[] {
  return fitLogistic(told.map((one) => ({ x: rowOf(one), y: one.isRight ? 1 : 0 })), ridge); // prettier-ignore
}

/** Weights by the names of the signs. */
export function fitChance(told: readonly Told[]): Record<string, number> {
  const weights = weightsOf(told);
  return Object.fromEntries(
    Object.keys(told[0]?.signs ?? {}).map((name, at) => [name, Number((weights[at] ?? 0).toFixed(2))]),
  );
}

export interface ChanceFigures {
  /** Expected calibration error of the first answers, of the first three, and of all that are given. */
  first: number;
  three: number;
  all: number;
  /** Mean logarithmic loss and Brier score of the first answers. */
  loss: number;
  brier: number;
}

/** Each package by a fit without it. */
export function chanceByPackage(told: readonly Told[], folds: number): (Told & { score: number })[] {
  const repos = [...new Set(told.map(({ repo }) => repo))].sort();
  return Array.from({ length: folds }, (_fold, fold) => {
    const isHeld = ({ repo }: Told) => repos.indexOf(repo) % folds === fold;
    const weights = weightsOf(told.filter((one) => !isHeld(one)));
    return told.filter(isHeld).map((one) => ({ ...one, score: logisticOf(rowOf(one), weights) }));
  }).flat();
}

export function chanceFigures(scored: readonly (Told & { score: number })[]): ChanceFigures {
  const firsts = scored.filter(({ place }) => place === 0);
  const mean = (of: (score: number, isRight: boolean) => number) => firsts.reduce((sum, { score, isRight }) => sum + of(score, isRight), 0) / firsts.length; // prettier-ignore
  return {
    first: calibrationError(firsts),
    three: calibrationError(scored.filter(({ place }) => place < 3)),
    all: calibrationError(scored),
    loss: mean((score, isRight) => -Math.log(isRight ? score : 1 - score)),
    brier: mean((score, isRight) => (score - (isRight ? 1 : 0)) ** 2),
  };
}
