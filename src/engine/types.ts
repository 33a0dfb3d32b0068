/**
 * The engine's vocabulary: requests and results. Plain cloneable values, because they cross a thread. Must not know:
 * HTTP, wire names, the store, the editor.
 */

import type { FileFound, FilesRequest } from './files/pathMatch';
import type { FolderRules } from './files/folderRules';
import type {
  Document,
  LineRange,
  Only,
  QuerySpace,
  SkippedPath,
  SnippetSource,
  OutlineRequest,
  OutlineResult,
  CalleesRequest,
  CalleesResult,
  ReferencesRequest,
  ReferencesResult,
  SymbolRequest,
  SymbolResult,
} from './querySpace';

export type { Document, LineRange, Only, QuerySpace, SkippedPath, SnippetSource } from './querySpace';
export type { FileFound, FilesRequest } from './files/pathMatch';
export type { FolderRules } from './files/folderRules';

/** A passage: whole lines of one source. */
export interface Snippet {
  source: SnippetSource;
  text: string;
  language: string;
  /** Offsets of `text` in its source, in UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
  lines: LineRange;
  /** Relevance in [0, 1] relative to the best snippet, so compare scores within one result only. */
  score: number;
  /** The definition that the passage is or lies in, such as `Store.open`. */
  symbol?: string;
  /** Absolute probability, in [0, 1], that this is the place asked for; absent when unknown. */
  likelihood?: number;
  /** Parts of the score; present only with `explain`. */
  explanation?: Explanation;
}

export interface Explanation {
  /** Words that the passage and the question share, lower case. */
  matchedTerms: string[];
  /** Contributions to the score, by name of field or signal. */
  parts: Record<string, number>;
}

export interface RetrieveRequest {
  query: string;
  space: QuerySpace;
  only?: Only;
  /** 1 to 100. */
  limit: number;
  explain?: boolean;
  /** Whether the query is code: what is nearly the same comes first, and a likelihood tells how much of it is. */
  alike?: boolean;
  /** Milliseconds to wait for files being indexed; absent: until the likeliest files are indexed. */
  patienceMs?: number;
  /** When nothing matches and the space has only a handful of passages, all are returned in order. */
  fallsBack?: boolean;
}

export interface RetrieveResult {
  /** Best first. */
  snippets: Snippet[];
  skipped: SkippedPath[];
  /** The amount searched. */
  searched: { files: number; documents: number; passages: number };
}

/** Asks where a text occurs in the files of a space, exactly or nearly. */
export interface CopiesRequest {
  text: string;
  space: QuerySpace;
  /** Most copies returned. */
  limit: number;
}

export interface Copy {
  path: string;
  lines: LineRange;
  /** The first row, trimmed. */
  row: string;
  /** Share of the text found there, in (0, 1]. */
  share: number;
  /** True when it equals the text apart from white space. */
  isSame: boolean;
}

export interface CopiesResult {
  /** Exact copies first, then the most similar. */
  copies: Copy[];
  /** Number of copies found but not returned, and of likely files not read. */
  left: { copies: number; files: number };
  skipped: SkippedPath[];
  searched: { files: number };
}

/** A definition with its documentation above it, by 0-based rows of its file; `nameRow` has its name. */
export interface DefinedRows {
  /** With the names around it: `Store.open`. */
  name: string;
  start: number;
  nameRow: number;
  end: number;
}

/** The part of a snippet that answering needs; snippets of an earlier call are passed back in this form. */
export type AnswerSnippet = Pick<Snippet, 'source' | 'text' | 'language' | 'lines' | 'symbol'> & {
  /** The caller's name for it, used by citations: the relevance id. */
  id: string;
  /** Place shown in the citation: a path, or the asset's name. */
  label: string;
  score?: number;
  /** The definitions in its rows and around them, in the order of the file; found when it is shown. */
  definitions?: readonly DefinedRows[];
};

export interface AnswerRequest {
  query: string;
  snippets: AnswerSnippet[];
  /** The space of the snippets, searched for callers, scripts and definitions. Absent: only the snippets are used. */
  space?: QuerySpace;
  only?: Only;
  /** Folders that shown paths are relative to. */
  roots?: string[];
}

/** Kind of answer: a claim by the maker of that name, the most likely places, or an absence. */
export type AnswerKind =
  | 'callers'
  | 'run'
  | 'explain'
  | 'difference'
  | 'isThere'
  | 'value'
  | 'takes'
  | 'failure'
  | 'caught'
  | 'folder'
  | 'overview'
  | 'sentence'
  | 'places'
  /** Places of which none is likely enough to rely on. */
  | 'unsure'
  | 'absent';

/** A cited place that was not among the snippets; the citation has its id. */
export type AnswerPlace = Omit<Snippet, 'score'> & { id: string };

export interface Citation {
  /** Id of the cited snippet. */
  id: string;
  /** `path:start-end`, or the asset's name with the same suffix. */
  label: string;
  lines: LineRange;
}

export interface Answer {
  /** Markdown. Citations appear as `[n]`, n being the 1-based place in `citations`, and are listed at the end. */
  text: string;
  /** Probability in [0, 1] that this answers the question. */
  score: number;
  citations: Citation[];
  /** True when the answer says that nothing in the space answers. */
  isAbsence: boolean;
  kind?: AnswerKind;
  /** Symbols that the answer is about, as written in the code; follow-ups refer to them. */
  symbols?: string[];
  places?: AnswerPlace[];
}

export interface HintsRequest {
  query?: string;
  answer?: string;
  /** Turns, newest first: questions asked before are not offered again. */
  history?: Turn[];
  snippets: AnswerSnippet[];
}

/** A message of a conversation; `role` is its speaker. */
export interface Turn {
  role: 'user' | 'assistant';
  text: string;
  /** For an answer by this engine: its kind and its symbols. */
  about?: Required<Pick<Answer, 'kind' | 'symbols'>>;
}

export interface RepromptRequest {
  query: string;
  /** Newest first, as on the wire. */
  history: Turn[];
}

/** Lines of a file whose authors are asked for; the whole file when absent. */
export interface Place {
  path: string;
  lines?: LineRange;
}

export interface EmbedRequest {
  kind: 'query' | 'code';
  text: string;
  /** As in `Snippet`; plain text when absent. */
  language?: string;
}

export interface PeopleRequest {
  places: Place[];
  /** The git binary; `git` when absent. */
  git?: string;
  /**
   * Real folders outside the places that repositories may lie in: `foldersElsewhere` lists candidates, the caller's
   * policy allows them.
   */
  readable?: string[];
  /** Whether to return who commits from this account. */
  wantsSelf?: boolean;
}

export interface PersonFound {
  name: string;
  email: string;
  /** In [0, 1]; the first is 1. */
  score: number;
  /** Reason in one sentence: "wrote 31 of the 40 lines, last in March 2026". */
  reason: string;
  /** Milliseconds since 1970 of the last change seen. */
  lastSeen: number;
}

export interface PeopleResult {
  people: PersonFound[];
  /** Who commits from this account, if asked for and configured in git. */
  self?: { name: string; email: string };
  /** Reasons why the list is empty or incomplete: no git, no repository, a shallow clone. */
  notes: string[];
}

export type IndexState = 'idle' | 'indexing';

export interface IndexStatus {
  state: IndexState;
  /** True while large indexing jobs are held. */
  isPaused: boolean;
  /** Files indexed so far in the current folder. */
  filesDone: number;
  filesTotal: number;
  /** All roots in memory. */
  roots: { path: string; files: number; passages: number }[];
  documents: number;
}

/** The engine's interface. Every method may take long; `signal` ends it with an AbortError. */
export interface Engine {
  retrieve(request: RetrieveRequest, signal?: AbortSignal): Promise<RetrieveResult>;
  /** The symbols of files, from their syntax trees. */
  outline(request: OutlineRequest, signal?: AbortSignal): Promise<OutlineResult>;
  /** One symbol, by name or place. */
  symbol(request: SymbolRequest, signal?: AbortSignal): Promise<SymbolResult>;
  /** Where a name is defined and used. */
  references(request: ReferencesRequest, signal?: AbortSignal): Promise<ReferencesResult>;
  /** What a symbol calls, and where that is defined. */
  callees(request: CalleesRequest, signal?: AbortSignal): Promise<CalleesResult>;
  /** Where a text or a near copy of it occurs in files. */
  copies(request: CopiesRequest, signal?: AbortSignal): Promise<CopiesResult>;
  /** Several different answers, best first, at least one. */
  answer(request: AnswerRequest, signal?: AbortSignal): Promise<Answer[]>;
  /** Follow-up questions, best first. */
  hints(request: HintsRequest, signal?: AbortSignal): Promise<{ text: string; score: number }[]>;
  reprompt(request: RepromptRequest, signal?: AbortSignal): Promise<string>;
  people(request: PeopleRequest, signal?: AbortSignal): Promise<PeopleResult>;
  /**
   * Folders outside the places that their repositories lead to, by a `.git` file or borrowed objects, and that are not
   * readable yet.
   */
  foldersElsewhere(request: PeopleRequest): Promise<string[]>;
  /** Vectors of texts from the engine's own embedding; undefined when there is none. */
  embed(texts: EmbedRequest[], signal?: AbortSignal): Promise<Float32Array[] | undefined>;
  /** Adds or replaces documents of the library. */
  putDocuments(documents: Document[]): Promise<void>;
  removeDocuments(ids: string[]): Promise<void>;
  /** Indexes a folder ahead of the first question. */
  warm(path: string, signal?: AbortSignal): Promise<void>;
  /** Reports files that were changed, made or removed; they are checked again before the next answer. */
  filesChanged(paths: string[]): Promise<void>;
  /** Reports files open in an editor, which are indexed first. */
  readFirst(paths: string[]): Promise<void>;
  /** Finds files and folders by name in indexed folders. */
  findFiles(request: FilesRequest): Promise<FileFound[]>;
  /** Replaces the owners' rules for what is searched in their folders. */
  setFolderRules(rules: FolderRules[]): Promise<void>;
  /** Pauses or resumes large indexing jobs; meanwhile questions are answered from what is indexed. */
  setPaused(isPaused: boolean): Promise<void>;
  /** Stops indexing that no call waits for, paused or not; the next question indexes what is missing. */
  cancelIndexing(): Promise<void>;
  status(): Promise<IndexStatus>;
  close(): Promise<void>;
}
