/**
 * What a passage can say, piece by piece: sentences of its comments, values, failures, lists, heads of definitions and
 * plain statements. A unit knows its rows and the definition it belongs to; which unit answers is decided elsewhere.
 */
import type { AnswerSnippet } from '../types';
import { isProseLanguage, readComments, readProse, type CommentBlock, type CommentTag } from './comments';
import { failureIn, type Failure } from './failures';
import { homeOf, type Home } from './home';
import { listsIn, type CodeList } from './lists';
import { statementsOf } from './statements';
import { lastPart, returnedValue, valuesIn, type NamedValue } from './values';

interface Place {
  snippet: AnswerSnippet;
  /** 0-based rows of the passage, inclusive. */
  start: number;
  end: number;
  /** What is compared with the question. */
  text: string;
  home: Home | undefined;
}

export type Unit = Place &
  (
    | {
        form: 'sentence';
        sentence: string;
        isDoc: boolean;
        isFirst: boolean;
        /** In the comment that a file begins with: about all of it. */
        isOpening: boolean;
        /** Of a sentence that only goes on ("Defaults to 3."): all that is said where it stands. */
        context?: string;
        /** Of such a sentence of a document: what it stands under. */
        heading?: string;
        tag?: CommentTag;
        name?: string;
        preset?: string;
        codeRow: number;
      }
    /** `said`: the comment above or behind it. */
    | { form: 'value'; value: NamedValue; said: string }
    | { form: 'failure'; failure: Failure }
    | { form: 'list'; list: Pick<CodeList, 'name' | 'items' | 'isOfValues'> }
    | { form: 'definition' }
    | { form: 'statement' }
  );

export interface ReadPassage {
  snippet: AnswerSnippet;
  rows: string[];
  /** Rows that are comment and nothing else. */
  isComment: boolean[];
  units: Unit[];
}

/** Rows further down than this are another page. */
const maxRows = 400;
/** Values of one row: more is a table. */
const maxValuesPerRow = 60;

/** Name of the member, setting or variable that a row gives: `gcTime?: number`. */
export function memberName(row: string): string | undefined {
  const name =
    /^\s*(?:(?:readonly|public|private|protected|static|pub|export|const|let|var|final)\s+)*["']?#?([A-Za-z_$][\w$]*)["']?\??\s*(?::(?!:)|=(?![=>])|:=)/.exec(
      row,
    )?.[1];
  return name === undefined || /^(?:if|for|while|switch|return|else|case|throw|await|default)$/.test(name)
    ? undefined
    : name;
}

/** Says a value of what was named before it: "It defaults to 20." */
const goesOn = /^(?:(?:It|This|Which)\s+)?(?:is\s+)?(?:by\s+default\b|defaults?\b|set\s+to\b)/i;

/** "Default: 3" of a document says it of what it stands under. */
const isOfHeading = /^(?:default|it\s+defaults?)\b/i;

/** A note to oneself answers nobody. */
const note = /\b(?:TO-?DO|FIX-?ME|XXX|HACK)\b/;

function nextCodeRow(rows: readonly string[], isComment: readonly boolean[], after: number): number | undefined {
  for (let row = after + 1; row < rows.length; row += 1) {
    if ((rows[row] ?? '').trim() !== '' && !isComment[row] && !/^\s*@\w/.test(rows[row] ?? '')) return row;
  }
  return undefined;
}

const bringsIn = /^\s*(?:import|from|use|using|require|package|#include|(?:const|let|var)\b.*\brequire\()/;

/** Stands at the top of a file, apart from the first definition: what comes next is brought in, or a row is left free. */
function opensFile(
  { lines }: AnswerSnippet,
  rows: readonly string[],
  block: CommentBlock,
  next: number | undefined,
): boolean {
  if (lines.start > 1 || block.isTrailing || rows.slice(0, block.start).some((row) => row.trim() !== '' && !row.startsWith('#!'))) return false; // prettier-ignore
  return next === undefined || bringsIn.test(rows[next] ?? '') || (rows[block.end + 1] ?? '').trim() === '';
}

function commentUnits({ snippet, rows, isComment }: ReadPassage, block: CommentBlock): Unit[] {
  const next = block.isTrailing ? block.start : nextCodeRow(rows, isComment, block.end);
  const codeRow = block.isDocstring || next === undefined ? Math.max(0, block.start - 1) : next;
  const isOpening = opensFile(snippet, rows, block, next);
  const home = isOpening ? undefined : homeOf(snippet, rows, codeRow);
  const isDoc = !isOpening && (block.isDocstring || (home?.row === codeRow && !block.isTrailing));
  // What is said above a definition or a member is about it.
  const about = isDoc ? lastPart(home?.name ?? '') : (memberName(rows[codeRow] ?? '') ?? '');
  const whole = block.sentences.map(({ text }) => text).join(' ');
  const units: Unit[] = block.sentences.filter(({ text }) => !note.test(text)).map(({ text, start, end, tag, name, preset }) => ({
    form: 'sentence', snippet, start, end, home, isDoc, isFirst: text === block.sentences[0]?.text, isOpening, sentence: text, codeRow, text: `${about} ${name ?? ''} ${text}`,
    ...(tag && { tag }), ...(name !== undefined && { name }), ...(preset !== undefined && { preset }), ...((tag === 'default' || goesOn.test(text)) && { context: `${about} ${whole}` }),
  })); // prettier-ignore
  const items = block.sentences.filter(({ tag, name }) => tag === 'item' && name !== undefined);
  const [first] = items;
  const last = items.at(-1);
  if (first && last && items.length > 1) {
    const names = items.map(({ name = '' }) => name);
    const target = memberName(rows[codeRow] ?? '');
    units.push({ form: 'list', snippet, start: first.start, end: Math.max(last.end, Math.min(codeRow, last.end + 2)), home, text: `${target ?? ''} ${whole}`, list: { name: target ?? home?.name ?? '', items: [...new Set(names)], isOfValues: true } }); // prettier-ignore
  }
  return units;
}

/** The comment right above a row: what it says of the row counts for the row too. */
function above(blocks: readonly CommentBlock[], row: number): string {
  const block = blocks.find(({ end, isTrailing }) => !isTrailing && end === row - 1);
  return block?.sentences.map(({ text }) => text).join(' ') ?? '';
}

/** The comment behind code in the same rows. */
function behind(blocks: readonly CommentBlock[], start: number, end: number): string {
  const block = blocks.find((other) => other.isTrailing && other.start >= start && other.start <= end);
  return block?.sentences.map(({ text }) => text).join(' ') ?? '';
}

function codeUnits({ snippet, rows, isComment }: ReadPassage, blocks: readonly CommentBlock[]): Unit[] {
  const units: Unit[] = [];
  for (const statement of statementsOf(rows, isComment)) {
    const { start, end, text } = statement;
    const home = homeOf(snippet, rows, start);
    const said = above(blocks, start);
    const place = { snippet, start, end, home };
    const failure = failureIn(statement, rows);
    if (failure) units.push({ ...place, form: 'failure', failure, text: `${text} ${failure.guard ?? ''} ${said}` });
    const values = valuesIn(text).slice(0, maxValuesPerRow);
    for (const value of values) {
      const isTable = values.length > 4;
      units.push({
        ...place,
        form: 'value',
        value,
        said: `${said} ${behind(blocks, start, end)}`,
        text: isTable ? `${value.name} ${value.value}` : `${text} ${said}`,
      });
    }
    const returned = returnedValue(text);
    if (returned !== undefined && home) {
      const value = {
        name: lastPart(home.name),
        value: returned,
        isLiteral: true,
        isTrivial: false,
        isFallback: false,
        at: 0,
      };
      units.push({ ...place, form: 'value', value, said, text: `${home.name} ${text} ${said}` });
    }
    if (home?.row === start) units.push({ ...place, form: 'definition', text: `${home.name} ${text}` });
    else if (text.length > 6 && /\p{L}{2}/u.test(text))
      units.push({ ...place, form: 'statement', text: `${text} ${said}` });
  }
  for (const { name, items, start, end, isOfValues } of listsIn(rows)) {
    const home = homeOf(snippet, rows, start);
    const text = `${home?.name ?? ''} ${name} ${above(blocks, start)} ${items.join(' ')}`;
    units.push({ form: 'list', snippet, start, end, home, text, list: { name, items, isOfValues } });
  }
  return units;
}

export function readPassage(snippet: AnswerSnippet): ReadPassage {
  const rows = snippet.text.split(/\r?\n/).slice(0, maxRows);
  const passage: ReadPassage = { snippet, rows, isComment: rows.map(() => false), units: [] };
  if (isProseLanguage(snippet.language)) {
    passage.units = readProse(rows).map(({ text, start, end, tag, name, heading = '' }) => ({
      form: 'sentence', snippet, start, end, text, sentence: text, isDoc: false, isFirst: false, isOpening: false, codeRow: start, home: undefined,
      ...(tag && { tag }), ...(name !== undefined && { name }),
      ...(heading !== '' && isOfHeading.test(text) && { heading, context: `${heading} ${text}` }),
    })); // prettier-ignore
    if (passage.units.length > 0) return passage;
  }
  const blocks = readComments(rows, snippet.language);
  for (const { start, end, isTrailing } of blocks) if (!isTrailing) passage.isComment.fill(true, start, end + 1);
  passage.units = [...blocks.flatMap((block) => commentUnits(passage, block)), ...codeUnits(passage, blocks)];
  return passage;
}
