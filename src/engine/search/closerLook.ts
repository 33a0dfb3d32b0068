/**
 * A closer look at the best passages: what their rows say, which the index has no room for. Each passage is read once;
 * its signs and the power it was ranked with make the order. Weights are fitted listwise on questions about lines of
 * whole repositories (`npm run fit:lines`). Cost: a passage is taken apart once, row by row; then each question makes
 * one product for each of its terms.
 */
import type { Embedding } from '../dense/embedding';
import { asideOf, countsOf } from '../question/aside';
import { wantsNumber, wantsValue } from '../rank/question';
import { wordRowsOf, type PassageWord } from '../rank/passageWords';
import { splitComments, languageOf } from '../text/comments';
import { TextCache } from '../index/contentCache';
import { termsOf } from '../text/tokens';
import type { Row } from './signals';
import { lookWeights } from './lookWeights';

/** Passages that are read; of so many most are shown, and read for that. */
export const lookedAt = 20;

export const lookSignNames = [
  'power',
  'bestRow',
  'whole',
  'numberRow',
  'filledRows',
  'statements',
] as const satisfies readonly (keyof LookSigns)[];

export interface LookSigns {
  /** Logarithm of the power with which it was ranked, beside the best. */
  power: number;
  /** Nearness in meaning of its best row, and of the whole. */
  bestRow: number;
  whole: number;
  /** Where a number or a value is asked for: of its rows with a number the nearest. */
  numberRow: number;
  /**
   * Logarithms of its rows with words, and of those that do something: calls, assignments. A list of members has few.
   */
  filledRows: number;
  statements: number;
}

export interface LookedAt {
  text: string;
  language: string;
}

/** What there is to see of a passage, whatever is asked. */
interface Seen {
  language: string;
  /** Its terms, each once, by their rows in the embedding's table, and how long the sum of their vectors is. */
  terms: Uint16Array;
  length: number;
  /** Of its rows with words, one after the other: the terms of each, by their places in `terms`. */
  inRows: Uint16Array;
  /** Where each of these rows ends in `inRows`, how long it is, and its place among all rows. */
  ends: Uint32Array;
  lengths: Float64Array;
  places: Uint32Array;
  statements: number;
  /** By place of the row: 1 where it has a number. Made when it is asked for. */
  hasNumber?: Uint8Array;
}

/** What a question looks for in the texts. */
export interface Looking {
  embedding: Embedding;
  /** Its vector. */
  asked: Float32Array;
  isNumber: boolean;
}

const number = /(?<![\w.])\d/;
const newline = 10;
const opening = 40;
const equals = 61;

/** Undefined where the embedding has no word of the question. */
export function lookingFor(query: string, embedding: Embedding | undefined): Looking | undefined {
  const asked = embedding?.question(termsOf(query), countsOf(query));
  const { own } = asideOf(query);
  return asked && embedding && { embedding, asked, isNumber: wantsNumber.test(own) || wantsValue.test(own) };
}

const leastPower = 1e-6;
export const powerSign = (power: number): number => Math.log(Math.max(power, leastPower));

/** Rows that call or assign something. */
function statementsIn(code: string): number {
  let [statements, isCounted] = [0, false];
  for (let at = 0; at < code.length; at += 1) {
    const unit = code.charCodeAt(at);
    if (unit === newline) isCounted = false;
    else if ((unit === opening || unit === equals) && !isCounted) {
      statements += 1;
      isCounted = true;
    }
  }
  return statements;
}

/** Characters of the passages that are kept as they were seen; a character takes about two bytes. */
const maxKeptChars = 4 * 1024 * 1024;

/** Sees passages by one embedding. */
class Sight {
  private readonly kept = new TextCache<Seen>(maxKeptChars);
  /**
   * By term: the row and the passage in which it was last met, which is quicker than sets, and its place in that
   * passage.
   */
  private readonly inRow: Uint32Array;
  private readonly inPassage: Uint32Array;
  private readonly placeOf: Uint16Array;
  private rows = 0;
  private passages = 0;
  /** By term: the question for which its product was made, and the product. */
  private readonly askedIn: Uint32Array;
  private readonly products: Float64Array;
  private questions = 0;
  /** Products of the terms of one passage. */
  private own = new Float64Array(1024);

  constructor(private readonly embedding: Embedding) {
    const { length } = embedding.weights.terms;
    this.inRow = new Uint32Array(length);
    this.inPassage = new Uint32Array(length);
    this.placeOf = new Uint16Array(length);
    this.askedIn = new Uint32Array(length);
    this.products = new Float64Array(length);
  }

  signsOf(passages: readonly LookedAt[], { asked, isNumber }: Looking): Omit<LookSigns, 'power'>[] {
    this.questions += 1;
    return passages.map((passage) => {
      const seen = this.of(passage);
      return {
        whole: this.wholeNearness(seen, asked),
        ...this.rowNearness(seen, isNumber ? numbersIn(seen, passage.text) : undefined),
        filledRows: Math.log(1 + seen.ends.length),
        statements: Math.log(1 + seen.statements),
      };
    });
  }

  private of(passage: LookedAt): Seen {
    const known = this.kept.get(passage.text);
    // What is a comment depends on the language.
    if (known?.language === passage.language) return known;
    const seen = this.see(passage);
    this.kept.put(passage.text, seen);
    return seen;
  }

  private see({ text, language }: LookedAt): Seen {
    const [terms, inRows]: [number[], number[]] = [[], []];
    const [ends, lengths, places]: [number[], number[], number[]] = [[], [], []];
    this.passages += 1;
    wordRowsOf([text])[0]!.forEach((row, place) => {
      if (row.length === 0) return;
      const own = this.termsOfRow(row, terms);
      for (const term of own) inRows.push(this.placeOf[term]!);
      ends.push(inRows.length);
      lengths.push(this.embedding.rightAngledLengthOf(own));
      places.push(place);
    });
    return {
      language,
      terms: Uint16Array.from(terms),
      length: this.embedding.lengthOf(terms),
      inRows: Uint16Array.from(inRows),
      ends: Uint32Array.from(ends),
      lengths: Float64Array.from(lengths),
      places: Uint32Array.from(places),
      statements: statementsIn(splitComments(text, languageOf(language).comments).code),
    };
  }

  /** Each term of the row once; those that are new in the passage join `whole`. */
  private termsOfRow(row: readonly PassageWord[], whole: number[]): number[] {
    const own: number[] = [];
    this.rows += 1;
    for (const word of row) {
      for (const term of this.termsOf(word)) {
        if (this.inRow[term] === this.rows) continue;
        this.inRow[term] = this.rows;
        own.push(term);
        if (this.inPassage[term] === this.passages) continue;
        this.inPassage[term] = this.passages;
        this.placeOf[term] = whole.length;
        whole.push(term);
      }
    }
    return own;
  }

  private termsOf(word: PassageWord): readonly number[] {
    if (word.found?.by !== this) {
      const places = word.terms.flatMap(({ text }) => this.embedding.rowOf(text) ?? []);
      word.found = { by: this, places };
    }
    return word.found.places;
  }

  /** Of all that the passage says; its terms' products are in `own` afterwards. */
  private wholeNearness({ terms, length }: Seen, asked: Float32Array): number {
    if (terms.length > this.own.length) this.own = new Float64Array(2 * terms.length);
    const { own, products, askedIn, questions } = this;
    let sum = 0;
    for (let at = 0; at < terms.length; at += 1) {
      const term = terms[at]!;
      if (askedIn[term] !== questions) {
        askedIn[term] = questions;
        products[term] = this.embedding.productOf(asked, term);
      }
      own[at] = products[term]!;
      sum += own[at]!;
    }
    return sum > 0 ? sum / length : 0;
  }

  /** @param hasNumber where only rows with a number count for `numberRow` */
  private rowNearness({ inRows, ends, lengths, places }: Seen, hasNumber: Uint8Array | undefined) {
    const { own } = this;
    let [bestRow, numberRow, at] = [0, 0, 0];
    for (let row = 0; row < ends.length; row += 1) {
      let sum = 0;
      for (const end = ends[row]!; at < end; at += 1) sum += own[inRows[at]!]!;
      const near = sum > 0 ? sum / lengths[row]! : 0;
      if (near > bestRow) bestRow = near;
      if (hasNumber?.[places[row]!] === 1 && near > numberRow) numberRow = near;
    }
    return { bestRow, numberRow };
  }
}

function numbersIn(seen: Seen, text: string): Uint8Array {
  seen.hasNumber ??= Uint8Array.from(text.split('\n'), (row) => (number.test(row) ? 1 : 0));
  return seen.hasNumber;
}

const sights = new WeakMap<Embedding, Sight>();

/** The signs of passages, in their order. */
export function lookSigns(passages: readonly LookedAt[], looking: Looking): Omit<LookSigns, 'power'>[] {
  let sight = sights.get(looking.embedding);
  if (!sight) sights.set(looking.embedding, (sight = new Sight(looking.embedding)));
  return sight.signsOf(passages, looking);
}

export interface Looked {
  row: Row;
  signs: LookSigns;
}

/** Score of a passage part by part, by sign. */
export function partsOfLook(signs: LookSigns): Record<string, number> {
  return Object.fromEntries(lookSignNames.map((name) => [name, lookWeights[name] * signs[name]]));
}

/**
 * The rows in the order that the closer look gives, the best with 1; those behind keep their distance to the last that
 * was looked at.
 */
export function* reordered(looked: readonly Looked[], behind: Iterable<Row>): Generator<Row> {
  const sumOf = ({ signs }: Looked) => lookSignNames.reduce((sum, name) => sum + lookWeights[name] * signs[name], 0);
  const sums = looked.map((one) => ({ ...one.row, sum: sumOf(one) }));
  // Sorting is stable: equal ones stay as they were ranked.
  sums.sort((a, b) => b.sum - a.sum);
  const best = sums[0]?.sum ?? 0;
  const rows = sums.map(({ slot, sum }) => ({ slot, score: Math.exp(sum - best) }));
  yield* rows;
  const [least, before] = [rows.at(-1)?.score ?? 1, looked.at(-1)?.row.score ?? 1];
  for (const { slot, score } of behind) yield { slot, score: (score / before) * least };
}
