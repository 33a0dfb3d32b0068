/**
 * Scores ranked places against right places, and compares two runs of the same questions. The rules are those of the
 * sets' own scorers: in a set of files any passage of the file answers (where lines are named, one that meets them);
 * in a set of lines a passage must share half of the shorter range.
 */
import fs from 'node:fs';
import path from 'node:path';

export interface Place {
  path: string;
  start: number;
  end: number;
}

export interface Question {
  id: string;
  text: string;
  repo: string;
  gold: Place[];
  category?: string;
}

export interface QuestionScore {
  /** Normalised discounted cumulative gain over the first ten (Järvelin and Kekäläinen 2002), grades 0 and 1. */
  ndcg10: number;
  /** Share of right places that are first, and among the first five. */
  recall1: number;
  recall5: number;
  /** Rank of the first right place, or Infinity. */
  firstRank: number;
}

export type IsAnswer = (found: Place, gold: Place) => boolean;

/** Gold ids are `path:start-end`, or a path or document alone. */
export function placeOf(id: string): Place {
  const [, file = id, start = '1', end = 'Infinity'] = /^(.*):(\d+)-(\d+)$/.exec(id) ?? [];
  return { path: file, start: Number(start), end: Number(end) };
}

export function readQuestions(setFolder: string): Question[] {
  const read = (name: string) => fs.readFileSync(path.join(setFolder, name), 'utf8').split('\n').filter(Boolean);
  const gold = new Map<string, Place[]>();
  const goldFile = fs.existsSync(path.join(setFolder, 'gold.tsv')) ? 'gold.tsv' : 'qrels.tsv';
  for (const line of read(goldFile)) {
    const [id = '', place = ''] = line.split('\t');
    gold.set(id, [...(gold.get(id) ?? []), placeOf(place)]);
  }
  return read('queries.jsonl').map((line) => {
    const question = JSON.parse(line) as Omit<Question, 'gold'>;
    return { ...question, gold: gold.get(question.id) ?? [] };
  });
}

/** Two ranges of a file are the same place when they share at least half of the shorter one. */
export const isSamePlace: IsAnswer = (found, gold) => {
  if (found.path !== gold.path) return false;
  const shared = Math.min(found.end, gold.end) - Math.max(found.start, gold.start) + 1;
  return shared >= 0.5 * Math.min(found.end - found.start + 1, gold.end - gold.start + 1);
};

/** True when one path is the other or its tail, and the ranges meet. */
export const isSameFile: IsAnswer = (found, gold) => {
  const isSame =
    found.path === gold.path || found.path.endsWith(`/${gold.path}`) || gold.path.endsWith(`/${found.path}`);
  return isSame && found.end >= gold.start && found.start <= gold.end;
};

const cut = 10;

/** @param isMerged counts right places answered by one result as one, as in the line sets */
export function scoreQuestion(
  gold: readonly Place[],
  ranked: readonly Place[],
  { isAnswer = isSamePlace, isMerged = true }: { isAnswer?: IsAnswer; isMerged?: boolean } = {},
): QuestionScore {
  const rankOf = gold.map((place) => ranked.slice(0, 100).findIndex((found) => isAnswer(found, place)) + 1);
  const ranks = new Set(rankOf.filter((rank) => rank > 0)); // one result gains once, however many it answers
  const merged = isMerged ? rankOf.filter((rank) => rank > 0).length - ranks.size : 0;
  let gain = 0;
  for (const rank of ranks) if (rank <= cut) gain += 1 / Math.log2(rank + 1);
  let ideal = 0;
  for (let rank = 1; rank <= Math.min(cut, Math.max(1, gold.length - merged)); rank++) ideal += 1 / Math.log2(rank + 1);
  const within = (count: number) =>
    rankOf.filter((rank) => rank > 0 && rank <= count).length / Math.max(1, gold.length);
  return { ndcg10: gain / ideal, recall1: within(1), recall5: within(5), firstRank: Math.min(Infinity, ...ranks) };
}

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const resamples = 2000;

/**
 * Paired bootstrap of the mean difference (Efron 1979), 2,000 resamples, fixed seed.
 * @param groups one for each value, such as its repository: groups are drawn anew instead of values, as other questions
 *   about the same repository tell less than another repository would
 * @returns the 95 % interval of `mean(after) - mean(before)`
 */
export function differenceInterval(
  before: readonly number[],
  after: readonly number[],
  groups: readonly unknown[] = after.map((_, at) => at),
): { low: number; high: number } {
  const sums = new Map<unknown, { sum: number; count: number }>();
  after.forEach((value, at) => {
    const { sum, count } = sums.get(groups[at]) ?? { sum: 0, count: 0 };
    sums.set(groups[at], { sum: sum + value - (before[at] ?? 0), count: count + 1 });
  });
  const drawnFrom = [...sums.values()];
  const random = seeded(42);
  const means = Array.from({ length: resamples }, () => {
    const drawn = drawnFrom.map(() => drawnFrom[Math.floor(random() * drawnFrom.length)]!);
    return drawn.reduce((all, { sum }) => all + sum, 0) / drawn.reduce((all, { count }) => all + count, 0);
  }).sort((a, b) => a - b);
  return { low: means[50] ?? 0, high: means[1949] ?? 0 };
}

/** Mulberry32: small, and the same on every machine. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
