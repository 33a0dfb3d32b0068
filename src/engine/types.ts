/**
 * The engine's vocabulary: what goes in and what comes out. Plain cloneable values, because they cross a thread.
 * The engine must not know HTTP, wire names, the store or the editor.
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
  /** Relevance in [0, 1]; the best snippet of a result is the reference, so compare within one result only. */
  score: number;
  /** The definition the passage is or lies in, such as `Store.open`. */
  symbol?: string;
  /** In [0, 1]: that it is the place asked for, absolute; absent where nothing tells. */
  likelihood?: number;
  /** Only when asked by `explain`: what the score is made of. */
  explanation?: Explanation;
}

export interface Explanation {
  /** Words of the passage that the question has too, lower case. */
  matchedTerms: string[];
  /** Score part by field or signal name. */
  parts: Record<string, number>;
}

export interface RetrieveRequest {
  query: string;
  space: QuerySpace;
  only?: Only;
  /** 1 to 100. */
  limit: number;
  explain?: boolean;
  /** How long to wait for files that are being read; absent: until those likeliest to be asked for are. */
  patienceMs?: number;
  /** Where no passage matches and there are only a handful, they are given in their order all the same. */
  fallsBack?: boolean;
}

export interface RetrieveResult {
  /** Best first. */
  snippets: Snippet[];
  skipped: SkippedPath[];
  /** How much was searched. */
  searched: { files: number; documents: number; passages: number };
}

/** Asks where in the files of a space a text stands, to the letter or nearly. */
export interface CopiesRequest {
  text: string;
  space: QuerySpace;
  /** Most copies told of. */
  limit: number;
}

export interface Copy {
  path: string;
  lines: LineRange;
  /** The first row, without the spaces around it. */
  row: string;
  /** In (0, 1]: how much of the text stands there. */
  share: number;
  /** White space aside it is the text. */
  isSame: boolean;
}

export interface CopiesResult {
  /** Those that are the same first, then the most alike. */
  copies: Copy[];
  /** What the limits left out; the files are those that may well hold one. */
  left: { copies: number; files: number };
  skipped: SkippedPath[];
  searched: { files: number };
}

/** What the answerer needs of a snippet; snippets of an earlier call come back in this form too. */
export type AnswerSnippet = Pick<Snippet, 'source' | 'text' | 'language' | 'lines' | 'symbol'> & {
  /** How the caller names it, bound to the citation: the relevance id. */
  id: string;
  /** Shown as the citation's place: a path, or the asset's name. */
  label: string;
  score?: number;
};

export interface AnswerRequest {
  query: string;
  snippets: AnswerSnippet[];
  /**
   * What the snippets were found in: callers, scripts and definitions are looked for there. Absent: the snippets alone.
   */
  space?: QuerySpace;
  only?: Only;
  /** Folders that files are named relative to. */
  roots?: string[];
}

/**
 * What kind of answer it is: a claim by the maker of that kind, the most likely places, or that nothing here answers.
 */
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
  /** Places, too, of which none is likely enough to be relied on. */
  | 'unsure'
  | 'absent';

/** A place that an answer cites and that was not among the snippets; the citation has its id. */
export type AnswerPlace = Omit<Snippet, 'score'> & { id: string };

export interface Citation {
  /** Id of the snippet. */
  id: string;
  /** `path:start-end`, or the asset's name with the same suffix. */
  label: string;
  lines: LineRange;
}

export interface Answer {
  /** Markdown. Citations appear as `[n]`, n being the 1-based place in `citations`, and are listed at the end. */
  text: string;
  /** In [0, 1]: how likely this answers the question. */
  score: number;
  citations: Citation[];
  /** True when the answer says that nothing in the space answers. */
  isAbsence: boolean;
  kind?: AnswerKind;
  /** What it is about, as the code writes it: follow-ups go on about that. */
  symbols?: string[];
  places?: AnswerPlace[];
}

export interface HintsRequest {
  query?: string;
  answer?: string;
  /** Newest first: what was asked already is not offered again. */
  history?: Turn[];
  snippets: AnswerSnippet[];
}

/** `role` is who spoke. */
export interface Turn {
  role: 'user' | 'assistant';
  text: string;
  /** Of an answer of ours: what kind of answer it was, and what it was about. */
  about?: Required<Pick<Answer, 'kind' | 'symbols'>>;
}

export interface RepromptRequest {
  query: string;
  /** Newest first, as on the wire. */
  history: Turn[];
}

/** Lines of a file whose authors are asked for; absent lines mean the whole file. */
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
   * Real folders, outside the places, in which their repositories may lie: `foldersElsewhere` names them, policy
   * decides.
   */
  readable?: string[];
  /** Asks besides who commits from this account. */
  wantsSelf?: boolean;
}

export interface PersonFound {
  name: string;
  email: string;
  /** In [0, 1]; the first is 1. */
  score: number;
  /** One sentence: "wrote 31 of the 40 lines, last in March 2026". */
  reason: string;
  /** Milliseconds since 1970 of the last change seen. */
  lastSeen: number;
}

export interface PeopleResult {
  people: PersonFound[];
  /** Who commits from this account, when it was asked and git knows. */
  self?: { name: string; email: string };
  /** Why the list is empty or incomplete: no git, no repository, a shallow clone. */
  notes: string[];
}

export type IndexState = 'idle' | 'indexing';

export interface IndexStatus {
  state: IndexState;
  /** Many files are not read until it is resumed. */
  isPaused: boolean;
  /** Of the folder being indexed now. */
  filesDone: number;
  filesTotal: number;
  /** Over all roots in memory. */
  roots: { path: string; files: number; passages: number }[];
  documents: number;
}

/** The engine's door. Every method may take long; `signal` ends it with an AbortError. */
export interface Engine {
  retrieve(request: RetrieveRequest, signal?: AbortSignal): Promise<RetrieveResult>;
  /** What stands in files, by their trees. */
  outline(request: OutlineRequest, signal?: AbortSignal): Promise<OutlineResult>;
  /** One symbol by name or place. */
  symbol(request: SymbolRequest, signal?: AbortSignal): Promise<SymbolResult>;
  /** Where a name is defined and used. */
  references(request: ReferencesRequest, signal?: AbortSignal): Promise<ReferencesResult>;
  /** Where a text stands in files, or a near copy of it. */
  copies(request: CopiesRequest, signal?: AbortSignal): Promise<CopiesResult>;
  /** Several different answers, best first, at least one. */
  answer(request: AnswerRequest, signal?: AbortSignal): Promise<Answer[]>;
  /** Follow-up questions, best first. */
  hints(request: HintsRequest, signal?: AbortSignal): Promise<{ text: string; score: number }[]>;
  reprompt(request: RepromptRequest, signal?: AbortSignal): Promise<string>;
  people(request: PeopleRequest, signal?: AbortSignal): Promise<PeopleResult>;
  /**
   * Folders that repositories of the places lead to, by a `.git` file or borrowed objects, and that are not readable
   * yet.
   */
  foldersElsewhere(request: PeopleRequest): Promise<string[]>;
  /** The engine's own embedding; undefined when there is none: then passages are ranked by their words alone. */
  embed(texts: EmbedRequest[], signal?: AbortSignal): Promise<Float32Array[] | undefined>;
  /** Adds or replaces documents of the library. */
  putDocuments(documents: Document[]): Promise<void>;
  removeDocuments(ids: string[]): Promise<void>;
  /** Indexes a folder ahead of the first question. */
  warm(path: string, signal?: AbortSignal): Promise<void>;
  /** Tells of files that changed, were made or removed; they are looked at again before the next answer. */
  filesChanged(paths: string[]): Promise<void>;
  /** Where many files are to be read, these are read before others: they are open in an editor. */
  readFirst(paths: string[]): Promise<void>;
  /** Files and folders by name, of folders that were indexed before. */
  findFiles(request: FilesRequest): Promise<FileFound[]>;
  /** What the owners of folders want searched in them; takes the place of what was said before. */
  setFolderRules(rules: FolderRules[]): Promise<void>;
  /** Holds up the reading of many files, or lets it go on; questions are answered from what was read. */
  setPaused(isPaused: boolean): Promise<void>;
  /** Ends what is indexed for nobody who waits, held up or not; the next question reads what is missing. */
  cancelIndexing(): Promise<void>;
  status(): Promise<IndexStatus>;
  close(): Promise<void>;
}
