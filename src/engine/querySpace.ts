/**
 * The searched space, places in it, and the requests and results of code outlines. A part of the engine's vocabulary
 * (types.ts): plain cloneable values, because they cross a thread.
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
  /** How many lines were selected, where the text is some lines of a file. */
  selectedLines?: number;
}

/** What is searched. All parts are searched together; an empty space has no results. */
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

/** Limits a search to some files of a space; all conditions must hold. */
export interface Only {
  /** A pattern as in .gitignore; with a slash inside it matches the whole path below its folder. */
  glob?: string;
  /** A language's name or a file ending; an unknown language is taken as an ending. */
  language?: string;
  kind?: 'code' | 'tests' | 'docs';
}

/** A path that could not be searched, with a reason that the user can act on. */
export interface SkippedPath {
  path: string;
  reason: string;
  /** How many files it stands for, where that is not one. */
  files?: number;
  /** Size of a source file that is too large to be read. */
  bytes?: number;
}

/** The sources that a request covers. */
interface CodeScope {
  space: QuerySpace;
  only?: Only;
}

/** A symbol without its text. */
export interface SymbolHead {
  kind: SymbolKind;
  name: string;
  /** Names of the enclosing symbols and its own name, outermost first. */
  path: string[];
  signature: string;
  /** Lines of the symbol, with the documentation above it. */
  lines: LineRange;
  /** Line of its name. */
  line: number;
  /** First sentence of its documentation. */
  documentation?: string;
}

export interface PlacedSymbol extends SymbolHead {
  source: SnippetSource;
}

export interface OutlineRequest extends CodeScope {
  /** Most levels of nested symbols; 1 for top-level symbols only. */
  depth: number;
  /** Most symbols and most files in the result. */
  limit: number;
  files: number;
}

export interface OutlinedSource {
  source: SnippetSource;
  language: string;
  /** Number of lines of the whole text. */
  lines: number;
  /** First sentence of the file's own documentation. */
  documentation?: string;
  /** True when the grammar could not parse all of the text, so that symbols may be missing. */
  hasErrors: boolean;
  /** In the order of the text; a symbol's parent is the last one before it with a lower depth. */
  symbols: (SymbolHead & { depth: number })[];
}

export interface OutlineResult {
  files: OutlinedSource[];
  /** Depth of the symbols returned: less than asked when there would be too many. */
  depth: number;
  /** Number of files and symbols left out; symbols of files that were not examined are not counted. */
  left: { files: number; symbols: number };
  skipped: SkippedPath[];
}

export interface SymbolRequest extends CodeScope {
  /** Name, optionally qualified: `open`, `Store.open`, `Store::open`. */
  name?: string;
  /** 1-based line in the only source of the space: the innermost symbol there is meant, or that of the name there. */
  line?: number;
  kinds?: SymbolKind[];
  /** Most candidates returned. */
  limit: number;
  /** Most characters of the text; a longer one is cut at the end of a line. */
  characters: number;
  /** Whether to return the other symbols of its container. */
  siblings: boolean;
  /** Whether functions of the same name right beside it are of one text with it. */
  overloads?: boolean;
}

export interface FoundSymbol extends PlacedSymbol {
  language: string;
  /** Whole lines, documentation included. */
  text: string;
  /** Rows of its head, up to its body, where the signature does not tell all of it. */
  head?: { start: number; end: number };
  /** How many functions of the name the text holds, where those beside it are asked for and there are several. */
  overloads?: number;
  /** All rows of its documentation, without comment marks. */
  fullDocumentation?: string;
  /** True when the text was cut before the symbol's end. */
  isCut: boolean;
  container?: SymbolHead;
  siblings?: SymbolHead[];
  /** Names that it calls, each once, and what they are called on unless that is itself. */
  calls: { name: string; line: number; on?: string }[];
}

export interface SymbolResult {
  /** The likeliest candidate. */
  symbol?: FoundSymbol;
  /** Further candidates, the likeliest first. */
  others: PlacedSymbol[];
  /** Number of candidates left out; when nothing is found, of names that the asked one is a part of. */
  left: number;
  /** When nothing is found: similar names, or the symbols around the line. */
  nearest: { name: string; source: SnippetSource; line: number }[];
  skipped: SkippedPath[];
}

export interface ReferencesRequest extends CodeScope {
  name?: string;
  /** 1-based line of the symbol in `at`, instead of its name. */
  line?: number;
  /** The file of `line`; the space is where references are searched. */
  at?: string;
  limit: number;
  offset: number;
}

type ReferenceKind = 'call' | 'use' | 'import';

export interface Reference {
  kind: ReferenceKind;
  line: number;
  /** The row, trimmed. */
  text: string;
  /** The enclosing symbol. */
  symbol?: string;
}

export interface ReferencingSource {
  source: SnippetSource;
  language: string;
  /** Set where the language has no grammar here: the references are words of rows. */
  by?: 'words';
  /** True when the references are in tests. */
  isTest: boolean;
  references: Reference[];
}

export interface ReferencesResult {
  name: string;
  definitions: PlacedSymbol[];
  /** Of a member, the definitions of its name in what extends its type. */
  overrides: PlacedSymbol[];
  files: ReferencingSource[];
  /** References in tests, listed separately. */
  tests: ReferencingSource[];
  /** References to the name on something that may be of another type, likelier files first; counted apart. */
  possible: ReferencingSource[];
  /** Rows that have the name in a text, by which it may be meant: `patch("store.Pool.take")`. */
  quoted: ReferencingSource[];
  /** Counts of everything found, returned or not; `files` are those with references. */
  counts: {
    definitions: number;
    calls: number;
    uses: number;
    imports: number;
    /** How many of the calls, uses and imports are in tests. */
    tests: Record<`${ReferenceKind}s`, number>;
    files: number;
    possible: number;
    quoted: number;
  };
  /** Number of references found but not returned, and of files not examined. */
  left: { references: number; files: number };
  /**
   * Languages with files that hold the name but could not be read for references, and how many of these are documents;
   * `paths` are the first ones, documents last.
   */
  untold: { language: string; files: number; documents: number; paths: string[] }[];
  skipped: SkippedPath[];
}

export interface CalleesRequest extends CodeScope {
  /** The file of `line`; the space is where definitions are searched. */
  at: string;
  /** 1-based line of the symbol whose calls are told. */
  line: number;
  /** Most called names examined. */
  limit: number;
}

/** Calls of one name that mean the same. */
export interface Callee {
  name: string;
  /** 1-based line of the first of them. */
  line: number;
  /** What it is called on, unless that is the symbol's own type; `…` for what is no name. */
  on?: string;
  /** True when something in the space has the name, whatever it stands in. */
  isNamed: boolean;
  /** Definitions that are meant: several where they are overloads or cannot be told apart. */
  definitions: PlacedSymbol[];
  /** Definitions that may be meant, where the type of what it is called on is not told. */
  possible: PlacedSymbol[];
}

export interface CalleesResult {
  /** In the order of their lines. */
  calls: Callee[];
  /** Number of called names that were not examined. */
  left: number;
  skipped: SkippedPath[];
}
