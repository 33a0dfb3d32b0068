/**
 * How far the chances that answers promise are from what holds, and how much of that distance is only the draw of so many
 * questions: what scores that are right would be measured at on the same answers, and what the same answers would be
 * measured at with other questions of their kind. Both drawn with a fixed seed. Cost: some milliseconds for each hundred answers.
 */
import { mean, seeded } from '../ranking/scores';

export interface Promised {
  /** Chance in [0, 1] that the answer holds what was asked. */
  score: number;
  isRight: boolean;
}

/** Expected calibration error over equal bins of the score (Naeini et al. 2015). */
export function calibrationError(answers: readonly Promised[], bins = 5): number {
  const surplus = new Float64Array(bins);
  for (const { score, isRight } of answers) {
    surplus[Math.min(bins - 1, Math.floor(score * bins))]! += score - (isRight ? 1 : 0);
  }
  return surplus.reduce((sum, value) => sum + Math.abs(value), 0) / answers.length;
}

const draws = 2000;

function sortedDraws(draw: (random: () => number) => number): number[] {
  const random = seeded(42);
  return Array.from({ length: draws }, () => draw(random)).sort((a, b) => a - b);
}

export interface CalibrationRange {
  /** Error of these answers. */
  error: number;
  /** What it would be in the mean, and at most in 19 of 20 draws, if each answer held with just the chance it promises. */
  ofRight: number;
  ofRightAtMost: number;
  /** 95 % interval of the error when the questions are drawn anew, with replacement. */
  low: number;
  high: number;
}

/**
 * The error is never below 0, so few answers have one even when their chances are right (Bröcker and Smith 2007): it can
 * only be read beside that. Answers to one question are drawn together, and hold or fail each for itself.
 * @param byQuestion the answers to each question
 */
export function calibrationRange(byQuestion: readonly (readonly Promised[])[]): CalibrationRange {
  const answers = byQuestion.flat();
  const right = sortedDraws((random) =>
    calibrationError(answers.map(({ score }) => ({ score, isRight: random() < score }))),
  );
  const anew = sortedDraws((random) =>
    calibrationError(byQuestion.flatMap(() => byQuestion[Math.floor(random() * byQuestion.length)] ?? [])),
  );
  const at = (sorted: readonly number[], share: number) => sorted[Math.floor(share * (draws - 1))] ?? 0;
  return {
    error: calibrationError(answers),
    ofRight: mean(right),
    ofRightAtMost: at(right, 0.95),
    low: at(anew, 0.025),
    high: at(anew, 0.975),
  };
}
