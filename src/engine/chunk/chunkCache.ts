/**
 * Chunks by content: the same bytes in the same language are cut once, whichever root, branch or worktree they stand in.
 * Shared by all roots of an engine, in memory only, bounded; what was used longest ago goes first. Cost: some 30 bytes
 * for each chunk.
 */
import type { Chunk } from './block';

/** Two roots of 100,000 chunks. */
const maxKeptChunks = 200_000;

export interface Content {
  /** Of the bytes on disk; 0 where nobody knows it. */
  hash: number;
  size: number;
}

/** Two numbers, a flag and perhaps a name for each chunk. */
interface Kept {
  rows: Uint32Array;
  symbols: (string | undefined)[];
  namedByPart: Uint8Array;
  names: (readonly string[] | undefined)[];
}

function keyOf({ hash, size }: Content, language: string): string {
  return `${hash}:${size}:${language}`;
}

export class ChunkCache {
  /** In order of use, oldest first. */
  private readonly kept = new Map<string, Kept>();
  private chunks = 0;

  constructor(private readonly maxChunks = maxKeptChunks) {}

  get(content: Content, language: string): Chunk[] | undefined {
    const key = keyOf(content, language);
    const found = content.hash === 0 ? undefined : this.kept.get(key);
    if (!found) return undefined;
    this.kept.delete(key);
    this.kept.set(key, found);
    return found.symbols.map((symbol, at) => ({
      start: found.rows[2 * at]!,
      end: found.rows[2 * at + 1]!,
      ...(symbol === undefined ? {} : { symbol }),
      ...(found.namedByPart[at] === 1 ? { isNamedByPart: true } : {}),
      ...(found.names[at] === undefined ? {} : { names: found.names[at] }),
    }));
  }

  /** The names of the chunks are to have memory of their own. */
  put(content: Content, language: string, chunks: readonly Chunk[]): void {
    if (content.hash === 0 || chunks.length > this.maxChunks) return;
    const key = keyOf(content, language);
    this.drop(key);
    const rows = Uint32Array.from(chunks.flatMap(({ start, end }) => [start, end]));
    const namedByPart = Uint8Array.from(chunks, ({ isNamedByPart }) => (isNamedByPart ? 1 : 0));
    const symbols = chunks.map(({ symbol }) => symbol);
    this.kept.set(key, { rows, symbols, namedByPart, names: chunks.map(({ names }) => names) });
    this.chunks += chunks.length;
    for (const oldest of this.kept.keys()) {
      if (this.chunks <= this.maxChunks) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.chunks -= this.kept.get(key)?.symbols.length ?? 0;
    this.kept.delete(key);
  }
}
