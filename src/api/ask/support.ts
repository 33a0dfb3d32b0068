/**
 * Scores in [0, 1] how well the cited passages support a model's answer: per statement the share of its words that they
 * contain, reduced for each missing number or name, and low without a citation. Known limit: a wrong conclusion in the
 * passages' own words scores high. Cost: some milliseconds for an answer. Must not know models.
 */
import { analyse, heldBy, shareIn, type Held } from '../../engine/door';
import type { AnswerSnippet } from '../../engine/types';

/** Factor on the support of a statement that has no citation. */
const uncitedWorth = 0.4;
/** Factor for each number or name of a statement that its passages do not contain. */
const strangerFactor = 0.5;
/** Factor for an answer all of whose citations were invalid; with only some invalid, the reduction is proportional. */
const droppedFactor = 0.5;
/** Score of an answer that says the passages do not tell: true or not, the question is not answered. */
const declinedScore = 0.15;
/**
 * Exponent on the supported share, because a half-supported answer is mostly wrong. Calibrated on generated right and
 * wrong answers, not on those of a real model.
 */
const sharpness = 1.5;
/** Upper bound of the score: even fully supported text may not be what was asked. */
const maxScore = 0.95;
/** Code lines with fewer characters occur everywhere and are ignored. */
const minCodeCharacters = 8;
const maxStatements = 60;
/** Weight of function words, relative to content words. */
const weakWeight = 0.25;

/** Share of the score for how far the passages match the question; the rest is for how far they hold the statement. */
const questionShare = 1 / 3;

interface WrittenAnswer {
  question: string;
  /** The answer as it is shown: `[n]` is the n-th of `cited`. */
  text: string;
  cited: readonly AnswerSnippet[];
  /** Number of citations that were left out because they named no passage. */
  dropped: number;
}

/** @param sent all passages that the model was given */
export function supportOf({ question, text, cited, dropped }: WrittenAnswer, sent: readonly AnswerSnippet[]): number {
  const statements = statementsIn(text).slice(0, maxStatements);
  if (statements.length === 0) return 0;
  const proofs = {
    cited,
    sent,
    holds: new Map([...cited, ...sent].map((snippet) => [snippet, heldBy(wholeOf(snippet))])),
  };
  const rated = statements.map((statement) => ({
    weight: statement.weight,
    share: shareOf(statement, question, proofs),
  }));
  const total = rated.reduce((sum, { weight }) => sum + weight, 0);
  const mean = rated.reduce((sum, { weight, share }) => sum + weight * share, 0) / total;
  const lost = dropped / Math.max(1, dropped + cited.length);
  const score = Math.min(maxScore, (mean * (1 - (1 - droppedFactor) * lost)) ** sharpness);
  return Number((declines(statements[0]) ? Math.min(score, declinedScore) : score).toFixed(3));
}

function wholeOf({ symbol, label, text }: AnswerSnippet): string {
  return `${symbol ?? ''}\n${label}\n${text}`;
}

interface Statement {
  text: string;
  isCode: boolean;
  /** Numbers (from 1) of the statement's citations. */
  marks: number[];
  /** Grows with the length of the statement. */
  weight: number;
}

const mark = /\[(\d{1,3})\]/g;

function marksIn(text: string): number[] {
  return [...text.matchAll(mark)].map(([, number]) => Number(number));
}

/**
 * Splits a text into sentences and code blocks. A citation also covers the sentences before it in the same paragraph.
 */
function statementsIn(text: string): Statement[] {
  const statements: Statement[] = [];
  for (const { body, isCode } of partsOf(text)) {
    if (isCode) {
      statements.push({ text: body, isCode, marks: [], weight: 2 });
      continue;
    }
    for (const paragraph of body.split(/\n\s{0,20}\n|\n(?=[-*] |\d{1,3}\. )/))
      statements.push(...sentencesIn(paragraph));
  }
  return statements;
}

/** Splits a text into alternating prose and fenced code. */
function partsOf(text: string): { body: string; isCode: boolean }[] {
  const parts: { body: string; isCode: boolean }[] = [{ body: '', isCode: false }];
  for (const row of text.split('\n')) {
    const last = parts.at(-1);
    if (row.trimStart().startsWith('```')) parts.push({ body: '', isCode: !last?.isCode });
    else if (last) last.body += `${row}\n`;
  }
  return parts.filter(({ body }) => body.trim() !== '');
}

function sentencesIn(paragraph: string): Statement[] {
  const found: Statement[] = [];
  for (const piece of paragraph.split(/(?<=[.!?:])\s/)) {
    const bare = piece.replace(mark, '').trim();
    const marks = marksIn(piece);
    const words = analyse(bare).content.length;
    // Citation marks after the full stop belong to the sentence before it.
    if (words === 0) found.at(-1)?.marks.push(...marks);
    else found.push({ text: bare, isCode: false, marks, weight: Math.min(12, words) });
  }
  for (let place = found.length - 2; place >= 0; place -= 1) {
    const one = found[place];
    if (one?.marks.length === 0) one.marks = found[place + 1]?.marks ?? [];
  }
  return found;
}

interface Proofs {
  cited: readonly AnswerSnippet[];
  sent: readonly AnswerSnippet[];
  holds: ReadonlyMap<AnswerSnippet, Held>;
}

/** The share of the statement that the passages support, from 0 to 1. */
function shareOf({ text, isCode, marks }: Statement, question: string, { cited, sent, holds }: Proofs): number {
  if (isCode) return codeShare(text, cited.length > 0 ? cited : sent) * (cited.length > 0 ? 1 : uncitedWorth);
  const own = marks.map((number) => cited[number - 1]).filter((snippet) => snippet !== undefined);
  const shareOn = (snippets: readonly AnswerSnippet[]) => {
    const held = snippets.flatMap((snippet) => holds.get(snippet) ?? []);
    return (1 - questionShare) * wordShare(inDigits(text), held) + questionShare * wordShare(question, held);
  };
  if (own.length === 0) return shareOn(sent) * uncitedWorth;
  return shareOn(own) * strangerFactor ** strangersIn(text, own).length;
}

const smallNumbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Replaces number words by digits, as code writes them; "one" is kept, because it is rarely a number. */
function inDigits(text: string): string {
  return text.replace(/\b[a-z]{3,7}\b/gi, (word) => {
    const lower = word.toLowerCase();
    if (lower === 'one') return word;
    const small = smallNumbers.indexOf(lower);
    const ten = tens.indexOf(lower);
    if (small >= 0) return String(small);
    return ten >= 0 ? String((ten + 2) * 10) : word;
  });
}

function wordShare(text: string, passages: readonly Held[]): number {
  const { content, weak } = analyse(text);
  const weightOf = (term: string) => (weak.has(term) ? weakWeight : 1);
  const total = content.reduce((sum, term) => sum + weightOf(term), 0);
  const shares = passages.map((held) => content.reduce((sum, term) => sum + weightOf(term) * shareIn(held, term), 0));
  return total === 0 ? 0 : Math.max(0, ...shares) / total;
}

function codeShare(code: string, snippets: readonly AnswerSnippet[]): number {
  const known = new Set(snippets.flatMap(({ text }) => text.split('\n').map((row) => row.trim())));
  const rows = code.split('\n').map((row) => row.trim());
  const telling = rows.filter((row) => row.length >= minCodeCharacters);
  return telling.length === 0 ? 1 : telling.filter((row) => known.has(row)).length / telling.length;
}

/**
 * Numbers, and names in backticks, that none of the statement's passages contains; words of the question are allowed.
 */
function strangersIn(text: string, snippets: readonly AnswerSnippet[]): string[] {
  const names = [...text.matchAll(/`([^`\n]{1,100})`/g)].flatMap(
    ([, name = '']) => name.match(/[\p{L}_$][\p{L}\d_$]*/gu) ?? [],
  );
  const numbers = text.match(/(?<![\p{L}\d_.])\d[\d_,.]*/gu) ?? [];
  const held = snippets
    .map(
      (snippet) =>
        `${snippet.label}:${snippet.lines.start}-${snippet.lines.end} ${snippet.symbol ?? ''}\n${snippet.text}`,
    )
    .join('\n');
  const plain = held.replaceAll(/(?<=\d)[_,](?=\d)/g, '');
  const isHeld = (wanted: string) => held.includes(wanted) || plain.includes(wanted.replaceAll(/[_,]|\.$/g, ''));
  return [...new Set([...names, ...numbers])].filter((wanted) => !isHeld(wanted)).slice(0, 3);
}

const declining =
  /\b(?:passages?|code|files?|snippets?|context|it)\b.{0,40}\b(?:do(?:es)?n[’']?t|do(?:es)? not|cannot|lacks?|no)\b.{0,60}\b(?:hold|contain|say|show|answer|mention|include|tell|define|information)|\bno (?:passage|mention|information|answer)\b|\bnot (?:found|mentioned|answered|contained) in\b/i;

function declines(first: Statement | undefined): boolean {
  return first !== undefined && !first.isCode && declining.test(first.text.slice(0, 400));
}
