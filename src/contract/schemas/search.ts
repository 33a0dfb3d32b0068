/** Searching the library. Programs use the identifier and fetch the assets they show. */
import * as Type from 'typebox';
import { Asset } from './assets';
import { Tag, Website, WorkstreamSummary } from './attachments';
import { ReferencesInput, Reference } from './values';

const Found = { identifier: Type.String(), exact: Type.Boolean() };

export const SearchedAsset = Type.Object({
  ...Found,
  asset: Type.Optional(Asset),
  score: Type.Number(),
  match: Type.Enum(['TITLE', 'ANNOTATION', 'CONTENT', 'FUZZY', 'TAGS', 'WEBSITES', 'PERSONS']),
});
export type SearchedAsset = Type.Static<typeof SearchedAsset>;
export const SearchedAssets = Type.Object({
  iterable: Type.Array(SearchedAsset, { description: 'Best first.' }),
  exact: Type.Integer({ description: 'How many are exact.' }),
  suggested: Type.Integer({ description: 'How many are not.' }),
});
export type SearchedAssets = Type.Static<typeof SearchedAssets>;

export const SeededAssetTags = Type.Object({
  iterable: Type.Array(Type.Object({ text: Type.String({ minLength: 1, maxLength: 200 }) })),
});
export type SeededAssetTags = Type.Static<typeof SeededAssetTags>;

const Moment = Type.Optional(Type.Object({ value: Type.String() }));
const Period = Type.Optional(Type.Object({ from: Moment, to: Moment, between: Type.Optional(Type.Boolean()) }));
const Words = Type.Optional(Type.Array(Type.String({ maxLength: 4096 }), { maxItems: 100 }));

/**
 * A filter, all parts of which must match; several filters are combined by `type`. Nested `operations` are not
 * supported.
 */
export const AssetFilter = Type.Object({
  classification: Type.Optional(Type.String()),
  tags: Words,
  websites: Words,
  persons: Words,
  phrase: Type.Optional(
    Type.Object({
      value: Type.Optional(Type.String({ maxLength: 10_000 })),
      annotation: Type.Optional(Type.Boolean()),
      title: Type.Optional(Type.Boolean()),
      content: Type.Optional(Type.Boolean()),
    }),
  ),
  created: Period,
  updated: Period,
  operations: Type.Optional(Type.Object({})),
});
export type AssetFilter = Type.Static<typeof AssetFilter>;

export const AssetsSearchWithFiltersInput = Type.Object({
  query: Type.Optional(Type.String({ maxLength: 10_000 })),
  casing: Type.Optional(Type.Boolean()),
  space: Type.Optional(
    Type.Object({ identifers: Type.Optional(ReferencesInput) }, { description: 'The contract’s own spelling.' }),
  ),
  filters: Type.Optional(
    Type.Object({
      iterable: Type.Optional(Type.Array(AssetFilter, { maxItems: 100 })),
      type: Type.Optional(Type.String()),
    }),
  ),
});
export type AssetsSearchWithFiltersInput = Type.Static<typeof AssetsSearchWithFiltersInput>;
export const AssetsSearchWithFiltersOutput = Type.Object({ results: SearchedAssets });
export type AssetsSearchWithFiltersOutput = Type.Static<typeof AssetsSearchWithFiltersOutput>;

/** The input of a search; the queries of all engines are joined, because there is only one engine here. */
export const SearchInput = Type.Object({
  engines: Type.Optional(
    Type.Object({
      iterable: Type.Optional(Type.Array(Type.Object({ query: Type.Optional(Type.String({ maxLength: 10_000 })) }))),
    }),
  ),
});
export type SearchInput = Type.Static<typeof SearchInput>;

const Alike = { ...Found, similarity: Type.Number({ minimum: 0, maximum: 1 }) };
export const SearchedTags = Type.Object({
  iterable: Type.Array(Type.Object({ ...Alike, tag: Type.Optional(Tag) })),
});
export type SearchedTags = Type.Static<typeof SearchedTags>;
export const SearchedWebsites = Type.Object({
  iterable: Type.Array(Type.Object({ ...Alike, website: Type.Optional(Website) })),
});
export type SearchedWebsites = Type.Static<typeof SearchedWebsites>;
export const SearchedWorkstreamSummaries = Type.Object({
  iterable: Type.Array(Type.Object({ ...Alike, summary: Type.Optional(WorkstreamSummary) })),
});
export type SearchedWorkstreamSummaries = Type.Static<typeof SearchedWorkstreamSummaries>;

// Section: frames of the identifier streams (WIRE.md 4.8). Programs keep a list of ids and look up what they show.

const Told = Type.Optional(Reference);

/** Exactly one reference is set; `deleted` is added when the record is gone. */
export const StreamedIdentifier = Type.Object({
  asset: Told,
  tag: Told,
  website: Told,
  workstream_summary: Told,
  person: Told,
  annotation: Told,
  conversation: Told,
  anchor: Told,
  range: Told,
  deleted: Type.Optional(Type.Boolean()),
});
export type StreamedIdentifier = Type.Static<typeof StreamedIdentifier>;

export const StreamedIdentifiers = Type.Object({ iterable: Type.Array(StreamedIdentifier) });
export type StreamedIdentifiers = Type.Static<typeof StreamedIdentifiers>;
