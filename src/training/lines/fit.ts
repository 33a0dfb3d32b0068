/**
 * Fits and measures the order of passages on questions about lines of whole repositories: `npm run fit:lines -- --sources
 * DIR [--write] [--ablate] [--cache DIR]`. DIR is what `test/quality/line-questions/checkout.mjs` wrote. Only the open half of the repositories is
 * read. Figures are cross-validated by repository: five folds, each judged by weights fitted on the other four.
 * Method: listwise soft-max; the loss of a question is the surprise that one of its right passages is the place (Cao et
 * al. 2007, with the right ones summed), L2 on the weights, Adam (Kingma and Ba 2015). Cost: minutes on one core.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Grammars } from '../../engine/chunk/grammars';
import { shippedEmbedding } from '../../engine/dense/shippedEmbedding';
import { passageEvidenceOf } from '../../engine/ranking';
import { passagesToRank } from '../../engine/search/rankPassages';
import { meaningSignals, passageSignalNames, passageSignals } from '../../engine/search/signals';
import { Space } from '../../engine/space';
import { cacheIn, readLineSets, type LineQuestion } from './lineSets';

const { values: options } = parseArgs({
  options: { sources: { type: 'string' }, cache: { type: 'string' }, write: { type: 'boolean', default: false }, ablate: { type: 'boolean', default: false } }, // prettier-ignore
});

const folds = 5;
const decay = 0.002;
const rate = 0.05;
const steps = 250;

interface Prepared extends LineQuestion {
  /** Values of the signals, passage by passage. */
  values: Float32Array;
  count: number;
  right: number[];
}

async function prepare(sources: string): Promise<Prepared[]> {
  const log = (level: string, message: string) => level !== 'info' && console.error(message);
  const grammars = new Grammars(path.resolve('dist/grammars'), log);
  const embedding = shippedEmbedding(path.resolve('media/embedding.bin'), log);
  const prepared: Prepared[] = [];
  for (const { source, questions } of readLineSets(sources, 'open')) {
    const space = new Space({ grammars, log, patienceMs: 600_000, cache: cacheIn(options.cache, log) });
    const { parts } = await space.open({ paths: [source.folder] });
    for (const question of questions.filter(({ absent }) => !absent)) {
      const { known, placing, recordOf, pathOf } = await passageEvidenceOf(question.text, parts, embedding);
      const slots = [...passagesToRank(placing, known)];
      const lists = passageSignalNames.map((name) => passageSignals[name](known));
      const values = new Float32Array(slots.length * lists.length);
      slots.forEach((slot, at) => lists.forEach((list, signal) => (values[at * lists.length + signal] = list[slot]!)));
      const isRight = (slot: number) => {
        const { start, end } = recordOf(slot);
        const file = path.posix.join(source.root, pathOf(slot));
        return question.places.some((place) => place.path === file && start < place.endLine && end >= place.startLine - 1); // prettier-ignore
      };
      const right = slots.flatMap((slot, at) => (isRight(slot) ? [at] : []));
      prepared.push({ ...question, values, count: slots.length, right });
    }
    await space.close();
    console.log(`${source.name}: ${prepared.length} questions so far`);
  }
  return prepared;
}

const width = passageSignalNames.length;

function sumsOf({ values, count }: Prepared, weights: Float64Array): Float64Array {
  const sums = new Float64Array(count);
  for (let at = 0; at < count; at += 1)
    for (let signal = 0; signal < width; signal += 1) sums[at]! += weights[signal]! * values[at * width + signal]!;
  return sums;
}

function addGradient(gradient: Float64Array, weights: Float64Array, question: Prepared): void {
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

/** @param without signals that stay at 0 */
function fit(questions: readonly Prepared[], without: readonly string[]): Float64Array {
  const learned = questions.filter(({ right }) => right.length > 0);
  const [weights, first, second] = [new Float64Array(width), new Float64Array(width), new Float64Array(width)];
  for (let step = 1; step <= steps; step += 1) {
    const gradient = new Float64Array(width);
    for (const question of learned) addGradient(gradient, weights, question);
    for (const [at, name] of passageSignalNames.entries()) {
      if (without.includes(name)) continue;
      const slope = gradient[at]! / learned.length + decay * weights[at]!;
      first[at] = 0.9 * first[at]! + 0.1 * slope;
      second[at] = 0.999 * second[at]! + 0.001 * slope * slope;
      weights[at]! -= (rate * (first[at] / (1 - 0.9 ** step))) / (Math.sqrt(second[at] / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return weights;
}

/** 0 where no right passage is among those looked at. */
function rankOf(question: Prepared, weights: Float64Array): number {
  const sums = sumsOf(question, weights);
  const best = question.right.reduce((most, at) => Math.max(most, sums[at]!), -Infinity);
  return best === -Infinity ? 0 : 1 + sums.reduce((count, sum) => count + (sum > best ? 1 : 0), 0);
}

type Ranks = ReadonlyMap<Prepared, number>;

function crossValidate(prepared: readonly Prepared[], without: readonly string[]): Ranks {
  const repositories = [...new Set(prepared.map(({ source }) => source))].sort();
  const foldOf = ({ source }: Prepared) => repositories.indexOf(source) % folds;
  const ranks = new Map<Prepared, number>();
  for (let fold = 0; fold < folds; fold += 1) {
    const weights = fit(prepared.filter((question) => foldOf(question) !== fold), without); // prettier-ignore
    for (const question of prepared) if (foldOf(question) === fold) ranks.set(question, rankOf(question, weights));
  }
  return ranks;
}

function figures(questions: readonly Prepared[], ranks: Ranks): string {
  const within = (most: number) => {
    const found = questions.filter((question) => ranks.get(question)! > 0 && ranks.get(question)! <= most).length;
    return (found / questions.length).toFixed(3);
  };
  return `n ${questions.length}, place at 1 / 5 / 10 / 20: ${[1, 5, 10, 20].map(within).join(' / ')}`;
}

function weightsSource(prepared: readonly Prepared[], reached: string): string {
  const table = (without: readonly string[]) => {
    const weights = fit(prepared, without);
    const rows = passageSignalNames.flatMap((name, at) => (without.includes(name) ? [] : [`    ${name}: ${Number(weights[at]!.toFixed(3))},`])); // prettier-ignore
    return `{\n${rows.join('\n')}\n  }`;
  };
  return `/**
 * Weights of the passages' signals, written by src/training/lines; not edited by hand. Fitted on the open half of
 * test/quality/line-questions; cross-validated by repository: ${reached}.
 */
export const passageWeights = {
  withMeaning: ${table([])},
  /** Where the space is too large for its passages to be compared by meaning, or there is no embedding. */
  byWords: ${table(meaningSignals)},
};
`;
}

async function main(): Promise<void> {
  if (options.sources === undefined) throw new Error('Say where the repositories are checked out: --sources DIR.');
  const prepared = await prepare(path.resolve(options.sources));
  const all = crossValidate(prepared, []);
  const reached = figures(prepared, all);
  console.log(`cross-validated: ${reached}`);
  const groups = { 'other words': (one: Prepared) => one.otherWords, 'the code’s words': (one: Prepared) => !one.otherWords }; // prettier-ignore
  for (const [name, isIn] of Object.entries(groups)) console.log(`${name}: ${figures(prepared.filter(isIn), all)}`);
  console.log(`by words alone: ${figures(prepared, crossValidate(prepared, meaningSignals))}`);
  if (options.ablate)
    for (const name of passageSignalNames)
      console.log(`without ${name}: ${figures(prepared, crossValidate(prepared, [name]))}`);
  if (options.write) fs.writeFileSync(path.resolve('src/engine/search/weights.ts'), weightsSource(prepared, reached));
}

await main();
