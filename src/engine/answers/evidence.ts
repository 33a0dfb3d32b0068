/** What one passage has to say to a question: its coverage, a finding, and the few rows that show it. */
import type { Question } from '../rank/question';
import type { AnswerSnippet } from '../types';
import type { Coverage, CoverageOf } from './coverage';
import { findingFor, rateRows, type RatedRows } from './findings';
import { isTelling, type QuestionKind } from './kind';
import { summarise } from './summary';

/** Rows shown: what fits a chat answer without scrolling. */
const shownRows = 10;
/** Share of the retrieval score in the order: it knows the whole space, coverage only the passages at hand. */
const retrievalShare = 0.6;

export interface Evidence {
  snippet: AnswerSnippet;
  coverage: Coverage;
  /** In [0, 1]: retrieval score and coverage together; the order of answers. */
  strength: number;
  /** Rows of the text shown, 0-based, inclusive. */
  rows: { start: number; end: number };
  /** Markdown, made of the code. */
  sentence: string;
  /** Whether a row of the kind asked for was found. */
  isKindMet: boolean;
}

export interface Asked {
  question: Question;
  kind: QuestionKind;
  coverage: CoverageOf;
}

/** The run of rows around `row` with the greatest worth; early runs win ties, so that a definition's head is kept. */
function shownAround({ texts, worths }: RatedRows, row: number): { start: number; end: number } {
  let best = { start: Math.max(0, row - 2), worth: -1 };
  const first = Math.max(0, row - shownRows + 2);
  for (let from = first; from <= row; from += 1) {
    const worth = worths.slice(from, from + shownRows).reduce((sum, value) => sum + Math.sqrt(value), 0);
    if (worth > best.worth + 1e-9) best = { start: from, worth };
  }
  let { start } = best;
  let end = Math.min(texts.length, start + shownRows) - 1;
  while (start < end && texts[start]?.trim() === '') start += 1;
  while (end > start && texts[end]?.trim() === '') end -= 1;
  return { start, end };
}

/** `place` is the passage's place in the list, best first. */
export function evidenceOf(snippet: AnswerSnippet, place: number, asked: Asked): Evidence {
  const { question, kind, coverage } = asked;
  const covered = coverage.of(snippet);
  const rated = rateRows(snippet, coverage, kind);
  const finding = question.isEmpty
    ? { sentence: summarise(snippet.text, snippet.language, snippet.symbol).join(' '), row: 0 }
    : findingFor(rated, coverage, kind);
  const retrieval = snippet.score ?? 1 / (1 + place * 0.1);
  return {
    snippet,
    coverage: covered,
    strength: retrievalShare * retrieval + (1 - retrievalShare) * covered.share,
    rows: shownAround(rated, finding.row),
    sentence: finding.sentence,
    isKindMet: rated.texts.some((text, row) => (rated.worths[row] ?? 0) > 0 && isTelling(text, kind)),
  };
}
