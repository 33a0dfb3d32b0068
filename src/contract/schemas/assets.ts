/** Assets, their formats and bodies. Outputs carry every required field, never null. */
import * as Type from 'typebox';
import { Application, UserReference, ApplicationInput } from './applications';
import {
  GroupedTimestamp,
  Mechanism,
  Reference,
  ByteDescriptor,
  Indices,
  LineRange,
  References,
  Score,
  TransferableBytes,
  TransferableString,
  MechanismInput,
} from './values';
import {
  Anchors,
  Annotations,
  Persons,
  Tags,
  Websites,
  WorkstreamSummaries,
  SeededAnchor,
  SeededAnnotation,
  SeededPerson,
} from './attachments';
import { Conversations } from './conversations';
import { SharedHere } from './team';

// Section: events of an asset.

/** In the form that a public reader requires: the pair is never empty (WIRE.md 4.3). */
export const ActivityEvent = Type.Object({
  asset: Type.Object({
    asset: Reference,
    identifier_description_pair: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
    }),
  }),
});

/**
 * An event of an asset. The contract's FlattenedAsset under `asset` is left out, because a deleted asset has none; the
 * event holds the id.
 */
export const Activity = Type.Object({
  id: Type.String(),
  created: GroupedTimestamp,
  updated: GroupedTimestamp,
  event: ActivityEvent,
  application: Application,
  mechanism: Mechanism,
});
export type Activity = Type.Static<typeof Activity>;

/** Newest first, for timelines; the contract states no order. */
export const Activities = Type.Object({ iterable: Type.Array(Activity) });
export type Activities = Type.Static<typeof Activities>;

export const Classification = Type.Object({
  generic: Type.Enum(['UNKNOWN', 'CODE', 'TEXT', 'IMAGE', 'VIDEO', 'EXTERNAL_RESOURCE_REFERENCE', 'FILE']),
  specific: Type.String({ description: 'One of the contract’s language and extension words, such as `ts`.' }),
});
export type Classification = Type.Static<typeof Classification>;

export const FormatValue = Type.Object({
  string: Type.Optional(TransferableString),
  bytes: Type.Optional(TransferableBytes),
});
export type FormatValue = Type.Static<typeof FormatValue>;

const formatFields = {
  id: Type.String(),
  creator: Type.String(),
  classification: Classification,
  role: Type.Enum(['ORIGINAL', 'ADDITIONAL', 'BOTH', 'PREVIEW']),
  application: Application,
  bytes: ByteDescriptor,
  created: GroupedTimestamp,
  updated: GroupedTimestamp,
  fragment: Type.Optional(FormatValue),
  file: Type.Optional(FormatValue),
};

/** A format whose asset is only an id, which ends the nesting. */
export const FlattenedFormat = Type.Object({ ...formatFields, asset: Type.String() });
export type FlattenedFormat = Type.Static<typeof FlattenedFormat>;

export const ReferencedFormat = Type.Object({ id: Type.String(), reference: Type.Optional(FlattenedFormat) });
export type ReferencedFormat = Type.Static<typeof ReferencedFormat>;

/** Where saved code came from: our extension of an asset, which strict readers ignore. */
export const Origin = Type.Object({
  repository: Type.Optional(Type.String({ description: 'Remote address without credentials.' })),
  commit: Type.Optional(Type.String()),
  branch: Type.Optional(Type.String()),
  path: Type.Optional(Type.String({ description: 'Absolute path when it was saved.' })),
  relativePath: Type.Optional(Type.String({ description: 'Path inside the repository or workspace folder.' })),
  lines: Type.Optional(LineRange),
  languageId: Type.Optional(Type.String()),
  contentHash: Type.Optional(Type.String({ description: 'SHA-256 of the saved text, hex.' })),
});
export type Origin = Type.Static<typeof Origin>;

export const Accessor = Type.Object({
  id: Type.String(),
  os: Type.String(),
  share: Type.String(),
  count: Type.Integer(),
  user: Type.Optional(UserReference),
});

const shareFields = {
  id: Type.String(),
  link: Type.String(),
  access: Type.Enum(['PUBLIC', 'PRIVATE']),
  accessors: Type.Object({ iterable: Type.Array(Accessor) }),
  created: GroupedTimestamp,
  short: Type.String(),
};
export const Shares = Type.Object({ iterable: Type.Array(Type.Object(shareFields)) });
export type Shares = Type.Static<typeof Shares>;

const assetFields = {
  id: Type.String(),
  name: Type.Optional(Type.String()),
  creator: Type.String(),
  created: GroupedTimestamp,
  updated: GroupedTimestamp,
  mechanism: Mechanism,
  score: Type.Optional(Score),
  favorited: Type.Optional(Type.Boolean()),
};

/** The copy of its asset that a format contains: links only. */
export const FlattenedAsset = Type.Object({
  ...assetFields,
  formats: References,
  preview: Type.Object({ base: Type.String() }),
  original: Type.String(),
  tags: Type.Optional(References),
  websites: Type.Optional(References),
  summaries: Type.Optional(References),
});
export type FlattenedAsset = Type.Static<typeof FlattenedAsset>;

export const Format = Type.Object({ ...formatFields, asset: FlattenedAsset });
export type Format = Type.Static<typeof Format>;

export const Formats = Type.Object({ iterable: Type.Array(Format) });
export type Formats = Type.Static<typeof Formats>;

export const Asset = Type.Object({
  ...assetFields,
  formats: Formats,
  preview: Type.Object({ base: ReferencedFormat }),
  original: ReferencedFormat,
  shares: Type.Optional(Shares),
  tags: Type.Optional(Tags),
  websites: Type.Optional(Websites),
  summaries: Type.Optional(WorkstreamSummaries),
  persons: Type.Optional(Persons),
  annotations: Type.Optional(Annotations),
  anchors: Type.Optional(Anchors),
  conversations: Type.Optional(Conversations),
  activities: Type.Optional(Activities),
  origin: Type.Optional(Origin),
  shared: Type.Optional(SharedHere),
});
export type Asset = Type.Static<typeof Asset>;

export const Assets = Type.Object({ iterable: Type.Array(Asset), indices: Type.Optional(Indices) });
export type Assets = Type.Static<typeof Assets>;

/**
 * Input of an update. Clients send the whole asset back, perhaps without content or from an older SDK that dropped
 * fields (WIRE.md 4.2): only these fields are read, and absent ones are kept.
 */
export const AssetUpdate = Type.Object({
  id: Type.String({ minLength: 1 }),
  name: Type.Optional(Type.String({ maxLength: 1000 })),
  favorited: Type.Optional(Type.Boolean()),
});
export type AssetUpdate = Type.Static<typeof AssetUpdate>;

/** `ext` is checked against the known classifications by the handler, which can suggest a similar one. */
export const AssetReclassification = Type.Object({ ext: Type.String({ minLength: 1 }), asset: Reference });
export type AssetReclassification = Type.Static<typeof AssetReclassification>;

/** The new content of a format: text or bytes. Other fields of the format are ignored. */
export const FormatUpdate = Type.Object({
  id: Type.String({ minLength: 1 }),
  fragment: Type.Optional(FormatValue),
  file: Type.Optional(FormatValue),
});
export type FormatUpdate = Type.Static<typeof FormatUpdate>;

export const FormatReclassification = Type.Object({ ext: Type.String({ minLength: 1 }), format: Reference });
export type FormatReclassification = Type.Static<typeof FormatReclassification>;

export const ExportedAsset = Type.Object({
  name: Type.String(),
  description: Type.String({ description: 'Empty when there is none.' }),
  created: GroupedTimestamp,
  raw: FormatValue,
});
export type ExportedAsset = Type.Static<typeof ExportedAsset>;

/** Each flag that is true increments its counter; exactly one should be. */
export const SeededScore = Type.Object({
  reuse: Type.Optional(Type.Boolean()),
  update: Type.Optional(Type.Boolean()),
  reference: Type.Optional(Type.Boolean()),
  priority: Type.Optional(Type.Boolean()),
  searched: Type.Optional(Type.Boolean()),
});
export type SeededScore = Type.Static<typeof SeededScore>;

/** Only `asset` affects the addressed asset (WIRE.md 4.5); other targets are accepted and ignored. */
export const SeededScoreIncrement = Type.Object({ asset: Type.Optional(SeededScore) });
export type SeededScoreIncrement = Type.Static<typeof SeededScoreIncrement>;

/** A viewer of a share. An empty body makes the POST act as GET; with a share, `os` is required (WIRE.md 4.6). */
export const SeededAccessor = Type.Object({
  os: Type.Optional(Type.String({ minLength: 1 })),
  share: Type.Optional(Type.String({ minLength: 1 })),
  user: Type.Optional(UserReference),
  client: Type.Optional(
    Type.String({ maxLength: 200, description: 'Our extra: what the coding agent calls itself that looks at it.' }),
  ),
});
export type SeededAccessor = Type.Static<typeof SeededAccessor>;

// Section: seeds: inputs that become assets or the text of a question.

const SeededValue = Type.Object({
  string: Type.Optional(TransferableString),
  bytes: Type.Optional(TransferableBytes),
  metadata: Type.Optional(
    Type.Object({
      name: Type.Optional(Type.String()),
      ext: Type.Optional(Type.String({ description: 'Language word; an unknown one is classified anew.' })),
    }),
  ),
});

/** Exactly one of fragment and file, with exactly one of string and bytes; the handler of create checks this. */
export const SeededFormat = Type.Object({
  fragment: Type.Optional(SeededValue),
  file: Type.Optional(SeededValue),
  classification: Type.Optional(
    Type.Object({ generic: Type.Optional(Type.String()), specific: Type.Optional(Type.String()) }),
  ),
});
export type SeededFormat = Type.Static<typeof SeededFormat>;

export const SeededAssetMetadata = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 1000 })),
  mechanism: Type.Optional(MechanismInput),
  tags: Type.Optional(Type.Array(Type.Object({ text: Type.String({ minLength: 1, maxLength: 200 }) }))),
  websites: Type.Optional(
    Type.Array(Type.Object({ url: Type.String({ maxLength: 4096 }), name: Type.Optional(Type.String()) })),
  ),
  persons: Type.Optional(Type.Array(SeededPerson)),
  annotations: Type.Optional(Type.Array(SeededAnnotation)),
  origin: Type.Optional(Origin),
});
export type SeededAssetMetadata = Type.Static<typeof SeededAssetMetadata>;

export const SeededAsset = Type.Object({
  metadata: Type.Optional(SeededAssetMetadata),
  application: Type.Optional(ApplicationInput),
  format: SeededFormat,
});
export type SeededAsset = Type.Static<typeof SeededAsset>;

/** A seed. `type` was required up to 3.x and is optional since 4.0; it is always sent. */
export const Seed = Type.Object({
  type: Type.Optional(Type.String()),
  asset: Type.Optional(SeededAsset),
  anchor: Type.Optional(SeededAnchor),
});
export type Seed = Type.Static<typeof Seed>;

/** Seeds; an empty object counts as absent. */
export const Seeds = Type.Object({ iterable: Type.Optional(Type.Array(Seed)) });
export type Seeds = Type.Static<typeof Seeds>;
