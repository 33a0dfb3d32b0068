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

/** What a question looks for in the texts. */
export interface Looking {
  nearness: (terms: Iterable<string>) => number;
  isNumber: boolean;
}

export interface LookedAt {
  text: string;
  language: string;
}

const hasNumber = /(?<![\w.])\d/;
const doesSomething = /[=(]/;

/** Undefined where the embedding has no word of the question. */
export function lookingFor(query: string, embedding: Embedding | undefined): Looking | undefined {
  const nearness = embedding?.nearnessTo(termsOf(query));
  return nearness && { nearness, isNumber: wantsNumber.test(query) || wantsValue.test(query) };
}

const leastPower = 1e-6;
export const powerSign = (power: number): number => Math.log(Math.max(power, leastPower));

function termsOfRow(row: readonly PassageWord[], all: Set<string>): Set<string> {
  const own = new Set<string>();
  for (const { terms } of row) {
    for (const { text } of terms) {
      own.add(text);
      all.add(text);
    }
  }
  return own;
}

const countRows = (text: string, isMeant: RegExp): number => text.split('\n').filter((row) => isMeant.test(row)).length;

/** The signs of passages, in their order. */
export function lookSigns(passages: readonly LookedAt[], { nearness, isNumber }: Looking): Omit<LookSigns, 'power'>[] {
  const words = wordRowsOf(passages.map(({ text }) => text));
  return passages.map(({ text, language }, at) => {
    const written = isNumber ? text.split('\n') : [];
    const all = new Set<string>();
    let [bestRow, numberRow, rows] = [0, 0, 0];
    words[at]!.forEach((row, place) => {
      if (row.length === 0) return;
      rows += 1;
      const near = nearness(termsOfRow(row, all));
      bestRow = Math.max(bestRow, near);
      if (near > numberRow && hasNumber.test(written[place] ?? '')) numberRow = near;
    });
    const { code } = splitComments(text, languageOf(language).comments);
    return {
      bestRow,
      whole: nearness(all),
      numberRow,
      filledRows: Math.log(1 + rows),
      statements: Math.log(1 + countRows(code, doesSomething)),
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
