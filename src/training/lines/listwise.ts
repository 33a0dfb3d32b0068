/**
 * The listwise fit of an order of passages: soft-max; the loss of a question is the surprise that one of its right
 * passages is the place (Cao et al. 2007, with the right ones summed), L2 on the weights, Adam (Kingma and Ba 2015).
 */

/** The passages of one question, of which some are right. */
export interface Listed {
  /** Values of the signals, passage by passage. */
  values: Float32Array;
  count: number;
  right: readonly number[];
}

const decay = 0.002;
const rate = 0.05;
const steps = 250;

export function sumsOf({ values, count }: Listed, weights: Float64Array): Float64Array {
  const sums = new Float64Array(count);
  const width = weights.length;
  for (let at = 0; at < count; at += 1)
    for (let signal = 0; signal < width; signal += 1) sums[at]! += weights[signal]! * values[at * width + signal]!;
  return sums;
}

function addGradient(gradient: Float64Array, weights: Float64Array, question: Listed): void {
  const width = weights.length;
  const powers = sumsOf(question, weights);
  const top = powers.reduce((best, value) => Math.max(best, value), -Infinity);
  let all = 0;
  powers.forEach((power, at) => (all += powers[at] = Math.exp(power - top)));
  const right = new Set(question.right);
  const ofRight = question.right.reduce((sum, at) => sum + powers[at]!, 0);
  for (let at = 0; at < question.count; at += 1) {
    const slope = powers[at]! / all - (right.has(at) ? powers[at]! / ofRight : 0);
    if (Math.abs(slope) < 1e-7) continue;
    for (let signal = 0; signal < width; signal += 1)
      gradient[signal]! += slope * question.values[at * width + signal]!;
  }
}

/** How far each signal spreads over all passages of all questions. */
function spreadsOf(questions: readonly Listed[], width: number): Float64Array {
  const [sum, squares] = [new Float64Array(width), new Float64Array(width)];
  let count = 0;
  for (const { values, count: own } of questions) {
    count += own;
    values.forEach((value, at) => {
      sum[at % width]! += value;
      squares[at % width]! += value * value;
    });
  }
  return squares.map((square, at) => Math.sqrt(Math.max(0, square / count - (sum[at]! / count) ** 2)));
}

interface Fitting {
  /** Names of signals that stay at 0. */
  without?: readonly string[];
  /** L2 on weights of signals brought to the same spread; absent: on the weights as they are, .002. */
  evenDecay?: number;
}

export function fitListwise(
  questions: readonly Listed[],
  names: readonly string[],
  { without = [], evenDecay }: Fitting = {},
): Float64Array {
  const width = names.length;
  const learned = questions.filter(({ right }) => right.length > 0);
  const held = evenDecay === undefined ? new Float64Array(width).fill(decay) : spreadsOf(learned, width).map((spread) => evenDecay * spread * spread); // prettier-ignore
  const [weights, first, second] = [new Float64Array(width), new Float64Array(width), new Float64Array(width)];
  for (let step = 1; step <= steps; step += 1) {
    const gradient = new Float64Array(width);
    for (const question of learned) addGradient(gradient, weights, question);
    for (const [at, name] of names.entries()) {
      if (without.includes(name)) continue;
      const slope = gradient[at]! / learned.length + held[at]! * weights[at]!;
      first[at] = 0.9 * first[at]! + 0.1 * slope;
      second[at] = 0.999 * second[at]! + 0.001 * slope * slope;
      weights[at]! -= (rate * (first[at] / (1 - 0.9 ** step))) / (Math.sqrt(second[at] / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return weights;
}

/** Of the best right passage, from 1; 0 where there is none. */
export function rankOf(question: Listed, weights: Float64Array): number {
  const sums = sumsOf(question, weights);
  const best = question.right.reduce((most, at) => Math.max(most, sums[at]!), -Infinity);
  return best === -Infinity ? 0 : 1 + sums.reduce((count, sum) => count + (sum > best ? 1 : 0), 0);
}
