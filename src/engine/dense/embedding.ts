/**
 * Our own static embedding: a text is the weighted sum of the rows of its terms. Trained by `npm run train` from public
 * code under permissive licences. Idea and source: src/training/embedding/model.ts. Cost: 20 to 60 us for a passage.
 * Known limit: the order of words says nothing, and a word that is not in the table says nothing either.
 */
import { declaredNames } from '../chunk/declarations';
import { splitComments, languageOf } from '../text/comments';
import { countsOf } from '../question/aside';
import { eachTerm, termsOf } from '../text/tokens';
import { type Weights, readWeights } from './weightsFile';
import { readFileSync } from 'node:fs';
import type { Log } from '../chunk/grammars';

// Section: what a term counts in code before its learned weights. A comment’s words count for code and for questions,
// because people comment as they ask (cosqa-dev, nDCG@10: .4675 to .4826; training with both gave .4794, so it has
// one).

interface Occurrences {
  body: number;
  comments: number;
  /** It is part of a declared name. */
  isName: boolean;
}

/** With the weight of the term in code. Repetition says less each time; a name says once more what the code says. */
export function codeCount({ body, comments, isName }: Occurrences): number {
  return Math.sqrt(body) + Math.sqrt(comments) + (isName ? 1 : 0);
}

/** With the weight of the term in questions. */
export function commentCount(comments: number): number {
  return Math.sqrt(comments);
}

/** A word that stands near another, and how near: a cosine. */
export interface LikeWord {
  term: string;
  strength: number;
}

const wholeStrength = 255;

export class Embedding {
  private readonly rows: ReadonlyMap<string, number>;
  private lengths: Float32Array | undefined;
  private usualLength: number | undefined;

  constructor(readonly weights: Weights) {
    this.rows = new Map(weights.terms.map((term, row) => [term, row]));
  }

  get width(): number {
    return this.weights.width;
  }

  /**
   * The vector of a question, of length 1; undefined when it has no known word.
   * @param countOf what a term counts, in (0, 1]
   */
  question(terms: Iterable<string>, countOf = (_term: string) => 1): Float32Array | undefined {
    const sum = new Float32Array(this.width);
    for (const term of new Set(terms)) {
      const row = this.rows.get(term);
      if (row !== undefined) this.add(sum, row, this.weights.questionFactors[row]! * countOf(term));
    }
    return withLengthOne(sum);
  }

  /** Place of a term in the table. */
  rowOf(term: string): number | undefined {
    return this.rows.get(term);
  }

  /** How long the sum of the vectors of some terms is, by their rows in the table, each once. */
  lengthOf(rows: Iterable<number>): number {
    const sum = new Float32Array(this.width);
    for (const row of rows) this.add(sum, row, this.weights.questionFactors[row]!);
    return Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  }

  /** How long it would be if the terms stood at right angles, which does for the few of a line. */
  rightAngledLengthOf(rows: Iterable<number>): number {
    const lengths = this.termLengths();
    let squares = 0;
    for (const row of rows) squares += lengths[row]! ** 2;
    return Math.sqrt(squares);
  }

  /** Product of the vector of a question with that of a term, by its row in the table. */
  productOf(asked: Float32Array, row: number): number {
    const { table, width, questionFactors } = this.weights;
    const from = row * width;
    let product = 0;
    for (let at = 0; at < width; at += 1) product += asked[at]! * table[from + at]!;
    return product * questionFactors[row]!;
  }

  /**
   * How near texts are to a question in meaning, by the rows of their terms, each once: the cosine in [0, 1]. Undefined
   * when the question has no known word.
   */
  nearnessTo(query: string): ((rows: Iterable<number>) => number) | undefined {
    const asked = this.question(termsOf(query), countsOf(query));
    if (!asked) return undefined;
    const products = new Map<number, number>();
    const productWith = (row: number): number => {
      const product = products.get(row) ?? this.productOf(asked, row);
      products.set(row, product);
      return product;
    };
    return (rows) => {
      let product = 0;
      for (const row of rows) product += productWith(row);
      return product > 0 ? product / this.lengthOf(rows) : 0;
    };
  }

  /** Whether the code and the questions it was trained on have the term often enough. */
  knows(term: string): boolean {
    return this.rows.has(term);
  }

  /** The words that stand near a term, nearest first; none of a term that is not in the table. */
  wordsLike(term: string): LikeWord[] {
    const row = this.rows.get(term);
    if (row === undefined) return [];
    const { ends, rows, strengths } = this.weights.alike;
    const first = row === 0 ? 0 : ends[row - 1]!;
    return Array.from(rows.subarray(first, ends[row]), (other, at) => ({
      term: this.weights.terms[other]!,
      strength: strengths[first + at]! / wholeStrength,
    }));
  }

  /**
   * How much a term tells of what a question is about, beside the median of all terms; 1 where it is not in the table.
   */
  importanceOf(term: string): number {
    const row = this.rows.get(term);
    if (row === undefined) return 1;
    const lengths = this.termLengths();
    this.usualLength ??= lengths.slice().sort()[lengths.length >> 1]! || 1;
    return lengths[row]! / this.usualLength;
  }

  /** How long the vector of each term is. */
  private termLengths(): Float32Array {
    const { table, width, questionFactors } = this.weights;
    this.lengths ??= questionFactors.map((factor, row) => {
      let squares = 0;
      for (let at = row * width; at < (row + 1) * width; at += 1) squares += table[at]! * table[at]!;
      return Math.sqrt(squares) * factor;
    });
    return this.lengths;
  }

  /** The vector of a piece of code, of length 1; undefined when it has no known word. */
  code(text: string, language: string): Float32Array | undefined {
    const { code, comments } = splitComments(text, languageOf(language).comments);
    const counts = new Map<number, Occurrences>();
    const countsOf = (term: string) => {
      const row = this.rows.get(term);
      if (row === undefined) return undefined;
      const known = counts.get(row) ?? { body: 0, comments: 0, isName: false };
      counts.set(row, known);
      return known;
    };
    eachTerm(code, (term) => {
      const own = countsOf(term);
      if (own) own.body += 1;
    });
    eachTerm(comments, (term) => {
      const own = countsOf(term);
      if (own) own.comments += 1;
    });
    for (const name of declaredNames(code)) {
      eachTerm(name, (term) => {
        const own = countsOf(term);
        if (own) own.isName = true;
      });
    }
    const sum = new Float32Array(this.width);
    for (const [row, own] of counts) this.add(sum, row, this.factorOf(row, own));
    return withLengthOne(sum);
  }

  /** One vector for each text, of length 1, or of zeros where a text has no known word: for the port of embedders. */
  embed(texts: readonly string[], kind: 'query' | 'code', language = 'txt'): Float32Array[] {
    return texts.map((text) => {
      const made = kind === 'query' ? this.question(termsOf(text)) : this.code(text, language);
      return made ?? new Float32Array(this.width);
    });
  }

  /** What the row counts in a piece of code in which its term stands so often. */
  factorOf(row: number, own: Occurrences): number {
    const { codeFactors, questionFactors } = this.weights;
    return codeCount(own) * codeFactors[row]! + commentCount(own.comments) * questionFactors[row]!;
  }

  private add(sum: Float32Array, row: number, factor: number): void {
    const { table, width } = this.weights;
    const from = row * width;
    for (let at = 0; at < width; at += 1) sum[at]! += factor * table[from + at]!;
  }
}

function withLengthOne(sum: Float32Array): Float32Array | undefined {
  let squares = 0;
  for (const value of sum) squares += value * value;
  if (squares === 0) return undefined;
  const length = Math.sqrt(squares);
  return sum.map((value) => value / length);
}

// Section: the shipped embedding, read when first needed. Missing or damaged, it lowers quality and is logged once.

/** Gives the embedding, or nothing where there is none. */
export type EmbeddingSource = () => Embedding | undefined;

export function shippedEmbedding(file: string | undefined, log: Log): EmbeddingSource {
  let isRead = false;
  let embedding: Embedding | undefined;
  return () => {
    if (isRead || file === undefined) return embedding;
    isRead = true;
    try {
      embedding = new Embedding(readWeights(readFileSync(file)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log('warn', `The embedding ${file} was not used (${reason}): snippets are ranked by their words alone.`);
    }
    return embedding;
  };
}

// Section: what answers ask of the embedding: which words there are, and how near a text is to a question.

/** How near a text is to the question, in [0, 1]: the cosine of their vectors, of texts that lead away none. */
export type Likeness = (text: string) => number;

export interface Meaning {
  /** Whether a term is a word at all. */
  isWord: (term: string) => boolean;
  /** Undefined where nothing tells. Each text is looked at once. */
  likenessTo: (query: string) => Likeness | undefined;
}

/** Without an embedding all are words, so nothing is taken for a slip of the hand. */
export const noMeaning: Meaning = { isWord: () => true, likenessTo: () => undefined };

export function meaningOf(embedding: EmbeddingSource): Meaning {
  return {
    isWord: (term) => embedding()?.knows(term) ?? true,
    likenessTo: (query) => {
      const model = embedding();
      const nearness = model?.nearnessTo(query);
      if (!model || !nearness) return undefined;
      const known = new Map<string, number>();
      return (text) => {
        const found = known.get(text);
        if (found !== undefined) return found;
        const rows = new Set(termsOf(text).flatMap((term) => model.rowOf(term) ?? []));
        const likeness = nearness(rows);
        known.set(text, likeness);
        return likeness;
      };
    },
  };
}
