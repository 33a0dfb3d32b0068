/** Which space an asset is of and who changed it last, for whoever shows it. Reads records only. */
import type { SharedHere } from '../../contract/schemas/sharing';
import type { ApiContext } from '../context';
import { lookupsOf } from '../library/lookups';

/** @returns undefined for a private asset */
export function sharedHereOf({ store }: Pick<ApiContext, 'store'>, id: string): SharedHere | undefined {
  const shared = store.get('shared', id);
  if (!shared || shared.isGone) return undefined;
  const space = store.get('spaces', shared.space);
  const [waiting] = lookupsOf(store).waitingOf(id);
  return {
    space: shared.space,
    spaceName: space?.name ?? '',
    changed: Date.parse(shared.changed),
    changedBy: shared.changedBy.name,
    ...(waiting !== undefined && { isPending: true }),
    ...(space?.state === 'lost' && { isLost: true }),
  };
}
