/**
 * Shapes of the records on disk, by collection. Times are milliseconds since 1970; links are ids and are kept at both
 * ends. `schemaVersion` in library.ts is their version: changing a shape means a new step there.
 */
import type { ConflictRecord, OutboxRecord, SharedRecord, SpaceRecord, TeamRecord } from './teamRecords';

export type * from './teamRecords';

export interface Counters {
  reuse: number;
  update: number;
  reference: number;
  priority: number;
  searched: number;
}

/** How a record came to exist, in the contract's terms. */
export type Mechanism = 'MANUAL' | 'RECOMMENDED' | 'AUTOMATIC' | 'INTERNAL' | 'DELETED';

export interface ApplicationRecord {
  id: string;
  name: string;
  version: string;
  platform: string;
  /** Name that the coding agent gives itself. */
  client?: string;
}

export interface FormatRecord {
  id: string;
  generic: string;
  specific: string;
  /** Exactly one of text and base64 is set. */
  text?: string;
  base64?: string;
  /** A file rather than an inline fragment. */
  isFile?: boolean;
  created: number;
  updated: number;
}

/** Origin of saved code. */
export interface Origin {
  /** Remote address of the repository, without credentials. */
  repository?: string;
  commit?: string;
  branch?: string;
  /** Absolute path at the time of saving. */
  path?: string;
  /** Path inside the repository or workspace folder. */
  relativePath?: string;
  lines?: { start: number; end: number };
  languageId?: string;
  /** SHA-256 of the saved text, hex. */
  contentHash?: string;
}

export interface ShareRecord {
  id: string;
  accessors: { id: string; os: string; user?: { id: string; name?: string; email?: string }; count: number }[];
  created: number;
}

export interface AssetRecord {
  id: string;
  name: string;
  creator: string;
  created: number;
  updated: number;
  mechanism: Mechanism;
  application: ApplicationRecord;
  /** At least one; the first is the original and the preview. */
  formats: FormatRecord[];
  origin?: Origin;
  favorited?: boolean;
  counters: Counters;
  shares: ShareRecord[];
  tags: string[];
  websites: string[];
  summaries: string[];
  persons: string[];
  annotations: string[];
  conversations: string[];
  anchors?: string[];
}

export interface TagRecord {
  id: string;
  text: string;
  category: string;
  created: number;
  updated: number;
  mechanism: Mechanism;
  assets: string[];
}

export interface WebsiteRecord {
  id: string;
  url: string;
  name: string;
  created: number;
  updated: number;
  mechanism: Mechanism;
  assets: string[];
  conversations?: string[];
}

export interface SummaryRecord {
  id: string;
  name: string;
  created: number;
  updated: number;
  mechanism: Mechanism;
  favorited?: boolean;
  /** The text of the summary, kept as an annotation on the wire. */
  annotations: string[];
  assets: string[];
}

export interface PersonRecord {
  id: string;
  name?: string;
  email?: string;
  username?: string;
  url?: string;
  created: number;
  updated: number;
  mechanism: Mechanism;
  assets: string[];
  annotations?: string[];
}

/** A file or folder that a program registered, so that it has an id. */
export interface AnchorRecord {
  id: string;
  type: 'FILE' | 'DIRECTORY';
  name?: string;
  /** Absolute, as it was given. */
  fullpath: string;
  platform?: string;
  watch?: boolean;
  /** True when it existed at that time, as far as the registering program could read. */
  verified?: boolean;
  created: number;
  updated: number;
  assets: string[];
  conversations: string[];
  annotations: string[];
}

export interface AnnotationRecord {
  id: string;
  type: string;
  text: string;
  created: number;
  updated: number;
  mechanism: Mechanism;
  favorited?: boolean;
  asset?: string;
  summary?: string;
  conversation?: string;
  person?: string;
  anchor?: string;
}

export interface ConversationRecord {
  id: string;
  name?: string;
  created: number;
  updated: number;
  favorited?: boolean;
  application?: ApplicationRecord;
  messages: string[];
  assets: string[];
  annotations: string[];
  anchors?: string[];
  websites?: string[];
  /** Messages grounded on it, also of other conversations; this link is kept at this end only. */
  grounding?: string[];
}

/** A passage that an answer cites, kept in full because its relevance id expires before the message. */
export interface CitationRecord {
  id: string;
  label: string;
  path?: string;
  asset?: string;
  lines?: { start: number; end: number };
  /** Hash of the lines at that time (`hashOfLines` of contract/conventions.ts). */
  hash?: string;
}

/** Scope of a question; texts of selections are not kept. */
export interface AskedRecord {
  paths?: string[];
  assets?: string[];
  database?: boolean;
  selections?: { name: string; path?: string; lines?: { start: number; end: number }; characters: number }[];
}

/** Extent and outcome of the search behind an answer. */
export interface ReceiptRecord {
  searched?: { files: number; documents: number; passages: number };
  considered?: {
    id: string;
    label?: string;
    path?: string;
    asset?: string;
    lines?: { start: number; end: number };
    score?: number;
    terms?: string[];
    parts?: Record<string, number>;
  }[];
  skipped?: { path: string; reason: string }[];
  score?: number;
  /** Kind and subjects of an engine's answer; absent for a model's. */
  kind?: string;
  symbols?: string[];
  /** The model; absent for the built-in answerer. */
  model?: { id: string; name: string; destination: string };
  /** Parts that were not sent to the model, and why. */
  notes?: string[];
}

export interface MessageRecord {
  id: string;
  conversation: string;
  role: 'USER' | 'ASSISTANT' | 'SYSTEM';
  text: string;
  created: number;
  updated: number;
  /** In the order of the `[n]` in the text. */
  citations?: CitationRecord[];
  /** True when the answer was stopped or failed before its end. */
  isPartial?: boolean;
  /** Scope of a question of the stream. */
  asked?: AskedRecord;
  /** Sources of an answer of the stream. */
  receipt?: ReceiptRecord;
}

export type ActivityKind =
  | 'created'
  | 'viewed'
  | 'updated'
  | 'renamed'
  | 'reclassified'
  | 'tagAdded'
  | 'tagRemoved'
  | 'linkAdded'
  | 'linkRemoved'
  | 'summaryAdded'
  | 'summaryRemoved'
  | 'referenced'
  | 'exported'
  | 'deleted'
  | 'restored';

export interface ActivityRecord {
  id: string;
  kind: ActivityKind;
  asset: string;
  application: ApplicationRecord;
  created: number;
  mechanism: Mechanism;
}

/** A deleted asset, kept for a time with all that is needed to restore it. Its annotations are kept beside it. */
export interface TrashRecord {
  /** The id of the asset. */
  id: string;
  deleted: number;
  asset: AssetRecord;
  /** Copies, because generated tags and websites are removed with their last asset. */
  tags: Pick<TagRecord, 'text' | 'category' | 'mechanism'>[];
  websites: Pick<WebsiteRecord, 'url' | 'name' | 'mechanism'>[];
  persons: Pick<PersonRecord, 'name' | 'email' | 'username' | 'url'>[];
}

/** State of one asset before an import, for undoing it. */
interface UndoRecord {
  id: string;
  batch: string;
  asset: string;
  created: number;
  /** The asset as it was, as JSON; absent when the import added it. */
  before?: string;
}

/** A snippet returned by relevance, so that question and hints can resolve its id. */
export interface SnippetRecord {
  id: string;
  created: number;
  text: string;
  language: string;
  path?: string;
  asset?: string;
  start: number;
  end: number;
  lines: { start: number; end: number };
  symbol?: string;
}

/** A value that applies to the whole library, such as `user` (the local pseudo user's id). */
interface SettingRecord {
  id: string;
  value: string;
}

export interface Records {
  assets: AssetRecord;
  tags: TagRecord;
  websites: WebsiteRecord;
  summaries: SummaryRecord;
  persons: PersonRecord;
  annotations: AnnotationRecord;
  anchors: AnchorRecord;
  conversations: ConversationRecord;
  messages: MessageRecord;
  activities: ActivityRecord;
  applications: ApplicationRecord;
  snippets: SnippetRecord;
  settings: SettingRecord;
  trash: TrashRecord;
  undo: UndoRecord;
  trashedAnnotations: AnnotationRecord;
  team: TeamRecord;
  spaces: SpaceRecord;
  shared: SharedRecord;
  outbox: OutboxRecord;
  conflicts: ConflictRecord;
}
