/**
 * A neural bag of words: question and code are weighted sums of the rows of one table, the weights of a term learned
 * apart for questions and for code, compared by cosine. One step pulls the pairs of a batch together and pushes all
 * other combinations apart (in-batch soft-max in both directions). Source: contrastive training as in van den Oord et
 * al. 2018 over averaged word vectors (Wieting et al. 2016). Here too is what a trained table tells: numbers small
 * enough to ship, and terms alike. Must not know: files, languages.
 */
import type { Translation } from './translations';
import { kernelsFor, newMemory, type Kernels } from './kernels';
import type { NewWeights, Alike, Weights } from '../../engine/dense/weightsFile';

/** Pseudo-random numbers from a seed (mulberry32): the same seed gives the same training. */
export class Chance {
  constructor(private state: number) {}

  /** In [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  shuffle<Items extends number[] | Int32Array | number[][]>(items: Items): Items {
    for (let at = items.length - 1; at > 0; at -= 1) {
      const other = this.below(at + 1);
      [items[at], items[other]] = [items[other]!, items[at]!];
    }
    return items;
  }
}

export interface ModelShape {
  terms: number;
  /** Numbers in a row of the table; a multiple of 8. */
  width: number;
  /** Pairs in a batch; a multiple of 4. */
  batch: number;
}

export interface StepOptions {
  /** Factor of the cosine. */
  temperature: number;
  rate: number;
  /** Learning rate of the term weights. */
  weightRate: number;
}

/** Terms and their weights before the learned ones. */
export interface Bag {
  terms: Int32Array;
  counts: Float32Array;
  size: number;
}

export function newBag(capacity: number): Bag {
  return { terms: new Int32Array(capacity), counts: new Float32Array(capacity), size: 0 };
}

export function addToBag(bag: Bag, term: number, count: number): void {
  if (bag.size === bag.terms.length) return;
  bag.terms[bag.size] = term;
  bag.counts[bag.size] = count;
  bag.size += 1;
}

const float = 4;
/** Initial value that keeps the first steps of Adagrad small. */
const firstHistory = 1e-8;

export type Side = 0 | 1;

export class Model {
  readonly table: Float32Array;
  /** Logarithms of the weights of terms: questions, code. */
  readonly logWeights: readonly [Float32Array, Float32Array];
  private readonly kernels: Kernels;
  private readonly numbers: Float32Array;
  /** Offsets of the matrices in memory, in numbers. */
  private readonly place: Record<'table' | 'history' | 'gradient' | 'sums' | 'slopes' | 'scores', number>;
  private readonly weightHistory: readonly [Float32Array, Float32Array];
  private readonly touched: Int32Array;
  private readonly isTouched: Uint8Array;
  private touchedCount = 0;
  private readonly lengths: readonly [Float64Array, Float64Array];

  constructor(
    readonly shape: ModelShape,
    chance: Chance,
  ) {
    const { terms, width, batch } = shape;
    const rows = terms * width;
    this.place = {
      table: 0,
      history: rows,
      gradient: 2 * rows,
      sums: 3 * rows,
      slopes: 3 * rows + 2 * batch * width,
      scores: 3 * rows + 4 * batch * width,
    };
    const numbers = this.place.scores + batch * batch;
    const memory = newMemory(numbers * float);
    this.numbers = new Float32Array(memory.buffer);
    this.kernels = kernelsFor(width, memory);
    this.table = this.numbers.subarray(0, rows);
    this.numbers.fill(firstHistory, rows, 2 * rows);
    for (let at = 0; at < rows; at += 1)
      this.table[at] = (chance.next() + chance.next() + chance.next() - 1.5) / Math.sqrt(width);
    this.logWeights = [new Float32Array(terms), new Float32Array(terms)];
    this.weightHistory = [new Float32Array(terms).fill(1e-4), new Float32Array(terms).fill(1e-4)];
    this.touched = new Int32Array(terms);
    this.isTouched = new Uint8Array(terms);
    this.lengths = [new Float64Array(batch), new Float64Array(batch)];
  }

  private sumAt(side: Side, row: number): number {
    return this.place.sums + (side * this.shape.batch + row) * this.shape.width;
  }

  private slopeAt(side: Side, row: number): number {
    return this.place.slopes + (side * this.shape.batch + row) * this.shape.width;
  }

  private put(bag: Bag, side: Side, row: number): void {
    const { width } = this.shape;
    const at = this.sumAt(side, row);
    this.numbers.fill(0, at, at + width);
    const weights = this.logWeights[side];
    for (let place = 0; place < bag.size; place += 1) {
      const term = bag.terms[place]!;
      const weight = Math.exp(weights[term]!);
      this.kernels.addScaled(at * float, term * width * float, bag.counts[place]! * weight);
    }
    const length = Math.sqrt(this.kernels.dot(at * float, at * float)) + 1e-9;
    this.lengths[side][row] = length;
    for (let d = at; d < at + width; d += 1) this.numbers[d]! /= length;
  }

  /** The vector of a bag, of length 1. */
  embed(bag: Bag, side: Side): Float32Array {
    this.put(bag, side, 0);
    const at = this.sumAt(side, 0);
    return this.numbers.slice(at, at + this.shape.width);
  }

  /** Learns from one batch; returns the loss: the mean surprise in bits over both directions. */
  step(questions: readonly Bag[], codes: readonly Bag[], options: StepOptions): number {
    const { width, batch } = this.shape;
    for (let row = 0; row < batch; row += 1) {
      this.put(questions[row]!, 0, row);
      this.put(codes[row]!, 1, row);
    }
    const { scores } = this.place;
    const [q, c] = [this.sumAt(0, 0) * float, this.sumAt(1, 0) * float];
    const [slopeQ, slopeC] = [this.slopeAt(0, 0) * float, this.slopeAt(1, 0) * float];
    for (let row = 0; row < batch; row += 4) {
      this.kernels.dots4((scores + row * batch) * float, batch * float, q + row * width * float, c, batch);
    }
    const loss = this.slopesOfScores(options.temperature);
    for (let row = 0; row < batch; row += 4) {
      this.kernels.mix4(slopeQ + row * width * float, (scores + row * batch) * float, batch * float, float, c, batch);
      this.kernels.mix4(slopeC + row * width * float, (scores + row) * float, float, batch * float, q, batch);
    }
    for (let row = 0; row < batch; row += 1) {
      this.back(questions[row]!, 0, row, options);
      this.back(codes[row]!, 1, row, options);
    }
    this.descend(options.rate);
    return loss;
  }

  /** Replaces scores by the gradient of the loss. */
  private slopesOfScores(temperature: number): number {
    const { batch } = this.shape;
    const at = this.place.scores;
    const scores = this.numbers;
    const rowSums = new Float64Array(batch);
    const columnSums = new Float64Array(batch);
    let loss = 0;
    const powers = new Float64Array(batch * batch);
    for (let row = 0; row < batch; row += 1) {
      for (let column = 0; column < batch; column += 1) {
        // Cosines are at most 1, so nothing overflows.
        const power = Math.exp(temperature * (scores[at + row * batch + column]! - 1));
        powers[row * batch + column] = power;
        rowSums[row]! += power;
        columnSums[column]! += power;
      }
    }
    const scale = temperature / (2 * batch);
    for (let row = 0; row < batch; row += 1) {
      for (let column = 0; column < batch; column += 1) {
        const power = powers[row * batch + column]!;
        scores[at + row * batch + column] = scale * (power / rowSums[row]! + power / columnSums[column]!);
      }
      const own = powers[row * batch + row]!;
      loss -= Math.log2(own / rowSums[row]!) + Math.log2(own / columnSums[row]!);
      scores[at + row * batch + row]! -= 2 * scale;
    }
    return loss / (2 * batch);
  }

  /** Propagates a vector's gradient to the rows and weights of its terms. */
  private back(bag: Bag, side: Side, row: number, { weightRate }: StepOptions): void {
    const { width } = this.shape;
    const [at, slope] = [this.sumAt(side, row), this.slopeAt(side, row)];
    const along = this.kernels.dot(at * float, slope * float);
    this.kernels.addScaled(slope * float, at * float, -along);
    const length = this.lengths[side][row]!;
    const weights = this.logWeights[side];
    const history = this.weightHistory[side];
    for (let place = 0; place < bag.size; place += 1) {
      const term = bag.terms[place]!;
      const share = (bag.counts[place]! * Math.exp(weights[term]!)) / length;
      this.kernels.addScaled((this.place.gradient + term * width) * float, slope * float, share);
      if (!this.isTouched[term]) {
        this.isTouched[term] = 1;
        this.touched[this.touchedCount++] = term;
      }
      const weightSlope = share * this.kernels.dot(term * width * float, slope * float);
      history[term]! += weightSlope * weightSlope;
      weights[term]! -= (weightRate * weightSlope) / Math.sqrt(history[term]!);
    }
  }

  private descend(rate: number): void {
    const { width } = this.shape;
    for (let place = 0; place < this.touchedCount; place += 1) {
      const term = this.touched[place]!;
      const at = term * width;
      this.kernels.descend(at * float, (this.place.history + at) * float, (this.place.gradient + at) * float, rate);
      this.isTouched[term] = 0;
    }
    this.touchedCount = 0;
  }
}

// Section: quantises a trained model to the shipped form: bytes with one scale per row, term weights included.

const greatest = 127;

export function quantise(model: Model, terms: readonly string[]): Omit<NewWeights, 'alike' | 'date' | 'recipe'> {
  const { width } = model.shape;
  const table = new Int8Array(terms.length * width);
  const scales = terms.map((_, row) => {
    const own = model.table.subarray(row * width, (row + 1) * width);
    const scale = own.reduce((max, value) => Math.max(max, Math.abs(value)), Number.MIN_VALUE) / greatest;
    own.forEach((value, at) => (table[row * width + at] = Math.round(value / scale)));
    return scale;
  });
  const factors = (side: 0 | 1) =>
    Float32Array.from(scales, (scale, row) => scale * Math.exp(model.logWeights[side][row]!));
  return { width, terms, table, questionFactors: factors(0), codeFactors: factors(1) };
}

// Section: similar terms of a trained table. Cost: minutes on one core, so the pairs ship with the table.

/** Lowest cosine of similar terms; lower ones are chance. */
const leastCosine = 0.3;
/** Most similar terms kept for a term. */
const mostAlike = 24;
const whole = 255;
/** Rows compared at once, so that they stay in the cache. */
const blockRows = 16;

function rowsOfLengthOne({ table, width }: Pick<Weights, 'table' | 'width'>): Float32Array {
  const rows = Float32Array.from(table);
  for (let at = 0; at < rows.length; at += width) {
    const row = rows.subarray(at, at + width);
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0)) || 1;
    row.forEach((value, d) => (row[d] = value / length));
  }
  return rows;
}

function dot(rows: Float32Array, from: number, { other, width }: { other: number; width: number }): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let d = 0; d < width; d += 4) {
    first += rows[from + d]! * rows[other + d]!;
    second += rows[from + d + 1]! * rows[other + d + 1]!;
    third += rows[from + d + 2]! * rows[other + d + 2]!;
    fourth += rows[from + d + 3]! * rows[other + d + 3]!;
  }
  return first + second + third + fourth;
}

/**
 * The width is a multiple of four.
 * @param translations for each row the words that stand for it without being near it (translations.ts), which join
 *   those
 */
export function wordsAlike(weights: Pick<Weights, 'table' | 'width'>, translations: readonly Translation[][]): Alike {
  const { width } = weights;
  const rows = rowsOfLengthOne(weights);
  const count = rows.length / width;
  const ends = new Uint32Array(count);
  const [found, strengths]: [number[], number[]] = [[], []];
  for (let first = 0; first < count; first += blockRows) {
    const block = Array.from({ length: Math.min(blockRows, count - first) }, (): [row: number, cosine: number][] => []);
    for (let other = 0; other < count; other += 1)
      block.forEach((near, at) => {
        const cosine = dot(rows, (first + at) * width, { other: other * width, width });
        if (cosine >= leastCosine && other !== first + at) near.push([other, cosine]);
      });
    block.forEach((near, at) => {
      near.sort((a, b) => b[1] - a[1] || a[0] - b[0]).splice(mostAlike);
      const known = new Set(near.map(([row]) => row));
      const others = translations[first + at]!.filter(([row]) => !known.has(row));
      for (const [row, strength] of [...near, ...others]) {
        found.push(row);
        strengths.push(Math.min(whole, Math.round(strength * whole)));
      }
      ends[first + at] = found.length;
    });
  }
  return { ends, rows: Uint16Array.from(found), strengths: Uint8Array.from(strengths) };
}
