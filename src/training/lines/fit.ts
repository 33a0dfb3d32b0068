/**
 * Fits and measures the order of passages on questions about lines of whole repositories: `npm run fit:lines --
 * --sources DIR [--write] [--ablate] [--cache DIR]`. DIR is what `test/quality/line-questions/checkout.mjs` wrote. Only
 * the open half of the repositories is read. Two fits: by what the index tells of all passages, and by a closer look at
 * the best of those. Figures are cross-validated by repository: five folds, each judged by weights fitted on the other
 * four, both times. Cost: minutes on one core.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Grammars } from '../../engine/chunk/grammars';
import { shippedEmbedding, type EmbeddingSource } from '../../engine/dense/embedding';
import { passageEvidenceOf } from '../../engine/ranking';
import {
  lookedAt,
  lookingFor,
  lookSignNames,
  lookSigns,
  powerSign,
  type LookSigns,
} from '../../engine/search/closerLook';
import {
  passagesToRank,
  rankPassages,
  meaningSignals,
  passageSignalNames,
  passageSignals,
  passageWeights,
} from '../../engine/search/signals';
import { Space } from '../../engine/space';
import { cacheIn, readLineSets, type LineQuestion } from '../ranking/questionSets';
import { differenceInterval, mean } from '../ranking/scores';
import { grammarFolder, tell } from '../built';
import { writeWeights } from '../weights';

// Section: the listwise fit: soft-max, the summed chance of the right passages (Cao et al. 2007), L2, Adam (Kingma and
// Ba 2015).

/** Passages of one question and which are right. */
interface Listed {
  /** Values of the signals, passage by passage. */
  values: Float32Array;
  count: number;
  right: readonly number[];
}

const decay = 0.002;
const rate = 0.05;
const steps = 250;

function sumsOf({ values, count }: Listed, weights: Float64Array): Float64Array {
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

/** Standard deviation of each signal over all passages of all questions. */
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
  /** L2 on weights of signals scaled to the same spread; when absent, .002 on unscaled weights. */
  evenDecay?: number;
}

function fitListwise(
  questions: readonly Listed[],
  names: readonly string[],
  { without = [], evenDecay }: Fitting = {},
): Float64Array {
  const width = names.length;
  const learned = questions.filter(({ right }) => right.length > 0);
  const held =
    evenDecay === undefined
      ? new Float64Array(width).fill(decay)
      : spreadsOf(learned, width).map((spread) => evenDecay * spread * spread);
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

/** Rank of the best right passage, from 1; 0 when there is none. */
function rankOf(question: Listed, weights: Float64Array): number {
  const sums = sumsOf(question, weights);
  const best = question.right.reduce((most, at) => Math.max(most, sums[at]!), -Infinity);
  return best === -Infinity ? 0 : 1 + sums.reduce((count, sum) => count + (sum > best ? 1 : 0), 0);
}

const { values: options } = parseArgs({
  options: {
    sources: { type: 'string' },
    cache: { type: 'string' },
    write: { type: 'boolean', default: false },
    ablate: { type: 'boolean', default: false },
  },
});

const folds = 5;
const lookDecay = 0.006;

interface Prepared extends LineQuestion, Listed {
  /** Signals of the closer look, by the passage's index, for all passages that any fold ranks among the best. */
  looks: ReadonlyMap<number, LookSigns | undefined>;
  /** Number of passages that are looked at. */
  mostLooked: number;
}

/** Passages looked at by the shipped weights, enough to hold the best of any fold. */
const maxLooks = 400;

/** Looks by slot, at the best passages by either table of shipped weights. */
async function looksOf(
  { known, placing, textOf }: Pick<Awaited<ReturnType<typeof passageEvidenceOf>>, 'known' | 'placing' | 'textOf'>,
  embedding: EmbeddingSource,
): Promise<{ looks: ReadonlyMap<number, LookSigns>; mostLooked: number }> {
  const tables = [passageWeights.withMeaning, passageWeights.byWords];
  const best = tables.flatMap((weights) => [...rankPassages(known, placing, weights).rows].slice(0, maxLooks));
  const slots = [...new Set(best.map(({ slot }) => slot))];
  const looking = lookingFor(known.question, embedding());
  if (!looking) throw new Error(`The embedding knows no word of “${known.question.text}”.`);
  const texts = await Promise.all(slots.map(textOf));
  const signs = lookSigns(
    texts.map((one) => one ?? { text: '', language: 'txt' }),
    looking,
  );
  const looks = new Map(slots.map((slot, at) => [slot, { ...signs[at]!, power: 0 }]));
  return { looks, mostLooked: lookedAt(looking) };
}

async function prepare(sources: string): Promise<Prepared[]> {
  const grammars = new Grammars(grammarFolder(), tell);
  const embedding = shippedEmbedding(path.resolve('media/embedding.bin'), tell);
  const prepared: Prepared[] = [];
  for (const { source, questions } of readLineSets(sources, 'open', { isWhole: options.write })) {
    const space = new Space({ grammars, log: tell, patienceMs: 600_000, cache: cacheIn(options.cache) });
    const { parts } = await space.open({ paths: [source.folder] });
    for (const question of questions.filter(({ absent }) => !absent)) {
      const { known, placing, recordOf, pathOf, textOf } = await passageEvidenceOf(question.text, parts, embedding);
      const slots = [...passagesToRank(placing, known)];
      const lists = passageSignalNames.map((name) => passageSignals[name](known));
      const values = new Float32Array(slots.length * lists.length);
      slots.forEach((slot, at) => lists.forEach((list, signal) => (values[at * lists.length + signal] = list[slot]!)));
      const isRight = (slot: number) => {
        const { start, end } = recordOf(slot);
        const file = path.posix.join(source.root, pathOf(slot));
        return question.places.some(
          (place) => place.path === file && start < place.endLine && end >= place.startLine - 1,
        );
      };
      const right = slots.flatMap((slot, at) => (isRight(slot) ? [at] : []));
      const { looks, mostLooked } = await looksOf({ known, placing, textOf }, embedding);
      prepared.push({
        ...question,
        values,
        count: slots.length,
        right,
        looks: new Map(slots.map((slot, at) => [at, looks.get(slot)])),
        mostLooked,
      });
    }
    await space.close();
    console.log(`${source.name}: ${prepared.length} questions so far`);
  }
  return prepared;
}

/** The best passages of the first fit as input of the second. */
function lookedList(question: Prepared, weights: Float64Array): Listed & { slots: number[] } {
  const sums = sumsOf(question, weights);
  const slots = [...sums.keys()].sort((a, b) => sums[b]! - sums[a]! || a - b).slice(0, question.mostLooked);
  const rows = slots.map((slot) => {
    const signs = question.looks.get(slot);
    if (!signs) throw new Error(`“${question.text}” was looked at too little: a fold ranks another passage.`);
    return { ...signs, power: powerSign(Math.exp(sums[slot]! - sums[slots[0]!]!)) };
  });
  const values = Float32Array.from(rows.flatMap((row) => lookSignNames.map((name) => row[name])));
  const right = slots.flatMap((slot, at) => (question.right.includes(slot) ? [at] : []));
  return { values, count: slots.length, right, slots };
}

interface Weights {
  passages: Float64Array;
  look: Float64Array;
}

/** @param without signals whose weights stay at 0 */
function fitBoth(questions: readonly Prepared[], without: readonly string[]): Weights {
  const passages = fitListwise(questions, passageSignalNames, { without });
  const looked = questions.map((question) => lookedList(question, passages));
  return { passages, look: fitListwise(looked, lookSignNames, { without, evenDecay: lookDecay }) };
}

/** Rank after both fits; a passage not looked at keeps its rank. */
function finalRank(question: Prepared, { passages, look }: Weights): number {
  return rankOf(lookedList(question, passages), look) || rankOf(question, passages);
}

type Ranks = ReadonlyMap<Prepared, number>;

function crossValidate(prepared: readonly Prepared[], without: readonly string[]): Ranks {
  const repositories = [...new Set(prepared.map(({ source }) => source))].sort();
  const foldOf = ({ source }: Prepared) => repositories.indexOf(source) % folds;
  const ranks = new Map<Prepared, number>();
  for (let fold = 0; fold < folds; fold += 1) {
    const weights = fitBoth(
      prepared.filter((question) => foldOf(question) !== fold),
      without,
    );
    for (const question of prepared) if (foldOf(question) === fold) ranks.set(question, finalRank(question, weights));
  }
  return ranks;
}

/** 1 for each question whose place is among the first, else 0. */
const foundWithin = (most: number, questions: readonly Prepared[], ranks: Ranks): number[] =>
  questions.map((question) => (ranks.get(question)! > 0 && ranks.get(question)! <= most ? 1 : 0));

function figures(questions: readonly Prepared[], ranks: Ranks): string {
  const within = (most: number) => mean(foundWithin(most, questions, ranks)).toFixed(3);
  return `n ${questions.length}, place at 1 / 5 / 10 / 20: ${[1, 5, 10, 20].map(within).join(' / ')}`;
}

/** What a signal is worth: how much more is found with it, with 95 % intervals over repositories drawn anew. */
function worthOf(questions: readonly Prepared[], without: Ranks, all: Ranks): string {
  const repositories = questions.map(({ source }) => source);
  const at = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(3)}`;
  const gained = [1, 5, 10].map((most) => {
    const [before, after] = [without, all].map((ranks) => foundWithin(most, questions, ranks));
    const { low, high } = differenceInterval(before!, after!, repositories);
    return `${at(mean(after!) - mean(before!))} (${at(low)} to ${at(high)})`;
  });
  return `worth at 1 / 5 / 10: ${gained.join(' / ')}`;
}

/** Weights by name, without those that are 0. */
const tableOf = (names: readonly string[], weights: Float64Array): Record<string, number> =>
  Object.fromEntries(names.flatMap((name, at) => (weights[at] === 0 ? [] : [[name, weights[at]!]])));

function writeBoth(prepared: readonly Prepared[], reached: string): void {
  const note = `\`npm run fit:lines\`, on the open half of test/quality/line-questions; cross-validated by repository: ${reached}`;
  const both = fitBoth(prepared, []);
  const byWords = fitBoth(prepared, meaningSignals);
  const tables = {
    withMeaning: tableOf(passageSignalNames, both.passages),
    byWords: tableOf(passageSignalNames, byWords.passages),
  };
  writeWeights('passages', tables, note);
  writeWeights('closerLook', tableOf(lookSignNames, both.look), note);
}

async function main(): Promise<void> {
  if (options.sources === undefined) throw new Error('Say where the repositories are checked out: --sources DIR.');
  const prepared = await prepare(path.resolve(options.sources));
  const byIndex = crossValidate(prepared, lookSignNames.slice(1));
  console.log(`without a closer look: ${figures(prepared, byIndex)}`);
  const all = crossValidate(prepared, []);
  const reached = figures(prepared, all);
  console.log(`cross-validated: ${reached}`);
  const groups = {
    'other words': (one: Prepared) => one.otherWords,
    'the code’s words': (one: Prepared) => !one.otherWords,
  };
  for (const [name, isIn] of Object.entries(groups)) console.log(`${name}: ${figures(prepared.filter(isIn), all)}`);
  console.log(`by words alone: ${figures(prepared, crossValidate(prepared, meaningSignals))}`);
  if (options.ablate)
    for (const name of [...passageSignalNames, ...lookSignNames.slice(1)]) {
      const without = crossValidate(prepared, [name]);
      console.log(`without ${name}: ${figures(prepared, without)}; ${worthOf(prepared, without, all)}`);
    }
  if (options.write) writeBoth(prepared, reached);
}

await main();
