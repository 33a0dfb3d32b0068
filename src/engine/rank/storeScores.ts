/** How the passages of a store of snippets are scored and judged. */
import { cosine, vectorsOf } from '../dense/vectors';
import type { Embedding, EmbeddingSource } from '../dense/embedding';
import { fieldNames } from '../index/fields';
import type { Segment } from '../index/segment';
import { declaredMark, eachTermOfWord, wordsOf } from '../text/tokens';
import { mainView, type Scorer, type Scores, type View } from './bm25f';
import { type Question, synonymsOf } from './question';
import { spaced } from '../text/plain';
import { nameFit } from './nameMatch';
import { passagePrior, priorOf } from './fileKinds';
import type { Selection } from './selection';
import { topThreshold } from './topK';

// Section: scores of a store of snippets: BM25F of the words as typed, the cosine, and the share of words held, each a
// share of its best. Whoever searches snippets types what the code does: “list” is its subject, not its form. Figures:
// test/quality/README.md.

/** Of the words, of the embedding and of the share of the words. Tuned on `cosqa-dev`: a third around them is alike. */
const wordsWeight = 0.37;
const denseWeight = 0.63;
const heldWeight = 0.25;
/** A word that means nearly the same as one typed. .2 to .5 are alike. */
const synonymWeight = 0.3;
/** So heavy that a word counts in full wherever it stands and however often. */
const anywhere: View = Float64Array.from(fieldNames, () => 1e6);
/**
 * Passages of the searched segments: a larger store is ranked by words alone, since its vectors would take a second.
 */
const maxCompared = 20_000;
/** A folder may have more: its vectors are made as they are first asked for, which takes about a second in all. */
const maxComparedInFolders = 60_000;
/** Below all cosines. */
const unknown = -2;
/** A mean of fewer passages says nothing. */
const fewest = 20;
/** Differences of less than this are chance. */
const leastSpan = 0.05;

const formWords = new Set(
  spaced(`what where when which who whom whose why how show tell explain describe please code i my me using use there here way
   do does did can could should would`),
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

/**
 * How near the meaning of a question is to that of a passage, by piece and passage; undefined without an embedding, for
 * a question without a known word, and for a space too large to be compared. The vectors of a segment are made when
 * they are first asked for.
 */
export function meaningOf(
  { text, countOf }: Question,
  searched: readonly { segment: Segment }[],
  embedding: EmbeddingSource | undefined,
): ((piece: number, passage: number) => number) | undefined {
  const size = searched.reduce((sum, { segment }) => sum + segment.records.length, 0);
  const model = size <= maxComparedInFolders ? embedding?.() : undefined;
  const vector = model?.question(subjectTerms(text), countOf);
  if (!model || !vector) return undefined;
  return (piece, passage) => cosine(vector, vectorsOf(searched[piece]!.segment, model), passage);
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

/** What is looked up: the words as typed, their like at a small weight, and names as they are declared. */
function lookedUp({ text, symbols }: Question): Map<string, number> {
  const terms = termsOfWords(wordsOf(text));
  for (const term of [...terms.keys()]) {
    for (const other of synonymsOf(term)) if (!terms.has(other)) terms.set(other, synonymWeight);
  }
  for (const symbol of symbols) terms.set(declaredMark + symbol, 1);
  return terms;
}

/** Best around 1. The columns are lent by the scorer: see `giveBack`. */
export function storeScores(scorer: Scorer, asked: Question, embedding: Embedding | undefined): Scores[] {
  if (asked.isSymbol) return scorer.score(asked.terms, mainView);
  const terms = lookedUp(asked);
  const scores = scorer.score(terms, mainView);
  const size = scorer.searched.reduce((sum, { segment }) => sum + segment.records.length, 0);
  const vector = size <= maxCompared ? embedding?.question(subjectTerms(asked.text)) : undefined;
  if (!embedding || !vector) return scores;
  const dense = cosines(scorer, vector, embedding);
  toShares(dense);
  const held = scorer.score(terms, anywhere);
  const all = [...terms].reduce((sum, [term, weight]) => sum + weight * scorer.idf(term), 0);
  const [best, whole] = [Math.max(greatest(scores), Number.MIN_VALUE), Math.max(all, Number.MIN_VALUE)];
  scores.forEach((column, place) => {
    for (let passage = 0; passage < column.length; passage += 1) {
      column[passage] =
        (wordsWeight * column[passage]!) / best +
        denseWeight * dense[place]![passage]! +
        (heldWeight * held[place]![passage]!) / whole;
    }
  });
  scorer.giveBack(held);
  return scores;
}

// Section: judges passages by themselves: BM25F of passage, definition and file, name fits, times priors. Scores, not
// ranks: measured. Pure.

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
/** In a store of snippets sums would favour the long ones. */
const storeWeights: Weights = { passage: 1, file: 0, name: 0.35, definition: 0, symbol: 0.4 };

/** Passages looked at closer; what is worse than these is never shown. */
const maxCandidates = 2000;

export interface Judging {
  question: Question;
  scorer: Scorer;
  selection: Selection;
  /** The passages are of a store of snippets, not of files. */
  isStore: boolean;
}

function weightsFor({ question, isStore }: Judging): Weights {
  if (!question.isWorded) return symbolWeights;
  return isStore ? storeWeights : wordedWeights;
}

export interface Judged {
  /** Slots of the passages that may be shown, in order. */
  candidates: Uint32Array;
  /** Fused, by slot; 0 for the others. */
  scores: Scores;
  /** What a score is made of. */
  partsOf: (slot: number) => Record<string, number>;
}

function candidatesOf(scores: Scores): Uint32Array {
  const least = Math.max(topThreshold(scores, { first: 0, end: scores.length }, maxCandidates), Number.MIN_VALUE);
  const candidates = new Uint32Array(scores.length);
  let count = 0;
  for (let slot = 0; slot < scores.length; slot += 1) if (scores[slot]! >= least) candidates[count++] = slot;
  return candidates.subarray(0, count);
}

/** Sums of the three best scores by a key, as shares of the greatest sum. */
function shares(candidates: Uint32Array, scores: Scores, { keyOf, keys }: { keyOf: Uint32Array; keys: number }) {
  const [first, second, third] = [new Float64Array(keys), new Float64Array(keys), new Float64Array(keys)];
  for (let at = 0; at < candidates.length; at += 1) {
    const slot = candidates[at]!;
    const key = keyOf[slot]!;
    const score = scores[slot]!;
    if (score > first[key]!) {
      third[key] = second[key]!;
      second[key] = first[key]!;
      first[key] = score;
    } else if (score > second[key]!) {
      third[key] = second[key]!;
      second[key] = score;
    } else if (score > third[key]!) third[key] = score;
  }
  let max = Number.MIN_VALUE;
  for (let key = 0; key < keys; key += 1) {
    first[key]! += second[key]! + third[key]!;
    max = Math.max(max, first[key]!);
  }
  for (let key = 0; key < keys; key += 1) first[key]! /= max;
  return first;
}

function greatestOf(scores: Scores): number {
  let max = Number.MIN_VALUE;
  for (let slot = 0; slot < scores.length; slot += 1) if (scores[slot]! > max) max = scores[slot]!;
  return max;
}

/** Of each file: the fit of its name, and its prior. */
function judgeFiles({ question, selection }: Judging): { fits: Float64Array; priors: Float64Array } {
  const { files } = selection;
  return {
    fits: Float64Array.from(files, ({ parts }) => nameFit(parts, question)),
    priors: Float64Array.from(files, ({ roles }) => priorOf(roles, question)),
  };
}

/** Looks at names and places once, and then judges by one column of scores or another. */
export function passageJudge(judging: Judging): (scores: Scores) => Judged {
  const { question, scorer, selection } = judging;
  const { fileOf, homeOf, isListing, size } = selection;
  const weights = weightsFor(judging);
  const declares = scorer.presence(
    question.symbols.map((symbol) => declaredMark + symbol),
    selection,
  ).any;
  const { fits, priors } = judgeFiles(judging);
  return (scores) => {
    const candidates = candidatesOf(scores);
    const best = greatestOf(scores);
    const ofFile = shares(candidates, scores, { keyOf: fileOf, keys: selection.files.length });
    const ofHome = shares(candidates, scores, { keyOf: homeOf, keys: size });
    const partsOf = (slot: number) => {
      const file = fileOf[slot]!;
      return {
        passage: (weights.passage * scores[slot]!) / best,
        definition: weights.definition * ofHome[homeOf[slot]!]!,
        symbol: declares[slot] ? weights.symbol : 0,
        file: weights.file * ofFile[file]!,
        name: weights.name * fits[file]!,
        prior: priors[file]! * passagePrior(isListing[slot] === 1),
      };
    };
    const fused = new Float64Array(size);
    for (let at = 0; at < candidates.length; at += 1) {
      const slot = candidates[at]!;
      const file = fileOf[slot]!;
      const sum =
        (weights.passage * scores[slot]!) / best +
        weights.definition * ofHome[homeOf[slot]!]! +
        (declares[slot] ? weights.symbol : 0) +
        weights.file * ofFile[file]! +
        weights.name * fits[file]!;
      fused[slot] = sum * priors[file]! * passagePrior(isListing[slot] === 1);
    }
    return { candidates, scores: fused, partsOf };
  };
}
