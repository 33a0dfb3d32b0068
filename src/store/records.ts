/**
 * What is kept on disk, by collection. Times are milliseconds since 1970, links are ids and are kept at both ends.
 * The schema version of these shapes is `schemaVersion` in library.ts: changing a shape means a new step there.
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

/** How a thing came to exist, in the words of the contract. */
export type Mechanism = 'MANUAL' | 'RECOMMENDED' | 'AUTOMATIC' | 'INTERNAL' | 'DELETED';

export interface ApplicationRecord {
  id: string;
  name: string;
  version: string;
  platform: string;
  /** What a coding agent calls itself. */
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

/** Where saved code came from. */
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
  /** The first is the original and the preview. At least one. */
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

/** A file or folder that a program named, so that it can be spoken of by an id. */
export interface AnchorRecord {
  id: string;
  type: 'FILE' | 'DIRECTORY';
  name?: string;
  /** Absolute, as it was given. */
  fullpath: string;
  platform?: string;
  watch?: boolean;
  /** It was there when it was named, as far as whoever named it might look. */
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
  /** Messages, also of other conversations, that it is grounded on; kept at this end only. */
  grounding?: string[];
}

/** A place that an answer cites: kept whole, because the relevance id is forgotten sooner than the message. */
export interface CitationRecord {
  id: string;
  label: string;
  path?: string;
  asset?: string;
  lines?: { start: number; end: number };
  /** Of the lines as they were (`hashOfLines` of contract/conventions.ts). */
  hash?: string;
}

/** What a question was asked of; the texts of selections are not kept. */
export interface AskedRecord {
  paths?: string[];
  assets?: string[];
  database?: boolean;
  selections?: { name: string; path?: string; lines?: { start: number; end: number }; characters: number }[];
}

/** What was searched for an answer, and what came of it. */
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
  /** What kind of answer it is and what it is about, as the engine says; absent of a model's. */
  kind?: string;
  symbols?: string[];
  /** Absent: the built-in answerer. */
  model?: { id: string; name: string; destination: string };
  /** What the model was not sent, and why. */
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
  /** The answer was stopped or failed before its end. */
  isPartial?: boolean;
  /** What a question of the stream was asked of. */
  asked?: AskedRecord;
  /** What an answer of the stream was made of. */
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

/** A deleted asset, kept for a while: what is needed to bring it back as it was. Its annotations lie beside it. */
export interface TrashRecord {
  /** The id of the asset. */
  id: string;
  deleted: number;
  asset: AssetRecord;
  /** Copies, because what rules made goes with its last asset. */
  tags: Pick<TagRecord, 'text' | 'category' | 'mechanism'>[];
  websites: Pick<WebsiteRecord, 'url' | 'name' | 'mechanism'>[];
  persons: Pick<PersonRecord, 'name' | 'email' | 'username' | 'url'>[];
}

/** What an import changed of one asset, so that it can be taken back. */
interface UndoRecord {
  id: string;
  batch: string;
  asset: string;
  created: number;
  /** The asset as it was, as JSON; absent when the import added it. */
  before?: string;
}

/** A snippet that relevance returned: what its id stands for later, in question and hints. */
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

/** One value of the whole library: `user` (the local pseudo user's id) and the like. */
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
