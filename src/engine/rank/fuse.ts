/**
 * From passage scores to one order of passages: BM25F of the passage, of the definition it belongs to, whether it
 * defines an asked symbol, and how well its file ranks; times the prior of a mere listing. Pure, deterministic: ties go
 * by source and row.
 */
import { declaredMark } from '../text/tokens';
import type { PassageRecord } from '../index/segment';
import type { Scorer, Scores } from './bm25f';
import { nameFit } from './names';
import { passagePrior, priorOf } from './priors';
import type { Question } from './question';
import type { ScoredFile } from './rankFiles';

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
/** Each further passage of a file counts this much of what it would; from the fourth on less. */
const repeatFactor = 0.9;
const manyFactor = 0.85;
const freePassages = 3;

export interface Fusing {
  question: Question;
  scorer: Scorer;
  scores: readonly Scores[];
  recordOf: (part: number, passage: number) => PassageRecord | undefined;
  placeOf: (part: number, record: PassageRecord) => string;
}

/** The score that the passage at `maxCandidates` has. */
function threshold(scores: readonly Scores[]): number {
  const positive = scores.flatMap((list) => [...list.filter((score) => score > 0)]);
  if (positive.length <= maxCandidates) return 0;
  const sorted = Float64Array.from(positive).sort();
  return sorted[sorted.length - maxCandidates] ?? 0;
}

function gather({ scores, recordOf }: Fusing): Candidate[] {
  const least = threshold(scores);
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

function byScore(a: Candidate, b: Candidate): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.record.source !== b.record.source) return a.record.source < b.record.source ? -1 : 1;
  return a.record.start - b.record.start || a.part - b.part;
}

/** Sum of the three best passages per file. */
function fileSums(candidates: readonly Candidate[], keyOf: (candidate: Candidate) => string): Map<string, number> {
  const best = new Map<string, number[]>();
  for (const candidate of [...candidates].sort(byScore)) {
    const list = best.get(keyOf(candidate)) ?? [];
    if (list.length < 3) list.push(candidate.score);
    best.set(keyOf(candidate), list);
  }
  return new Map([...best].map(([key, list]) => [key, list.reduce((sum, score) => sum + score, 0)]));
}

function declaringPassages({ question, scorer }: Fusing): Set<string> {
  const declaring = new Set<string>();
  for (const symbol of question.symbols) {
    scorer.eachPosting(declaredMark + symbol, (part, passage) => declaring.add(`${part}:${passage}`));
  }
  return declaring;
}

/** Lets other files come up when one file has many good passages. */
export function spread(candidates: Candidate[]): Candidate[] {
  const keyOf = (candidate: Candidate) => `${candidate.part}:${candidate.record.source}`;
  const seen = new Map<string, number>();
  const spreadOut = candidates.sort(byScore).map((candidate) => {
    const key = keyOf(candidate);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    const factor =
      repeatFactor ** Math.min(before, freePassages) *
      manyFactor ** Math.max(0, Math.min(before, 12) - freePassages + 1);
    return { ...candidate, score: candidate.score * factor };
  });
  return spreadOut.sort(byScore);
}

const B = Number(process.env.BETA ?? 6);
const R = Number(process.env.REP ?? 0.3);
const T = Number(process.env.TEMP ?? 1);

/** Passages of a folder: how likely the file is the right one, times how likely the passage is the one in it. */
export function byFile(passages: Candidate[], files: readonly ScoredFile[]): Candidate[] {
  const keyOf = (candidate: Candidate) => `${candidate.part}:${candidate.record.source}`;
  const top = files[0]?.score ?? 0;
  const fileScores = new Map(files.map((scored) => [`${scored.file.piece}:${scored.file.source}`, scored]));
  const seen = new Map<string, { best: number; count: number }>();
  const rows: Candidate[] = [];
  for (const candidate of passages.sort(byScore)) {
    const scored = fileScores.get(keyOf(candidate));
    if (!scored) continue;
    const before = seen.get(keyOf(candidate)) ?? { best: candidate.score, count: 0 };
    seen.set(keyOf(candidate), { ...before, count: before.count + 1 });
    const share =
      Math.exp(B * (candidate.score - before.best)) * (before.count === 0 ? 1 : R * 0.8 ** (before.count - 1));
    rows.push({
      ...candidate,
      score: Math.exp((scored.score - top) * T) * share,
      parts: { ...scored.parts, ...candidate.parts, fileDelta: scored.score - top, own: candidate.score },
    });
  }
  return rows.sort(byScore);
}

export function fuse(fusing: Fusing): Candidate[] {
  const { question, placeOf } = fusing;
  const candidates = gather(fusing);
  const keyOf = (candidate: Candidate) => `${candidate.part}:${candidate.record.source}`;
  const homeOf = (candidate: Candidate) => `${keyOf(candidate)}#${candidate.record.symbol ?? candidate.record.start}`;
  const weights = question.isWorded ? wordedWeights : symbolWeights;
  const sums = fileSums(candidates, keyOf);
  const maxSum = Math.max(...sums.values(), Number.MIN_VALUE);
  const maxScore = candidates.reduce((max, { score }) => Math.max(max, score), Number.MIN_VALUE);
  const declaring = declaringPassages(fusing);
  const homes = fileSums(candidates, homeOf);
  const maxHome = Math.max(...homes.values(), Number.MIN_VALUE);
  const fits = new Map<string, { fit: number; prior: number }>();
  const fused = candidates.map((candidate) => {
    const key = keyOf(candidate);
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
  return fused.sort(byScore);
}
