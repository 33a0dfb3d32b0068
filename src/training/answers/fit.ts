/**
 * The fit of the answerer's weights: listwise soft-max over the units of each question, where of the right units only the
 * one that stands best must win (the others are no rivals), with L2 towards the values before. A weight is one for all
 * kinds of questions and what a kind differs by, held near to zero. Adam (Kingma and Ba 2015), the same from run to run.
 * Cost: half a minute on one core for 500 questions.
 */
import { featureNames } from '../../engine/answers/rate';
import type { QuestionKind } from '../../engine/answers/kind';
import { weights, type AnswerWeights } from '../../engine/answers/weights';
import type { PreparedQuestion } from './prepared';

export const kinds: readonly QuestionKind[] = [
  'where',
  'what',
  'how',
  'why',
  'list',
  'default',
  'error',
  'who',
  'about',
];

/** What the weights for all kinds, and what a kind differs by, are held with. Chosen by the folds. */
const decay = 0.01;
const kindDecay = 0.03;
const steps = 120;
const rate = 0.06;
/** Wrong units of a question that count, the hardest by the weights before; and right ones. Chosen anew once. */
const maxWrong = 60;
const maxRight = 15;

/** First the weights for all kinds, then one block for each kind. */
export type Vector = Float64Array;

const size = featureNames.length;

/** Where a fit starts and what it is held near: by name, the values set by hand before there was a fit. */
const centers: Readonly<Record<string, number>> = {
  unit: 0.8, around: 1.4, passage: 0.5, retrieval: 0.4, place: 0.4, form: 2, pairs: 0.5, quoted: 2, named: 0.75, topic: 0.4,
  measure: 0.3, noun: 0.5, lookup: 2.8, verb: 1.2, opposite: -0.6, test: -1.2, errorClass: -0.5, long: -0.3,
}; // prettier-ignore

function startVector(): Vector {
  const vector = new Float64Array(size * (kinds.length + 1));
  featureNames.forEach((name, at) => (vector[at] = centers[name] ?? 0));
  return vector;
}

/** Rows of one question that a step looks at. */
interface Rows {
  x: Float32Array;
  right: readonly boolean[];
  /** Where the block of its kind begins. */
  block: number;
}

function weightsFor(vector: Vector, block: number): Float64Array {
  const own = new Float64Array(size);
  for (let at = 0; at < size; at += 1) own[at] = vector[at]! + vector[block + at]!;
  return own;
}

function scoresOf(x: Float32Array, weights: Float64Array): Float64Array {
  const scores = new Float64Array(x.length / size);
  for (let row = 0; row < scores.length; row += 1) {
    let sum = 0;
    for (let at = 0; at < size; at += 1) sum += x[row * size + at]! * weights[at]!;
    scores[row] = sum;
  }
  return scores;
}

const blockOf = ({ draft }: PreparedQuestion): number => (kinds.indexOf(draft.asked.kind) + 1) * size;

/** Scores of all units of a question. */
export function scoreUnits(question: PreparedQuestion, vector: Vector): Float64Array {
  return scoresOf(question.x, weightsFor(vector, blockOf(question)));
}

function hardest(question: PreparedQuestion, vector: Vector): Rows {
  const scores = scoreUnits(question, vector);
  const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!);
  const wrong = order.filter((row) => question.right[row] === 0).slice(0, maxWrong);
  const right = order.filter((row) => question.right[row] === 1).slice(0, maxRight);
  const rows = [...wrong, ...right];
  const x = new Float32Array(rows.length * size);
  rows.forEach((row, place) => x.set(question.x.subarray(row * size, (row + 1) * size), place * size));
  return { x, right: rows.map((row) => question.right[row] === 1), block: blockOf(question) };
}

function addGradient(gradient: Vector, vector: Vector, { x, right, block }: Rows): void {
  const scores = scoresOf(x, weightsFor(vector, block));
  let best = -1;
  let top = -Infinity;
  scores.forEach((score, row) => {
    if (right[row] && (best < 0 || score > scores[best]!)) best = row;
    top = Math.max(top, score);
  });
  const powers = scores.map((score, row) => (right[row] && row !== best ? 0 : Math.exp(score - top)));
  const total = powers.reduce((sum, power) => sum + power, 0);
  powers.forEach((power, row) => {
    const error = power / total - (row === best ? 1 : 0);
    if (Math.abs(error) < 1e-6) return;
    for (let at = 0; at < size; at += 1) {
      const slope = error * x[row * size + at]!;
      gradient[at]! += slope;
      gradient[block + at]! += slope;
    }
  });
}

function descend(vector: Vector, center: Vector, questions: readonly Rows[]): void {
  const first = new Float64Array(vector.length);
  const second = new Float64Array(vector.length);
  for (let step = 1; step <= steps; step += 1) {
    const gradient = new Float64Array(vector.length);
    for (const rows of questions) addGradient(gradient, vector, rows);
    const pace = rate * (1 - (0.9 * step) / steps);
    for (let at = 0; at < vector.length; at += 1) {
      const held = (at < size ? decay : kindDecay) * (vector[at]! - center[at]!);
      const slope = gradient[at]! / questions.length + held;
      first[at] = 0.9 * first[at]! + 0.1 * slope;
      second[at] = 0.999 * second[at]! + 0.001 * slope * slope;
      vector[at]! -= (pace * (first[at]! / (1 - 0.9 ** step))) / (Math.sqrt(second[at]! / (1 - 0.999 ** step)) + 1e-8);
    }
  }
}

export function fit(questions: readonly PreparedQuestion[]): Vector {
  const learnt = questions.filter(({ right }) => right.includes(1) && right.includes(0));
  const vector = startVector();
  for (let round = 0; round < 2; round += 1) {
    const rows = learnt.map((question) => hardest(question, vector));
    descend(vector, startVector(), rows);
  }
  return vector;
}

/** Weights as the engine takes them; what a kind differs by only where it counts. */
export function namedWeights(vector: Vector, digits = 2, least = 0.05): AnswerWeights {
  const rounded = (value: number) => Number(value.toFixed(digits));
  const block = (from: number) =>
    featureNames.flatMap((name, at) =>
      Math.abs(vector[from + at]!) >= least ? [[name, rounded(vector[from + at]!)] as const] : [],
    );
  const all = { ...weights.all };
  featureNames.forEach((name, at) => (all[name] = rounded(vector[at]!)));
  return {
    all,
    byKind: Object.fromEntries(kinds.map((kind, at) => [kind, Object.fromEntries(block((at + 1) * size))])),
  };
}
