/** What a question is asked of, and places in it. Plain values, a part of the engine's vocabulary (types.ts). */

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
