/**
 * Judges passages by themselves, as in a store of snippets: BM25F of the passage, of the definition it belongs to and of
 * its file, the fit of the file's name and the definitions asked for, each in [0, 1] and weighted; times the priors of
 * path and passage. Scores are fused, not ranks: that measured better. Pure.
 */
import { declaredMark } from '../text/tokens';
import { topThreshold } from '../index/scoring';
import type { PassageRecord } from '../index/segment';
import type { Scorer, Scores } from './bm25f';
import { nameFit } from './names';
import { passagePrior, priorOf } from './priors';
import type { Question } from './question';
import { byScore, sourceKey } from './rows';

export interface Candidate {
  /** Which part of the space, and which passage of its segment. */
  part: number;
  passage: number;
  record: PassageRecord;
  score: number;
  parts: Record<string, number>;
}

interface Weights {
  passage: number;
  file: number;
  name: number;
  /** The three best passages of one definition: a long one is cut in several. */
  definition: number;
  symbol: number;
}

/** Fitted by hand on passage and file questions together; a symbol wants its definition above all. */
const wordedWeights: Weights = { passage: 1, file: 0.3, name: 0.35, definition: 0.35, symbol: 0.4 };
const symbolWeights: Weights = { passage: 1, file: 0.2, name: 0.3, definition: 0.1, symbol: 1.2 };

/** Passages looked at closer; what is worse than these is never shown. */
const maxCandidates = 2000;
export interface Judging {
  question: Question;
  scorer: Scorer;
  scores: readonly Scores[];
  recordOf: (part: number, passage: number) => PassageRecord | undefined;
  placeOf: (part: number, record: PassageRecord) => string;
}

function gather({ scores, recordOf }: Judging): Candidate[] {
  const least = topThreshold(scores, maxCandidates);
  const candidates: Candidate[] = [];
  scores.forEach((list, part) => {
    list.forEach((score, passage) => {
      if (score <= 0 || score < least) return;
      const record = recordOf(part, passage);
      if (record) candidates.push({ part, passage, record, score, parts: {} });
    });
  });
  return candidates;
}

/** Sum of the three best passages per file. */
function fileSums(candidates: readonly Candidate[], sourceKey: (candidate: Candidate) => string): Map<string, number> {
  const best = new Map<string, number[]>();
  for (const candidate of [...candidates].sort(byScore)) {
    const list = best.get(sourceKey(candidate)) ?? [];
    if (list.length < 3) list.push(candidate.score);
    best.set(sourceKey(candidate), list);
  }
  return new Map([...best].map(([key, list]) => [key, list.reduce((sum, score) => sum + score, 0)]));
}

function declaringPassages({ question, scorer }: Judging): Set<string> {
  const declaring = new Set<string>();
  for (const symbol of question.symbols) {
    scorer.eachPosting(declaredMark + symbol, (part, passage) => declaring.add(`${part}:${passage}`));
  }
  return declaring;
}

/** Every passage with its fused score, in no order. */
export function scorePassages(judging: Judging): Candidate[] {
  const { question, placeOf } = judging;
  const candidates = gather(judging);
  const homeOf = (candidate: Candidate) =>
    `${sourceKey(candidate)}#${candidate.record.symbol ?? candidate.record.start}`;
  const weights = question.isWorded ? wordedWeights : symbolWeights;
  const sums = fileSums(candidates, sourceKey);
  const maxSum = Math.max(...sums.values(), Number.MIN_VALUE);
  const maxScore = candidates.reduce((max, { score }) => Math.max(max, score), Number.MIN_VALUE);
  const declaring = declaringPassages(judging);
  const homes = fileSums(candidates, homeOf);
  const maxHome = Math.max(...homes.values(), Number.MIN_VALUE);
  const fits = new Map<string, { fit: number; prior: number }>();
  return candidates.map((candidate) => {
    const key = sourceKey(candidate);
    const place = placeOf(candidate.part, candidate.record);
    const known = fits.get(key) ?? { fit: nameFit(place, question), prior: priorOf(place, question) };
    fits.set(key, known);
    const parts: Record<string, number> = {
      passage: (weights.passage * candidate.score) / maxScore,
      definition: (weights.definition * (homes.get(homeOf(candidate)) ?? 0)) / maxHome,
      symbol: declaring.has(`${candidate.part}:${candidate.passage}`) ? weights.symbol : 0,
    };
    parts.file = (weights.file * (sums.get(key) ?? 0)) / maxSum;
    parts.name = weights.name * known.fit;
    const sum = Object.values(parts).reduce((total, value) => total + value, 0);
    const prior = known.prior * passagePrior(candidate.record);
    return { ...candidate, score: sum * prior, parts: { ...parts, prior } };
  });
}
