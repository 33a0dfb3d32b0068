/**
 * Finds, in the text of one file, pieces of code and what people wrote about them: doc comments over declarations,
 * docstrings in them, comments over a few rows, names of tests, headings and sentences over code blocks of documents,
 * and names of functions that have no comment. One scanner for all languages: what belongs to a row is what is indented
 * deeper. Cost: some 10 MB of text per second. Known limit: the name of a
 * function of C or Java is not found behind types and modifiers. Must not know: terms, weights.
 */
import { declaredName } from '../../languages/declarations';
import { languageOf } from '../../engine/text/comments';
import { piecesOfDocument, asTyped, sentenceOf } from './documents';

export const pieceKinds = ['doc', 'rows', 'name', 'test', 'document'] as const;
export type PieceKind = (typeof pieceKinds)[number];

export interface Piece {
  kind: PieceKind;
  /** The question in words, without markup. */
  question: string;
  /** Declared name, or empty. */
  name: string;
  /** Code without the comment. */
  code: string;
  /** The rest of the comment. */
  rest: string;
}

const maxCodeRows = 60;
const maxCodeChars = 1800;
const minCodeChars = 30;
/** Most rows below a comment inside a function. */
const maxRowsBelow = 9;

const closer =
  /^\s*(?:[)\]}]|end\b|else\b|elif\b|elsif\b|catch\b|finally\b|rescue\b|except\b|then\b|do\b|\{|fi\b|done\b|esac\b|where\b)/;
const attribute = /^\s*(?:@\w|#\[|\[\w[\w.]*(?:\(|\]|,)|template\s*<|#pragma|__attribute__|pub\s*$|static\s*$)/;
const testCall = /\b(?:it|test|describe|specify|context|scenario|feature|should)\b\s*\(?\s*(['"`])(.{8,140}?)\1/;

function indentOf(row: string): number {
  let columns = 0;
  for (const character of row) {
    if (character === ' ') columns += 1;
    else if (character === '\t') columns += 4;
    else return columns;
  }
  return Infinity;
}

/** The row after the last one that belongs to the declaration at `start`. */
function endOfBody(rows: readonly string[], start: number): number {
  const indent = indentOf(rows[start] ?? '');
  let end = start + 1;
  for (let at = start + 1; at < rows.length && at < start + maxCodeRows; at += 1) {
    const row = rows[at] ?? '';
    if (row.trim() === '') continue;
    const depth = indentOf(row);
    if (depth < indent || (depth === indent && !closer.test(row))) break;
    end = at + 1;
  }
  return end;
}

function codeOf(rows: readonly string[], start: number, end: number): string {
  return rows.slice(start, end).join('\n').slice(0, maxCodeChars);
}

interface Comment {
  /** The row after its last. */
  end: number;
  text: string;
}

interface Style {
  line: RegExp;
  open?: string;
  close?: string;
}

const styles: Partial<Record<string, Style>> = {
  slash: { line: /^\s*\/\/(?!\/{4,})/, open: '/*', close: '*/' },
  hash: { line: /^\s*#(?![![])/ },
  dash: { line: /^\s*--(?!-{4,})/, open: '{-', close: '-}' },
};

function commentAt(rows: readonly string[], at: number, style: Style): Comment | undefined {
  const row = rows[at] ?? '';
  const trimmed = row.trimStart();
  let end = at;
  if (style.open !== undefined && trimmed.startsWith(style.open)) {
    while (end < rows.length && !(rows[end] ?? '').includes(style.close ?? '')) end += 1;
    // Code behind the comment in its row makes it a remark on that row.
    if (!(rows[end] ?? '').trimEnd().endsWith(style.close ?? '')) return undefined;
    return { end: end + 1, text: rows.slice(at, end + 1).join('\n') };
  }
  if (!style.line.test(row)) return undefined;
  const indent = indentOf(row);
  while (end < rows.length && style.line.test(rows[end] ?? '') && indentOf(rows[end] ?? '') === indent) end += 1;
  return { end, text: rows.slice(at, end).join('\n') };
}

/** Name declared at a row, whose signature may go on below. */
function nameAt(rows: readonly string[], at: number): string | undefined {
  const own = rows[at] ?? '';
  return (
    declaredName(own) ??
    declaredName(
      rows
        .slice(at, at + 4)
        .join(' ')
        .slice(0, 400),
    )
  );
}

function pieceBelow(rows: readonly string[], comment: Comment): Piece | undefined {
  const sentence = sentenceOf(comment.text);
  if (!sentence) return undefined;
  let start = comment.end;
  for (let skipped = 0; skipped < 8 && attribute.test(rows[start] ?? ''); skipped += 1) start += 1;
  const row = rows[start] ?? '';
  if (row.trim() === '' || closer.test(row)) return undefined;
  const name = nameAt(rows, start) ?? '';
  const bodyEnd = endOfBody(rows, start);
  const isDeclaration = name !== '' && bodyEnd - start > 1;
  const end = isDeclaration ? bodyEnd : endOfRows(rows, start);
  const code = codeOf(rows, start, end);
  if (code.length < minCodeChars) return undefined;
  const question = asTyped(sentence.first, name);
  return { kind: isDeclaration ? 'doc' : 'rows', question, name, code, rest: sentence.rest };
}

/** A few rows under a comment: up to an empty row, the next comment or the end of the block. */
function endOfRows(rows: readonly string[], start: number): number {
  const indent = indentOf(rows[start] ?? '');
  let end = start;
  while (end < rows.length && end < start + maxRowsBelow) {
    const row = rows[end] ?? '';
    if (row.trim() === '' || indentOf(row) < indent) break;
    if (end > start && /^\s*(?:\/\/|\/\*|#\s|--\s)/.test(row)) break;
    end += 1;
  }
  return end;
}

/** Docstrings stand below their declaration (Python), or in an attribute above it (Elixir). */
function pieceWithDocstring(rows: readonly string[], at: number): Piece | undefined {
  const name = /^\s*(?:async\s+)?(?:def|class)\s+(\w+)/.exec(rows[at] ?? '')?.[1];
  if (name === undefined) return undefined;
  let open = at;
  while (open < at + 12 && !/:\s*(?:#.*)?$/.test(rows[open] ?? '')) open += 1;
  const found = /^\s*[rRuUbB]{0,2}("""|''')/.exec(rows[open + 1] ?? '');
  const end = endOfBody(rows, at);
  if (!found) return undefined;
  const mark = found[1] ?? '"""';
  let close = open + 1;
  const isOneRow = (rows[close] ?? '')
    .trim()
    .replace(/^[rRuUbB]{0,2}/, '')
    .slice(3)
    .includes(mark);
  if (!isOneRow)
    do close += 1;
    while (close < rows.length && !(rows[close] ?? '').includes(mark));
  const comment = rows
    .slice(open + 1, close + 1)
    .join('\n')
    .replace(/^\s*[rRuUbB]{0,2}(?="""|''')/, '');
  const sentence = sentenceOf(comment);
  const bodyEnd = Math.max(end, Math.min(endOfBody(rows, at), close + 1));
  const code = `${codeOf(rows, at, open + 1)}\n${codeOf(rows, close + 1, Math.max(bodyEnd, endBelow(rows, close + 1, at)))}`;
  if (!sentence || code.length < minCodeChars) return undefined;
  return {
    kind: 'doc',
    question: asTyped(sentence.first, name),
    name,
    code: code.slice(0, maxCodeChars),
    rest: sentence.rest,
  };
}

/** End of the body, counted again below a long docstring that used up the rows. */
function endBelow(rows: readonly string[], from: number, declaration: number): number {
  const indent = indentOf(rows[declaration] ?? '');
  let end = from;
  for (let at = from; at < rows.length && at < from + maxCodeRows; at += 1) {
    const row = rows[at] ?? '';
    if (row.trim() === '') continue;
    if (indentOf(row) <= indent && !closer.test(row)) break;
    end = at + 1;
  }
  return end;
}

function elixirComment(rows: readonly string[], at: number): Comment | undefined {
  if (!/^\s*@(?:module)?doc\s+(?:~[sS])?"""/.test(rows[at] ?? '')) return undefined;
  let end = at + 1;
  while (end < rows.length && !/^\s*"""/.test(rows[end] ?? '')) end += 1;
  return { end: end + 1, text: rows.slice(at + 1, end).join('\n') };
}

function testAt(rows: readonly string[], at: number): Piece | undefined {
  const row = rows[at] ?? '';
  const words = testCall.exec(row)?.[2] ?? /^\s*test "([^"]{8,140})"/.exec(row)?.[1];
  if (words === undefined || !/[a-z]\s[a-z]/i.test(words)) return undefined;
  const code = codeOf(rows, at + 1, endOfBody(rows, at));
  if (code.length < minCodeChars) return undefined;
  return { kind: 'test', question: words.replace(/^should\s+/i, ''), name: '', code, rest: '' };
}

/** A function without a comment: its name is the question for its body. */
function namedAt(rows: readonly string[], at: number): Piece | undefined {
  const row = rows[at] ?? '';
  if (!/[({:]/.test(row) || row.length > 200) return undefined;
  const name = declaredName(row);
  if (name === undefined || !/[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]/.test(name)) return undefined;
  const end = endOfBody(rows, at);
  if (end - at < 4) return undefined;
  return { kind: 'name', question: name, name, code: codeOf(rows, at, end), rest: '' };
}

export function piecesOf(text: string, language: string): Piece[] {
  if (language === 'md' || language === 'rst')
    return piecesOfDocument(text).map((one) => ({ kind: 'document', ...one, name: '', rest: '' }));
  const rows = text.split('\n');
  const style = styles[languageOf(language).comments];
  const isPython = language === 'py' || language === 'pyi';
  const pieces: Piece[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? '';
    if (row.length > 400 || row.trim() === '') continue;
    const comment =
      (style && commentAt(rows, at, style)) ?? (language.startsWith('ex') ? elixirComment(rows, at) : undefined);
    if (comment) {
      const piece = pieceBelow(rows, comment);
      if (piece) pieces.push(piece);
      // A class may have more comments inside, so only this comment and its row are skipped.
      at = piece ? comment.end : comment.end - 1;
      continue;
    }
    const piece = (isPython ? pieceWithDocstring(rows, at) : undefined) ?? testAt(rows, at) ?? namedAt(rows, at);
    if (piece) pieces.push(piece);
  }
  return pieces;
}
