/**
 * The passages as places of an answer: their rows, and which words of the question each row covers. Retrieval chooses and
 * orders the passages. Cost: the terms of each row once.
 */
import type { Question } from '../rank/question';
import type { AnswerSnippet, DefinedRows } from '../types';
import { CoverageOf, heldBy, shareIn } from './coverage';
import type { Likeness } from '../dense/embedding';
import { asRead, hasSpace, hasNumber, hasWordSign, oneSpaced, rowsOfText } from '../text/plain';
import { quotedIn } from '../question/spelling';
import { logistic } from '../search/likelihood';
import { termsOf } from '../text/tokens';
import { rows as fitted } from '../weights.json';

export interface Asked {
  query: string;
  question: Question;
  coverage: CoverageOf;
  /** Similarity in meaning of a text to the question; absent without an embedding. */
  likeness?: Likeness | undefined;
  /** The texts that the question quotes and that may be messages. */
  quoted: readonly string[];
}

/** A passage as a place of an answer. */
export interface Spot {
  snippet: AnswerSnippet;
  rows: readonly string[];
  /** For each word of the question the coverage by each row. */
  shares: readonly Float32Array[];
  /** The first row with a text that the question quotes; -1 without one. */
  quotedRow: number;
  /** Coverage of the question in [0, 1] by the whole passage, and by its best rows together. */
  whole: number;
  together: number;
  /** Its share in [0, 1] of the scores of all places considered. */
  standing: number;
}

/** Most rows rated of a passage; a longer one is data. */
const maxRows = 400;
const maxRowChars = 1_000;
/** Number of adjacent rows rated together. */
const together = 6;
/** Weight of a word that a shown row has already. */
const repeated = 0.1;

const isBlank = (row: string): boolean => !hasWordSign(row);

/** The rows of a place that hold a letter or a digit, in order. */
export const wordedRows = ({ rows }: Pick<Spot, 'rows'>): number[] =>
  rows.flatMap((row, at) => (isBlank(row) ? [] : [at]));

/** The innermost definition around a row of a place; undefined without one, or where they are not known. */
export function definedAt({ snippet: { definitions, lines } }: Spot, row: number): DefinedRows | undefined {
  return definitions?.findLast(({ start, end }) => start < row + lines.start && row + lines.start <= end + 1);
}

/** For each term of the question its share of the whole weight. */
const worthsOf = ({ question, coverage }: Asked): number[] => question.content.map((term) => coverage.worthOf([term]));

/** The greatest coverage of the question by any `together` adjacent rows. */
function bestTogether({ rows, shares }: Pick<Spot, 'rows' | 'shares'>, worths: readonly number[]): number {
  const filled = wordedRows({ rows });
  let best = 0;
  for (let from = 0; from === 0 || from + together <= filled.length; from += 1) {
    const here = filled.slice(from, from + together);
    const covers = worths.map((worth, term) => {
      const said = here.map((row) => shares[term]![row]!);
      const times = Math.min(said.filter((share) => share > 0).length, 3);
      return worth * (Math.max(0, ...said) + repeated * times);
    });
    best = Math.max(
      best,
      covers.reduce((sum, one) => sum + one, 0),
    );
  }
  return best;
}

export function askedOf(
  query: string,
  question: Question,
  snippets: readonly AnswerSnippet[],
  likeness?: Likeness,
): Asked {
  return {
    query,
    question,
    coverage: new CoverageOf(question, snippets, query),
    likeness,
    quoted: quotedIn(query).map(asRead).map(oneSpaced).filter(hasSpace),
  };
}

/** Most passages considered as places. */
const maxSpots = 14;

/** Places, in the order of the passages. */
export function spotsOf(snippets: readonly AnswerSnippet[], asked: Asked): Spot[] {
  const { question, coverage, quoted } = asked;
  const worths = worthsOf(asked);
  const considered = snippets.slice(0, maxSpots);
  const sum = considered.reduce((all, { score }) => all + (score ?? 1), 0) || 1;
  return considered.map((snippet) => {
    const rows = rowsOfText(snippet.text).slice(0, maxRows);
    const held = rows.map((row) => heldBy(row.slice(0, maxRowChars)));
    const shares = question.content.map((term) => Float32Array.from(held, (one) => shareIn(one, term)));
    return {
      snippet,
      rows,
      shares,
      quotedRow:
        quoted.length === 0
          ? -1
          : rows.findIndex((row) => quoted.some((text) => oneSpaced(asRead(row)).includes(text))),
      whole: coverage.of(snippet).share,
      together: bestTogether({ rows, shares }, worths),
      standing: (snippet.score ?? 1) / sum,
    };
  });
}

/** A function that gives the share in [0, 1] of the question that a row covers. */
function coveredBy({ shares }: Pick<Spot, 'shares'>, asked: Asked): (row: number) => number {
  const worths = worthsOf(asked);
  return (row) => worths.reduce((sum, worth, term) => sum + worth * shares[term]![row]!, 0);
}

/** The row of a place that covers most of the question. */
export function bestRow({ rows, shares }: Spot, asked: Asked): number {
  const covered = coveredBy({ shares }, asked);
  const said = rows.map((row, at) => (isBlank(row) ? -1 : covered(at)));
  return Math.max(0, said.indexOf(Math.max(...said)));
}

// Section: the chance of each row of a place to be what a reader of the answer needs: a logistic function of a few
// signs, fitted by `npm run fit:rows` on questions about lines of whole repositories. It rates rows by themselves; what
// is shown already does not count, since signs for that paid nothing. Cost: one similarity for each row. Must not know:
// how much room the answer has (places.ts).

export interface RowSigns {
  /** 1 for each row. */
  always: number;
  /** Similarity of the row to the question, and the greatest among it and its neighbours. */
  like: number;
  near: number;
  /** 1 where the row holds a number. */
  number: number;
  /** Logarithms of the number of different words in the row, and of rows with words in the place. */
  words: number;
  rows: number;
  /** Logarithms of the place, from 1 for the first, and of its share of the scores of all places. */
  place: number;
  standing: number;
}

export type RowWeights = Readonly<Record<keyof RowSigns, number>>;

/** Shares of scores below it say no more than that a place is one of the last. */
const minStanding = 0.001;

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
  const near = (row: number) =>
    likes.subarray(Math.max(0, row - 1), row + 2).reduce((most, like) => Math.max(most, like), 0);
  const signsOf = (row: number): RowSigns => ({
    always: 1,
    like: likes[row]!,
    near: near(row),
    number: hasNumber(rows[row]!) ? 1 : 0,
    words: Math.log(1 + new Set(termsOf(rows[row]!)).size),
    rows: Math.log(worded.length),
    place: Math.log(1 + place),
    standing: Math.log(Math.max(minStanding, spot.standing)),
  });
  return new Map(worded.map((row) => [row, signsOf(row)]));
}

/** The chance in [0, 1] of a row with these signs. */
export const rowChance = (signs: RowSigns, weights: RowWeights = fitted.weights): number => logistic(signs, weights);
