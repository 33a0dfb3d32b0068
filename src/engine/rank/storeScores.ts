/** Scores of passages: those of a store of snippets, and the judgement of passages by themselves. */
import { cosine, vectorsOf, type Embedding, type EmbeddingSource } from '../dense/embedding';
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

// Section: scores of a store of snippets: BM25F of the words as typed, the cosine of the embedding, and the share of
// words present, each as a share of its best; words alike are added to the best passages (search/signals.ts). A query for
// snippets describes the code, so “list” is its subject, not its form. Figures: test/quality/README.md.

/** Weights of BM25F and of the embedding. Tuned on `cosqa-dev`; a third around them does equally well. */
const wordsWeight = 0.37;
const denseWeight = 0.63;
const heldWeight = 0.25;
/** Weight of a synonym of a typed word; .2 to .5 do equally well. */
const synonymWeight = 0.3;
/** Field weights so great that a word counts in full in any field and at any frequency. */
const anywhere: View = Float64Array.from(fieldNames, () => 1e6);
/**
 * Most passages that are compared by the embedding; a larger store is ranked by words alone, since making its vectors
 * would take a second.
 */
const maxCompared = 20_000;
/** The same for folders, whose vectors are made when first needed, which takes about a second in all. */
const maxComparedInFolders = 60_000;
/** Stands for a missing cosine; below all cosines. */
const unknown = -2;
/** Least passages whose mean cosine is used. */
const fewest = 20;
/** Least span of cosines that is scaled to shares; smaller differences are chance. */
const leastSpan = 0.05;

const formWords = new Set(
  spaced(`what where when which who whom whose why how show tell explain describe please code i my me using use there here way
   do does did can could should would`),
);
/** Names of languages, left out since they tell what the code is written in, not what it does. */
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

/** The terms of the question that describe the code, for the embedding. */
export function subjectTerms(text: string): string[] {
  const words = wordsOf(text).filter((word) => !languageWords.has(word.toLowerCase()));
  return [...termsOfWords(words).keys()];
}

/**
 * The cosine of question and passage, by piece and passage; undefined without an embedding, for a question without a
 * known word, and for a space too large to be compared. The vectors of a segment are made when first needed.
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

/** Cosines of the passages that take part; `unknown` for the others. */
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

/**
 * Turns cosines into shares of the best above the mean, in place: any code is a little like any question, so cosines
 * near the mean count nothing.
 */
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

/** Terms to look up, with weights: the words as typed, their synonyms at a small weight, and names as declared. */
function lookedUp({ text, symbols }: Question): Map<string, number> {
  const terms = termsOfWords(wordsOf(text));
  for (const term of [...terms.keys()]) {
    for (const other of synonymsOf(term)) if (!terms.has(other)) terms.set(other, synonymWeight);
  }
  for (const symbol of symbols) terms.set(declaredMark + symbol, 1);
  return terms;
}

/** Scores of all passages of a store, the best around 1. The columns are lent by the scorer: see `giveBack`. */
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

// Section: judges passages by themselves: the sum of BM25F of passage, definition and file and of the fit of names,
// times priors. Pure.

interface Weights {
  passage: number;
  file: number;
  name: number;
  /** Weight of the sum of the definition's three best passages: a long definition is cut in several. */
  definition: number;
  symbol: number;
}

/** Weights set by hand on passage and file questions together; for a symbol its definition counts most. */
const wordedWeights: Weights = { passage: 1, file: 0.3, name: 0.35, definition: 0.35, symbol: 0.4 };
const symbolWeights: Weights = { passage: 1, file: 0.2, name: 0.3, definition: 0.1, symbol: 1.2 };
/** Weights for a store of snippets, where sums would favour long sources. */
const storeWeights: Weights = { passage: 1, file: 0, name: 0.35, definition: 0, symbol: 0.4 };

/** Most passages that may be shown. */
const maxCandidates = 2000;

export interface Judging {
  question: Question;
  scorer: Scorer;
  selection: Selection;
  /** True when the passages are of a store of snippets, not of files. */
  isStore: boolean;
}

function weightsFor({ question, isStore }: Judging): Weights {
  if (!question.isWorded) return symbolWeights;
  return isStore ? storeWeights : wordedWeights;
}

export interface Judged {
  /** Slots of the passages that may be shown, in ascending order. */
  candidates: Uint32Array;
  /** Combined scores by slot; 0 for passages that are not candidates. */
  scores: Scores;
  /** Contribution of each part to the score of a slot. */
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

/** The fit of the name and the prior of each file. */
function judgeFiles({ question, selection }: Judging): { fits: Float64Array; priors: Float64Array } {
  const { files } = selection;
  const [fits, priors] = [new Float64Array(files.length), new Float64Array(files.length)];
  files.forEach(({ parts, roles }, at) => {
    fits[at] = nameFit(parts, question);
    priors[at] = priorOf(roles, question);
  });
  return { fits, priors };
}

/** Judges passages by any column of scores; names and paths are read once. */
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
