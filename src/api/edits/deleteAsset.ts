/** Deletes an asset for good, with everything that is its own, and takes it off everything it is linked to. */
import type { ApiContext } from '../context';
import { edit } from '../records/draft';
import { findAsset } from '../records/find';
import { keysAround, leave, linkedCollections } from '../records/links';
import { lookupsOf } from '../records/lookups';

/**
 * One change. The timeline goes too: no operation could show it any more, and deleted means deleted.
 * @throws ApiError `gone`
 */
export function deleteAsset(context: ApiContext, id: string): Promise<void> {
  return edit(
    context,
    () => keysAround(findAsset(context.store, id)),
    (draft) => {
      const asset = findAsset(draft, id);
      for (const collection of linkedCollections) {
        for (const other of asset[collection]) leave(context, draft, { asset: id, collection, id: other });
      }
      for (const annotation of asset.annotations) draft.delete('annotations', annotation);
      for (const activity of lookupsOf(context.store).activitiesOf(id)) draft.delete('activities', activity.id);
      draft.delete('assets', id);
    },
  );
}
