/**
 * Blocks and how they become chunks. A block is a run of whole rows that should not be cut: a definition, a statement,
 * a paragraph. Chunks are blocks packed together up to a size; a definition of some size stands alone.
 */

/** Rows are 0-based and inclusive. */
export interface Block {
  start: number;
  end: number;
  /** Names of the definitions around it, outermost first. */
  scope: readonly string[];
  /** Name of the definition that the block is. */
  name?: string;
}

export interface Chunk {
  start: number;
  end: number;
  /** Name of the definition that the chunk is or lies in, such as `Store.open`. */
  symbol?: string;
  /** True when the definition is a small part of the chunk: a word to find it by, but no name for the whole. */
  isNamedByPart?: boolean;
  /** Names declared in the chunk; absent without a syntax tree. */
  names?: readonly string[];
}

/** Most characters of a chunk, about 400 words of code: what a reader takes in at a glance. */
export const maxChunkChars = 1500;
/** Most characters of a definition that is kept whole, some 70 rows. */
export const maxSymbolChars = 3000;
/** Least characters of a definition that gets a chunk of its own; smaller ones are joined. */
const aloneChars = 300;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** A text and where its rows begin. */
export class Rows {
  readonly count: number;
  constructor(
    readonly text: string,
    readonly starts: Uint32Array,
  ) {
    this.count = Math.max(0, starts.length - 1);
  }

  /** Text of the rows without the last line break. */
  slice(start: number, end: number): string {
    const from = this.starts[start] ?? 0;
    let to = this.starts[end + 1] ?? this.text.length;
    if (to > from && this.text.charCodeAt(to - 1) === lineFeed) {
      to -= 1;
      if (to > from && this.text.charCodeAt(to - 1) === carriageReturn) to -= 1;
    }
    return this.text.slice(from, to);
  }

  row(row: number): string {
    return this.slice(row, row);
  }

  size(start: number, end: number): number {
    return (this.starts[end + 1] ?? this.text.length) - (this.starts[start] ?? 0);
  }

  isBlank(row: number): boolean {
    return this.row(row).trim() === '';
  }

  /** True when the row only ends something: closing brackets, or nothing. */
  isClosing(row: number): boolean {
    return closing.test(this.row(row));
  }
}

/** Matches a row that only ends something. */
const closing = /^[\s)}\]>;,]*(?:(?:end|fi|done|esac)[\s)}\]>;,]*)?$/;

/**
 * Sorts blocks and makes them cover every row: overlaps are joined, closing brackets go to the block before, all other
 * rows to the block after.
 */
export function coverRows(blocks: readonly Block[], rows: Rows): Block[] {
  const sorted = [...blocks].sort((a, b) => a.start - b.start || a.end - b.end);
  const covered: Block[] = [];
  for (const block of sorted) {
    const last = covered.at(-1);
    if (last && block.start <= last.end) {
      last.end = Math.max(last.end, block.end);
      continue;
    }
    let start = last ? last.end + 1 : 0;
    while (last && start < block.start && rows.isClosing(start)) {
      last.end = start;
      start += 1;
    }
    covered.push({ ...block, start });
  }
  const last = covered.at(-1);
  if (last) last.end = rows.count - 1;
  return covered;
}

/** A block too large for one chunk, cut at blank rows, or else where it is full. */
function cutLarge(block: Block, rows: Rows): Block[] {
  const most = block.name === undefined ? maxChunkChars : maxSymbolChars;
  if (rows.size(block.start, block.end) <= most) return [block];
  const pieces: Block[] = [];
  let start = block.start;
  let blank = -1;
  for (let row = block.start; row <= block.end; row += 1) {
    if (row > start && rows.size(start, row) > maxChunkChars) {
      const cut = blank > start && rows.size(start, blank) > maxChunkChars / 3 ? blank + 1 : row;
      pieces.push({ ...block, start, end: cut - 1 });
      start = cut;
    }
    if (rows.isBlank(row)) blank = row;
  }
  if (start <= block.end) pieces.push({ ...block, start, end: block.end });
  return pieces;
}

interface Open {
  start: number;
  end: number;
  scope: string;
  isAlone: boolean;
  parts: Block[];
}

/**
 * Least share of a chunk that its largest definition must have to name it; otherwise an enclosing name is used, if any.
 */
const tellingShare = 0.5;

function symbolOf(open: Open, rows: Rows): Pick<Chunk, 'symbol' | 'isNamedByPart'> {
  const sizeOf = (block: Block) => rows.size(block.start, block.end);
  const named = open.parts.filter((block) => block.name !== undefined);
  const largest = named.reduce<Block | undefined>(
    (best, block) => (best && sizeOf(best) >= sizeOf(block) ? best : block),
    undefined,
  );
  // Only rows of a header are less nested than what follows them.
  const scope = open.parts.at(-1)?.scope ?? [];
  const isMost = largest && sizeOf(largest) >= tellingShare * rows.size(open.start, open.end);
  const names = largest && (isMost || scope.length === 0) ? [...largest.scope, largest.name ?? ''] : scope;
  if (names.length === 0) return {};
  return { symbol: names.join('.'), ...(largest && !isMost && scope.length === 0 ? { isNamedByPart: true } : {}) };
}

/** True for the first rows of a definition that was separated from its members only because the whole was too large. */
function isHeaderOf(open: Open, block: Block, rows: Rows): boolean {
  const isInside = open.scope !== '' && block.scope.join('.').startsWith(open.scope);
  return isInside && !open.isAlone && rows.size(open.start, open.end) < aloneChars;
}

function startsNew(open: Open, block: Block, rows: Rows): boolean {
  if (open.isAlone) return true;
  const size = rows.size(open.start, block.end);
  if (isHeaderOf(open, block, rows)) return size > maxSymbolChars + aloneChars;
  if (size > maxChunkChars) return true;
  const isLarge = block.name !== undefined && rows.size(block.start, block.end) >= aloneChars;
  return isLarge || block.scope.join('.') !== open.scope;
}

function trim(chunk: Chunk, rows: Rows): Chunk | undefined {
  let { start, end } = chunk;
  while (start <= end && rows.isBlank(start)) start += 1;
  while (end >= start && rows.isBlank(end)) end -= 1;
  return start > end ? undefined : { ...chunk, start, end };
}

/** Packs covering blocks into chunks. */
export function pack(blocks: readonly Block[], rows: Rows): Chunk[] {
  const opened: Open[] = [];
  for (const block of blocks.flatMap((entry) => cutLarge(entry, rows))) {
    const open = opened.at(-1);
    const isAlone = block.name !== undefined && rows.size(block.start, block.end) >= aloneChars;
    if (open && !startsNew(open, block, rows)) {
      open.end = block.end;
      open.scope = block.scope.join('.');
      open.isAlone ||= isAlone;
      open.parts.push(block);
    } else {
      opened.push({ start: block.start, end: block.end, scope: block.scope.join('.'), isAlone, parts: [block] });
    }
  }
  return opened
    .map((open) => trim({ start: open.start, end: open.end, ...symbolOf(open, rows) }, rows))
    .filter((chunk) => chunk !== undefined);
}
