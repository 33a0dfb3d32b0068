/**
 * Which places are shown of a question, and which of their rows. Idea: retrieval knows the passages and their order; of
 * their rows the head is shown and those that hold most of what nobody before them does. Numbers set by hand on the
 * open half of test/quality/line-questions, and the figures are level around them. Cost: the terms of each row once.
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
  /** How near a row is to the question in meaning; absent without an embedding. */
  likeness?: Likeness | undefined;
}

/** A passage as a place of an answer. */
export interface Spot {
  snippet: AnswerSnippet;
  rows: readonly string[];
  /** For each word of the question a column: how well each row of the passage says it. */
  shares: readonly Float32Array[];
  /** In [0, 1]: how much of the question the passage holds, and its best rows together. */
  whole: number;
  together: number;
}

/** Rows that are looked at; a longer passage is data. */
const maxRows = 400;
const maxRowChars = 1_000;
/** Rows that are taken together. */
const together = 6;
/** What a word is worth that a row before said already, and a row that stands beside one that is shown. */
const repeated = 0.1;
const beside = 0.05;
/**
 * What a row is worth that stands right under a condition, a case or a loop that is shown: it says what becomes of it.
 */
const under = 0.1;
/**
 * What a row is worth that stands in the body itself and under nothing in it: the steps of a function, and what it
 * gives back.
 */
const ofBody = 0.05;
/**
 * A row of a comment says the words of the question, and the rows below it what is done: .551 of the open half hold the
 * fact, .540 without.
 */
const ofNote = 0.5;
const tag = /^\s*[@:](?:param|returns?|type|throws|raises|rtype)\b/;
/** Of such a block, the first rows. */
const maxUnder = 4;
/** What nearness in meaning is worth: it belongs to the row as a whole, whether or not the question has its words. */
const likeWorth = 0.2;
/** What a number, a quoted text or a word for a reason is worth in a row, where the question asks for such a thing. */
const wantedWorth = 0.1;

const isBlank = (row: string): boolean => !hasWordSign(row);

/** .544 of the open half hold the fact with words for reasons, .538 without. */
const reason = /\b(?:because|since|so that|otherwise|avoid|prevent|ensure|due to|in order|need(?:s|ed)? to|must)\b/i;

/** What the rows that answer such a question mostly have. */
function wantedIn({ kind, query }: Asked): RegExp | undefined {
  if (wantsReason.test(query)) return reason;
  if (kind === 'default') return /\d/;
  return kind === 'error' ? /\d|["'`]/ : undefined;
}

/** Terms of the question with their share of its worth. */
function worthsOf({ question, coverage }: Asked): number[] {
  const total = coverage.wholeWorth || 1;
  return question.content.map((term) => coverage.worthOf(term) / total);
}

/** The most that so many rows, one after the other, hold of the question. */
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

/** Passages that are looked at as places. */
const maxSpots = 14;

/** In the order of the passages. */
export function spotsOf(snippets: readonly AnswerSnippet[], asked: Asked): Spot[] {
  const worths = worthsOf(asked);
  return snippets.slice(0, maxSpots).map((snippet) => spotOf(snippet, asked, worths));
}

/** The row of a place that says most of the question. */
export function bestRow({ rows, shares }: Spot, asked: Asked): number {
  const worths = worthsOf(asked);
  const said = rows.map((row, at) =>
    isBlank(row) ? -1 : worths.reduce((sum, worth, term) => sum + worth * shares[term]![at]!, 0),
  );
  return Math.max(0, said.indexOf(Math.max(...said)));
}

/** Rows at the top of a passage among which the one with its name is looked for, below comments and decorators. */
const maxHeadRows = 40;

/** The row that says what the place is: the first with the name of its symbol, or else the first of all. */
function headRow({ rows, snippet: { symbol } }: Spot, filled: readonly number[]): number | undefined {
  const name = symbol?.split('.').at(-1) ?? '';
  const isNamed = (row: number) => rows[row]!.split(/[^\p{L}\p{N}_$]+/u).includes(name) && !isCommentRow(rows[row]!);
  return name === '' ? undefined : (filled.slice(0, maxHeadRows).find(isNamed) ?? filled[0]!);
}

/** For each row the one that it stands under: the nearest above with less indentation; -1 for the outermost. */
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
 * A passage that is hardly longer than what is shown of it is shown whole; the first one if it is short, for a reader
 * wants to see what it does.
 */
const [slack, firstSlack] = [2, 8];
/** More rows than this are shown of the first place alone. */
const maxOfOthers = 6;

/** Rows of a place that are shown, in their order: its head, and those that say most of what the others do not. */
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
    // What stands there already is not said again: `return undefined;`
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
  // A sign for one row that is left out would take as much room as the row.
  filled.forEach((row, at) => {
    if (taken.has(filled[at - 1] ?? -1) && taken.has(filled[at + 1] ?? -1)) taken.add(row);
  });
  return [...taken].sort((a, b) => a - b);
}
