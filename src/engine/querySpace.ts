/**
 * What a question is asked of, places in it, and what the outlines of its code are asked and tell. A part of the
 * engine's vocabulary (types.ts): plain cloneable values, because they cross a thread.
 */
import type { SymbolKind } from '../languages/captures';

/** One saved or inline piece of code that is not a file: an asset of the library, or a seed of a request. */
export interface Document {
  id: string;
  text: string;
  /** File-name-like language key: `ts`, `py`, `go`. Absent: guessed from the name or taken as plain text. */
  language?: string;
  /** Title of an asset, file name of a seed: searched as the name field. */
  name?: string;
  /** Description and tags: searched as the comment field. */
  notes?: string;
}

/** What is searched. All parts are searched together; nothing given means nothing found. */
export interface QuerySpace {
  /** Absolute files and folders, already allowed by the caller's path policy. */
  paths?: string[];
  /** Inline documents of this request only. */
  seeds?: Document[];
  /** Ids of documents given earlier by `putDocuments`, or `all` for every one of them. */
  documents?: string[] | 'all';
}

/** Lines are 1-based and inclusive. */
export interface LineRange {
  start: number;
  end: number;
}

export type SnippetSource =
  { kind: 'file'; path: string } | { kind: 'document'; id: string } | { kind: 'seed'; index: number };

/** Which files of a space are searched; all that is given must hold. */
export interface Only {
  /** A pattern as in .gitignore; one with a slash inside is of the whole path below its folder. */
  glob?: string;
  /** A name or a file ending; one that no language has is taken for an ending. */
  language?: string;
  kind?: 'code' | 'tests' | 'docs';
}

/** A path that could not be searched, with a reason a person can act on. */
export interface SkippedPath {
  path: string;
  reason: string;
}

/** Which sources of the space are meant. */
interface CodeScope {
  space: QuerySpace;
  only?: Only;
}

/** A symbol without its text. */
export interface SymbolHead {
  kind: SymbolKind;
  name: string;
  /** Names of what it stands in, and its own. */
  path: string[];
  signature: string;
  /** With the documentation above it. */
  lines: LineRange;
  /** Where its name stands. */
  line: number;
  /** First sentence of its documentation. */
  documentation?: string;
}

export interface PlacedSymbol extends SymbolHead {
  source: SnippetSource;
}

export interface OutlineRequest extends CodeScope {
  /** How deep symbols may stand in others; 1 for those that stand in none. */
  depth: number;
  /** Most symbols and files. */
  limit: number;
  files: number;
}

export interface OutlinedSource {
  source: SnippetSource;
  language: string;
  /** Lines of the whole text. */
  lines: number;
  /** First sentence of what documents the file as a whole. */
  documentation?: string;
  /** Somewhere its grammar did not understand the text: symbols may be missing there. */
  hasErrors: boolean;
  /** In the order of the text; a symbol stands in the one before it that has a lower depth. */
  symbols: (SymbolHead & { depth: number })[];
}

export interface OutlineResult {
  files: OutlinedSource[];
  /** How deep the symbols told of stand: less than asked where they would have been too many. */
  depth: number;
  /** What the budget left out; files that were not looked at have an unknown number of symbols. */
  left: { files: number; symbols: number };
  skipped: SkippedPath[];
}

export interface SymbolRequest extends CodeScope {
  /** With the names around it or not: `open`, `Store.open`, `Store::open`. */
  name?: string;
  /** 1-based, in the only source of the space: the innermost symbol there. */
  line?: number;
  kinds?: SymbolKind[];
  /** Most candidates told of. */
  limit: number;
  /** Longer texts are cut at the end of a line. */
  characters: number;
  /** Tells the other symbols of its container too. */
  siblings: boolean;
}

export interface FoundSymbol extends PlacedSymbol {
  language: string;
  /** Whole lines, documentation included. */
  text: string;
  /** All rows of its documentation, without comment signs. */
  fullDocumentation?: string;
  /** The text ends before the symbol does. */
  isCut: boolean;
  container?: SymbolHead;
  siblings?: SymbolHead[];
  /** What it calls, by name, each once. */
  calls: { name: string; line: number }[];
}

export interface SymbolResult {
  /** The likeliest. */
  symbol?: FoundSymbol;
  /** Further ones that may be meant, the likeliest first. */
  others: PlacedSymbol[];
  /** Candidates that are not told of. */
  left: number;
  /** Where there is none: names that are like it, or the symbols around the place. */
  nearest: { name: string; source: SnippetSource; line: number }[];
  skipped: SkippedPath[];
}

export interface ReferencesRequest extends CodeScope {
  name?: string;
  /** As in `SymbolRequest`, in `at`. */
  line?: number;
  /** The file of the line; the space is where references are looked for. */
  at?: string;
  limit: number;
  offset: number;
}

type ReferenceKind = 'call' | 'use' | 'import';

export interface Reference {
  kind: ReferenceKind;
  line: number;
  /** The row, without the spaces around it. */
  text: string;
  /** The symbol that it stands in. */
  symbol?: string;
}

export interface ReferencingSource {
  source: SnippetSource;
  language: string;
  references: Reference[];
}

export interface ReferencesResult {
  name: string;
  definitions: PlacedSymbol[];
  files: ReferencingSource[];
  /** Tests, apart. */
  tests: ReferencingSource[];
  /** Of all that was found, told or not. */
  counts: { definitions: number; calls: number; uses: number; imports: number; tests: number; files: number };
  /** Found and not told: after the last one told, and files that were not looked at. */
  left: { references: number; files: number };
  /** Languages that hold the name and whose grammar tells no references. */
  untold: { language: string; files: number }[];
  skipped: SkippedPath[];
}
