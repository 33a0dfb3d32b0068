/**
 * A static embedding: the vector of a text is the weighted sum of its terms' rows. Trained by `npm run train` on public
 * code under permissive licences. Idea and source: src/training/embedding/model.ts. Cost: 20 to 60 us for a passage.
 * Known limit: the order of words and words outside of the table are ignored.
 */
import { declaredNames } from '../../languages/declarations';
import { splitComments, languageOf } from '../text/comments';
import { countsOf } from '../question/spelling';
import { eachTerm, termsOf } from '../text/tokens';
import { fieldNames } from '../index/fields';
import type { Segment } from '../index/segment';
import { type Weights, readWeights } from './weightsFile';
import { readFileSync } from 'node:fs';
import type { Log } from '../chunk/grammars';

// Section: counts of a term in code before its learned weights. Words of comments count for code and for questions,
// because comments are worded like questions.

interface Occurrences {
  body: number;
  comments: number;
  /** True when the term is part of a declared name. */
  isName: boolean;
}

/** Count for the term's code weight. Each repetition adds less; a declared name adds one. */
export function codeCount({ body, comments, isName }: Occurrences): number {
  return Math.sqrt(body) + Math.sqrt(comments) + (isName ? 1 : 0);
}

/** Count for the term's question weight. */
export function commentCount(comments: number): number {
  return Math.sqrt(comments);
}

/** A word near another one, with their cosine. */
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

  /** Row of a term in the table. */
  rowOf(term: string): number | undefined {
    return this.rows.get(term);
  }

  /** Length of the sum of the vectors of distinct terms, given as rows of the table. */
  lengthOf(rows: Iterable<number>): number {
    const sum = new Float32Array(this.width);
    for (const row of rows) this.add(sum, row, this.weights.questionFactors[row]!);
    return Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  }

  /** The same length if the terms were orthogonal, which is accurate enough for the few of a row of text. */
  rightAngledLengthOf(rows: Iterable<number>): number {
    const lengths = this.termLengths();
    let squares = 0;
    for (const row of rows) squares += lengths[row]! ** 2;
    return Math.sqrt(squares);
  }

  /** Dot product of a question's vector with that of a term, given as its row of the table. */
  productOf(asked: Float32Array, row: number): number {
    const { table, width, questionFactors } = this.weights;
    const from = row * width;
    let product = 0;
    for (let at = 0; at < width; at += 1) product += asked[at]! * table[from + at]!;
    return product * questionFactors[row]!;
  }

  /** The same for many terms, into `products` by row. Four are summed side by side, since each sum waits for itself. */
  productsOf(asked: Float32Array, rows: readonly number[], products: Float64Array): void {
    const { table, width, questionFactors } = this.weights;
    let next = 0;
    for (; next + 3 < rows.length; next += 4) {
      const [first, second, third, fourth] = [rows[next]!, rows[next + 1]!, rows[next + 2]!, rows[next + 3]!];
      let [a, b, c, d] = [first * width, second * width, third * width, fourth * width];
      let [one, two, three, four] = [0, 0, 0, 0];
      for (let at = 0; at < width; at += 1) {
        const value = asked[at]!;
        one += value * table[a++]!;
        two += value * table[b++]!;
        three += value * table[c++]!;
        four += value * table[d++]!;
      }
      products[first] = one * questionFactors[first]!;
      products[second] = two * questionFactors[second]!;
      products[third] = three * questionFactors[third]!;
      products[fourth] = four * questionFactors[fourth]!;
    }
    for (; next < rows.length; next += 1) products[rows[next]!] = this.productOf(asked, rows[next]!);
  }

  /**
   * A function that gives the cosine in [0, 1] of the question and a text, given as rows of its distinct terms.
   * Undefined when the question has no known word.
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

  /** True when the term was frequent enough in the training data. */
  knows(term: string): boolean {
    return this.rows.has(term);
  }

  /** The words near a term, nearest first; none for a term that is not in the table. */
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
   * Importance of a term for what a question is about, relative to the median of all terms; 1 where it is not in the
   * table.
   */
  importanceOf(term: string): number {
    const row = this.rows.get(term);
    if (row === undefined) return 1;
    const lengths = this.termLengths();
    this.usualLength ??= lengths.slice().sort()[lengths.length >> 1]! || 1;
    return lengths[row]! / this.usualLength;
  }

  /** Length of the vector of each term. */
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

  /**
   * One vector for each text, of length 1, or zeros where a text has no known word; implements the port of embedders.
   */
  embed(texts: readonly string[], kind: 'query' | 'code', language = 'txt'): Float32Array[] {
    return texts.map((text) => {
      const made = kind === 'query' ? this.question(termsOf(text)) : this.code(text, language);
      return made ?? new Float32Array(this.width);
    });
  }

  /** Factor of a row in a piece of code with the given counts of its term. */
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

// Section: the shipped embedding, read when first needed. If it is missing or damaged, quality is lower and the log
// says so once.

/** Returns the embedding, or undefined where there is none. */
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

// Section: what answers need of the embedding: which words are known, and how similar a text is to a question.

/** Similarity of a text to the question, in [0, 1]: the cosine of their vectors, 0 when it is negative. */
export type Likeness = (text: string) => number;

export interface Meaning {
  /** True when a term is a known word. */
  isWord: (term: string) => boolean;
  /** Similarity to a query; undefined when it cannot be computed. Each text is computed once. */
  likenessTo: (query: string) => Likeness | undefined;
}

/** The meaning without an embedding: all terms count as words, so none is taken for a typing error. */
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

// Section: the vectors of all passages of a segment, computed from its postings without reading texts again. Made when a
// question first needs them and kept as long as the segment, one byte per number. Cost: a quarter of a microsecond per
// posting of a known term, 15 to 25 us per passage; memory: width plus 4 bytes per passage.

export interface Vectors {
  /** `width` bytes for each passage. */
  values: Int8Array;
  /** One over the length of a passage's vector; 0 where it has no known term. */
  factors: Float32Array;
}

const fieldAt = Object.fromEntries(fieldNames.map((name, at) => [name, at])) as Record<
  (typeof fieldNames)[number],
  number
>;
/** Passages summed in one block, so that the sums fit the processor's cache. */
const blockSize = 2048;
const greatest = 127;

const known = new WeakMap<Embedding, WeakMap<Segment, Vectors>>();

/** By code of a posting, its counts for code weights and for question weights. */
function countsByCode({ counts }: Segment): { code: Float64Array; comment: Float64Array } {
  const field = (packed: number, name: (typeof fieldNames)[number]) => (packed >>> (8 * fieldAt[name])) & 0xff;
  const code = Float64Array.from(counts, (packed) =>
    codeCount({
      body: field(packed, 'body'),
      comments: field(packed, 'comments'),
      isName: field(packed, 'names') + field(packed, 'place') > 0,
    }),
  );
  return { code, comment: Float64Array.from(counts, (packed) => commentCount(field(packed, 'comments'))) };
}

/** Scales the sums of a block to bytes, each vector by its greatest number. */
function finish(sums: Float32Array, { values, factors }: Vectors, first: number, width: number): void {
  for (let at = 0; at < sums.length; at += width) {
    let max = 0;
    for (let d = at; d < at + width; d += 1) max = Math.max(max, Math.abs(sums[d]!));
    if (max === 0) continue;
    const passage = first + at / width;
    let squares = 0;
    for (let d = 0; d < width; d += 1) {
      const value = Math.round((sums[at + d]! * greatest) / max);
      values[passage * width + d] = value;
      squares += value * value;
    }
    factors[passage] = 1 / Math.sqrt(squares);
  }
}

interface KnownTerm {
  /** Row of the term in the table of the embedding. */
  row: number;
  /** Its postings. */
  at: number;
  end: number;
}

/** The terms of a segment that the embedding knows, in the order of its table: looked up from the shorter list. */
function knownTerms({ terms, offsets }: Segment, embedding: Embedding): KnownTerm[] {
  const known: KnownTerm[] = [];
  const add = (row: number | undefined, id: number | undefined) => {
    if (row !== undefined && id !== undefined) known.push({ row, at: offsets[id]!, end: offsets[id + 1]! });
  };
  const { terms: table } = embedding.weights;
  if (table.length < terms.size) table.forEach((term, row) => add(row, terms.get(term)));
  else for (let id = 0; id < terms.size; id += 1) add(embedding.rowOf(terms.termOf(id)), id);
  return known.sort((a, b) => a.row - b.row);
}

function make(segment: Segment, embedding: Embedding): Vectors {
  const { weights, width } = embedding;
  const size = segment.records.length;
  const made = { values: new Int8Array(size * width), factors: new Float32Array(size) };
  const counts = countsByCode(segment);
  const terms = knownTerms(segment, embedding);
  const { table, codeFactors, questionFactors } = weights;
  for (let first = 0; first < size; first += blockSize) {
    const limit = Math.min(size, first + blockSize);
    const sums = new Float32Array((limit - first) * width);
    for (const term of terms) {
      const row = term.row * width;
      // Postings are in the order of passages, so each block resumes where the one before ended.
      for (; term.at < term.end && segment.passages[term.at]! < limit; term.at += 1) {
        const code = segment.codes[term.at]!;
        const factor = counts.code[code]! * codeFactors[term.row]! + counts.comment[code]! * questionFactors[term.row]!;
        const sum = (segment.passages[term.at]! - first) * width;
        for (let d = 0; d < width; d += 1) sums[sum + d]! += factor * table[row + d]!;
      }
    }
    finish(sums, made, first, width);
  }
  return made;
}

export function vectorsOf(segment: Segment, embedding: Embedding): Vectors {
  const own = known.get(embedding) ?? new WeakMap<Segment, Vectors>();
  known.set(embedding, own);
  const made = own.get(segment) ?? make(segment, embedding);
  own.set(segment, made);
  return made;
}

/** Cosine of a passage and a question whose vector has length 1. */
export function cosine(question: Float32Array, { values, factors }: Vectors, passage: number): number {
  const width = question.length;
  let at = passage * width;
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let d = 0; d < width; d += 4, at += 4) {
    first += question[d]! * values[at]!;
    second += question[d + 1]! * values[at + 1]!;
    third += question[d + 2]! * values[at + 2]!;
    fourth += question[d + 3]! * values[at + 3]!;
  }
  return (first + second + third + fourth) * factors[passage]!;
}
