/**
 * Blocks without a grammar: cut where a row without indentation begins a definition or follows a blank row. Comments
 * above a definition stay with it. Markdown is cut at headings outside of fenced code, with the headings above as scope.
 */
import type { Block, Rows } from './block';
import { declaredName } from './declarations';

const closingRow = /^(?:[)}\]>;,]|end\b|else\b|\.\w)/;
const commentRow = /^\s*(?:\/\/|\/\*|\*|#|--|;|%|<!--|"""|@)/;

function isCommentOnly(rows: Rows, start: number, end: number): boolean {
  for (let row = start; row <= end; row += 1) if (!commentRow.test(rows.row(row))) return false;
  return true;
}

function beginsBlock(rows: Rows, row: number, start: number): boolean {
  const text = rows.row(row);
  if (text.trim() === '' || /^\s/.test(text) || closingRow.test(text)) return false;
  if (rows.isBlank(row - 1)) return !isCommentOnly(rows, start, row - 2);
  return declaredName(text) !== undefined && !isCommentOnly(rows, start, row - 1);
}

function nameIn(rows: Rows, start: number, end: number): string | undefined {
  for (let row = start; row <= Math.min(end, start + 30); row += 1) {
    const text = rows.row(row);
    if (!commentRow.test(text) && text.trim() !== '') return /^\s/.test(text) ? undefined : declaredName(text);
  }
  return undefined;
}

export function blocksOfLines(rows: Rows): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  for (let row = 1; row <= rows.count; row += 1) {
    if (row < rows.count && !beginsBlock(rows, row, start)) continue;
    const name = nameIn(rows, start, row - 1);
    blocks.push({ start, end: row - 1, scope: [], ...(name !== undefined ? { name } : {}) });
    start = row;
  }
  return blocks;
}

const heading = /^(#{1,6})\s+(.{1,200}?)\s*#*\s*$/;
const fence = /^\s*(?:```|~~~)/;

export function blocksOfMarkdown(rows: Rows): Block[] {
  const blocks: Block[] = [];
  const titles: string[] = [];
  let isFenced = false;
  for (let row = 0; row < rows.count; row += 1) {
    const text = rows.row(row);
    if (fence.test(text)) isFenced = !isFenced;
    const found = isFenced ? null : heading.exec(text);
    const last = blocks.at(-1);
    if (!found && last) {
      last.end = row;
      continue;
    }
    const level = found?.[1]?.length ?? 1;
    titles.length = Math.min(titles.length, level - 1);
    const name = found?.[2];
    blocks.push({ start: row, end: row, scope: titles.filter(Boolean), ...(name !== undefined ? { name } : {}) });
    while (titles.length < level - 1) titles.push('');
    if (name !== undefined) titles.push(name);
  }
  return blocks;
}
