/** What is searched: the parts of a query space, and what is shown of one of their passages. */
import type { ReadSource } from './files/readSource';
import type { Collection } from './index/collection';
import { withoutLongRows } from './index/fields';
import type { PassageRecord } from './index/segment';
import type { Searched } from './rank/bm25f';
import type { Snippet, SnippetSource } from './types';

/** One searchable part of the space: a root, the library, or the seeds. */
export interface Part {
  collection: Collection;
  accepts?: (source: string) => boolean;
  /** Path or name by which the source is judged. */
  placeOf: (key: string) => string;
  textOf: (record: PassageRecord) => Promise<string | undefined> | string | undefined;
  /** The keys of all sources, also of those that are still to be read. */
  keys: () => Iterable<string>;
  /** The whole text of a source as it is now, or why it is not searched. */
  contentOf: (key: string) => ReadSource;
  languageOf: (key: string) => string;
  sourceOf: (key: string) => SnippetSource;
  /** Somebody chose just this: a selection, an asset, a file. "Explain this" is about it, not about a folder beside it. */
  isGiven?: boolean;
}

/** A passage, by the numbers of its piece and of itself in it. */
export interface ExactPlace {
  piece: number;
  passage: number;
}

/** A segment and the part it belongs to. */
export interface Piece extends Searched {
  part: Part;
}

export function piecesOf(parts: readonly Part[]): Piece[] {
  return parts.flatMap((part) =>
    part.collection.current().map((segment) => ({ part, segment, ...(part.accepts ? { accepts: part.accepts } : {}) })),
  );
}

/** Files are ranked where there are files; a store of snippets is ranked by its passages alone. */
export function hasFiles(pieces: readonly Piece[]): boolean {
  return pieces.some(({ part, segment }) => {
    const [first] = segment.records.sources;
    return first !== undefined && part.sourceOf(first).kind === 'file' && first !== '';
  });
}

/** Digits kept of a score: enough to order, few enough to be the same on every machine. */
const scoreDigits = 6;

export function round(value: number): number {
  return Number(value.toFixed(scoreDigits));
}

/** Under the name of its definition, where that is most of it. */
export async function snippetOf({ part }: Piece, record: PassageRecord, score: number): Promise<Snippet | undefined> {
  const whole = await part.textOf(record);
  if (whole === undefined) return undefined;
  const text = withoutLongRows(whole);
  return {
    source: part.sourceOf(record.source),
    text,
    language: part.languageOf(record.source),
    start: record.startOffset,
    end: record.endOffset,
    lines: { start: record.start + 1, end: record.end + 1 },
    score: round(score),
    ...(record.symbol !== undefined && !record.isNamedByPart ? { symbol: record.symbol } : {}),
  };
}
