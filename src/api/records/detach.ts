/** Deletes what is attached to assets; the assets stay, the association goes. */
import type { ApiContext } from '../context';
import { edit, keyOf, type Draft } from './draft';
import { find } from './find';
import { unlink, without, type LinkedCollection } from './links';

/** Each unlinked asset is written anew, so a tag on thousands of them goes in steps; every step is whole in itself. */
const assetsInStep = 200;

/** What goes with a record, in the change that deletes it. */
export interface Parts {
  /** Records that deleting the parts writes. */
  keys: () => string[];
  delete: (draft: Draft) => void;
}

const noParts: Parts = { keys: () => [], delete: () => {} };

/** @throws ApiError `notFound` */
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
