/**
 * A closer look at the best passages: what their rows say, which the index has no room for. Each passage is read once
 * and ordered by its features together with its score in the ranking. Weights are fitted listwise on questions about
 * lines of whole repositories (`npm run fit:lines`). Cost: a passage is parsed once, row by row; then each question
 * takes one product for each of its terms.
 */
import type { Embedding } from '../dense/embedding';
import { asideOf } from '../question/spelling';
import { wantsNumber, wantsValue, type Question } from '../rank/question';
import { wordRowsOf, type PassageWord } from '../rank/passageWords';
import { splitComments, languageOf } from '../text/comments';
import { TextCache } from '../index/contentCache';
import { hasNumber } from '../text/plain';
import { termsOf } from '../text/tokens';
import type { Row } from './signals';
import { countedFor, type Counted } from './wordsAlike';
import { closerLook as fitted } from '../weights.json';

/** Most passages that are read; usually at least as many are shown, so their texts are needed anyway. */
const usuallyLookedAt = 20;
/** The same where a value is asked for: it is one row, often among many others, which the words of a passage hardly show. */
const lookedAtForValues = 100;

export const lookSignNames = [
  'power',
  'whole',
  'valueRow',
  'valueWords',
  'closeRows',
  'filledRows',
  'statements',
] as const satisfies readonly (keyof LookSigns)[];

export interface LookSigns {
  /** Logarithm of the passage's power in the ranking, relative to the best passage. */
  power: number;
  /** Cosine of the whole passage with the question. */
  whole: number;
  /** When a number or another value is asked for: the cosine of the nearest row with one. */
  valueRow: number;
  /** The same: the greatest share of the question's weight in one row with a value, in its words or words alike. */
  valueWords: number;
  /** The greatest share of the question's weight in rows that stand close together, in its words or words alike. */
  closeRows: number;
  /**
   * Logarithms of the number of rows with words, and of rows that call or assign something: a list of members has few
   * of the latter.
   */
  filledRows: number;
  statements: number;
}

export interface LookedAt {
  text: string;
  language: string;
}

/** Features of a passage that do not depend on the question. */
interface Seen {
  language: string;
  /** Distinct terms as rows of the embedding's table, and the length of the sum of their vectors. */
  terms: Uint16Array;
  length: number;
  /** Terms of each row with words, one row after the other, as indexes of `terms`. */
  inRows: Uint16Array;
  /** For each row with words: its end in `inRows`, the length of its vector, and its place among all rows. */
  ends: Uint32Array;
  lengths: Float64Array;
  places: Uint32Array;
  statements: number;
  /** By place of the row, 1 where it holds a number, and where it holds any value. Made when first needed. */
  holds: { [wanted in WantedValue]?: Uint8Array };
}

type WantedValue = 'number' | 'value';

/** What a question looks for in the texts. */
export interface Looking {
  embedding: Embedding;
  /** Vector of the question. */
  asked: Float32Array;
  counted: Counted;
  wanted?: WantedValue | undefined;
}

/** Number of passages that are looked at. */
export const lookedAt = ({ wanted }: Looking): number => (wanted ? lookedAtForValues : usuallyLookedAt);

const newline = 10;
const opening = 40;
const equals = 61;

/** What a question looks for; undefined when the embedding has no word of the question. */
export function lookingFor(question: Question, embedding: Embedding | undefined): Looking | undefined {
  const { text, countOf } = question;
  const asked = embedding?.question(termsOf(text), countOf);
  if (!embedding || !asked) return undefined;
  const { own } = asideOf(text);
  const wanted = wantsNumber.test(own) ? 'number' : wantsValue.test(own) ? 'value' : undefined;
  return { embedding, asked, counted: countedFor(question, embedding), wanted };
}

const leastPower = 1e-6;
export const powerSign = (power: number): number => Math.log(Math.max(power, leastPower));

/** Number of rows that call or assign something. */
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

/** Most characters of the passages whose features are kept; a character takes about two bytes. */
const maxKeptChars = 4 * 1024 * 1024;

/** Rows that stand close together. */
const rowsAtOnce = 3;

/** Computes features of passages with one embedding. */
class Sight {
  private readonly kept = new TextCache<Seen>(maxKeptChars);
  /** By term, the row and the passage in which it was last met, and its index in that passage; quicker than sets. */
  private readonly inRow: Uint32Array;
  private readonly inPassage: Uint32Array;
  private readonly placeOf: Uint16Array;
  private rows = 0;
  private passages = 0;
  /** By term, the number of the question for which its product was computed, and the product. */
  private readonly askedIn: Uint32Array;
  private readonly products: Float64Array;
  private questions = 0;
  /** By term, its place in what counts for the current question, from 1; 0 for the others. */
  private readonly countedAt: Uint16Array;
  /** Products of the terms of the current passage. */
  private own = new Float64Array(1024);

  constructor(private readonly embedding: Embedding) {
    const { length } = embedding.weights.terms;
    this.inRow = new Uint32Array(length);
    this.inPassage = new Uint32Array(length);
    this.placeOf = new Uint16Array(length);
    this.askedIn = new Uint32Array(length);
    this.countedAt = new Uint16Array(length);
    this.products = new Float64Array(length);
  }

  signsOf(passages: readonly LookedAt[], { asked, counted, wanted }: Looking): Omit<LookSigns, 'power'>[] {
    this.questions += 1;
    counted.terms.forEach(({ row }, at) => (this.countedAt[row] = at + 1));
    try {
      return passages.map((passage) => {
        const seen = this.of(passage);
        const holds = wanted && rowsHolding(wanted, seen, passage.text);
        return {
          whole: this.wholeNearness(seen, asked),
          valueRow: holds ? this.nearestRow(seen, holds) : 0,
          valueWords: holds ? this.closeRows(seen, counted, 1, holds) : 0,
          closeRows: this.closeRows(seen, counted, rowsAtOnce),
          filledRows: Math.log(1 + seen.ends.length),
          statements: Math.log(1 + seen.statements),
        };
      });
    } finally {
      for (const { row } of counted.terms) this.countedAt[row] = 0;
    }
  }

  private of(passage: LookedAt): Seen {
    const known = this.kept.get(passage.text);
    // The language must be the same, since it decides what a comment is.
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
      holds: {},
    };
  }

  /** The distinct terms of a row; those new in the passage are added to `whole`. */
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

  /** Cosine of the whole passage with the question; leaves the products of its terms in `own`. */
  private wholeNearness({ terms, length }: Seen, asked: Float32Array): number {
    if (terms.length > this.own.length) this.own = new Float64Array(2 * terms.length);
    const { own, products } = this;
    this.multiply(terms, asked);
    let sum = 0;
    for (let at = 0; at < terms.length; at += 1) {
      own[at] = products[terms[at]!]!;
      sum += own[at]!;
    }
    return sum > 0 ? sum / length : 0;
  }

  /** Computes the products of the question and of those terms that no passage had before. */
  private multiply(terms: Uint16Array, asked: Float32Array): void {
    const { askedIn, questions, products } = this;
    const fresh: number[] = [];
    for (let at = 0; at < terms.length; at += 1) {
      const term = terms[at]!;
      if (askedIn[term] === questions) continue;
      askedIn[term] = questions;
      fresh.push(term);
    }
    this.embedding.productsOf(asked, fresh, products);
  }

  /** The greatest share of the question's weight in a few rows of a passage, or in those of them that hold something. */
  private closeRows(
    { terms, inRows, ends, places }: Seen,
    { weights, terms: counted }: Counted,
    atOnce: number,
    holds?: Uint8Array,
  ): number {
    const hits: { place: number; word: number; strength: number }[] = [];
    for (let row = 0, at = 0; row < ends.length; row += 1) {
      for (const end = ends[row]!; at < end; at += 1) {
        const known = this.countedAt[terms[inRows[at]!]!]!;
        if (known === 0 || holds?.[places[row]!] === 0) continue;
        for (const { word, strength } of counted[known - 1]!.counts) hits.push({ place: places[row]!, word, strength });
      }
    }
    let best = 0;
    const held = new Float64Array(weights.length);
    for (let first = 0; first < hits.length; first += 1) {
      const { place } = hits[first]!;
      if (place === hits[first - 1]?.place) continue;
      held.fill(0);
      let sum = 0;
      for (let at = first; at < hits.length && hits[at]!.place < place + atOnce; at += 1) {
        const { word, strength } = hits[at]!;
        if (strength <= held[word]!) continue;
        sum += weights[word]! * (strength - held[word]!);
        held[word] = strength;
      }
      if (sum > best) best = sum;
    }
    return best;
  }

  /** Cosine of the nearest row that holds something; 0 without such rows. */
  private nearestRow({ inRows, ends, lengths, places }: Seen, holds: Uint8Array): number {
    const { own } = this;
    let [best, at] = [0, 0];
    for (let row = 0; row < ends.length; row += 1) {
      let sum = 0;
      for (const end = ends[row]!; at < end; at += 1) sum += own[inRows[at]!]!;
      if (sum > 0 && holds[places[row]!] === 1) best = Math.max(best, sum / lengths[row]!);
    }
    return best;
  }
}

/** Numbers, texts in quotes, and what is on or off. */
const hasValue = (row: string): boolean => hasNumber(row) || valueMarks.some((mark) => row.includes(mark));
const valueMarks = ['"', "'", '`', 'true', 'false'];

/** By place of the row, 1 where it holds what is wanted. */
function rowsHolding(wanted: WantedValue, { holds }: Seen, text: string): Uint8Array {
  const isHeld = wanted === 'number' ? hasNumber : hasValue;
  return (holds[wanted] ??= Uint8Array.from(text.split('\n'), (row) => (isHeld(row) ? 1 : 0)));
}

const sights = new WeakMap<Embedding, Sight>();

/** Features of passages, in the order given. */
export function lookSigns(passages: readonly LookedAt[], looking: Looking): Omit<LookSigns, 'power'>[] {
  let sight = sights.get(looking.embedding);
  if (!sight) sights.set(looking.embedding, (sight = new Sight(looking.embedding)));
  return sight.signsOf(passages, looking);
}

export interface Looked {
  row: Row;
  signs: LookSigns;
}

/** Weight of each feature. */
const lookWeights: Readonly<LookSigns> = fitted.weights;

/** Contribution of each feature to the score of a passage. */
export function partsOfLook(signs: LookSigns): Record<string, number> {
  return Object.fromEntries(lookSignNames.map((name) => [name, lookWeights[name] * signs[name]]));
}

/**
 * The rows in the order of the closer look, the best with worth 1; rows behind keep their distance to the last row that
 * was looked at.
 */
export function* reordered(looked: readonly Looked[], behind: Iterable<Row>): Generator<Row> {
  const sumOf = ({ signs }: Looked) => lookSignNames.reduce((sum, name) => sum + lookWeights[name] * signs[name], 0);
  const sums = looked.map((one) => ({ ...one.row, sum: sumOf(one) }));
  // Sorting is stable: equal ones keep the order of the ranking.
  sums.sort((a, b) => b.sum - a.sum);
  const best = sums[0]?.sum ?? 0;
  const rows = sums.map(({ slot, sum }) => ({ slot, score: Math.exp(sum - best) }));
  yield* rows;
  const [least, before] = [rows.at(-1)?.score ?? 1, looked.at(-1)?.row.score ?? 1];
  for (const { slot, score } of behind) yield { slot, score: (score / before) * least };
}
