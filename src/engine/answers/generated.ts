/**
 * Which files a program has written: they repeat what somebody wrote elsewhere, in names that nobody chose. Read from the
 * head of the file, when that was found too, and from rows as only programs write them.
 */
import type { AnswerSnippet } from '../types';

/** Rows from the top in which a file says how it came to be. */
const headRows = 12;
const saysSo =
  /\b(?:auto-?generated|@generated|generated (?:by|from|file|code)|code generated)\b|\bdo not (?:edit|modify|change)\b(?: (?:this|the) file| by hand| manually| directly|[\s.!*/-]{0,20}$)/i;
/** A row that no hand writes, and the share of a text in such rows that makes it a made one. */
const longRow = 300;
const longShare = 0.5;
/** `if(data.a === undefined){data.a = 0;}else {`: code without room between its signs. */
const tight = /\b(?:if|for|else)\([^{]{0,200}\)\{|\}else |\bvar \w+=|;\}|\)\{\w/;
const tightShare = 0.3;

const commentRow = /^\s*(?:\/\/|\/?\*|#|--|<!--|;)/;

function isMade(text: string): boolean {
  const rows = text.split('\n').filter((row) => row.trim() !== '');
  const ofLong = rows.reduce((sum, row) => sum + (row.length > longRow ? row.length : 0), 0);
  if (ofLong > text.length * longShare) return true;
  return rows.length > 4 && rows.filter((row) => tight.test(row)).length > rows.length * tightShare;
}

/** Labels of the files that a program has written. */
export function generatedAmong(snippets: readonly AnswerSnippet[]): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const { label, text, lines } of snippets) {
    const head = lines.start > 1 ? [] : text.split('\n', headRows).filter((row) => commentRow.test(row));
    if (head.some((row) => saysSo.test(row)) || isMade(text)) labels.add(label);
  }
  return labels;
}
