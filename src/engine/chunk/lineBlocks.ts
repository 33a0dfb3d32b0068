/**
 * Blocks without a grammar: cut where a row at the left margin begins a definition or follows a blank row; a block too
 * large for one chunk is opened and cut in the same way one indentation further in, in its name. Comments above a
 * definition stay with it. Markdown is cut at headings outside of fenced code, with the headings above as scope.
 */
import { maxChunkChars, type Block, type Rows } from './block';
import { declaredName } from './declarations';
import { isProseLanguage } from '../text/languages';
import { fenceReader, headingIn, plainTitle } from '../../languages/markdown';

const closingRow = /^\s*(?:[)}\]>;,]|end\b|else\b|\.\w)/;
const commentRow = /^\s*(?:\/\/|\/\*|\*|#|--|;|%|<!--|"""|@)/;

/** What opens a comment of several rows, and what closes it. */
const longComments: readonly [opens: RegExp, closes: string][] = [
  [/^\s*\/\*/, '*/'],
  [/^\s*\{-/, '-}'],
  [/^\s*--\[\[/, ']]'],
  [/^\s*<!--/, '-->'],
  [/^\s*\(\*/, '*)'],
  [/^\s*(?:@\w+\s+)?(?:~[sS])?"""/, '"""'],
];

/** Nesting deeper than this is not cut by its definitions. */
const maxLevels = 6;

/** 1 for the rows of comments. */
export function commentRowsOf(rows: Rows): Uint8Array {
  const marks = new Uint8Array(rows.count);
  let closes: string | undefined;
  for (let row = 0; row < rows.count; row += 1) {
    const text = rows.row(row);
    if (closes !== undefined) {
      marks[row] = 1;
      if (text.includes(closes)) closes = undefined;
      continue;
    }
    const found = longComments.find(([opens]) => opens.test(text));
    if (found) {
      const after = text.replace(found[0], '');
      if (!after.includes(found[1])) closes = found[1];
    }
    if (found || commentRow.test(text)) marks[row] = 1;
  }
  return marks;
}

function indentOf(text: string): number {
  const width = text.search(/\S/);
  return width < 0 ? Infinity : width;
}

interface Range {
  start: number;
  end: number;
  /** Characters before the rows at which it is cut. */
  indent: number;
  scope: readonly string[];
}

class LineBlocks {
  readonly blocks: Block[] = [];
  private readonly comments: Uint8Array;
  private readonly indents: Float64Array;
  private readonly isProse: boolean;

  constructor(
    private readonly rows: Rows,
    private readonly language: string,
  ) {
    this.isProse = isProseLanguage(language);
    this.comments = commentRowsOf(rows);
    this.indents = Float64Array.from({ length: rows.count }, (_, row) => indentOf(rows.row(row)));
  }

  cut(range: Range): void {
    let { start } = range;
    for (let row = start + 1; row <= range.end + 1; row += 1) {
      if (row <= range.end && !this.begins(row, start, range)) continue;
      this.add({ ...range, start, end: row - 1 });
      start = row;
    }
  }

  /** A sentence of a document that holds a word such as "type" begins no definition. */
  private nameOf(row: string): string | undefined {
    return this.isProse ? undefined : declaredName(row, this.language);
  }

  private isCommentOnly(start: number, end: number): boolean {
    for (let row = start; row <= end; row += 1) if (!this.comments[row]) return false;
    return true;
  }

  private begins(row: number, start: number, { indent }: Range): boolean {
    if (this.indents[row] !== indent) return false;
    const text = this.rows.row(row);
    if (closingRow.test(text) || (row > 0 && this.comments[row] && this.comments[row - 1])) return false;
    if (this.rows.isBlank(row - 1)) return !this.isCommentOnly(start, row - 2);
    if (this.comments[row]) return indent > 0;
    return this.nameOf(text) !== undefined && !this.isCommentOnly(start, row - 1);
  }

  private nameIn({ start, end, indent }: Range): { name?: string; row: number } {
    for (let row = start; row <= Math.min(end, start + 60); row += 1) {
      if (this.comments[row] || this.indents[row] === Infinity) continue;
      const name = this.indents[row] === indent ? this.nameOf(this.rows.row(row)) : undefined;
      return { row, ...(name === undefined ? {} : { name }) };
    }
    return { row: start };
  }

  /** The block, or what it holds when it is too large. */
  private add(range: Range): void {
    const { start, end, scope } = range;
    const { name, row } = this.nameIn(range);
    const isLarge = this.rows.size(start, end) > maxChunkChars && scope.length < maxLevels;
    const indent = isLarge ? this.inner(row, range) : undefined;
    if (indent === undefined) {
      this.blocks.push({ start, end, scope, ...(name === undefined ? {} : { name }) });
      return;
    }
    const head = { start, end: row, scope, ...(name === undefined ? {} : { name }) };
    const inside = name === undefined ? scope : [...scope, name];
    const before = this.blocks.length;
    this.blocks.push(head);
    if (row < end) this.cut({ start: row + 1, end, indent, scope: inside });
    // Opened for nothing: it stays one block, to be cut by its blank rows.
    if (this.blocks.length <= before + 2) {
      this.blocks.length = before;
      this.blocks.push({ ...head, end });
    }
  }

  /** The smallest indentation inside. */
  private inner(first: number, { end, indent }: Range): number | undefined {
    let least = Infinity;
    for (let row = first + 1; row <= end; row += 1) {
      const own = this.indents[row]!;
      if (own > indent && own < least) least = own;
    }
    return least === Infinity ? undefined : least;
  }
}

export function blocksOfLines(rows: Rows, language = ''): Block[] {
  if (rows.count === 0) return [];
  const cutting = new LineBlocks(rows, language);
  cutting.cut({ start: 0, end: rows.count - 1, indent: 0, scope: [] });
  return cutting.blocks;
}

export function blocksOfMarkdown(rows: Rows): Block[] {
  const blocks: Block[] = [];
  const titles: string[] = [];
  const read = fenceReader();
  for (let row = 0; row < rows.count; row += 1) {
    const text = rows.row(row);
    const found = read(text) === 'prose' ? headingIn(text) : undefined;
    const last = blocks.at(-1);
    if (!found && last) {
      last.end = row;
      continue;
    }
    const level = found?.level ?? 1;
    titles.length = Math.min(titles.length, level - 1);
    const name = found && (plainTitle(found.title) || found.title);
    blocks.push({ start: row, end: row, scope: titles.filter(Boolean), ...(name !== undefined ? { name } : {}) });
    while (titles.length < level - 1) titles.push('');
    if (name !== undefined) titles.push(name);
  }
  return blocks;
}
