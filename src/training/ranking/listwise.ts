/**
 * Fits the weights: listwise soft-max over the files of each question (Cao et al. 2007, ListNet with the right files
 * sharing the target), L2 on the weights. Convex, so the solution is unique. Cost: seconds on one core for 500
 * questions.
 */
import { type Form, formOf, signalNames, signalValues } from '../../engine/rank/fileSignals';
import type { Corpora } from './measure';
import type { QuestionSet } from './questionSets';
import type { Place, Question } from './scores';

interface Figures {
  ndcg10: number;
  recall1: number;
  recall5: number;
}

const cut = 10;

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function scoreQuestion({ files, targets }: QuestionRow, weights: Float64Array): Figures {
  const ranked = files
    .map(({ x, target, path }) => ({
      target,
      path,
      score: x.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0),
    }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .slice(0, cut);
  let [gain, ideal] = [0, 0];
  ranked.forEach(({ target }, rank) => (gain += target >= 0 ? 1 / Math.log2(rank + 2) : 0));
  for (let rank = 0; rank < Math.min(cut, targets); rank += 1) ideal += 1 / Math.log2(rank + 2);
  const within = (count: number) => ranked.slice(0, count).filter(({ target }) => target >= 0).length / targets;
  return { ndcg10: gain / ideal, recall1: within(1), recall5: within(5) };
}

function evaluate({ questions }: Prepared, vectors: Vectors): Figures {
  const scored = questions.map((question) => scoreQuestion(question, vectors[question.form]));
  return {
    ndcg10: mean(scored.map(({ ndcg10 }) => ndcg10)),
    recall1: mean(scored.map(({ recall1 }) => recall1)),
    recall5: mean(scored.map(({ recall5 }) => recall5)),
  };
}

/** Strength of L2, chosen by the same folds. Few questions are symbols, so their weights are held nearer to zero. */
const l2 = { worded: 0.001, symbol: 0.003 };
/** Values near which some weights are held instead of zero, set by hand, because few questions inform them. */
const centers: Readonly<Record<string, number>> = { olderVersion: -1.5 };
const steps = 400;
const rate = 0.05;
const folds = 6;

/** Signals of one question in one array, file by file. */
interface Packed {
  x: Float64Array;
  isRight: boolean[];
  share: number;
  weight: number;
}

function pack({ files, weight }: QuestionRow, size: number): Packed {
  const x = new Float64Array(files.length * size);
  files.forEach((file, row) => x.set(file.x, row * size));
  const isRight = files.map(({ target }) => target >= 0);
  return { x, isRight, share: 1 / isRight.filter(Boolean).length, weight };
}

/** Adds the gradient of one question's loss. */
function addGradient(gradient: Float64Array, weights: Float64Array, { x, isRight, share, weight }: Packed): void {
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
    const error = weight * (powers[row]! / total - (isRight[row] ? share : 0));
    if (Math.abs(error) < 1e-6) continue;
    for (let at = 0; at < size; at += 1) gradient[at]! += error * x[row * size + at]!;
  }
}

/** Adam (Kingma and Ba 2015) on all questions at once: the loss is convex, so the end is the same from anywhere. */
export function fit(questions: readonly QuestionRow[], names: readonly string[], decay: number): Float64Array {
  const size = names.length;
  const packed = questions.map((question) => pack(question, size)).filter(({ share }) => Number.isFinite(share));
  const total = packed.reduce((sum, { weight }) => sum + weight, 0);
  const held = Float64Array.from(names, (name) => centers[name] ?? 0);
  const weights = held.slice();
  const first = new Float64Array(size);
  const second = new Float64Array(size);
  for (let step = 1; step <= steps; step += 1) {
    const gradient = new Float64Array(size);
    for (const question of packed) addGradient(gradient, weights, question);
    for (let at = 0; at < size; at += 1) {
      const slope = gradient[at]! / total + decay * (weights[at]! - held[at]!);
      first[at] = 0.9 * first[at]! + 0.1 * slope;
      second[at] = 0.999 * second[at]! + 0.001 * slope * slope;
      weights[at]! -= (rate * (first[at]! / (1 - 0.9 ** step))) / (Math.sqrt(second[at]! / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return weights;
}

export function fitAll(sets: readonly Prepared[], names: readonly string[]): Vectors {
  const all = sets.flatMap(({ questions }) => questions);
  const fitOf = (form: Form) =>
    fit(
      all.filter((question) => question.form === form),
      names,
      l2[form],
    );
  return { worded: fitOf('worded'), symbol: fitOf('symbol') };
}

/** Weights for judging each repository, fitted without it and without its questions in other sets. */
export function fitFolds(sets: readonly Prepared[], names: readonly string[]): Map<string, Vectors> {
  const repos = [...new Set(sets.map(({ repo }) => repo))].sort();
  const foldOf = new Map(repos.map((repo, at) => [repo, at % folds]));
  const vectors = Array.from({ length: folds }, (_fold, fold) =>
    fitAll(
      sets.filter(({ repo }) => foldOf.get(repo) !== fold),
      names,
    ),
  );
  return new Map(
    repos.flatMap((repo) => (vectors[foldOf.get(repo) ?? 0] ? [[repo, vectors[foldOf.get(repo) ?? 0]!]] : [])),
  );
}

/** Cross-validated figures of files alone, by which weights are chosen. */
export function crossValidate(sets: readonly Prepared[], names: readonly string[]): { own: Figures; extra: Figures } {
  const vectors = fitFolds(sets, names);
  const scored = sets.flatMap((set) => {
    const fitted = vectors.get(set.repo);
    return fitted ? [{ isExtra: set.isExtra, figures: evaluate(set, fitted) }] : [];
  });
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

// Section: prepared features: signals of every candidate file of every question, and which files are right.

/** One file of a question: its target's index (-1 for none) and its signals. */
export interface FileRow {
  path: string;
  target: number;
  x: number[];
}

interface QuestionRow {
  query: string;
  category: string;
  form: Form;
  targets: number;
  /** What the question counts for in the fit. */
  weight: number;
  files: FileRow[];
}

export interface Prepared {
  repo: string;
  /** True for questions of other sets, which help the fit and do not count in its figure. */
  isExtra: boolean;
  signals: string[];
  questions: QuestionRow[];
}

/** One weight per signal, in the order of the signals. */
export type Vectors = Record<Form, Float64Array>;

/** The sets without these signals. */
export function without(sets: readonly Prepared[], names: readonly string[]): Prepared[] {
  const dropped = new Set(names);
  if (dropped.size === 0) return [...sets];
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

// Section: computes the features of every question of the sets that have files.

/** Most files per question; further ones, worse by words alone, only cost time. */
const maxFiles = 120;
const digits = 5;

function targetOf(place: string, gold: readonly Place[]): number {
  return gold.findIndex(({ path: file }) => place === file || place.endsWith(`/${file}`) || file.endsWith(`/${place}`));
}

async function rowOf(corpora: Corpora, set: QuestionSet, question: Question): Promise<QuestionRow> {
  const evidence = await corpora.evidence(set, question);
  const values = signalValues(evidence);
  const files = evidence.files.map(({ place }, at) => ({
    path: place,
    target: targetOf(place, question.gold),
    x: values.map((list) => Number((list[at] ?? 0).toFixed(digits))),
  }));
  return {
    query: question.text,
    category: question.category ?? '',
    form: formOf(evidence.question),
    targets: new Set(question.gold.map(({ path: file }) => file)).size,
    weight: set.weight ?? 1,
    files: files.filter(({ target }, at) => at < maxFiles || target >= 0),
  };
}

/** One entry per source of the set. */
export async function prepare(corpora: Corpora, set: QuestionSet): Promise<Prepared[]> {
  const prepared = new Map<string, Prepared>();
  for (const question of set.questions) {
    const { repo } = question;
    const entry = prepared.get(repo) ?? {
      repo,
      isExtra: !set.isOwn,
      signals: signalNames,
      questions: [],
    };
    entry.questions.push(await rowOf(corpora, set, question));
    prepared.set(repo, entry);
  }
  return [...prepared.values()];
}
