/** Links between assets and what is attached to them. Both ends hold the other's id and change together. */
import type { ActivityKind, AssetRecord, Mechanism } from '../../store/records';
import type { ApiContext } from '../context';
import { recordActivity } from './activities';
import { keyOf, type Draft, find, findAsset, edit } from '../records';

/** Fields of an asset that hold ids of the collection of the same name, whose records hold `assets`. */
export const linkedCollections = ['tags', 'websites', 'summaries', 'persons', 'conversations', 'anchors'] as const;
export type LinkedCollection = (typeof linkedCollections)[number];

/** What the asset's timeline says; absent: nothing. */
const happenings: Record<LinkedCollection, { added?: ActivityKind; removed?: ActivityKind }> = {
  tags: { added: 'tagAdded', removed: 'tagRemoved' },
  websites: { added: 'linkAdded', removed: 'linkRemoved' },
  summaries: { added: 'summaryAdded', removed: 'summaryRemoved' },
  conversations: { added: 'referenced' },
  persons: {},
  anchors: {},
};

export interface Link {
  asset: string;
  collection: LinkedCollection;
  id: string;
}

/** Fields that came later are missing on records of before. */
export const linksOf = (asset: Readonly<AssetRecord>, collection: LinkedCollection): readonly string[] =>
  asset[collection] ?? [];

/** Later than before, also when the clock went back. */
export const touched = (context: ApiContext, { updated }: { updated: number }): number =>
  Math.max(context.now(), updated);

/** Keys of the records that making or ending a link writes: both ends of it. */
export const keysOfLink = ({ asset, collection, id }: Link): string[] => [
  keyOf('assets', asset),
  keyOf(collection, id),
];

/** Records of everything an asset is linked to, and its own. */
export const keysAround = (asset: Readonly<AssetRecord>): string[] => [
  keyOf('assets', asset.id),
  ...linkedCollections.flatMap((collection) => linksOf(asset, collection).map((id) => keyOf(collection, id))),
];

/**
 * Adds the link where it is missing, without a word in the timeline. Says whether it was missing.
 * @throws ApiError `gone`, `notFound`
 */
export function addLink(context: ApiContext, draft: Draft, { asset: assetId, collection, id }: Link): boolean {
  const asset = findAsset(draft, assetId);
  const other = find(draft, collection, id);
  if (linksOf(asset, collection).includes(id) && other.assets.includes(assetId)) return false;
  draft.put('assets', {
    ...asset,
    [collection]: withMember(linksOf(asset, collection), id),
    updated: touched(context, asset),
  });
  const linked = { assets: withMember(other.assets, assetId), updated: touched(context, other) };
  draft.put(collection, { ...other, ...linked });
  return true;
}

/** @throws ApiError `gone`, `notFound` */
export function link(context: ApiContext, draft: Draft, wanted: Link, mechanism: Mechanism = 'MANUAL'): boolean {
  if (!addLink(context, draft, wanted)) return false;
  const kind = happenings[wanted.collection].added;
  if (kind) recordActivity(context, draft, { asset: wanted.asset, kind, mechanism });
  return true;
}

/** @throws ApiError `gone`, `notFound` */
export function unlink(context: ApiContext, draft: Draft, { asset: assetId, collection, id }: Link): boolean {
  const asset = findAsset(draft, assetId);
  const other = find(draft, collection, id);
  if (!linksOf(asset, collection).includes(id) && !other.assets.includes(assetId)) return false;
  draft.put('assets', {
    ...asset,
    [collection]: without(linksOf(asset, collection), id),
    updated: touched(context, asset),
  });
  const unlinked = { assets: without(other.assets, assetId), updated: touched(context, other) };
  draft.put(collection, { ...other, ...unlinked });
  const kind = happenings[collection].removed;
  if (kind) recordActivity(context, draft, { asset: assetId, kind });
  return true;
}

/**
 * Takes an asset off one end, for an edit that rewrites the asset itself. What our rules made goes with its last asset,
 * and so do persons, whom nothing else shows; what a user made stays.
 */
export function leave(context: ApiContext, draft: Draft, { asset, collection, id }: Link): void {
  const other = draft.get(collection, id);
  if (!other) return;
  const assets = without(other.assets, asset);
  const isByRule = 'mechanism' in other && other.mechanism === 'AUTOMATIC';
  if (assets.length === 0 && (collection === 'persons' || isByRule)) draft.delete(collection, id);
  else draft.put(collection, { ...other, assets, updated: touched(context, other) });
}

export const withMember = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? [...ids] : [...ids, id];
export const without = (ids: readonly string[], id: string): string[] => ids.filter((other) => other !== id);

/** Each unlinked asset is written anew, so a tag on thousands of them goes in steps; every step is whole in itself. */
const assetsInStep = 200;

/** What goes with a record, in the change that deletes it. */
interface Parts {
  /** Records that deleting the parts writes. */
  keys: () => string[];
  delete: (draft: Draft) => void;
}

const noParts: Parts = { keys: () => [], delete: () => {} };

/**
 * Deletes what is attached to assets; the assets stay, the association goes.
 * @throws ApiError `notFound`
 */
export async function deleteLinked(
  context: ApiContext,
  collection: LinkedCollection,
  id: string,
  parts: Parts = noParts,
): Promise<void> {
  const nextAssets = () => find(context.store, collection, id).assets.slice(0, assetsInStep);
  let isDeleted = false;
  while (!isDeleted) {
    isDeleted = await edit(
      context,
      () => [keyOf(collection, id), ...nextAssets().map((asset) => keyOf('assets', asset)), ...parts.keys()],
      (draft) => {
        for (const asset of nextAssets()) detach(context, draft, { asset, collection, id });
        if (find(draft, collection, id).assets.length > 0) return false;
        parts.delete(draft);
        draft.delete(collection, id);
        return true;
      },
    );
  }
}

function detach(context: ApiContext, draft: Draft, link: { asset: string; collection: LinkedCollection; id: string }) {
  if (draft.get('assets', link.asset)) {
    unlink(context, draft, link);
    return;
  }
  // A link to an asset that is not there any more: only this end is left to mend.
  const record = find(draft, link.collection, link.id);
  draft.put(link.collection, { ...record, assets: without(record.assets, link.asset) });
}
