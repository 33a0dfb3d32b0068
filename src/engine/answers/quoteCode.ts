/** Which rows of a passage are shown: those that prove the sentence, with the head they stand under when it is near. */
import { indentOf, openBrackets, statementsOf } from './statements';
import type { ReadPassage, Unit } from './units';

/** What fits a chat answer without scrolling. */
const maxShown = 16;
const minShown = 4;
/** Rows shown of a definition that has more of them. */
const usualShown = 12;

export interface Shown {
  /** 0-based rows, inclusive. */
  start: number;
  end: number;
}

/** Many units ask for the end of the same block. */
const knownEnds = new WeakMap<readonly string[], Map<number, number>>();

/** Where a definition or block that begins in `row` ends: its last row is as deep as its first. */
export function blockEnd(rows: readonly string[], row: number): number {
  const ends = knownEnds.get(rows) ?? new Map<number, number>();
  knownEnds.set(rows, ends);
  const end = ends.get(row) ?? findBlockEnd(rows, row);
  ends.set(row, end);
  return end;
}

function findBlockEnd(rows: readonly string[], row: number): number {
  const indent = indentOf(rows[row] ?? '');
  for (let place = row + 1; place < rows.length; place += 1) {
    const text = rows[place] ?? '';
    if (text.trim() === '' || indentOf(text) > indent) continue;
    return /^\s*(?:[)}\]]|end\b)/.test(text) ? place : place - 1;
  }
  return rows.length - 1;
}

function withoutBlankEnds(rows: readonly string[], { start, end }: Shown): Shown {
  let [first, last] = [start, end];
  while (first < last && (rows[first] ?? '').trim() === '') first += 1;
  while (last > first && (rows[last] ?? '').trim() === '') last -= 1;
  return { start: first, end: last };
}

/** Rows without which the unit is not proved. */
function coreOf(unit: Unit, { rows, isComment }: ReadPassage): Shown {
  const last = rows.length - 1;
  let { start, end } = unit;
  if (unit.form === 'sentence' && !isComment.every(Boolean)) {
    // A sentence about a definition is proved by the definition; one inside of code by its own rows and what follows.
    const row = unit.codeRow;
    if (unit.isOpening) return withoutBlankEnds(rows, { start, end });
    if (unit.isDoc) [start, end] = [row, Math.min(blockEnd(rows, row), row + maxShown - 1)];
    else [start, end] = [Math.min(start, row), Math.max(end, Math.min(last, row + minShown))];
  } else if (unit.form === 'definition') end = Math.min(blockEnd(rows, start), start + maxShown - 1);
  else if (unit.form === 'failure' && unit.failure.guardRow !== undefined)
    start = Math.min(start, unit.failure.guardRow);
  if (end - start + 1 > maxShown) end = unit.form === 'list' ? Math.min(end, start + 13) : start + maxShown - 1;
  const head = unit.home?.row;
  if (head !== undefined && head >= 0 && head < start && end - head < maxShown) start = head;
  else if (unit.form !== 'list' && unit.form !== 'sentence') {
    // Some rows before, as far as they are of the same block, and what the statement opens.
    const indent = indentOf(rows[start] ?? '');
    while (
      start > 0 &&
      end - start + 1 < minShown &&
      indentOf(rows[start - 1] ?? '') >= indent &&
      !/^\s*[)}\]]/.test(rows[start - 1] ?? '')
    )
      start -= 1;
  }
  if (/[{([:]\s*$/.test(rows[end] ?? '') || openBrackets(rows[end] ?? '') > 0) {
    end = Math.min(blockEnd(rows, end), Math.max(end + 3, start + maxShown - 1), last);
  }
  // The closing bracket right after belongs to it.
  if (end < last && end - start + 1 < maxShown && /^\s*[)}\]]+[;,]?\s*$/.test(rows[end + 1] ?? '')) end += 1;
  return withoutBlankEnds(rows, { start, end });
}

/** Rows of code the unit is proved by: those, and what stands around them in its definition, all of it when it is short. */
export function shownFor(unit: Unit, passage: ReadPassage): Shown {
  const { rows } = passage;
  const core = coreOf(unit, passage);
  if (unit.form === 'list' || unit.home === undefined || (unit.form === 'sentence' && unit.isOpening)) return core;
  const head = Math.max(0, unit.home.row);
  const end = unit.home.row < 0 ? rows.length - 1 : blockEnd(rows, head);
  if (core.end > end) return core;
  const all = { start: Math.min(core.start, head), end };
  if (all.end - all.start < maxShown) return withoutBlankEnds(rows, all);
  const left = Math.max(0, usualShown - (core.end - core.start + 1));
  const below = Math.min(all.end - core.end, Math.max(left - Math.floor(left / 3), left - (core.start - all.start)));
  const above = Math.min(core.start - all.start, left - below);
  const start = outsideOfHead(rows, { start: core.start - above, end: core.end + below }, { head, core });
  return withoutBlankEnds(rows, { start, end: core.end + below });
}

/** Of comments the signs only: what stands between two of them is a paragraph. */
const signs = /^(?:\/?\*+\/?|\/\/+|#+|--+|;+|%+)?$/;

/** Rows where something begins and where something ends: a statement, or a paragraph of a comment. */
function seamsOf({ rows, isComment }: ReadPassage): { begins: ReadonlySet<number>; ends: ReadonlySet<number> } {
  const pieces = statementsOf(rows, isComment);
  const begins = new Set(pieces.map(({ start }) => start));
  const ends = new Set(pieces.map(({ end }) => end));
  const isApart = (row: number) => isComment[row] !== true || signs.test((rows[row] ?? '').trim());
  rows.forEach((text, row) => {
    if (isComment[row] !== true || signs.test(text.trim())) return;

    if (isApart(row - 1)) begins.add(row);
    if (isApart(row + 1)) ends.add(row);
  });
  return { begins, ends };
}

/** What is quoted of those rows: no statement, paragraph or block of which the beginning or the end is cut off. */
export function quotedFor(unit: Unit, passage: ReadPassage): Shown {
  const { rows } = passage;
  const shown = shownFor(unit, passage);
  const core = coreOf(unit, passage);
  if (shown.start >= core.start && shown.end <= core.end) return shown;
  const { begins, ends } = seamsOf(passage);
  let start = core.start;
  let outmost = indentOf(rows[start] ?? '');
  for (let row = start - 1; row >= shown.start; row -= 1) {
    const text = rows[row] ?? '';
    if (text.trim() !== '') outmost = Math.min(outmost, indentOf(text));
    if (begins.has(row) && indentOf(text) <= outmost && !/^\s*(?:[)}\]]|end\b)/.test(text)) start = row;
  }
  // What was cut off above is room for what follows in the same definition.
  const last = unit.home !== undefined && unit.home.row >= 0 ? blockEnd(rows, unit.home.row) : rows.length - 1;
  let end = Math.max(shown.end, Math.min(shown.end + start - shown.start, last));
  while (end > core.end && (!ends.has(end) || /[{([:]\s*$/.test(rows[end] ?? ''))) end -= 1;
  return withoutBlankEnds(rows, { start, end });
}

/** Where a head ends that runs over several rows: its brackets are closed, or its block opens. */
function headEnd(rows: readonly string[], head: number): number {
  let depth = 0;
  for (let row = head; row < Math.min(rows.length, head + maxShown); row += 1) {
    depth += openBrackets(rows[row] ?? '');
    if (depth <= 0 || /[{:]\s*$/.test(rows[row] ?? '')) return row;
  }
  return head;
}

/** Nobody can read the second half of a signature: it is shown from its beginning, or not at all. */
function outsideOfHead(
  rows: readonly string[],
  { start, end }: Shown,
  { head, core }: { head: number; core: Shown },
): number {
  const last = headEnd(rows, head);
  if (start <= head || start > last) return start;
  return end - head < maxShown || core.start <= last ? head : last + 1;
}

/** Rows of what is quoted as text: long rows only by the part that is meant. */
export function codeRows(rows: readonly string[], { start, end }: Shown, needle: string | undefined): string[] {
  const shown = rows.slice(start, end + 1).map((row) => (row.length > 200 ? excerpt(row, needle) : row.trimEnd()));
  const indents = shown.filter((row) => row.trim() !== '').map((row) => /^[ \t]*/.exec(row)?.[0].length ?? 0);
  const common = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return shown.map((row) => row.slice(Math.min(common, row.length)));
}

/** A long row around what is meant, cut at commas or spaces. */
function excerpt(row: string, needle: string | undefined): string {
  const at = needle === undefined ? 0 : Math.max(0, row.indexOf(needle));
  const from = at < 80 ? 0 : Math.max(row.lastIndexOf(',', at - 40) + 1, at - 90);
  const until =
    row.length - from <= 180 ? row.length : Math.max(from + 120, row.indexOf(',', at + 60) + 1 || from + 160);
  const part = row.slice(from, Math.min(until, from + 220)).trimEnd();
  return `${from > 0 ? '… ' : ''}${part}${from + part.length < row.length ? ' …' : ''}`;
}
