/** The operations on stored assets. Must not know HTTP; how an asset looks on the wire is in wire.ts. */
import type { Handlers } from '../../contract/api';
import type { SeededScoreIncrement } from '../../contract/schemas';
import type { AssetRecord, Counters } from '../../store/records';
import type { ApiContext } from '../context';
import { changeAsset, contentOf, editAsset } from './changeAsset';
import { createAsset } from './createAsset';
import { deleteAsset } from './trash';
import { exportAsset } from './exportAsset';
import { reclassify } from './reclassify';
import { recordRead, toWireActivities } from './activities';
import { edit, keyOf, findAll, findAsset } from '../records';
import { lookupsOf } from '../library/lookups';
import { recordUse } from './timeline';
import { findPeople } from '../people/gitPeople';
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
