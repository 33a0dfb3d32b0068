/**
 * The signals of passages and three orders of passages: by the weighted sum of signals for questions about lines, by
 * file for topics, and by score in a store of snippets.
 */
import { unheard, type Remembered, type Scores, type Scorer } from '../rank/bm25f';
import { sortBest, bestFirst, type IsBefore } from '../rank/topK';
import { priorOf } from '../rank/fileKinds';
import type { Question } from '../rank/question';
import type { RankedFiles, ScoredFile } from '../rank/fileSignals';
import type { Selection } from '../rank/selection';
import { passages as fitted } from '../weights.json';
import type { Embedding } from '../dense/embedding';
import { saturation } from '../index/scoring';
import { subjectTerms, type Judged } from '../rank/storeScores';
import { stem, unindexedWords } from '../text/tokens';
import everyday from './everyday.tsv';

// Section: the signals, one number each for every slot. Weights: `npm run fit:lines`; worth: test/quality/README.md.
// Pure.

export interface PassageEvidence {
  question: Question;
  selection: Selection;
  ranked: RankedFiles;
  /** Scores by the question's own words. */
  main: Scores;
  /** Scores by the words of the passage, its definition, its file and its name together. */
  judged: Scores;
  /** Scores by the question's words together with words alike. */
  like: LikeWords;
  rowsOf: (slot: number) => number;
  hasSymbol: (slot: number) => boolean;
  /**
   * Cosine of the question and the passage; absent where the space is too large to be compared, or without an
   * embedding.
   */
  meaning?: ((slot: number) => number) | undefined;
}

type PassageSignal = (known: PassageEvidence) => Float64Array;

/** Scores as shares of the best passage's score, since scores have no scale of their own. */
function shares(values: Float64Array): Float64Array {
  let best = 0;
  for (const value of values) if (value > best) best = value;
  return best > 0 ? values.map((value) => value / best) : values;
}

function perSlot({ selection }: PassageEvidence, value: (slot: number) => number): Float64Array {
  // Many times quicker than `Float64Array.from` with a function.
  const values = new Float64Array(selection.size);
  for (let slot = 0; slot < values.length; slot += 1) values[slot] = value(slot);
  return values;
}

function perFile({ selection }: PassageEvidence, value: (file: number) => number): Float64Array {
  const values = new Float64Array(selection.size);
  selection.files.forEach(({ first, end }, file) => values.fill(value(file), first, end));
  return values;
}

/** One over the rank of each passage among those of its file: 1, 1/2, 1/3. */
function placesInFile({ selection, judged }: PassageEvidence): Float64Array {
  const places = new Float64Array(selection.size);
  for (const { first, end } of selection.files) {
    const slots = Uint32Array.from({ length: end - first }, (_, at) => first + at);
    sortBest(slots, (a, b) => (judged[a] === judged[b] ? a < b : judged[a]! > judged[b]!));
    slots.forEach((slot, at) => (places[slot] = judged[slot]! > 0 ? 1 / (at + 1) : 0));
  }
  return places;
}

export const passageSignals = {
  /** BM25F by the question's own words. */
  ownWords: ({ main }) => shares(main),
  /**
   * BM25F by the question's words together with words alike; `likeCoverage` is the share of these words that the
   * passage has.
   */
  likeWords: ({ like }) => shares(like.scores),
  likeCoverage: ({ like }) => like.coverage,
  /** Cosine of the embedding. */
  meaning: (known) => perSlot(known, (slot) => Math.max(0, known.meaning?.(slot) ?? 0)),
  /** Score of the passage's file by all signals of files, relative to the best file. */
  file: (known) => {
    const scores = new Float64Array(known.selection.files.length);
    for (const { at, score } of known.ranked.files) scores[at] = score;
    const top = known.ranked.files[0]?.score ?? 0;
    return perFile(known, (file) => scores[file]! - top);
  },
  placeInFile: placesInFile,
  /** Prior of the file's kind: tests, examples, documents and vendored code seldom are the answer. */
  prior: (known) => perFile(known, (file) => Math.log(priorOf(known.selection.files[file]!.roles, known.question))),
  /** Logarithm of the number of rows: whole functions answer more than single rows. */
  rows: (known) => perSlot(known, (slot) => Math.log(known.rowsOf(slot))),
  isDefinition: (known) => perSlot(known, (slot) => (known.hasSymbol(slot) ? 1 : 0)),
} satisfies Record<string, PassageSignal>;

type PassageSignalName = keyof typeof passageSignals;

export const passageSignalNames = Object.keys(passageSignals).filter(
  (name): name is PassageSignalName => name in passageSignals,
);

/** The signals that need the vectors of passages. */
export const meaningSignals: readonly PassageSignalName[] = ['meaning'];

// Section: ranking for questions about lines, by the weighted sum of the signals; the sums are logits, so their
// exponentials compare as probabilities.

export type PassageWeights = Readonly<Partial<Record<PassageSignalName, number>>>;

/**
 * The fitted weights, `byWords` where the space is too large for its passages to be compared by meaning, or where there
 * is no embedding.
 */
export const passageWeights: Readonly<Record<'withMeaning' | 'byWords', PassageWeights>> = fitted.weights;

export interface RankedPassages {
  /** Best first. */
  rows: Generator<Row>;
  /** Contribution of each signal to the score of a passage. */
  partsOf: (slot: number) => Record<string, number>;
}

function* inOrder(slots: Uint32Array, sums: Float64Array, { isBefore }: Placing): Generator<Row> {
  const isBetter = (a: number, b: number) => (sums[a] === sums[b] ? isBefore(a, b) : sums[a]! > sums[b]!);
  let best: number | undefined;
  for (const slot of bestFirst(slots, isBetter)) {
    best ??= sums[slot]!;
    yield { slot, score: Math.exp(sums[slot]! - best) };
  }
}

/** Passages with a word of the question or a word alike; none where no passage has a word of the question. */
export function passagesToRank({ judged }: Placing, { like }: PassageEvidence): Uint32Array {
  if (judged.candidates.length === 0) return judged.candidates;
  const isNamed = new Uint8Array(like.scores.length);
  for (const slot of judged.candidates) isNamed[slot] = 1;
  const slots = new Uint32Array(isNamed.length);
  let count = 0;
  for (let slot = 0; slot < isNamed.length; slot += 1)
    if (isNamed[slot] === 1 || like.scores[slot]! > 0) slots[count++] = slot;
  return slots.subarray(0, count);
}

/**
 * Ranks passages for a question about lines.
 * @param weights instead of the fitted ones, to measure them
 */
export function rankPassages(known: PassageEvidence, placing: Placing, weights?: PassageWeights): RankedPassages {
  const chosen = weights ?? (known.meaning ? passageWeights.withMeaning : passageWeights.byWords);
  const sums = new Float64Array(known.selection.size);
  const parts: [name: string, values: Float64Array, weight: number][] = [];
  for (const name of passageSignalNames) {
    const weight = chosen[name] ?? 0;
    if (weight === 0) continue;
    const values = passageSignals[name](known);
    for (let slot = 0; slot < sums.length; slot += 1) sums[slot]! += weight * values[slot]!;
    parts.push([name, values, weight]);
  }
  const partsOf = (slot: number) =>
    Object.fromEntries(parts.map(([name, values, weight]) => [name, weight * values[slot]!]));
  return { rows: inOrder(passagesToRank(placing, known), sums, placing), partsOf };
}

// Section: words alike. BM25F in which a word counts together with the words that the embedding learned to be alike
// (“login” with “session”), at the weight learned for each, and with the words of code that people describe by it
// (“throw out” with “evict”, everyday.tsv): a translation model (Berger and Lafferty 1999) over static tables. Without an
// embedding only the words themselves count. Cost: the postings of some two hundred terms in the selected files.

/** Weight of a word alike relative to the question's word, times their cosine. */
const likeShare = 0.7;

interface LikeWords {
  /** By slot, the passage's BM25F score by the question's words and words alike. */
  scores: Scores;
  /** By slot, the share of the question's weight that the passage holds, in its own words or in words alike. */
  coverage: Scores;
}

/** Weight of a word of code that one everyday word stands for, and that a phrase stands for. */
const everydayShares = { word: 0.5, phrase: 0.8 };

/** A word that counts for a word of a question, and its weight relative to that word. */
interface Counting {
  word: Remembered;
  strength: number;
  /** The other words of a phrase, all of which the question has to have. */
  others: readonly string[];
}

/** Words of code with the other words of each phrase that stands for them, by its first word; as terms. */
type Everyday = ReadonlyMap<string, readonly { term: string; others: readonly string[] }[]>;

let everydayWords: Everyday | undefined;

/** Reads a row for each word of code: the word, a tab, and what people say for it, divided by `; `. */
function readEveryday(rows: string): Everyday {
  const found = new Map<string, { term: string; others: readonly string[] }[]>();
  // The same few thousand words come again and again.
  const stems = new Map<string, string>();
  const stemOf = (word: string): string => {
    const known = stems.get(word) ?? stem(word);
    stems.set(word, known);
    return known;
  };
  for (const row of rows.split('\n')) {
    const [word = '', said = ''] = row.split('\t');
    const term = stemOf(word);
    for (const phrase of said.split('; ')) {
      const telling = phrase.split(' ').filter((one) => !unindexedWords.has(one));
      const [first, ...others] = new Set(telling.map(stemOf));
      if (first === undefined || first === term || others.includes(term)) continue;
      const known = found.get(first);
      if (known) known.push({ term, others });
      else found.set(first, [{ term, others }]);
    }
  }
  return found;
}

/** Most words of questions whose words alike are kept. */
const maxKeptWords = 4_000;

/** What counts for each word of a question. Kept, so that a word alike is looked up once for many questions. */
class WordsAlike {
  private readonly lists = new Map<string, readonly Counting[]>();
  private readonly words = new Map<string, Remembered>();

  constructor(private readonly embedding: Embedding) {}

  /** The word itself, the words alike and the words of code that it stands for, alone or in a phrase. */
  of(term: string): readonly Counting[] {
    const found = this.lists.get(term);
    if (found) return found;
    everydayWords ??= readEveryday(everyday);
    const made = new Map<string, Counting>();
    // A word that both tables know is looked up once.
    const add = (like: string, strength: number, others: readonly string[] = []) => {
      const key = [like, ...others].join(' ');
      made.set(key, { word: this.word(like), strength: strength + (made.get(key)?.strength ?? 0), others });
    };
    add(term, 1);
    for (const like of this.embedding.wordsLike(term)) add(like.term, likeShare * like.strength);
    for (const meant of everydayWords.get(term) ?? [])
      add(meant.term, meant.others.length > 0 ? everydayShares.phrase : everydayShares.word, meant.others);
    const list = [...made.values()];
    if (this.lists.size >= maxKeptWords) this.lists.clear();
    this.lists.set(term, list);
    return list;
  }

  private word(term: string): Remembered {
    const found = this.words.get(term) ?? remembered(term);
    this.words.set(term, found);
    return found;
  }
}

const remembered = (term: string): Remembered => ({ term, knownBy: 0, known: unheard });

const kept = new WeakMap<Embedding, WordsAlike>();

function wordsAlikeOf(embedding: Embedding): WordsAlike {
  const alike = kept.get(embedding) ?? new WordsAlike(embedding);
  kept.set(embedding, alike);
  return alike;
}

export function likeWordsOf(
  { text, countOf }: Question,
  { scorer, selection, embedding }: { scorer: Scorer; selection: Selection; embedding: Embedding | undefined },
): LikeWords {
  const { size } = selection;
  const found = { scores: new Float64Array(size), coverage: new Float64Array(size) };
  const [sums, strongest] = [new Float64Array(size), new Float64Array(size)];
  const count = scorer.counter(selection, { sums, strongest });
  const alike = embedding && wordsAlikeOf(embedding);
  let total = 0;
  const asked = new Set(subjectTerms(text));
  for (const term of asked) {
    const weight = countOf(term) * (embedding?.importanceOf(term) ?? 1);
    total += weight;
    let frequency = 0;
    for (const { word, strength, others } of alike?.of(term) ?? [{ word: remembered(term), strength: 1, others: [] }])
      if (others.every((other) => asked.has(other))) frequency += count(word, strength);
    const value = weight * scorer.rarityOf(Math.min(frequency, scorer.passageCount));
    for (let slot = 0; slot < size; slot += 1) {
      if (sums[slot] === 0) continue;
      found.scores[slot]! += (value * sums[slot]!) / (saturation + sums[slot]!);
      found.coverage[slot]! += weight * strongest[slot]!;
    }
    sums.fill(0);
    strongest.fill(0);
  }
  if (total > 0) for (let slot = 0; slot < size; slot += 1) found.coverage[slot]! /= total;
  return found;
}

/**
 * What the score by words alike, and their coverage, count for in a store of snippets, where the best passage has 1
 * without them. Chosen on `cosqa-dev`; .1 to .2 do equally well.
 */
const likeInStore = 0.15;

/** The scores of a store's passages together with words alike; passages without a score stay without. */
export function withLikeWords(scores: Scores, like: LikeWords): Scores {
  const alike = shares(like.scores);
  return shares(scores).map((own, slot) => (own > 0 ? own + likeInStore * (alike[slot]! + like.coverage[slot]!) : 0));
}

// Section: ranking for topics, file by file (probability of the file times that of the passage in it; one row of each
// file first), and in a store of snippets by score, with further passages of one snippet lowered. Pure; ties are broken
// by source and row.

/** Factor of the score differences between passages of one file, and what its second and each further passage count. */
const topicRows = { passage: 4, second: 0.001, further: 0.8 };

/** Factors for each further passage of one snippet, and for those from the fourth on. */
const repeatFactor = 0.9;
const manyFactor = 0.85;
const freePassages = 3;

/** The passage in a slot with its worth relative to the others. */
export interface Row {
  slot: number;
  score: number;
}

export interface Placing {
  selection: Selection;
  judged: Judged;
  /** The order of rows in their sources, which breaks ties. */
  isBefore: IsBefore;
}

function byScore(scores: Scores, isBefore: IsBefore): IsBefore {
  return (a, b) => (scores[a] === scores[b] ? isBefore(a, b) : scores[a]! > scores[b]!);
}

/** Calls `take` for each file with its candidates, best first. */
function eachFile({ selection, judged, isBefore }: Placing, take: (file: number, slots: Uint32Array) => void): void {
  const { scores } = judged;
  const sorted = judged.candidates.slice();
  const isBetter = byScore(scores, isBefore);
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    const file = selection.fileOf[sorted[from]!]!;
    while (to < sorted.length && selection.fileOf[sorted[to]!] === file) to += 1;
    const slots = sorted.subarray(from, to);
    sortBest(slots, isBetter);
    take(file, slots);
  }
}

function* rowsInOrder({ judged, isBefore }: Placing, scores: Scores): Generator<Row> {
  for (const slot of bestFirst(judged.candidates.slice(), byScore(scores, isBefore)))
    yield { slot, score: scores[slot]! };
}

/** Rows of a folder, best first. `files` are all selected files, best first. */
export function rowsByFile(placing: Placing, files: readonly ScoredFile[]): Generator<Row> {
  const { selection, judged } = placing;
  const fileScores = new Float64Array(selection.files.length);
  for (const { at, score } of files) fileScores[at] = score;
  const top = files[0]?.score ?? 0;
  const scores = new Float64Array(selection.size);
  /** Factors for the passages of a file, by their rank in it. */
  const repeats: number[] = [1];
  eachFile(placing, (file, slots) => {
    const first = judged.scores[slots[0]!]!;
    for (let count = 0; count < slots.length; count += 1) {
      const slot = slots[count]!;
      const repeat = (repeats[count] ??= topicRows.second * topicRows.further ** (count - 1));
      const passage = topicRows.passage * (judged.scores[slot]! - first);
      scores[slot] = Math.exp(fileScores[file]! - top + passage) * repeat;
    }
  });
  return rowsInOrder(placing, scores);
}

/** Rows of a store of snippets, best first; repeated passages of one source are lowered so that others come up. */
export function rowsByPassage(placing: Placing): Generator<Row> {
  const { selection, judged } = placing;
  const scores = new Float64Array(selection.size);
  eachFile(placing, (_, slots) => {
    slots.forEach((slot, before) => {
      const many = Math.max(0, Math.min(before, 12) - freePassages + 1);
      scores[slot] = judged.scores[slot]! * repeatFactor ** Math.min(before, freePassages) * manyFactor ** many;
    });
  });
  return rowsInOrder(placing, scores);
}
