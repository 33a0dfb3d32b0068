/**
 * What one passage has to say to a question: its coverage, the few rows that say most, and a sentence made of them.
 */
import type { Question } from '../rank/question';
import type { AnswerSnippet } from '../types';
import type { Coverage, CoverageOf } from './coverage';
import { isTelling, type QuestionKind } from './kind';
import {
  commentSentences,
  constantOf,
  docSentence,
  errorMessage,
  isCommentRow,
  quotable,
  signature,
} from './sentences';
import { summarise } from './summary';

/** Rows shown: what fits a chat answer without scrolling. */
const shownRows = 10;
/** A telling row counts this much more. */
const tellingFactor = 1.4;

export interface Evidence {
  snippet: AnswerSnippet;
  coverage: Coverage;
  /** In [0, 1]: retrieval score and coverage together; the order of answers. */
  strength: number;
  /** Rows of the text, 0-based, inclusive. */
  rows: { start: number; end: number };
  /** Markdown, made of the code. */
  sentence: string;
  /** Whether a row of the kind asked for was found. */
  isKindMet: boolean;
}

interface RowWorth {
  text: string;
  worth: number;
}

function rateRows(text: string, coverage: CoverageOf, kind: QuestionKind): RowWorth[] {
  return text.split('\n').map((row) => {
    const { share } = coverage.ofText(row);
    return { text: row, worth: share * (isTelling(row, kind) ? tellingFactor : 1) };
  });
}

/** The run of rows with the greatest worth; early runs win ties, so that a definition's head is kept. */
function bestRows(rows: readonly RowWorth[]): { start: number; end: number } {
  let best = { start: 0, worth: -1 };
  for (let start = 0; start === 0 || start + shownRows <= rows.length; start += 1) {
    const worth = rows.slice(start, start + shownRows).reduce((sum, row) => sum + Math.sqrt(row.worth), 0);
    if (worth > best.worth + 1e-9) best = { start, worth };
  }
  let { start } = best;
  let end = Math.min(rows.length, start + shownRows) - 1;
  while (start < end && rows[start]?.text.trim() === '') start += 1;
  while (end > start && rows[end]?.text.trim() === '') end -= 1;
  return { start, end };
}

function subjectOf(snippet: AnswerSnippet): string {
  return snippet.symbol === undefined ? `\`${snippet.label}\`` : `\`${snippet.symbol.replace(/`/g, '')}\``;
}

function asCode(row: string): string {
  const trimmed = row.trim().replace(/\s+/g, ' ').replace(/`/g, "'");
  return `\`${trimmed.length > 140 ? `${trimmed.slice(0, 140)} …` : trimmed}\``;
}

/** The comment that covers most of the question, if it covers enough to be about it. */
function commentFor(snippet: AnswerSnippet, coverage: CoverageOf): string | undefined {
  const sentences = commentSentences(snippet.text, snippet.language);
  let best: { sentence: string; share: number } | undefined;
  for (const sentence of sentences) {
    const { share } = coverage.ofText(sentence);
    if (share > (best?.share ?? 0.15)) best = { sentence, share };
  }
  return best?.sentence;
}

function constantSentence(rows: readonly RowWorth[], subject: string): string | undefined {
  const rated = rows
    .map((row) => ({ found: constantOf(row.text), worth: row.worth }))
    .filter(({ found, worth }) => found && worth > 0);
  rated.sort((a, b) => b.worth - a.worth);
  const best = rated[0]?.found;
  return best && `In ${subject}, \`${best.name}\` is \`${best.value}\`.`;
}

function errorSentence(rows: readonly RowWorth[], subject: string): string | undefined {
  for (const [place, row] of rows.entries()) {
    const message = errorMessage(row.text);
    if (message === undefined) continue;
    const condition = rows
      .slice(Math.max(0, place - 3), place + 1)
      .findLast(({ text }) => /^\s*(?:\}?\s*else\s+)?(?:if|unless|elif|when|case)\b/.test(text));
    const guard = condition ? `, guarded by ${asCode(condition.text.replace(/\{\s*$/, ''))}` : '';
    return `${subject} fails with “${quotable(message)}”${guard}.`;
  }
  return undefined;
}

function keyRow(rows: readonly RowWorth[], head: string | undefined): string | undefined {
  let best: RowWorth | undefined;
  for (const row of rows) {
    const isUsable =
      !isCommentRow(row.text) &&
      /\w/.test(row.text) &&
      row.text.trim().length > 6 &&
      !(head && row.text.includes(head));
    if (isUsable && row.worth > (best?.worth ?? 0)) best = row;
  }
  return best?.text;
}

function plainSentence(snippet: AnswerSnippet, rows: readonly RowWorth[], subject: string): string {
  const head = signature(snippet.text);
  const key = keyRow(rows, head);
  const place = head === undefined ? subject : `${subject}, declared as ${asCode(head)},`;
  if (key !== undefined) return `${place} has ${asCode(key)}.`;
  return summarise(snippet.text, snippet.language, snippet.symbol)[0] ?? `${subject}.`;
}

function sentenceFor(
  snippet: AnswerSnippet,
  coverage: CoverageOf,
  rows: readonly RowWorth[],
  kind: QuestionKind,
): string {
  const subject = subjectOf(snippet);
  if (kind === 'default') {
    const constant = constantSentence(rows, subject);
    if (constant !== undefined) return constant;
  }
  if (kind === 'error' || kind === 'why') {
    const error = errorSentence(rows, subject);
    if (error !== undefined) return error;
  }
  const comment =
    commentFor(snippet, coverage) ?? (kind === 'what' ? docSentence(snippet.text, snippet.language) : undefined);
  if (comment !== undefined) return `${subject}: ${quotable(comment)}`;
  return plainSentence(snippet, rows, subject);
}

/** Share of the retrieval score in the order: it knows the whole space, coverage only the passages at hand. */
const retrievalShare = 0.7;

export interface Asked {
  question: Question;
  kind: QuestionKind;
  coverage: CoverageOf;
}

/** `place` is the passage's place in the list, best first. */
export function evidenceOf(snippet: AnswerSnippet, place: number, asked: Asked): Evidence {
  const { question, kind, coverage } = asked;
  const covered = coverage.of(snippet);
  const rows = rateRows(snippet.text, coverage, kind);
  const retrieval = snippet.score ?? 1 / (1 + place * 0.1);
  return {
    snippet,
    coverage: covered,
    strength: retrievalShare * retrieval + (1 - retrievalShare) * covered.share,
    rows: bestRows(rows),
    sentence: question.isEmpty
      ? summarise(snippet.text, snippet.language, snippet.symbol).join(' ')
      : sentenceFor(snippet, coverage, rows, kind),
    isKindMet: rows.some((row) => row.worth > 0 && isTelling(row.text, kind)),
  };
}
