/**
 * BM25F in which each word of a question is looked up as one word together with those that the embedding holds for alike
 * ("login" with "session", "auth"), and weighs what it has learned to weigh in questions. A translation model (Berger and
 * Lafferty 1999) over a static table. Without an embedding the words count by themselves. Cost: the postings of some two
 * hundred terms in the files that are looked at closer.
 */
import type { Embedding } from '../dense/embedding';
import { saturation } from '../index/scoring';
import type { Scorer, Scores } from '../rank/bm25f';
import type { Selection } from '../rank/selection';
import { subjectTerms } from '../rank/storeScores';

/** What a word counts beside the one it stands for, times their cosine. */
const likeShare = 0.7;

export interface LikeWords {
  /** The passages' BM25F scores by the question's words and words alike, */
  scores: Scores;
  /** and the share of the question's weight that stands there, in its own words or in words alike. */
  coverage: Scores;
}

export function likeWordsOf(
  text: string,
  { scorer, selection, embedding }: { scorer: Scorer; selection: Selection; embedding: Embedding | undefined },
): LikeWords {
  const { size } = selection;
  const found = { scores: new Float64Array(size), coverage: new Float64Array(size) };
  const [sums, strongest] = [new Float64Array(size), new Float64Array(size)];
  let total = 0;
  for (const term of subjectTerms(text)) {
    const weight = embedding?.importanceOf(term) ?? 1;
    const like = embedding?.wordsLike(term) ?? [];
    total += weight;
    let frequency = 0;
    for (const { term: word, strength } of [{ term, strength: 1 / likeShare }, ...like]) {
      frequency += scorer.frequency(word);
      scorer.countSelected(word, selection, { strength: likeShare * strength, sums, strongest });
    }
    const value = weight * scorer.rarityOf(Math.min(frequency, scorer.passageCount));
    for (let slot = 0; slot < size; slot += 1) {
      if (sums[slot] === 0) continue;
      found.scores[slot]! += (value * sums[slot]!) / (saturation + sums[slot]!);
      found.coverage[slot]! += weight * strongest[slot]!;
    }
    sums.fill(0);
    strongest.fill(0);
  }
  if (total > 0) found.coverage.forEach((held, slot) => (found.coverage[slot] = held / total));
  return found;
}
