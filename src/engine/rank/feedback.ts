/**
 * Relevance feedback in the manner of RM3 (Abdul-Jaleel et al. 2004): the words that the best passages share join the
 * question at a small weight. For sentences only: it hurts short questions and names. Worth, nDCG@10 of the whole engine
 * without and with it: .902 to .906 on repo-questions, .885 to .890 on npm-concepts, .568 to .588 on npm-questions, .660
 * to .681 on gin-questions.
 */
import { isDroppedFromQuestion } from '../text/stopWords';
import type { Scorer } from './bm25f';
import { bestFirst } from './best';
import { Tally, type Counted, type ReadPassage } from './passageWords';

export const feedbackPassages = 10;
const feedbackTerms = 20;
/** Weight of all added words together, relative to the question's own. */
const feedbackShare = 0.3;
/** Shorter terms say too little to join a question. */
const minTermChars = 3;

/** How much each word is spoken of in the passages, a share of the whole. */
function sharesOf(passages: readonly ReadPassage[]): Counted[] {
  const shares = new Tally();
  const total = passages.reduce((sum, { score }) => sum + score, 0);
  for (const { rows, score } of passages) {
    const joining: Counted[] = [];
    for (const row of rows)
      for (const { terms } of row) for (const term of terms) if (term.text.length >= minTermChars) joining.push(term);
    const share = score / total / joining.length;
    for (const term of joining) shares.set(term, (shares.of(term) ?? 0) + share);
  }
  return shares.counted;
}

interface Rated {
  term: string;
  value: number;
}

/** The terms worth most: their share times their rarity. The rarity of what cannot be among them is not looked up. */
function bestTerms(counted: readonly Counted[], scorer: Scorer): Rated[] {
  const best: Rated[] = [];
  const { greatestIdf } = scorer;
  const shares = Float64Array.from(counted, ({ value }) => value);
  const places = Uint32Array.from(shares, (_, place) => place);
  for (const place of bestFirst(places, (a, b) => (shares[a] === shares[b] ? a < b : shares[a]! > shares[b]!))) {
    const word = counted[place]!;
    const { term } = word;
    const share = shares[place]!;
    const least = best.length < feedbackTerms ? 0 : (best.at(-1)?.value ?? 0);
    if (share * greatestIdf < least) break;
    if (isDroppedFromQuestion(term)) continue;
    const value = share * scorer.idfOf(word);
    if (value < least) continue;
    best.push({ term, value });
    best.sort((a, b) => b.value - a.value || (a.term < b.term ? -1 : 1));
    if (best.length > feedbackTerms) best.pop();
  }
  return best;
}

/** What the passages add to the weights of the question's terms. */
export function feedbackOf(
  terms: ReadonlyMap<string, number>,
  passages: readonly ReadPassage[],
  scorer: Scorer,
): Map<string, number> {
  const chosen = bestTerms(sharesOf(passages), scorer);
  const sum = chosen.reduce((all, { value }) => all + value, 0);
  const own = [...terms.values()].reduce((all, weight) => all + weight, 0);
  return new Map(sum > 0 ? chosen.map(({ term, value }) => [term, (feedbackShare * own * value) / sum]) : []);
}
