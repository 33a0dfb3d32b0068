/**
 * The passages as places of an answer: their rows, and which words of the question each row covers. Retrieval chooses and
 * orders the passages; rows.ts tells the chance of each row. Cost: the terms of each row once.
 */
import type { Question } from '../rank/question';
import type { AnswerSnippet } from '../types';
import { CoverageOf, heldBy, shareIn } from './coverage';
import type { Likeness } from '../dense/embedding';
import { rowsOfText, hasWordSign } from '../text/plain';

export interface Asked {
  query: string;
  question: Question;
  coverage: CoverageOf;
  /** Similarity in meaning of a text to the question; absent without an embedding. */
  likeness?: Likeness | undefined;
}

/** A passage as a place of an answer. */
export interface Spot {
  snippet: AnswerSnippet;
  rows: readonly string[];
  /** For each word of the question the coverage by each row. */
  shares: readonly Float32Array[];
  /** Coverage of the question in [0, 1] by the whole passage, and by its best rows together. */
  whole: number;
  together: number;
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

/** For each term of the question its share of the whole weight. */
function worthsOf({ question, coverage }: Asked): number[] {
  const total = coverage.wholeWorth || 1;
  return question.content.map((term) => coverage.worthOf(term) / total);
}

/** The greatest coverage of the question by any `together` adjacent rows. */
function bestTogether({ rows, shares }: Pick<Spot, 'rows' | 'shares'>, worths: readonly number[]): number {
  const filled = wordedRows({ rows });
  let best = 0;
  for (let from = 0; from === 0 || from + together <= filled.length; from += 1) {
    const here = filled.slice(from, from + together);
    let sum = 0;
    worths.forEach((worth, term) => {
      const said = here.map((row) => shares[term]![row]!);
      const times = Math.min(said.filter((share) => share > 0).length, 3);
      sum += worth * (Math.max(0, ...said) + repeated * times);
    });
    best = Math.max(best, sum);
  }
  return best;
}

function spotOf(snippet: AnswerSnippet, asked: Asked, worths: readonly number[]): Spot {
  const { question, coverage } = asked;
  const rows = rowsOfText(snippet.text).slice(0, maxRows);
  const held = rows.map((row) => heldBy(row.slice(0, maxRowChars)));
  const shares = question.content.map((term) => Float32Array.from(held, (one) => shareIn(one, term)));
  const whole = coverage.of(snippet).share;
  return { snippet, rows, shares, whole, together: bestTogether({ rows, shares }, worths) };
}

export function askedOf(
  query: string,
  question: Question,
  snippets: readonly AnswerSnippet[],
  likeness?: Likeness,
): Asked {
  return { query, question, coverage: new CoverageOf(question, snippets, query), likeness };
}

/** Most passages considered as places. */
const maxSpots = 14;

/** Places, in the order of the passages. */
export function spotsOf(snippets: readonly AnswerSnippet[], asked: Asked): Spot[] {
  const worths = worthsOf(asked);
  return snippets.slice(0, maxSpots).map((snippet) => spotOf(snippet, asked, worths));
}

/** A function that gives the share in [0, 1] of the question that a row covers. */
export function coveredBy({ shares }: Pick<Spot, 'shares'>, asked: Asked): (row: number) => number {
  const worths = worthsOf(asked);
  return (row) => worths.reduce((sum, worth, term) => sum + worth * shares[term]![row]!, 0);
}

/** The row of a place that covers most of the question. */
export function bestRow({ rows, shares }: Spot, asked: Asked): number {
  const covered = coveredBy({ shares }, asked);
  const said = rows.map((row, at) => (isBlank(row) ? -1 : covered(at)));
  return Math.max(0, said.indexOf(Math.max(...said)));
}
