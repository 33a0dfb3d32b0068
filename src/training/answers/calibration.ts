/**
 * Calibration of promised probabilities, and how much of the error is sampling noise: the error that correct
 * probabilities would show on these answers, and its spread over redrawn questions. Fixed seed. Cost: some milliseconds
 * per hundred answers.
 */
import { mean, seeded } from '../ranking/scores';

export interface Promised {
  /** Probability in [0, 1] that the answer holds the fact. */
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
  /** Mean error, and its 95th percentile, if each answer were right with just its promised probability. */
  ofRight: number;
  ofRightAtMost: number;
  /** 95 % interval of the error over questions resampled with replacement. */
  low: number;
  high: number;
}

/**
 * The error is positive for few answers even if their probabilities are right (Bröcker and Smith 2007), so both are
 * given. Answers to one question are drawn together, and hold or fail independently.
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

// Section: logistic regression with a ridge, by Newton's steps: small tables of signs, fitted in milliseconds.

export interface Example {
  /** Signal values; the first is always 1 and is not regularised. */
  x: readonly number[];
  /** What came of it, in [0, 1]; usually 1 or 0. */
  y: number;
}

const steps = 12;

/** Solves a symmetric system by elimination; the ridge keeps it regular. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  const size = right.length;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const own = rows[pivot]!;
    for (let other = 0; other < size; other += 1) {
      const row = rows[other]!;
      const factor = other === pivot ? 0 : row[pivot]! / own[pivot]!;
      if (factor !== 0) for (let at = pivot; at <= size; at += 1) row[at]! -= factor * own[at]!;
    }
  }
  return rows.map((row, at) => row[size]! / row[at]!);
}

export function logisticOf(x: readonly number[], weights: readonly number[]): number {
  return 1 / (1 + Math.exp(-x.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)));
}

/** @param ridge per example, on weights of signals scaled to the same spread */
export function fitLogistic(examples: readonly Example[], ridge: number): number[] {
  const width = examples[0]?.x.length ?? 0;
  const columns = Array.from({ length: width }, (_, at) => examples.map(({ x }) => x[at] ?? 0));
  const spreads = columns.map((column, at) => {
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    const spread = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length);
    return at === 0 || spread === 0 ? 1 : spread;
  });
  const held = (at: number) => (at === 0 ? 1e-9 : ridge * examples.length * spreads[at]! ** 2);
  let weights = columns.map(() => 0);
  for (let step = 0; step < steps; step += 1) {
    const slope = weights.map((weight, at) => -held(at) * weight);
    const curve = weights.map((_, row) => weights.map((__, at) => (row === at ? held(at) : 0)));
    for (const { x, y } of examples) {
      const chance = logisticOf(x, weights);
      for (let row = 0; row < width; row += 1) {
        slope[row]! += (y - chance) * x[row]!;
        for (let at = 0; at < width; at += 1) curve[row]![at]! += chance * (1 - chance) * x[row]! * x[at]!;
      }
    }
    const move = solve(curve, slope);
    weights = weights.map((weight, at) => weight + move[at]!);
  }
  return weights;
}
