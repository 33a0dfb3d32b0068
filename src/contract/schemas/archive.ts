/**
 * An asset as it is exported and imported: everything that is the user's, nothing that is only ours. Internal
 * operations only.
 */
import * as Type from 'typebox';
import { Origin } from './assets';
import { PersonName } from './library';

const Counter = Type.Optional(Type.Integer({ minimum: 0 }));

/** Exactly one of text and base64. */
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

/** Documents as their `source` writes them; assets when they were read from another server. */
export const ImportRequest = Type.Object({
  source: Type.Enum(['archive', 'snippets', 'files', 'server']),
  documents: Type.Optional(Type.Array(ArchiveDocument, { maxItems: 10_000 })),
  assets: Type.Optional(Type.Array(ArchivedAsset, { maxItems: 10_000 })),
});
export type ImportRequest = Type.Static<typeof ImportRequest>;

/** What an import would do with one asset. Skipped documents could not be read as one. */
export const Rehearsed = Type.Object({
  verdict: Type.Enum(['add', 'update', 'duplicate', 'skip']),
  path: Type.String({ description: 'Of the document, or empty.' }),
  asset: Type.Optional(ArchivedAsset),
  reason: Type.Optional(Type.String()),
});
export type Rehearsed = Type.Static<typeof Rehearsed>;
export const Rehearsal = Type.Object({ items: Type.Array(Rehearsed) });

/** One batch is one step of undo, however many calls it takes. */
export const ImportBatch = Type.Object({
  batch: Type.String({ minLength: 1, maxLength: 100 }),
  assets: Type.Array(ArchivedAsset, { maxItems: 1000 }),
});
export const ImportUndo = Type.Object({ batch: Type.String({ minLength: 1, maxLength: 100 }) });
