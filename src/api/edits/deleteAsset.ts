/** Deletes an asset: it leaves everything it is linked to, answers 410 from now on, and lies in the trash. */
import type { ApiContext } from '../context';
import { putInTrash } from '../keeping/trash';
import { recordActivity } from '../records/activities';
import { dropAnnotation, keysOfDropping } from '../records/annotations';
import { edit } from '../records/draft';
import { findAsset } from '../records/find';
import { keysAround, leave, linkedCollections, linksOf } from '../records/links';

/**
 * One change. Its history stays as long as it can come back.
 * @throws ApiError `gone`
 */
export function deleteAsset(context: ApiContext, id: string): Promise<void> {
  return edit(
    context,
    () => {
      const asset = findAsset(context.store, id);
      return [...keysAround(asset), ...keysOfDropping(context.store, asset.annotations)];
    },
    (draft) => {
      const asset = findAsset(draft, id);
      putInTrash(context, draft, asset);
      for (const collection of linkedCollections) {
        for (const other of linksOf(asset, collection)) {
          leave(context, draft, { asset: asset.id, collection, id: other });
        }
      }
      for (const annotation of asset.annotations) dropAnnotation(draft, annotation);
      recordActivity(context, draft, { asset: asset.id, kind: 'deleted' });
      draft.delete('assets', asset.id);
    },
  );
}
