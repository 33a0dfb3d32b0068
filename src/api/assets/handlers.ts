/** The operations on stored assets. Must not know HTTP; what is on the wire is in wire/. */
import type { Handlers } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { AssetUpdate, SeededScoreIncrement } from '../../contract/schemas';
import type { AssetRecord, Counters } from '../../store/records';
import type { ApiContext } from '../context';
import { createAsset } from './createAsset';
import { deleteAsset } from './trash';
import { exportAsset } from './exportAsset';
import { reclassify } from './reclassify';
import { recordActivity, recordRead, toWireActivities } from './activities';
import { edit, keyOf, findAll, findAsset } from '../records';
import { touched } from './links';
import { lookupsOf } from '../library/lookups';
import { recordVisit, visitOf } from './visits';
import { toWireAsset, toWireFormats, keptAssetsOf } from './wire';
import { latestFirst, toWireConversation } from '../conversations/wire';
import { toApplicationRecord, toCollection, toReferences, type WireOptions } from '../wireValues';

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
    // No activity: a client that polls would fill the timeline with itself.
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
    assetUpdate: async ({ query, body }) => toWire(await update(context, body), query),
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
    assetsCreateNewAsset: async ({ query, body }) => toWire(await createAsset(context, body), query),
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

/** Takes only name and mark, where they differ (contract/WIRE.md 4.2): content and links have operations of their own. */
async function update(context: ApiContext, { id, name, favorited }: AssetUpdate): Promise<Readonly<AssetRecord>> {
  const asset = findAsset(context.store, id);
  const newName = name?.trim();
  if (newName === '') throw new ApiError('invalid', 'body.name is empty: expected a title, or no name to keep it.');
  await edit(
    context,
    () => [keyOf('assets', asset.id)],
    (draft) => {
      const before = findAsset(draft, asset.id);
      const isRenamed = newName !== undefined && newName !== before.name;
      const isMarked = favorited !== undefined && favorited !== (before.favorited ?? false);
      if (!isRenamed && !isMarked) return;
      const changed = { ...(isRenamed && { name: newName }), ...(isMarked && { favorited }) };
      draft.put('assets', { ...before, ...changed, updated: touched(context, before) });
      recordActivity(context, draft, { asset: asset.id, kind: isRenamed ? 'renamed' : 'updated' });
    },
  );
  return findAsset(context.store, asset.id);
}

/** Using an asset does not change it: its time of change stays. */
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
