/**
 * Chooses the places of an answer and their rows: the head, and the rows that cover most of the question's words not
 * covered before. Retrieval chooses and orders the passages. Constants were set by hand on the open half of
 * test/quality/line-questions; results change little around them. Cost: the terms of each row once.
 */
import { type Question, kindOf, wantsReason, type QuestionKind } from '../rank/question';
import type { AnswerSnippet } from '../types';
import { CoverageOf, heldBy, shareIn } from './coverage';
import type { Likeness } from '../dense/embedding';
import { isCommentRow } from '../text/comments';
import { rowsOfText, hasWordSign } from '../text/plain';
import { indentOf } from './markdown';

export interface Asked {
  query: string;
  question: Question;
  kind: QuestionKind;
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
/** Bonus for a row next to a shown one. */
const beside = 0.05;
/** Bonus for a row right under a shown condition, case or loop: it shows the consequence. */
const under = 0.1;
/** Bonus for a row at the outermost level of the body: a step of a function, or what it returns. */
const ofBody = 0.05;
/** Factor for a comment row: it repeats the question's words, whereas the code below shows what is done. */
const ofNote = 0.5;
const tag = /^\s*[@:](?:param|returns?|type|throws|raises|rtype)\b/;
/** Most rows under a condition that get the bonus. */
const maxUnder = 4;
/** Weight of similarity in meaning, which belongs to a row whether or not it has words of the question. */
const likeWorth = 0.2;
/** Bonus for a row with a number, a quoted text or a word for a reason, when the question asks for such a thing. */
const wantedWorth = 0.1;

const isBlank = (row: string): boolean => !hasWordSign(row);

/** Matches words that introduce a reason. */
const reason = /\b(?:because|since|so that|otherwise|avoid|prevent|ensure|due to|in order|need(?:s|ed)? to|must)\b/i;

/** A pattern of rows that usually answer the kind of question; undefined for other kinds. */
function wantedIn({ kind, query }: Asked): RegExp | undefined {
  if (wantsReason.test(query)) return reason;
  if (kind === 'default') return /\d/;
  return kind === 'error' ? /\d|["'`]/ : undefined;
}

/** For each term of the question its share of the whole weight. */
function worthsOf({ question, coverage }: Asked): number[] {
  const total = coverage.wholeWorth || 1;
  return question.content.map((term) => coverage.worthOf(term) / total);
}

/** The greatest coverage of the question by any `together` adjacent rows. */
function bestTogether({ rows, shares }: Pick<Spot, 'rows' | 'shares'>, worths: readonly number[]): number {
  const filled = rows.flatMap((row, at) => (isBlank(row) ? [] : [at]));
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
  return { query, question, kind: kindOf(query), coverage: new CoverageOf(question, snippets, query), likeness };
}

/** Most passages considered as places. */
const maxSpots = 14;

/** Places, in the order of the passages. */
export function spotsOf(snippets: readonly AnswerSnippet[], asked: Asked): Spot[] {
  const worths = worthsOf(asked);
  return snippets.slice(0, maxSpots).map((snippet) => spotOf(snippet, asked, worths));
}

/** The row of a place that covers most of the question. */
export function bestRow({ rows, shares }: Spot, asked: Asked): number {
  const worths = worthsOf(asked);
  const said = rows.map((row, at) =>
    isBlank(row) ? -1 : worths.reduce((sum, worth, term) => sum + worth * shares[term]![at]!, 0),
  );
  return Math.max(0, said.indexOf(Math.max(...said)));
}

/** Most rows searched for the one with the symbol's name, below comments and decorators. */
const maxHeadRows = 40;

/** The first row with the symbol's name, or else the first row; undefined without a symbol. */
function headRow({ rows, snippet: { symbol } }: Spot, filled: readonly number[]): number | undefined {
  const name = symbol?.split('.').at(-1) ?? '';
  const isNamed = (row: number) => rows[row]!.split(/[^\p{L}\p{N}_$]+/u).includes(name) && !isCommentRow(rows[row]!);
  return name === '' ? undefined : (filled.slice(0, maxHeadRows).find(isNamed) ?? filled[0]!);
}

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
 * Rows by which a passage may exceed its limit and still be shown whole; more for the first place, which readers want
 * to see in full.
 */
const [slack, firstSlack] = [2, 8];
/** Most rows of places after the first. */
const maxOfOthers = 6;

/** Rows of a place to show, in order: its head, and those that add most of the question's words. */
export function shownRows(spot: Spot, asked: Asked, most: number): number[] {
  const { rows, shares } = spot;
  const filled = rows.flatMap((row, at) => (isBlank(row) ? [] : [at]));
  if (filled.length <= most + (most > maxOfOthers ? firstSlack : slack)) return rows.map((_, at) => at);
  const worths = worthsOf(asked);
  const wanted = wantedIn(asked);
  const head = headRow(spot, filled);
  const got = worths.map(() => 0);
  const taken = new Set<number>();
  const said = new Set<string>();
  const above = rowsAbove(rows);
  const take = (row: number) => {
    taken.add(row);
    said.add(rows[row]!.trim());
    shares.forEach((share, term) => (got[term] = Math.max(got[term]!, share[row]!)));
  };
  const gainOf = (row: number): number => {
    // A row equal to a shown one adds nothing: `return undefined;`
    if (said.has(rows[row]!.trim())) return 0;
    let gain = 0;
    worths.forEach((worth, term) => {
      const share = shares[term]![row]!;
      if (share > 0) gain += worth * (Math.max(0, share - got[term]!) + repeated * share);
    });
    const near = taken.has(row - 1) || taken.has(row + 1) ? beside : 0;
    const further = near === 0 && (taken.has(row - 2) || taken.has(row + 2)) ? beside / 2 : 0;
    if (isCommentRow(rows[row]!) || tag.test(rows[row]!)) gain *= ofNote;
    const top = above[row]!;
    if (top === head && head !== undefined) gain += ofBody;
    else if (taken.has(top) && row - top <= maxUnder) gain += under;
    return (
      gain +
      near +
      further +
      likeWorth * (asked.likeness?.(rows[row]!) ?? 0) +
      (wanted?.test(rows[row]!) ? wantedWorth : 0)
    );
  };
  if (head !== undefined) take(head);
  while (taken.size < most) {
    let [best, gain] = [-1, 1e-9];
    for (const row of filled) {
      const own = taken.has(row) ? 0 : gainOf(row);
      if (own > gain) [best, gain] = [row, own];
    }
    if (best < 0) break;
    take(best);
  }
  for (const row of filled) if (taken.size < most) taken.add(row);
  // A mark for a single omitted row would take as much room as the row.
  filled.forEach((row, at) => {
    if (taken.has(filled[at - 1] ?? -1) && taken.has(filled[at + 1] ?? -1)) taken.add(row);
  });
  return [...taken].sort((a, b) => a - b);
}
