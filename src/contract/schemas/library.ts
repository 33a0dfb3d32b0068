/** The library for our own windows: rows, edits, trash, timeline, checks before saving. Internal operations only. */
import * as Type from 'typebox';
import { Origin } from './assets';
import { SharedHere } from './team';
import { LineRange } from './values';

/** One asset for trees, searches and pickers: no content, so that 10,000 can be read at once. */
export const LibraryRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  language: Type.String({ description: 'The contract’s word.' }),
  isText: Type.Boolean(),
  /** Milliseconds since 1970, like all times in this file. */
  created: Type.Integer(),
  updated: Type.Integer(),
  tags: Type.Array(Type.String()),
  sites: Type.Array(Type.String({ description: 'Addresses of its websites.' })),
  persons: Type.Array(Type.String({ description: 'Name, else e-mail address.' })),
  summaries: Type.Array(Type.String()),
  uses: Type.Integer({ description: 'How often it was inserted, copied, opened from a search or referred to.' }),
  lastUsed: Type.Optional(Type.Integer()),
  favorited: Type.Optional(Type.Boolean()),
  description: Type.Optional(Type.String()),
  repository: Type.Optional(Type.String()),
  path: Type.Optional(Type.String({ description: 'Absolute path it came from.' })),
  place: Type.Optional(Type.String({ description: 'Path inside its repository or workspace folder.' })),
  lines: Type.Optional(LineRange),
  shared: Type.Optional(SharedHere),
});
export type LibraryRow = Type.Static<typeof LibraryRow>;

/** The state that a window knows: only later changes are returned. */
export const LibraryListing = Type.Object({
  instance: Type.Optional(Type.String()),
  revision: Type.Optional(Type.Integer()),
});
export type LibraryListing = Type.Static<typeof LibraryListing>;

export const LibraryState = Type.Object({
  instance: Type.String(),
  revision: Type.Integer(),
});
export type LibraryState = Type.Static<typeof LibraryState>;

export const LibraryRows = Type.Object({
  ...LibraryState.properties,
  isWhole: Type.Boolean({ description: 'These are all rows, not only the changed ones.' }),
  rows: Type.Array(LibraryRow),
  removed: Type.Array(Type.String()),
  trashed: Type.Integer({ description: 'Assets in the trash.' }),
});
export type LibraryRows = Type.Static<typeof LibraryRows>;

export const PersonName = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 300 })),
  email: Type.Optional(Type.String({ maxLength: 300 })),
});
export type PersonName = Type.Static<typeof PersonName>;

/** Input of an edit: absent fields are kept, a list replaces the whole list. */
export const AssetEdit = Type.Object({
  text: Type.Optional(Type.String({ maxLength: 4_000_000 })),
  expected: Type.Optional(
    Type.Integer({ description: 'Time of the content that was edited: refused when it is another now.' }),
  ),
  description: Type.Optional(Type.String({ maxLength: 100_000 })),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200 })),
  websites: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 4096 }), { maxItems: 200 })),
  persons: Type.Optional(Type.Array(PersonName, { maxItems: 200 })),
  origin: Type.Optional(Origin),
  isDetached: Type.Optional(Type.Boolean({ description: 'Forget where it came from.' })),
});
export type AssetEdit = Type.Static<typeof AssetEdit>;

export const EditedAsset = Type.Object({ id: Type.String(), contentUpdated: Type.Integer(), size: Type.Integer() });
export type EditedAsset = Type.Static<typeof EditedAsset>;

/** Data for an open document: the text, and the time by which conflicts are detected. */
export const AssetContent = Type.Object({
  id: Type.String(),
  name: Type.String(),
  language: Type.String(),
  text: Type.String(),
  isText: Type.Boolean(),
  created: Type.Integer(),
  contentUpdated: Type.Integer(),
  size: Type.Integer({ description: 'Bytes in UTF-8.' }),
  origin: Type.Optional(Origin),
});
export type AssetContent = Type.Static<typeof AssetContent>;

export const TrashedAsset = Type.Object({
  id: Type.String(),
  name: Type.String(),
  language: Type.String(),
  deleted: Type.Integer(),
  /** When the asset is deleted permanently. */
  until: Type.Integer(),
  size: Type.Integer(),
});
export type TrashedAsset = Type.Static<typeof TrashedAsset>;
export const TrashedAssets = Type.Object({ assets: Type.Array(TrashedAsset) });

const AssetIds = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10_000 });

export const TrashedIds = Type.Object({ assets: AssetIds });
/** The assets to delete permanently; the whole trash when absent. */
export const TrashToEmpty = Type.Object({ assets: Type.Optional(AssetIds) });
export const Count = Type.Object({ count: Type.Integer() });

export const AssetUse = Type.Object({ kind: Type.Enum(['viewed', 'referenced', 'exported']) });

export const TimelineQuery = Type.Object({
  asset: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5_000 })),
});

export const TimelineEvent = Type.Object({
  at: Type.Integer(),
  /** The store's kind of event, such as `renamed`; the shell groups them into five. */
  kind: Type.String(),
  asset: Type.String(),
  name: Type.String(),
  language: Type.String(),
  application: Type.String(),
  client: Type.Optional(Type.String({ description: 'The coding agent that did it.' })),
  isTrashed: Type.Boolean(),
});
export type TimelineEvent = Type.Static<typeof TimelineEvent>;
/** Newest first. `total` includes events beyond the limit. */
export const Timeline = Type.Object({ events: Type.Array(TimelineEvent), total: Type.Integer() });
export type Timeline = Type.Static<typeof Timeline>;

export const PieceToInspect = Type.Object({ text: Type.String({ maxLength: 4_000_000 }) });

export const Inspection = Type.Object({
  /** Assets with the same text, ignoring line endings. */
  duplicates: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  /** Lines that contain what looks like a key or password. */
  secrets: Type.Array(LineRange),
  /** The text with each secret replaced by `[secret]`; absent when there is none. */
  masked: Type.Optional(Type.String()),
});
export type Inspection = Type.Static<typeof Inspection>;

// Section: maintenance of the whole library: backups, moving, erasing. Internal operations only.

/** A file name in the backup folder, never a path. */
const BackupName = Type.String({ pattern: '^[a-z]+-[a-z0-9-]+\\.json$', maxLength: 100 });

export const Backup = Type.Object({
  name: BackupName,
  made: Type.Integer({ description: 'Milliseconds since 1970.' }),
  bytes: Type.Integer(),
  reason: Type.Enum(['daily', 'wanted', 'restore', 'migration'], {
    description: 'Why it was made: once a day, by command, before another one was restored, before a migration.',
  }),
});
export type Backup = Type.Static<typeof Backup>;

export const Backups = Type.Object({ folder: Type.String(), backups: Type.Array(Backup) });
export type Backups = Type.Static<typeof Backups>;

export const NamedBackup = Type.Object({ name: BackupName });

/** The result of restoring a backup into a temporary library. */
export const BackupCheck = Type.Object({
  name: BackupName,
  assets: Type.Integer(),
  conversations: Type.Integer(),
  records: Type.Integer(),
  fault: Type.Optional(Type.String({ description: 'Absent when every record came back as it was written.' })),
});
export type BackupCheck = Type.Static<typeof BackupCheck>;

/** `kept` names a backup of the previous library; absent when that was unreadable. */
export const RestoredBackup = Type.Object({ kept: Type.Optional(BackupName), assets: Type.Integer() });
export type RestoredBackup = Type.Static<typeof RestoredBackup>;

export const LibraryCopy = Type.Object({ folder: Type.String({ minLength: 1, maxLength: 4096 }) });
export const CopiedLibrary = Type.Object({ assets: Type.Integer() });

// Section: an asset as exported and imported: the user's data, without internal fields. Internal operations only.

const Counter = Type.Optional(Type.Integer({ minimum: 0 }));

/** An exported asset, with exactly one of text and base64. */
export const ArchivedAsset = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 100 })),
  name: Type.String({ maxLength: 1000 }),
  language: Type.String({ maxLength: 100, description: 'The contract’s word; an unknown one is classified anew.' }),
  text: Type.Optional(Type.String({ maxLength: 4_000_000 })),
  base64: Type.Optional(Type.String({ maxLength: 6_000_000 })),
  isFile: Type.Optional(Type.Boolean()),
  created: Type.Optional(Type.Integer({ minimum: 0 })),
  updated: Type.Optional(Type.Integer({ minimum: 0 })),
  favorited: Type.Optional(Type.Boolean()),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 1000 }),
  websites: Type.Array(Type.Object({ url: Type.String({ maxLength: 4096 }), name: Type.String({ maxLength: 1000 }) })),
  persons: Type.Array(PersonName),
  summaries: Type.Array(Type.String({ minLength: 1, maxLength: 1000 })),
  notes: Type.Array(Type.Object({ type: Type.String({ maxLength: 40 }), text: Type.String({ maxLength: 1_000_000 }) })),
  origin: Type.Optional(Origin),
  uses: Type.Optional(
    Type.Object({ reuse: Counter, update: Counter, reference: Counter, priority: Counter, searched: Counter }),
  ),
});
export type ArchivedAsset = Type.Static<typeof ArchivedAsset>;

export const ArchiveDocument = Type.Object({ path: Type.String({ maxLength: 4096 }), text: Type.String() });
export type ArchiveDocument = Type.Static<typeof ArchiveDocument>;

export const ArchiveRequest = Type.Object({ assets: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1000 }) });
export const ArchiveDocuments = Type.Object({ documents: Type.Array(ArchiveDocument) });

/** Documents in the format of `source`, or assets when they were read from another server. */
export const ImportRequest = Type.Object({
  source: Type.Enum(['archive', 'snippets', 'files', 'server']),
  documents: Type.Optional(Type.Array(ArchiveDocument, { maxItems: 10_000 })),
  assets: Type.Optional(Type.Array(ArchivedAsset, { maxItems: 10_000 })),
});
export type ImportRequest = Type.Static<typeof ImportRequest>;

/** What an import would do with one asset; a skipped document could not be read as one. */
export const Rehearsed = Type.Object({
  verdict: Type.Enum(['add', 'update', 'duplicate', 'skip']),
  path: Type.String({ description: 'Of the document, or empty.' }),
  asset: Type.Optional(ArchivedAsset),
  reason: Type.Optional(Type.String()),
});
export type Rehearsed = Type.Static<typeof Rehearsed>;
export const Rehearsal = Type.Object({ items: Type.Array(Rehearsed) });

/** One batch is undone as a whole, however many calls it took. */
export const ImportBatch = Type.Object({
  batch: Type.String({ minLength: 1, maxLength: 100 }),
  assets: Type.Array(ArchivedAsset, { maxItems: 1000 }),
});
export const ImportUndo = Type.Object({ batch: Type.String({ minLength: 1, maxLength: 100 }) });
