/** Links between assets and the records attached to them. Both ends hold the other's id and change together. */
import type { ActivityKind, AssetRecord, Mechanism } from '../../store/records';
import type { ApiContext } from '../context';
import { recordActivity } from './activities';
import { keyOf, type Draft, find, findAsset, edit } from '../records';

/** Fields of an asset that hold ids of the collection with the same name, whose records list their `assets`. */
export const linkedCollections = ['tags', 'websites', 'summaries', 'persons', 'conversations', 'anchors'] as const;
export type LinkedCollection = (typeof linkedCollections)[number];

/** Kinds of timeline events for adding and removing a link; absent: no event. */
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

/** Ids that an asset links to in a collection; older records lack the fields that were added later. */
export const linksOf = (asset: Readonly<AssetRecord>, collection: LinkedCollection): readonly string[] =>
  asset[collection] ?? [];

/** The time of change to store: never earlier than before, even when the clock was set back. */
export const touched = (context: ApiContext, { updated }: { updated: number }): number =>
  Math.max(context.now(), updated);

/** Keys of the records that making or removing a link writes: both ends of it. */
export const keysOfLink = ({ asset, collection, id }: Link): string[] => [
  keyOf('assets', asset),
  keyOf(collection, id),
];

/** Keys of the asset and of all records it is linked to. */
export const keysAround = (asset: Readonly<AssetRecord>): string[] => [
  keyOf('assets', asset.id),
  ...linkedCollections.flatMap((collection) => linksOf(asset, collection).map((id) => keyOf(collection, id))),
];

/**
 * Adds the link without a timeline event; true when it was missing.
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
 * Removes an asset from the other end of a link, for an edit that rewrites the asset itself. With its last asset, a
 * record made by a rule is deleted, and so is a person, because nothing else shows persons; other records stay.
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

/** Most assets unlinked in one change: each is rewritten, so a tag on thousands of them is removed in steps. */
const assetsInStep = 200;

/** Further records to delete in the same change. */
interface Parts {
  /** Keys of the records that deleting the parts writes. */
  keys: () => string[];
  delete: (draft: Draft) => void;
}

const noParts: Parts = { keys: () => [], delete: () => {} };

/**
 * Deletes a record attached to assets, and its links; the assets stay.
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
  // The linked asset no longer exists: only this end needs repair.
  const record = find(draft, link.collection, link.id);
  draft.put(link.collection, { ...record, assets: without(record.assets, link.asset) });
}
