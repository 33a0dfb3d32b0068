/** The operations on stored assets. Must not know HTTP; the wire form of assets is in wire.ts. */
import type { Handlers, Written } from '../../contract/api';
import type { SeededScoreIncrement, Format, FormatValue } from '../../contract/schemas';
import type { AssetRecord, Counters, FormatRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { changeAsset, contentOf, editAsset, reclassify } from './changeAsset';
import { createAsset, draftSeed } from './createAsset';
import { deleteAsset } from './trash';
import { exportAsset } from './exportAsset';
import { recordRead, toWireActivities, recordUse, recordVisit, visitOf } from './activities';
import { edit, keyOf, findAll, findAsset } from '../records';
import { lookupsOf } from '../library/lookups';
import { findPeople } from '../people/places';
import { toWireAsset, toWireFormats, keptAssetsOf } from './wire';
import { latestFirst, toWireConversation } from '../conversations/wire';
import { toApplicationRecord, toCollection, toReferences, type WireOptions } from '../wireValues';
import { ApiError } from '../../contract/errors';

type AssetOperation =
  | 'assetSnapshot'
  | 'assetSnapshotPost'
  | 'assetUpdate'
  | 'assetReclassify'
  | 'assetFormats'
  | 'assetSpecificAssetActivities'
  | 'assetSpecificAssetConversations'
  | 'assetSpecificAssetExport'
  | 'assetScoresIncrement'
  | 'assetContent'
  | 'assetEdit'
  | 'assetUsed'
  | 'assetFindPeople'
  | 'assetsCreateNewAsset'
  | 'assetsSnapshot'
  | 'assetsDeleteAsset'
  | 'assetsIdentifiersSnapshot'
  | 'assetsSpecificAssetSnapshot'
  | 'assetsSpecificAssetFormatsSnapshot';

export function assetHandlers(context: ApiContext) {
  const { store } = context;
  const toWire = (asset: Readonly<AssetRecord>, options: WireOptions) => toWireAsset(context, asset, options);
  return {
    // No event is recorded: polling clients would fill the timeline.
    assetSnapshot: ({ params, query }) => {
      const { transferables, package_activities: withActivities } = query;
      return keptAssetsOf(context).toWire(findAsset(store, params.asset), { transferables, withActivities });
    },
    assetSnapshotPost: async ({ params, query, body }) => {
      findAsset(store, params.asset);
      const visit = visitOf(body);
      if (visit) await recordVisit(context, params.asset, visit);
      if (body.client !== undefined) {
        const application = toApplicationRecord(context, { client: body.client });
        await recordRead(context, { asset: params.asset, kind: 'referenced', application });
      }
      return toWire(findAsset(store, params.asset), query);
    },
    // Only name and mark (contract/WIRE.md 4.2): content and links have operations of their own.
    assetUpdate: async ({ query, body: { id, name, favorited } }) =>
      toWire(await changeAsset(context, id, { name, favorited }), query),
    assetReclassify: async ({ query, body }) => toWire(await reclassify(context, body.asset.id, body.ext), query),
    assetFormats: ({ params, query }) => toWireFormats(context, findAsset(store, params.asset), query),
    assetSpecificAssetActivities: ({ params }) => {
      const { id } = findAsset(store, params.asset);
      return toWireActivities(() => lookupsOf(store).activitiesOf(id));
    },
    assetSpecificAssetConversations: ({ params }) => {
      const { conversations } = findAsset(store, params.asset);
      return toCollection(() => findAll(store, 'conversations', conversations).sort(latestFirst), toWireConversation);
    },
    assetSpecificAssetExport: async ({ params, query }) => {
      const exported = exportAsset(context, findAsset(store, params.asset), query);
      await recordRead(context, { asset: params.asset, kind: 'exported' });
      return exported;
    },
    assetScoresIncrement: ({ params, body }) => countUse(context, params.asset, body),
    assetContent: ({ params }) => contentOf(context, params.asset),
    assetEdit: ({ params, body }) => editAsset(context, params.asset, body),
    assetUsed: ({ params, body }) => recordUse(context, params.asset, body.kind),
    assetFindPeople: async ({ params }, call) => ({ count: await findPeople(context, call, params.asset) }),
    assetsCreateNewAsset: async ({ query, body }, call) => toWire(await createAsset(context, call, body), query),
    assetsSnapshot: ({ query }) =>
      toCollection(
        () => [...store.list('assets')],
        (asset) => toWire(asset, query),
      ),
    assetsIdentifiersSnapshot: () => toReferences(() => [...store.list('assets')].map(({ id }) => id).reverse()),
    assetsSpecificAssetSnapshot: ({ params, query }) => toWire(findAsset(store, params.asset), query),
    assetsSpecificAssetFormatsSnapshot: ({ params, query }) =>
      toWireFormats(context, findAsset(store, params.asset), query),
    assetsDeleteAsset: async ({ params }) => {
      await deleteAsset(context, params.asset);
      return params.asset;
    },
  } satisfies Pick<Handlers, AssetOperation>;
}

/** Counts a use of an asset, without changing its time of change. */
async function countUse(context: ApiContext, id: string, { asset: flags = {} }: SeededScoreIncrement): Promise<void> {
  findAsset(context.store, id);
  const counted = (['reuse', 'update', 'reference', 'priority', 'searched'] as const).filter((flag) => flags[flag]);
  if (counted.length === 0) return;
  await edit(
    context,
    () => [keyOf('assets', id)],
    (draft) => {
      const asset = findAsset(draft, id);
      const counters: Counters = { ...asset.counters };
      for (const flag of counted) counters[flag] += 1;
      draft.put('assets', { ...asset, counters });
    },
  );
}

// Section: formats by their own ids, and the draft of an asset. Must not know how content is described.

type FormatOperation =
  'formatSnapshot' | 'formatUpdateValue' | 'formatReclassify' | 'assetsDraft' | 'activitiesSnapshot';

/** The contract spells this option in the singular here; the plural is accepted too. */
const optionsOf = (query: { transferable?: boolean; transferables?: boolean }): WireOptions => ({
  transferables: query.transferable ?? query.transferables,
});

export function formatHandlers(context: ApiContext) {
  const { store } = context;
  return {
    formatSnapshot: ({ params, query }) => toWire(context, params.format, optionsOf(query)),
    formatUpdateValue: async ({ body, query }) => {
      const asset = ownerOf(context, body.id);
      const content = contentOfFormat(body.fragment ?? body.file);
      await changeAsset(context, asset.id, { content: { format: body.id, ...content } });
      return toWire(context, body.id, optionsOf(query));
    },
    formatReclassify: async ({ body, query }) => {
      await reclassify(context, ownerOf(context, body.format.id).id, body.ext);
      return toWire(context, body.format.id, optionsOf(query));
    },
    assetsDraft: ({ body }) => draftSeed(context, body),
    // In order of recording, regardless of clock changes.
    activitiesSnapshot: () => toWireActivities(() => [...store.list('activities')]),
  } satisfies Pick<Handlers, FormatOperation>;
}

/**
 * The asset that holds the format.
 * @throws ApiError `notFound`
 */
function ownerOf({ store }: ApiContext, format: string): Readonly<AssetRecord> {
  const id = lookupsOf(store).assetOfFormat(format);
  const asset = id === undefined ? undefined : store.get('assets', id);
  if (asset) return asset;
  throw new ApiError('notFound', `No format has the id ${JSON.stringify(format)}.`);
}

function toWire(context: ApiContext, id: string, options: WireOptions): Written<Format> {
  for (const format of toWireFormats(context, ownerOf(context, id), options).iterable) {
    if (format.id === id) return format;
  }
  throw new ApiError('notFound', `No format has the id ${JSON.stringify(id)}.`);
}

type Content = Pick<FormatRecord, 'text' | 'base64'>;

/**
 * The new content of a format.
 * @throws ApiError `invalid` when it is missing or empty, so that content is never erased by omission
 */
function contentOfFormat(value: FormatValue | undefined): Content {
  const text = value?.string?.raw;
  if (text !== undefined && text.trim() !== '') return { text };
  const bytes = value?.bytes?.raw ?? [];
  if (bytes.length > 0) return { base64: Buffer.from(bytes).toString('base64') };
  throw new ApiError('invalid', 'body.fragment.string.raw is missing or empty: expected the new content.');
}
