/**
 * Words alike: the words that the embedding learned to be alike (“login” with “session”), at the weight learned for
 * each, and the words of code that people describe by a word or a phrase (“throw out” with “evict”, everyday.tsv and
 * said.tsv): a translation model (Berger and Lafferty 1999) over static tables. They choose files for a closer look, count in a
 * BM25F beside the question's own words, and are what rows hold of a question (closerLook.ts). Without an embedding only
 * the words themselves count. Cost: the postings of some two hundred terms in the selected files. Pure.
 */
import type { Embedding } from '../dense/embedding';
import { saturation } from '../index/scoring';
import { unheard, type Remembered, type Scores, type Scorer } from '../rank/bm25f';
import { sharesOfBest } from '../rank/fileSignals';
import type { Question } from '../rank/question';
import type { Selection } from '../rank/selection';
import { subjectTerms } from '../rank/storeScores';
import { stem, unindexedWords } from '../text/tokens';
import everyday from './everyday.tsv';
import irregular from './irregular.tsv';
import said from './said.tsv';

/** Weight of a word alike relative to the question's word, times their cosine. */
const likeShare = 0.7;

/**
 * Weight of a word of code that one everyday word stands for, and that a phrase stands for: in the table that was
 * written word of code by word of code, and in the one written by what people say, which is less particular.
 */
const everydayShares = { word: 0.5, phrase: 0.8, isForLines: false };
const saidShares = { word: 0.3, phrase: 0.5, isForLines: true };

/** A word that counts for a word of a question, and its weight relative to that word. */
interface Counting {
  word: Remembered;
  /** Row of the word in the embedding's table. */
  row: number | undefined;
  strength: number;
  /** The other words of a phrase, all of which the question has to have. */
  others: readonly string[];
  /** True for what counts for questions about lines alone: topics are in words of code. */
  isForLines: boolean;
}

/** A word of code that a phrase stands for, with the words of the phrase behind its first; as terms. */
interface Meant {
  term: string;
  others: readonly string[];
  strength: number;
  isForLines: boolean;
}

/** What people say, and the words of code that they mean, divided by spaces. */
interface Saying {
  phrase: string;
  words: string;
  shares: typeof everydayShares;
}

/** The term of the verb by the terms of its irregular forms: “throw” by “thrown”. */
const verbs = new Map(
  irregular
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [verb = '', ...forms] = row.split(/\s/).map(stem);
      return forms.map((form): [string, string] => [form, verb]);
    }),
);

const verbOf = (term: string): string => verbs.get(term) ?? term;

/**
 * Sayings of two tables by the term of their first word: for each word of code what people say for it, divided by `; `
 * (everyday.tsv), and for what people say the words of code, divided by spaces (said.tsv). Verbs have one form. Only
 * first words are made terms here: of forty thousand sayings a question needs a few hundred.
 */
function readSayings(): ReadonlyMap<string, readonly Saying[]> {
  const sayings = new Map<string, Saying[]>();
  const terms = new Map<string, string>();
  const termOf = (word: string): string => {
    const known = terms.get(word) ?? verbOf(stem(word));
    terms.set(word, known);
    return known;
  };
  const put = (saying: Saying) => {
    const first = saying.phrase.split(' ').find((one) => !unindexedWords.has(one));
    if (first === undefined) return;
    const known = sayings.get(termOf(first));
    if (known) known.push(saying);
    else sayings.set(termOf(first), [saying]);
  };
  const rowsOf = (table: string) => table.trimEnd().split('\n').map((row) => row.split('\t') as [string, string]); // prettier-ignore
  for (const [words, phrases] of rowsOf(everyday))
    for (const phrase of phrases.split('; ')) put({ phrase, words, shares: everydayShares });
  for (const [phrase, words] of rowsOf(said)) put({ phrase, words, shares: saidShares });
  return sayings;
}

let sayings: ReturnType<typeof readSayings> | undefined;

/** The words of code that sayings with this first word stand for. What both tables say counts as the first does. */
function meantFrom(first: string): Iterable<Meant> {
  sayings ??= readSayings();
  const found = new Map<string, Meant>();
  for (const { phrase, words, shares } of sayings.get(first) ?? []) {
    const telling = phrase.split(' ').filter((one) => !unindexedWords.has(one));
    const others = [...new Set(telling.map((one) => verbOf(stem(one))))].slice(1);
    const strength = others.length > 0 ? shares.phrase : shares.word;
    for (const term of words.split(' ').map(stem)) {
      const key = [term, ...others].join(' ');
      if (first === term || others.includes(term) || found.has(key)) continue;
      found.set(key, { term, others, strength, isForLines: shares.isForLines });
    }
  }
  return found.values();
}

/** The words of code that people say this word for; those of phrases are left out. */
export function meantBy(term: string): string[] {
  const meant = [...meantFrom(verbOf(term))];
  return meant.filter(({ others }) => others.length === 0).map((one) => one.term);
}

/** A word of a question with all that counts for it. */
interface AskedWord {
  term: string;
  /** Weight of the word in the question. */
  weight: number;
  /** The word itself first. */
  counting: readonly Counting[];
}

/** Most words of questions whose words alike are kept. */
const maxKeptWords = 4_000;

/** What counts for each word of a question. Kept, so that a word alike is looked up once for many questions. */
class WordsAlike {
  private readonly lists = new Map<string, readonly Counting[]>();
  private readonly words = new Map<string, Remembered>();
  /** The question asked last, since one is asked for its words several times. */
  private last: { question: Question; words: readonly AskedWord[] } | undefined;

  constructor(private readonly embedding: Embedding) {}

  /** The words of a question; of the phrases that a word begins only those that the question has as a whole. */
  ofQuestion(question: Question): readonly AskedWord[] {
    if (this.last?.question === question) return this.last.words;
    const terms = subjectTerms(question.text);
    const asked = new Set([...terms, ...terms.map(verbOf)]);
    const words = terms.map((term) => ({
      term,
      weight: question.countOf(term) * this.embedding.importanceOf(term),
      counting: this.of(term).filter(
        ({ others, isForLines }) => others.every((other) => asked.has(other)) && (question.wantsLines || !isForLines),
      ),
    }));
    this.last = { question, words };
    return words;
  }

  /** The word itself, the words alike and the words of code that it stands for, alone or in a phrase. */
  private of(term: string): readonly Counting[] {
    const found = this.lists.get(term);
    if (found) return found;
    const made = new Map<string, Counting>();
    // A word that several tables know is looked up once, but for what counts for questions about lines alone.
    const add = (like: string, strength: number, others: readonly string[] = [], isForLines = false) => {
      const key = [isForLines, like, ...others].join(' ');
      const known = made.get(key)?.strength ?? 0;
      const row = this.embedding.rowOf(like);
      made.set(key, { word: this.word(like), row, strength: strength + known, others, isForLines });
    };
    add(term, 1);
    for (const like of this.embedding.wordsLike(term)) add(like.term, likeShare * like.strength);
    for (const meant of meantFrom(verbOf(term))) add(meant.term, meant.strength, meant.others, meant.isForLines);
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

function askedWords(question: Question, embedding: Embedding | undefined): readonly AskedWord[] {
  if (embedding) return wordsAlikeOf(embedding).ofQuestion(question);
  return subjectTerms(question.text).map((term) => {
    const word = { word: remembered(term), row: undefined, strength: 1, others: [], isForLines: false };
    return { term, weight: question.countOf(term), counting: [word] };
  });
}

// Section: scores by words alike.

export interface LikeWords {
  /** By slot, the passage's BM25F score by the question's words and words alike. */
  scores: Scores;
  /** By slot, the share of the question's weight that the passage holds, in its own words or in words alike. */
  coverage: Scores;
}

export function likeWordsOf(
  question: Question,
  { scorer, selection, embedding }: { scorer: Scorer; selection: Selection; embedding: Embedding | undefined },
): LikeWords {
  const { size } = selection;
  const found = { scores: new Float64Array(size), coverage: new Float64Array(size) };
  const [sums, strongest] = [new Float64Array(size), new Float64Array(size)];
  const count = scorer.counter(selection, { sums, strongest });
  let total = 0;
  for (const { weight, counting } of askedWords(question, embedding)) {
    total += weight;
    let frequency = 0;
    for (const { word, strength } of counting) frequency += count(word, strength);
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
  const alike = sharesOfBest(like.scores);
  return sharesOfBest(scores).map((own, slot) =>
    own > 0 ? own + likeInStore * (alike[slot]! + like.coverage[slot]!) : 0,
  );
}

// Section: words alike among the terms that choose files, since the file wanted may have none of the question's words.

/** Weight of a word alike among the terms of a question, times its strength, and the most that are added. */
const likeInTerms = { weight: 0.3, most: 10 };

/** The terms of a question with those words alike that tell most. */
export function withWordsAlike(question: Question, scorer: Scorer, embedding: Embedding): ReadonlyMap<string, number> {
  const weights = new Map<Remembered, number>();
  for (const { term, counting } of askedWords(question, embedding)) {
    const share = likeInTerms.weight * question.countOf(term);
    for (const { word, strength } of counting) weights.set(word, (weights.get(word) ?? 0) + share * strength);
  }
  const telling: { term: string; weight: number; value: number }[] = [];
  for (const [word, sum] of weights) {
    const weight = Math.min(1, sum);
    const value = weight * scorer.idfOf(word);
    if (value > 0 && !question.terms.has(word.term)) telling.push({ term: word.term, weight, value });
  }
  telling.sort((a, b) => b.value - a.value);
  const terms = new Map(question.terms);
  for (const { term, weight } of telling.slice(0, likeInTerms.most)) terms.set(term, weight);
  return terms;
}

// Section: what a text holds of a question.

/** The terms of the embedding's table that count for the words of a question. */
export interface Counted {
  /** Weight of each word; they sum to 1. */
  weights: readonly number[];
  /** Each by its row, with the words (places in `weights`) that it counts for, and how much, in (0, 1]. */
  terms: readonly { row: number; counts: readonly { word: number; strength: number }[] }[];
}

export function countedFor(question: Question, embedding: Embedding): Counted {
  const words = askedWords(question, embedding);
  const byRow = new Map<number, { word: number; strength: number }[]>();
  words.forEach(({ counting }, word) => {
    for (const { row, strength } of counting) {
      if (row === undefined) continue;
      const known = byRow.get(row) ?? [];
      known.push({ word, strength: Math.min(1, strength) });
      byRow.set(row, known);
    }
  });
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  return {
    weights: words.map(({ weight }) => weight / Math.max(total, Number.MIN_VALUE)),
    terms: Array.from(byRow, ([row, counts]) => ({ row, counts })),
  };
}
