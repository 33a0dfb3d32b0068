/**
 * Fits the weights of the file signals: listwise soft-max over the files of each question (Cao et al. 2007, ListNet
 * with the right files sharing the target), L2 on the weights, six folds by repository for the honest figure, then one
 * fit on everything. Reads a folder of prepared features, one JSON file per repository; seconds on one core.
 * Run: `node out/training/fitRanking.mjs FEATURES [--write src/engine/rank/weights.ts]`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { evaluate, mean, type Figures } from './rankingFigures';
import { weightsSource } from './weightsSource';

/** One file of a question: which target it is (-1 for none) and its signals. */
export interface FileRow {
  path: string;
  target: number;
  x: number[];
}

export interface QuestionRow {
  query: string;
  category: string;
  isSymbol: boolean;
  targets: number;
  files: FileRow[];
}

export interface Prepared {
  repo: string;
  /** Questions about lines (a file named `<repo>.lines.json`) help the fit and are not part of the figure. */
  isExtra: boolean;
  signals: string[];
  questions: QuestionRow[];
}

/** Weights are small numbers; this keeps the fit of few questions near zero. */
const l2 = 0.01;
const steps = 400;
const rate = 0.05;
const folds = 6;

export function readPrepared(folder: string): Prepared[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => {
    const file = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as Omit<Prepared, 'repo'>;
    return { ...file, repo: name.replace(/(\.lines)?\.json$/, ''), isExtra: name.endsWith('.lines.json') };
  });
}

/** The numbers of one question in one array, file by file. */
interface Packed {
  x: Float64Array;
  isRight: boolean[];
  share: number;
}

function pack({ files }: QuestionRow, size: number): Packed {
  const x = new Float64Array(files.length * size);
  files.forEach((file, row) => x.set(file.x, row * size));
  const isRight = files.map(({ target }) => target >= 0);
  return { x, isRight, share: 1 / isRight.filter(Boolean).length };
}

/** Adds the gradient of one question's loss. */
function addGradient(gradient: Float64Array, weights: Float64Array, { x, isRight, share }: Packed): void {
  const size = weights.length;
  const powers = new Float64Array(isRight.length);
  let top = -Infinity;
  for (let row = 0; row < powers.length; row += 1) {
    let score = 0;
    for (let at = 0; at < size; at += 1) score += x[row * size + at]! * weights[at]!;
    powers[row] = score;
    top = Math.max(top, score);
  }
  let total = 0;
  for (let row = 0; row < powers.length; row += 1) total += powers[row] = Math.exp(powers[row]! - top);
  for (let row = 0; row < powers.length; row += 1) {
    const error = powers[row]! / total - (isRight[row] ? share : 0);
    if (Math.abs(error) < 1e-6) continue;
    for (let at = 0; at < size; at += 1) gradient[at]! += error * x[row * size + at]!;
  }
}

/** Adam (Kingma and Ba 2015) on all questions at once: the loss is convex, so the end is the same from anywhere. */
export function fit(questions: readonly QuestionRow[], size: number): Float64Array {
  const packed = questions.map((question) => pack(question, size)).filter(({ share }) => Number.isFinite(share));
  const weights = new Float64Array(size);
  const first = new Float64Array(size);
  const second = new Float64Array(size);
  for (let step = 1; step <= steps; step += 1) {
    const gradient = new Float64Array(size);
    for (const question of packed) addGradient(gradient, weights, question);
    for (let at = 0; at < size; at += 1) {
      const slope = gradient[at]! / packed.length + l2 * weights[at]!;
      first[at] = 0.9 * first[at]! + 0.1 * slope;
      second[at] = 0.999 * second[at]! + 0.001 * slope * slope;
      weights[at]! -= (rate * (first[at]! / (1 - 0.9 ** step))) / (Math.sqrt(second[at]! / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return weights;
}

export interface Vectors {
  worded: Float64Array;
  symbol: Float64Array;
}

function fitBoth(sets: readonly Prepared[], size: number): Vectors {
  const all = sets.flatMap(({ questions }) => questions);
  return {
    worded: fit(
      all.filter(({ isSymbol }) => !isSymbol),
      size,
    ),
    symbol: fit(
      all.filter(({ isSymbol }) => isSymbol),
      size,
    ),
  };
}

/** Each repository is scored by weights that never saw it, nor its extra questions. */
export function crossValidate(sets: readonly Prepared[], size: number): { own: Figures; extra: Figures } {
  const repos = [...new Set(sets.map(({ repo }) => repo))];
  const foldOf = new Map(repos.map((repo, at) => [repo, at % folds]));
  const scored = Array.from({ length: folds }, (_fold, fold) => {
    const held = sets.filter(({ repo }) => foldOf.get(repo) === fold);
    const vectors = fitBoth(
      sets.filter(({ repo }) => foldOf.get(repo) !== fold),
      size,
    );
    return held.map((set) => ({ isExtra: set.isExtra, figures: evaluate(set, vectors) }));
  }).flat();
  const of = (isExtra: boolean) =>
    average(scored.filter((one) => one.isExtra === isExtra).map(({ figures }) => figures));
  return { own: of(false), extra: of(true) };
}

function average(figures: readonly Figures[]): Figures {
  return {
    ndcg10: mean(figures.map(({ ndcg10 }) => ndcg10)),
    recall1: mean(figures.map(({ recall1 }) => recall1)),
    recall5: mean(figures.map(({ recall5 }) => recall5)),
  };
}

function without(sets: readonly Prepared[], names: readonly string[]): Prepared[] {
  const dropped = new Set(names);
  return sets.map((set) => ({
    ...set,
    questions: set.questions.map((question) => ({
      ...question,
      files: question.files.map((file) => ({
        ...file,
        x: file.x.map((value, at) => (dropped.has(set.signals[at] ?? '') ? 0 : value)),
      })),
    })),
  }));
}

function show({ ndcg10, recall1, recall5 }: Figures): string {
  return `nDCG@10 ${ndcg10.toFixed(4)}  R@1 ${recall1.toFixed(3)}  R@5 ${recall5.toFixed(3)}`;
}

function main([folder, ...options]: readonly string[]): void {
  if (folder === undefined) throw new Error('Name the folder of prepared features.');
  const sets = readPrepared(folder);
  const names = sets[0]?.signals ?? [];
  const drops = options.filter((option) => option.startsWith('--drop=')).map((option) => option.slice(7).split(','));
  for (const dropped of drops) {
    const { own, extra } = crossValidate(without(sets, dropped), names.length);
    console.log(`without ${dropped.join('+')} ${show(own)} | lines ${show(extra)}`);
  }
  const crossed = crossValidate(sets, names.length);
  console.log(`cross-validated  ${show(crossed.own)} | lines ${show(crossed.extra)}`);
  const vectors = fitBoth(sets, names.length);
  const fitted = sets.filter(({ isExtra }) => !isExtra).map((set) => evaluate(set, vectors));
  console.log(`fitted           nDCG@10 ${mean(fitted.map(({ ndcg10 }) => ndcg10)).toFixed(4)}`);
  if (options.includes('--ablate')) {
    for (const name of names) {
      const { own, extra } = crossValidate(without(sets, [name]), names.length);
      console.log(`without ${name.padEnd(12)} ${show(own)} | lines ${show(extra)}`);
    }
  }
  const target = options[options.indexOf('--write') + 1];
  if (options.includes('--write') && target !== undefined) {
    fs.writeFileSync(target, weightsSource(names, vectors, `cross-validated by repository ${show(crossed.own)}`));
  }
}

main(process.argv.slice(2));
