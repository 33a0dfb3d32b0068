/**
 * The rows of an answer. In a folder: how likely the file is the right one, times how likely the passage is the one in
 * it; the fitted file scores are logits, so their powers compare as chances. Whoever names a topic wants its files: one
 * row each, further passages only behind. Whoever asks a question wants the lines: good passages of the best files come
 * early. Without files: passages by score, repeated ones of one source giving way. Pure; ties go by source and row.
 */
import type { Candidate } from './passages';
import type { ScoredFile } from './rankFiles';

interface RowWeights {
  /** How sharply the passages of one file differ. */
  passage: number;
  /** How much the file's best passage counts beside what its signals say. */
  best: number;
  /** A second passage's chance beside the first, and each further one's beside the one before. */
  second: number;
  further: number;
}

/** Set by hand: on the repository questions a second row early costs .01 to .05, on the line questions it gives .2. */
const topicRows: RowWeights = { passage: 4, best: 0, second: 0.003, further: 0.8 };
const questionRows: RowWeights = { passage: 4, best: 2, second: 0.6, further: 0.8 };

/** In a store of snippets each further passage of one counts this much; from the fourth on less. */
const repeatFactor = 0.9;
const manyFactor = 0.85;
const freePassages = 3;

export function byScore(a: Candidate, b: Candidate): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.record.source !== b.record.source) return a.record.source < b.record.source ? -1 : 1;
  return a.record.start - b.record.start || a.part - b.part;
}

export function sourceKey({ part, record }: Candidate): string {
  return `${part}:${record.source}`;
}

/** Rows of a folder, best first. */
export function rowsByFile(
  passages: readonly Candidate[],
  files: readonly ScoredFile[],
  wantsLines: boolean,
): Candidate[] {
  const weights = wantsLines ? questionRows : topicRows;
  const scoredFiles = new Map(files.map((scored) => [`${scored.file.piece}:${scored.file.source}`, scored]));
  const sorted = [...passages].sort(byScore);
  const best = sorted[0]?.score ?? 0;
  const top = files[0]?.score ?? 0;
  const seen = new Map<string, { first: number; count: number }>();
  const rows: Candidate[] = [];
  for (const passage of sorted) {
    const key = sourceKey(passage);
    const scored = scoredFiles.get(key);
    if (!scored) continue;
    const { first, count } = seen.get(key) ?? { first: passage.score, count: 0 };
    seen.set(key, { first, count: count + 1 });
    const repeat = count === 0 ? 1 : weights.second * weights.further ** (count - 1);
    const logit = scored.score - top + weights.best * (first - best) + weights.passage * (passage.score - first);
    rows.push({ ...passage, score: Math.exp(logit) * repeat, parts: { ...scored.parts, ...passage.parts } });
  }
  return rows.sort(byScore);
}

/** Rows of a store of snippets: lets other sources come up when one has many good passages. */
export function rowsByPassage(passages: readonly Candidate[]): Candidate[] {
  const seen = new Map<string, number>();
  const rows = [...passages].sort(byScore).map((candidate) => {
    const key = sourceKey(candidate);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    const factor =
      repeatFactor ** Math.min(before, freePassages) *
      manyFactor ** Math.max(0, Math.min(before, 12) - freePassages + 1);
    return { ...candidate, score: candidate.score * factor };
  });
  return rows.sort(byScore);
}
