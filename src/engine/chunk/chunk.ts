/**
 * Cuts one text into chunks of whole rows: at syntax borders where there is a grammar, at headings in Markdown, by
 * blank rows and indentation elsewhere. Must not know: files, scores. A failure lowers quality but never fails the
 * answer.
 */
import { isOutlined, languageOfEnding } from '../../languages/table';
import { readOutline } from '../read/readOutline';
import type { Named, Outline, OutlineSymbol } from '../read/types';
import { isMarkdown, isProseLanguage } from '../text/comments';
import { coverRows, pack, type Block, type Chunk, type Rows, maxChunkChars, maxSymbolChars } from './block';
import type { Grammars } from './grammars';
import { declaredName } from '../../languages/declarations';
import { fenceReader, headingIn, plainTitle } from '../../languages/markdown';

/** Rows with more characters are generated, or are a value that somebody pasted. */
const maxWrittenRowChars = 5000;
/** Rows of a text that people wrote, whatever else is in it; bundles have a licence and a few long rows. */
const writtenRows = 200;

/** True for a text of few rows of which most stands in very long ones: it is generated, and its tree not worth the time. */
export function isMachineMade(rows: Rows): boolean {
  if (rows.count > writtenRows) return false;
  let [long, all] = [0, 0];
  for (let row = 0; row < rows.count; row += 1) {
    const size = rows.size(row, row);
    all += size;
    if (size > maxWrittenRowChars) long += size;
  }
  return long > all / 2;
}

/** Most characters of a name. */
const maxNameChars = 80;

interface Cut {
  blocks: Block[];
  /** Names of the symbols with their rows; absent without a syntax tree. */
  names?: readonly Named[];
}

async function cutOf(rows: Rows, key: string, grammars: Grammars): Promise<Cut> {
  if (isMarkdown(key)) return { blocks: blocksOfMarkdown(rows) };
  const language = languageOfEnding(key);
  const outline =
    language && isOutlined(language) && !isMachineMade(rows)
      ? await readOutline(rows.text, language, grammars, 'symbols')
      : undefined;
  if (!outline || outline.symbols.length === 0) return { blocks: blocksOfLines(rows, key) };
  const names = outline.symbols.filter(({ name }) => name.length <= maxNameChars);
  return { blocks: blocksOfOutline(outline, rows), names: names.map(({ name, nameRow: row }) => ({ name, row })) };
}

/** Gives each chunk the names declared in its rows; both are in the order of rows. */
function withNames(chunks: readonly Chunk[], names: readonly Named[]): Chunk[] {
  const sorted = [...names].sort((a, b) => a.row - b.row);
  let at = 0;
  return chunks.map((chunk) => {
    const own = new Set<string>();
    while (at < sorted.length && sorted[at]!.row < chunk.start) at += 1;
    for (; at < sorted.length && sorted[at]!.row <= chunk.end; at += 1) own.add(sorted[at]!.name);
    return { ...chunk, names: [...own] };
  });
}

export async function chunksOf(rows: Rows, language: string, grammars: Grammars): Promise<Chunk[]> {
  if (rows.count === 0) return [];
  const { blocks, names } = await cutOf(rows, language, grammars);
  const chunks = pack(coverRows(blocks.length > 0 ? blocks : blocksOfLines(rows, language), rows), rows);
  return names ? withNames(chunks, names) : chunks;
}

// Section: blocks of a file from its outline: a symbol with its documentation, or the parts of one that is too large.

/** Deepest nesting of blocks; deeper ones are generated. */
const maxNesting = 60;

/**
 * Kinds of symbols that contain others. Each member is searched for by itself, so these are split sooner than
 * functions.
 */
const containers: ReadonlySet<string> = new Set(['class', 'interface', 'module', 'implementation', 'enum', 'type', 'key', 'section']); // prettier-ignore

interface Nested {
  symbol: OutlineSymbol;
  inside: Nested[];
}

function nest(symbols: readonly OutlineSymbol[]): Nested[] {
  const all = symbols.map((symbol): Nested => ({ symbol, inside: [] }));
  const top: Nested[] = [];
  for (const one of all) (one.symbol.parent === undefined ? top : all[one.symbol.parent]!.inside).push(one);
  return top;
}

/** The only thing in modules that each hold one alone, such as nested namespaces: what they hold is what is told. */
function soleOf({ symbol, inside }: Nested): OutlineSymbol {
  const [only, second] = inside;
  return symbol.kind === 'module' && only && !second ? soleOf(only) : symbol;
}

function firstRow({ start, documentation }: OutlineSymbol): number {
  return documentation && documentation.start < start ? documentation.start : start;
}

class SymbolBlocks {
  readonly blocks: Block[] = [];

  constructor(private readonly rows: Rows) {}

  /** Adds the rows between symbols, unless they only end the symbol before. */
  private gap(start: number, end: number, scope: readonly string[]): void {
    for (let row = start; row <= end; row += 1) {
      if (this.rows.isClosing(row)) continue;
      this.blocks.push({ start: row, end, scope });
      return;
    }
  }

  /** Adds the symbols and the rows between them, from row `from` to row `to`. */
  cover(nested: readonly Nested[], { from, to, scope, depth }: Span): void {
    let next = from;
    for (const one of nested) {
      const start = Math.max(firstRow(one.symbol), from);
      if (start > next) this.gap(next, start - 1, scope);
      if (one.symbol.end < next) continue; // on the rows of the one before
      this.add(one, Math.max(start, next), depth);
      next = one.symbol.end + 1;
    }
    if (next <= to) this.gap(next, to, scope);
  }

  private add(nested: Nested, start: number, depth: number): void {
    const { symbol, inside } = nested;
    const { end, path } = symbol;
    const scope = path.slice(0, -1);
    const [first] = inside;
    const most = containers.has(symbol.kind) ? maxChunkChars : maxSymbolChars;
    if (!first || depth >= maxNesting || this.rows.size(start, end) <= most) {
      this.blocks.push({ start, end, scope, name: soleOf(nested).path.slice(scope.length).join('.') });
      return;
    }
    const head = Math.max(start, Math.min(firstRow(first.symbol) - 1, end));
    // Has the scope of its members, so that a short head is joined with the first of them.
    this.blocks.push({ start, end: head, scope: path });
    this.cover(inside, { from: head + 1, to: end, scope: path, depth: depth + 1 });
  }
}

interface Span {
  from: number;
  to: number;
  scope: readonly string[];
  depth: number;
}

function blocksOfOutline(outline: Outline, rows: Rows): Block[] {
  const made = new SymbolBlocks(rows);
  made.cover(nest(outline.symbols), { from: 0, to: rows.count - 1, scope: [], depth: 0 });
  return made.blocks;
}

// Section: blocks without a grammar: cut at definitions and blank rows at the left margin, then one indentation further
// in.

const closingRow = /^\s*(?:[)}\]>;,]|end\b|else\b|\.\w)/;
const commentRow = /^\s*(?:\/\/|\/\*|\*|#|--|;|%|<!--|"""|@)/;

/** Openings and closings of comments of several rows. */
const longComments: readonly [opens: RegExp, closes: string][] = [
  [/^\s*\/\*/, '*/'],
  [/^\s*\{-/, '-}'],
  [/^\s*--\[\[/, ']]'],
  [/^\s*<!--/, '-->'],
  [/^\s*\(\*/, '*)'],
  [/^\s*(?:@\w+\s+)?(?:~[sS])?"""/, '"""'],
];

/** Deepest nesting that is cut by its definitions. */
const maxLevels = 6;

/** By row, 1 for rows of comments. */
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
  /** Indentation, in characters, of the rows at which the range is cut. */
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

  /** Adds a block, or its parts when it is too large. */
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
    // Splitting found no parts: it stays one block, to be cut at blank rows.
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

function blocksOfLines(rows: Rows, language = ''): Block[] {
  if (rows.count === 0) return [];
  const cutting = new LineBlocks(rows, language);
  cutting.cut({ start: 0, end: rows.count - 1, indent: 0, scope: [] });
  return cutting.blocks;
}

function blocksOfMarkdown(rows: Rows): Block[] {
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
