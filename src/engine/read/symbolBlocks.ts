/**
 * Blocks of a file from its outline: a symbol with its documentation is one block; of what is too large for a passage
 * the head, the symbols inside and the rows between them are blocks of their own. So what is found and shown begins and
 * ends where something begins and ends. Cost: one look at each symbol.
 */
import { maxChunkChars, maxSymbolChars, type Block, type Rows } from '../chunk/block';
import type { Outline, OutlineSymbol } from './types';

/** Nesting deeper than this is machine-made. */
const maxNesting = 60;

/** What holds other symbols: each of these is looked for by itself, so it is opened sooner than a function. */
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

function firstRow({ start, documentation }: OutlineSymbol): number {
  return documentation && documentation.start < start ? documentation.start : start;
}

class SymbolBlocks {
  readonly blocks: Block[] = [];

  constructor(private readonly rows: Rows) {}

  /** Rows between symbols, if they do more than end what stands before them. */
  private gap(start: number, end: number, scope: readonly string[]): void {
    for (let row = start; row <= end; row += 1) {
      if (this.rows.isClosing(row)) continue;
      this.blocks.push({ start: row, end, scope });
      return;
    }
  }

  /** Symbols in their order, and what stands between them, from the row `from` to the row `to`. */
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

  private add({ symbol, inside }: Nested, start: number, depth: number): void {
    const { end, path, name } = symbol;
    const scope = path.slice(0, -1);
    const [first] = inside;
    const most = containers.has(symbol.kind) ? maxChunkChars : maxSymbolChars;
    if (!first || depth >= maxNesting || this.rows.size(start, end) <= most) {
      this.blocks.push({ start, end, scope, name });
      return;
    }
    const head = Math.max(start, Math.min(firstRow(first.symbol) - 1, end));
    // In the scope of its members, so that a short head is read together with the first of them.
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

export function blocksOfOutline(outline: Outline, rows: Rows): Block[] {
  const made = new SymbolBlocks(rows);
  made.cover(nest(outline.symbols), { from: 0, to: rows.count - 1, scope: [], depth: 0 });
  return made.blocks;
}
