/**
 * Relevance feedback in the manner of RM3 (Abdul-Jaleel et al. 2004): the words that the best passages share join the
 * question at a small weight. For sentences only: it hurts short questions and names.
 */
import { joinedMark, termsOf } from '../text/tokens';
import { isDroppedFromQuestion } from '../text/stopWords';
import type { Scorer } from './bm25f';

export const feedbackPassages = 10;
const feedbackTerms = 20;
/** Weight of all added words together, relative to the question's own. */
const feedbackShare = 0.3;

export interface FeedbackPassage {
  text: string;
  score: number;
}

/** The question's terms with those of the passages added. */
export function withFeedback(
  terms: ReadonlyMap<string, number>,
  passages: readonly FeedbackPassage[],
  scorer: Scorer,
): Map<string, number> {
  const worth = new Map<string, number>();
  const total = passages.reduce((sum, { score }) => sum + score, 0);
  for (const { text, score } of passages) {
    const words = termsOf(text).filter((term) => !term.startsWith(joinedMark) && term.length > 2);
    for (const term of words) {
      if (isDroppedFromQuestion(term)) continue;
      worth.set(term, (worth.get(term) ?? 0) + score / total / words.length);
    }
  }
  const rated = [...worth].map(([term, share]) => ({ term, value: share * scorer.idf(term) }));
  rated.sort((a, b) => b.value - a.value || (a.term < b.term ? -1 : 1));
  const chosen = rated.slice(0, feedbackTerms);
  const sum = chosen.reduce((all, { value }) => all + value, 0);
  const own = [...terms.values()].reduce((all, weight) => all + weight, 0);
  const widened = new Map(terms);
  for (const { term, value } of chosen) {
    widened.set(term, (widened.get(term) ?? 0) + (feedbackShare * own * value) / sum);
  }
  return widened;
}
