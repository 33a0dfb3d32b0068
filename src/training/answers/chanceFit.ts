/**
 * How likely an answer holds the fact, from how its place was rated: logistic regression with a small ridge, on answers of
 * packages that the rating was not fitted on.
 */
import type { Signs } from '../../engine/answers/chance';
import { calibrationError } from './answerScores';

export interface Told {
  repo: string;
  place: number;
  signs: Signs;
  isRight: boolean;
}

const ridge = 0.01;
const steps = 4000;
const rate = 0.05;

const names = ['one', 'score', 'lead', 'place'] as const;

function chance(weights: Signs, signs: Signs): number {
  return 1 / (1 + Math.exp(-names.reduce((sum, name) => sum + weights[name] * signs[name], 0)));
}

export function fitChance(told: readonly Told[]): Signs {
  const weights: Signs = { one: 0, score: 0, lead: 0, place: 0 };
  for (let step = 0; step < steps; step += 1) {
    const slopes: Signs = { one: 0, score: 0, lead: 0, place: 0 };
    for (const { signs, isRight } of told) {
      const error = chance(weights, signs) - (isRight ? 1 : 0);
      for (const name of names) slopes[name] += (error * signs[name]) / told.length;
    }
    for (const name of names) weights[name] -= rate * (slopes[name] + (name === 'one' ? 0 : ridge * weights[name]));
  }
  return weights;
}

/** Expected calibration error of the first answers and of the first three, each package by a fit without it. */
export function calibrationByPackage(told: readonly Told[], folds: number): [first: number, three: number] {
  const repos = [...new Set(told.map(({ repo }) => repo))].sort();
  const scored = Array.from({ length: folds }, (_fold, fold) => {
    const isHeld = ({ repo }: Told) => repos.indexOf(repo) % folds === fold;
    const weights = fitChance(told.filter((one) => !isHeld(one)));
    return told.filter(isHeld).map((one) => ({ ...one, score: chance(weights, one.signs) }));
  }).flat();
  return [calibrationError(scored.filter(({ place }) => place === 0)), calibrationError(scored)];
}
