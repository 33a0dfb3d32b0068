/** How likely an answer holds the fact, from how its place was rated, on packages that the rating was not fitted on. */
import type { Signs } from '../../engine/answers/chance';
import { calibrationError } from './answerScores';
import { fitLogistic, logisticOf } from './logistic';

export interface Told {
  repo: string;
  place: number;
  signs: Signs;
  isRight: boolean;
}

const ridge = 0.003;

const rowOf = ({ signs }: Told): number[] => [signs.one, signs.score, signs.lead, signs.place];

function weightsOf(told: readonly Told[]): number[] {
  return fitLogistic(told.map((one) => ({ x: rowOf(one), y: one.isRight ? 1 : 0 })), ridge); // prettier-ignore
}

export function fitChance(told: readonly Told[]): Signs {
  const [one = 0, score = 0, lead = 0, place = 0] = weightsOf(told).map((weight) => Number(weight.toFixed(2)));
  return { one, score, lead, place };
}

/** Expected calibration error of the first answers and of the first three, each package by a fit without it. */
export function calibrationByPackage(told: readonly Told[], folds: number): [first: number, three: number] {
  const repos = [...new Set(told.map(({ repo }) => repo))].sort();
  const scored = Array.from({ length: folds }, (_fold, fold) => {
    const isHeld = ({ repo }: Told) => repos.indexOf(repo) % folds === fold;
    const weights = weightsOf(told.filter((one) => !isHeld(one)));
    return told.filter(isHeld).map((one) => ({ ...one, score: logisticOf(rowOf(one), weights) }));
  }).flat();
  return [calibrationError(scored.filter(({ place }) => place === 0)), calibrationError(scored)];
}
