/** What is asked of the outlines of a query space, and what they tell. Plain cloneable values: they cross a thread. */
import type { SymbolKind } from '../../languages/captures';
import type { LineRange, Only, QuerySpace, SkippedPath, SnippetSource } from '../querySpace';

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
