/**
 * Our own static embedding: a text is the weighted sum of the rows of its terms. Trained by `npm run train` from public
 * code under permissive licences. Idea and source: src/training/embedding/model.ts. Cost: 20 to 60 us for a passage.
 * Known limit: the order of words says nothing, and a word that is not in the table says nothing either.
 */
import { declaredNames } from '../chunk/declarations';
import { splitComments } from '../text/comments';
import { languageOf } from '../text/languages';
import { eachTerm, termsOf } from '../text/tokens';
import { codeCount, commentCount, type Occurrences } from './counts';
import type { Weights } from './weightsFile';

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

  /** The vector of a question, of length 1; undefined when it has no known word. */
  question(terms: Iterable<string>): Float32Array | undefined {
    const sum = new Float32Array(this.width);
    for (const term of new Set(terms)) {
      const row = this.rows.get(term);
      if (row !== undefined) this.add(sum, row, this.weights.questionFactors[row]!);
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
   * How near texts are to a question in meaning, by the rows of their terms, each once: the cosine in [0, 1]. Undefined when
   * the question has no known word.
   */
  nearnessTo(question: Iterable<string>): ((rows: Iterable<number>) => number) | undefined {
    const asked = this.question(question);
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

  /** How much a term tells of what a question is about, beside the median of all terms; 1 where it is not in the table. */
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
