/**
 * Scores of all passages of a store of snippets: BM25F by the words as typed, and the cosine of the embedding, each as a
 * share of its best, in halves. Unlike a question about a folder, whoever searches snippets types what the code does:
 * "list", "file" or "get" are its subject, not its form. Measured on `cosqa-dev`, nDCG@10: the words of a folder's
 * question .345, the words as typed .393; figures of the embedding are in the README. A name alone is looked up by words.
 */
import { cosine, vectorsOf } from '../dense/vectors';
import type { Embedding } from '../dense/embedding';
import { declaredMark, eachTermOfWord, wordsOf } from '../text/tokens';
import { mainView, type Scorer, type Scores } from './bm25f';
import type { Question } from './question';

/** Share of the embedding; .5 to .6 are alike. */
const denseShare = 0.55;
/** Passages of the searched segments: a larger store is ranked by words alone, since its vectors would take a second. */
const maxCompared = 20_000;
/** Below all cosines. */
const unknown = -2;
/** A mean of fewer passages says nothing. */
const fewest = 20;
/** Differences of less than this are chance. */
const leastSpan = 0.05;

const formWords = new Set(
  `what where when which who whom whose why how show tell explain describe please code i my me using use there here way
   do does did can could should would`.split(/\s+/),
);
/** A language is what the code is written in, not what it says. */
const languageWords = new Set(
  'python javascript typescript js java golang rust ruby php kotlin swift scala'.split(' '),
);

function termsOfWords(words: readonly string[]): Map<string, number> {
  const terms = new Map<string, number>();
  for (const word of words) {
    if (!formWords.has(word.toLowerCase())) eachTermOfWord(word, (term) => terms.set(term, 1));
  }
  return terms;
}

/** What the words of the question say of the code, for the embedding. */
export function subjectTerms(text: string): string[] {
  const words = wordsOf(text).filter((word) => !languageWords.has(word.toLowerCase()));
  return [...termsOfWords(words).keys()];
}

function greatest(columns: readonly Scores[]): number {
  let max = 0;
  for (const column of columns) for (const score of column) if (score > max) max = score;
  return max;
}

/** Of the passages that take part; `unknown` elsewhere. */
function cosines(scorer: Scorer, question: Float32Array, embedding: Embedding): Scores[] {
  return scorer.searched.map(({ segment }, place) => {
    const vectors = vectorsOf(segment, embedding);
    const column = new Float64Array(segment.records.length).fill(unknown);
    for (let passage = 0; passage < column.length; passage += 1) {
      if (scorer.isIn(place, passage)) column[passage] = cosine(question, vectors, passage);
    }
    return column;
  });
}

/** Every piece of code is a little like every question: what is not clearly above the mean counts nothing. */
function toShares(columns: readonly Scores[]): void {
  let [count, sum, squares, max] = [0, 0, 0, unknown];
  for (const column of columns) {
    for (const value of column) {
      if (value === unknown) continue;
      count += 1;
      sum += value;
      squares += value * value;
      if (value > max) max = value;
    }
  }
  const mean = sum / Math.max(1, count);
  const spread = Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean));
  const floor = count < fewest ? 0 : mean + spread;
  const span = Math.max(max - floor, leastSpan);
  for (const column of columns) {
    for (let at = 0; at < column.length; at += 1) column[at] = Math.max(0, (column[at]! - floor) / span);
  }
}

/** Best around 1. The columns are lent by the scorer: see `giveBack`. */
export function storeScores(scorer: Scorer, asked: Question, embedding: Embedding | undefined): Scores[] {
  if (asked.isSymbol) return scorer.score(asked.terms, mainView);
  const words = wordsOf(asked.text);
  const terms = termsOfWords(words);
  for (const symbol of asked.symbols) terms.set(declaredMark + symbol, 1);
  const scores = scorer.score(terms, mainView);
  const size = scorer.searched.reduce((sum, { segment }) => sum + segment.records.length, 0);
  const vector = size <= maxCompared ? embedding?.question(subjectTerms(asked.text)) : undefined;
  if (!embedding || !vector) return scores;
  const dense = cosines(scorer, vector, embedding);
  toShares(dense);
  const bestWords = greatest(scores);
  scores.forEach((column, place) => {
    for (let passage = 0; passage < column.length; passage += 1) {
      const byWords = bestWords > 0 ? column[passage]! / bestWords : 0;
      column[passage] = (1 - denseShare) * byWords + denseShare * dense[place]![passage]!;
    }
  });
  return scores;
}
