/**
 * The chance of each row of a place to be what a reader of the answer needs: a logistic function of a few signs, fitted
 * by `npm run fit:rows` on questions about lines of whole repositories. It rates rows by themselves; what is shown
 * already does not count, since signs for that paid nothing. Cost: one similarity for each row.
 * Must not know: how much room the answer has (places.ts).
 */
import { logistic } from '../search/likelihood';
import { termsOf } from '../text/tokens';
import { rows as fitted } from '../weights.json';
import { indentOf } from './markdown';
import { coveredBy, wordedRows, type Asked, type Spot } from './spots';

export interface RowSigns {
  /** 1 for each row. */
  always: number;
  /** Similarity of the row to the question, and the greatest among it and its neighbours, up to one and three away. */
  like: number;
  near: number;
  around: number;
  /** Similarity of the row under which it is indented, such as the condition on which it is run. */
  above: number;
  /** 1 where the row holds a number; 1 where it holds a quotation mark. */
  number: number;
  quoted: number;
  /** Logarithms of the number of different words in the row, and of rows with words in the place. */
  words: number;
  rows: number;
  /** 1 for a row of the first, second, … place; later places have none. */
  first: number;
  second: number;
  third: number;
  fourth: number;
}

export type RowWeights = Readonly<Record<keyof RowSigns, number>>;

const number = /(?<![\w.])\d/;
const quoted = /["'`]/;
const farAway = 3;

/** For each row its parent: the nearest row above with less indentation; -1 at the outermost level. */
function rowsAbove(rows: readonly string[]): number[] {
  const open: { row: number; indent: number }[] = [];
  return rows.map((text, row) => {
    const indent = indentOf(text);
    if (text.trim() === '') return open.at(-1)?.row ?? -1;
    while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop();
    const above = open.at(-1)?.row ?? -1;
    open.push({ row, indent });
    return above;
  });
}

/**
 * The signs of each row with words, by row. Without an embedding the coverage of the question stands for similarity.
 * @param place 0 for the first place of the answer
 */
export function signsOfRows(spot: Spot, asked: Asked, place: number): Map<number, RowSigns> {
  const { rows } = spot;
  const worded = wordedRows(spot);
  const covered = coveredBy(spot, asked);
  const likes = new Float64Array(rows.length);
  for (const row of worded) likes[row] = asked.likeness?.(rows[row]!) ?? covered(row);
  const within = (row: number, away: number) =>
    likes.subarray(Math.max(0, row - away), row + away + 1).reduce((most, like) => Math.max(most, like), 0);
  const above = rowsAbove(rows);
  const at = (which: number) => (place === which ? 1 : 0);
  const signsOf = (row: number): RowSigns => ({
    always: 1,
    like: likes[row]!,
    near: within(row, 1),
    around: within(row, farAway),
    above: likes[above[row]!] ?? 0,
    number: number.test(rows[row]!) ? 1 : 0,
    quoted: quoted.test(rows[row]!) ? 1 : 0,
    words: Math.log(1 + new Set(termsOf(rows[row]!)).size),
    rows: Math.log(worded.length),
    first: at(0),
    second: at(1),
    third: at(2),
    fourth: at(3),
  });
  return new Map(worded.map((row) => [row, signsOf(row)]));
}

/** The chance in [0, 1] of a row with these signs. */
export const rowChance = (signs: RowSigns, weights: RowWeights = fitted.weights): number => logistic(signs, weights);
