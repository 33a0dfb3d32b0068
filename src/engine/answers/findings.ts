/**
 * What single rows of a passage say to a question: a comment's sentence, a constant, an error, a row of code. Each
 * finding knows its row, so that the code shown and the definition named are those of the sentence.
 */
import type { AnswerSnippet } from '../types';
import type { CoverageOf } from './coverage';
import { isTelling, type QuestionKind } from './kind';
import {
  commentBlocks,
  constantOf,
  errorMessage,
  isCommentRow,
  proseBlocks,
  quotable,
  sentencesOf,
  signature,
} from './sentences';
import { symbolAt } from './subject';
import { summarise } from './summary';
import { isMarkdown } from '../text/languages';

export interface Finding {
  sentence: string;
  /** 0-based row of the passage. */
  row: number;
}

export interface RatedRows {
  snippet: AnswerSnippet;
  texts: string[];
  /** Share of the question per row, raised for rows of the kind asked. */
  worths: number[];
}

/** A telling row counts this much more. */
const tellingFactor = 1.4;
/** A sentence that covers less of the question is about something else. */
const minSentenceShare = 0.15;
const maxCodeChars = 140;

export function rateRows(snippet: AnswerSnippet, coverage: CoverageOf, kind: QuestionKind): RatedRows {
  const texts = snippet.text.split(/\r?\n/);
  const worths = texts.map((text) => coverage.ofText(text).share * (isTelling(text, kind) ? tellingFactor : 1));
  return { snippet, texts, worths };
}

function inline(text: string): string {
  return `\`${text.replace(/`/g, "'")}\``;
}

export function asCode(row: string): string {
  const text = row.trim().replace(/\s+/g, ' ');
  return inline(text.length > maxCodeChars ? `${text.slice(0, maxCodeChars)} …` : text);
}

/** How the home of a row is called: the definition around it, else the place. */
function subjectAt({ snippet, texts }: RatedRows, row: number): string {
  return inline(symbolAt(snippet, texts, row) ?? snippet.label);
}

/** Go and Java comments begin with the name: it is not said twice. */
function said(subject: string, sentence: string): string {
  const name = subject.replace(/`/g, '').split('.').at(-1) ?? '';
  const rest = sentence.startsWith(`${name} `) ? sentence.slice(name.length) : undefined;
  return rest === undefined ? `${subject}: ${sentence}` : `${subject}${rest}`;
}

/** The row with the greatest worth that passes the test. */
function bestRow({ texts, worths }: RatedRows, isFit: (text: string) => boolean): number | undefined {
  let best: number | undefined;
  worths.forEach((worth, row) => {
    if (worth > (best === undefined ? 0 : (worths[best] ?? 0)) && isFit(texts[row] ?? '')) best = row;
  });
  return best;
}

/** The sentence of a comment, or of a document's prose, that covers most of the question. */
function written(rated: RatedRows, coverage: CoverageOf): Finding | undefined {
  const { snippet, texts } = rated;
  const blocks = isMarkdown(snippet.language) || snippet.language === 'txt' ? proseBlocks(texts) : commentBlocks(texts);
  let best: { text: string; row: number; share: number } | undefined;
  for (const block of blocks) {
    for (const text of sentencesOf(block.text)) {
      const { share } = coverage.ofText(text);
      if (share > (best?.share ?? minSentenceShare)) best = { text, row: block.row, share };
    }
  }
  if (!best) return undefined;
  // A comment speaks of what follows it.
  const after = texts.findIndex((text, row) => row > (best?.row ?? 0) && text.trim() !== '' && !isCommentRow(text));
  const subject = subjectAt(rated, after < 0 ? best.row : after);
  return { sentence: said(subject, quotable(best.text)), row: best.row };
}

/** A value answers only when its name is asked for: other values of the passage say nothing. */
function constant(rated: RatedRows, coverage: CoverageOf): Finding | undefined {
  const isAskedFor = (name: string | undefined) => name !== undefined && coverage.ofText(name).covered.length > 0;
  const row = bestRow(rated, (text) => isAskedFor(constantOf(text)?.name));
  const found = row === undefined ? undefined : constantOf(rated.texts[row] ?? '');
  if (row === undefined || !found) return undefined;
  const subject = subjectAt(rated, row);
  const place = subject === inline(found.name) ? inline(rated.snippet.label) : subject;
  return { sentence: `In ${place}, ${inline(found.name)} is ${inline(found.value)}.`, row };
}

const condition = /^\s*(?:\}?\s*else\s+)?(?:if|unless|elif|when|case)\b/;

function failure(rated: RatedRows): Finding | undefined {
  const row =
    bestRow(rated, (text) => errorMessage(text) !== undefined) ??
    rated.texts.findIndex((text) => errorMessage(text) !== undefined);
  const message = errorMessage(rated.texts[row] ?? '');
  if (message === undefined) return undefined;
  const guard = rated.texts.slice(Math.max(0, row - 3), row + 1).findLast((text) => condition.test(text));
  const when = guard === undefined ? '' : `, guarded by ${asCode(guard.replace(/\{\s*$/, ''))}`;
  return { sentence: `${subjectAt(rated, row)} fails with “${quotable(message)}”${when}.`, row };
}

function code(rated: RatedRows): Finding {
  const head = signature(rated.snippet.text);
  const row = bestRow(rated, (text) => !isCommentRow(text) && text.trim().length > 6 && /\p{L}/u.test(text));
  if (row === undefined) {
    const { text, language, symbol } = rated.snippet;
    return { sentence: summarise(text, language, symbol)[0] ?? inline(rated.snippet.label), row: 0 };
  }
  const text = rated.texts[row] ?? '';
  const subject = subjectAt(rated, row);
  if (head !== undefined && text.includes(head)) return { sentence: `${subject} is declared as ${asCode(head)}.`, row };
  return { sentence: `${subject} has ${asCode(text)}.`, row };
}

/** The finding that suits the kind of question; there always is one. */
export function findingFor(rated: RatedRows, coverage: CoverageOf, kind: QuestionKind): Finding {
  const suited = kind === 'default' ? constant(rated, coverage) : undefined;
  const failed = kind === 'error' || kind === 'why' ? failure(rated) : undefined;
  return suited ?? failed ?? written(rated, coverage) ?? code(rated);
}
