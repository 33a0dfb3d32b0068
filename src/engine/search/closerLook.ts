/**
 * A closer look at the best passages: what their rows say, which the index has no room for. Each passage is read once; its
 * signs and the power it was ranked with make the order. Weights are fitted listwise on questions about lines of whole
 * repositories (`npm run fit:lines`). Cost: each row of the best passages is taken apart once, some 40 a passage.
 */
import type { Embedding } from '../dense/embedding';
import { wantsNumber, wantsValue } from '../question/kind';
import { wordRowsOf, type PassageWord } from '../rank/passageWords';
import { splitComments } from '../text/comments';
import { languageOf } from '../text/languages';
import { termsOf } from '../text/tokens';
import type { Row } from '../rank/rows';
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
  /** Logarithms of its rows with words, and of those that do something: calls, assignments. A list of members has few. */
  filledRows: number;
  statements: number;
}

export interface LookedAt {
  text: string;
  language: string;
}

/** What there is to see of a passage, whatever is asked. */
interface Seen {
  /** Of each row with words, its terms by their rows in the embedding's table. */
  rows: { terms: Uint32Array; hasNumber: boolean }[];
  /** Of the whole: its terms, and how long the sum of their vectors is. */
  terms: Uint32Array;
  length: number;
  statements: number;
}

/** What a question looks for in the texts. */
export interface Looking {
  embedding: Embedding;
  nearness: (terms: Uint32Array, length?: number) => number;
  isNumber: boolean;
}

const hasNumber = /(?<![\w.])\d/;
const doesSomething = /[=(]/;

/** Undefined where the embedding has no word of the question. */
export function lookingFor(query: string, embedding: Embedding | undefined): Looking | undefined {
  const nearness = embedding?.nearnessTo(termsOf(query));
  return nearness && embedding && { embedding, nearness, isNumber: wantsNumber.test(query) || wantsValue.test(query) };
}

const leastPower = 1e-6;
export const powerSign = (power: number): number => Math.log(Math.max(power, leastPower));

/** Passages that are kept as they were seen: who asks again meets mostly the same ones. Emptied when full. */
const maxKept = 500;

/** Sees passages by one embedding. */
class Sight {
  private readonly seen = new Map<string, Seen>();
  private readonly termsOfWord = new WeakMap<PassageWord, readonly number[]>();
  /** By term: the row and the passage in which it was last met, which is quicker than sets. */
  private readonly inRow: Uint32Array;
  private readonly inPassage: Uint32Array;
  private rows = 0;
  private passages = 0;

  constructor(private readonly embedding: Embedding) {
    this.inRow = new Uint32Array(embedding.weights.terms.length);
    this.inPassage = new Uint32Array(embedding.weights.terms.length);
  }

  of(passages: readonly LookedAt[]): Seen[] {
    if (this.seen.size + passages.length > maxKept) this.seen.clear();
    // What is a comment depends on the language.
    const keyOf = ({ text, language }: LookedAt) => `${language} ${text}`;
    const missing = passages.filter((passage) => !this.seen.has(keyOf(passage)));
    const words = wordRowsOf(missing.map(({ text }) => text));
    missing.forEach((passage, at) => this.seen.set(keyOf(passage), this.see(passage, words[at]!)));
    return passages.map((passage) => this.seen.get(keyOf(passage))!);
  }

  private see({ text, language }: LookedAt, words: readonly (readonly PassageWord[])[]): Seen {
    const written = text.split('\n');
    const { code } = splitComments(text, languageOf(language).comments);
    const rows: Seen['rows'] = [];
    const whole: number[] = [];
    this.passages += 1;
    words.forEach((row, at) => {
      if (row.length > 0)
        rows.push({ terms: this.termsOfRow(row, whole), hasNumber: hasNumber.test(written[at] ?? '') });
    });
    const statements = code.split('\n').filter((row) => doesSomething.test(row)).length;
    return { rows, terms: Uint32Array.from(whole), length: this.embedding.lengthOf(whole), statements };
  }

  /** Each term of the row once; those that are new in the passage join `whole`. */
  private termsOfRow(row: readonly PassageWord[], whole: number[]): Uint32Array {
    const own: number[] = [];
    this.rows += 1;
    for (const word of row) {
      for (const term of this.termsOf(word)) {
        if (this.inRow[term] === this.rows) continue;
        this.inRow[term] = this.rows;
        own.push(term);
        if (this.inPassage[term] === this.passages) continue;
        this.inPassage[term] = this.passages;
        whole.push(term);
      }
    }
    return Uint32Array.from(own);
  }

  private termsOf(word: PassageWord): readonly number[] {
    let terms = this.termsOfWord.get(word);
    if (!terms)
      this.termsOfWord.set(word, (terms = word.terms.flatMap(({ text }) => this.embedding.rowOf(text) ?? [])));
    return terms;
  }
}

const sights = new WeakMap<Embedding, Sight>();

function sightOf(embedding: Embedding): Sight {
  let sight = sights.get(embedding);
  if (!sight) sights.set(embedding, (sight = new Sight(embedding)));
  return sight;
}

/** The signs of passages, in their order. */
export function lookSigns(
  passages: readonly LookedAt[],
  { embedding, nearness, isNumber }: Looking,
): Omit<LookSigns, 'power'>[] {
  return sightOf(embedding)
    .of(passages)
    .map(({ rows, terms, length, statements }) => {
      let [bestRow, numberRow] = [0, 0];
      for (const row of rows) {
        const near = nearness(row.terms);
        if (near > bestRow) bestRow = near;
        if (isNumber && row.hasNumber && near > numberRow) numberRow = near;
      }
      return {
        bestRow,
        whole: nearness(terms, length),
        numberRow,
        filledRows: Math.log(1 + rows.length),
        statements: Math.log(1 + statements),
      };
    });
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
 * The rows in the order that the closer look gives, the best with 1; those behind keep their distance to the last that was
 * looked at.
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
