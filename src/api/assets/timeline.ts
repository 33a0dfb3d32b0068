/** What happened to one asset or to all, those in the trash too: their history comes back with them. */
import { ApiError } from '../../contract/errors';
import type { Timeline, TimelineEvent } from '../../contract/schemas';
import type { ActivityRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { recordActivity } from './activities';
import { edit, keyOf, findAsset } from '../records';
import { lookupsOf } from '../library/lookups';
import { originalOf } from './content';

const defaultLimit = 500;
/** Looking again soon is the same look. */
const sameLookMs = 10 * 60_000;

/**
 * @param asset absent: the whole library
 * @returns the newest events first; `total` counts those that were left out, too
 */
export function timelineOf(
  context: ApiContext,
  { asset, limit = defaultLimit }: { asset?: string; limit?: number },
): Timeline {
  const { store } = context;
  const all = asset === undefined ? [...store.list('activities')] : [...lookupsOf(store).activitiesOf(asset)];
  // Kept in order of recording: clocks go back, what was done last stays last.
  const newestFirst = all.reverse();
  const events = newestFirst.slice(0, limit).flatMap((activity) => toEvent(context, activity));
  return { events, total: all.length };
}

function toEvent({ store }: ApiContext, activity: Readonly<ActivityRecord>): TimelineEvent[] {
  const present = store.get('assets', activity.asset);
  const asset = present ?? store.get('trash', activity.asset)?.asset;
  if (!asset) return [];
  return [
    {
      at: activity.created,
      kind: activity.kind,
      asset: asset.id,
      name: asset.name,
      language: originalOf(asset).specific,
      application: activity.application.name,
      ...(activity.application.client !== undefined && { client: activity.application.client }),
      isTrashed: present === undefined,
    },
  ];
}

/** @throws ApiError `gone` */
export async function recordUse(
  context: ApiContext,
  id: string,
  kind: 'viewed' | 'referenced' | 'exported',
): Promise<void> {
  const asset = findAsset(context.store, id);
  if (context.store.readOnly) return;
  const last = lookupsOf(context.store)
    .activitiesOf(asset.id)
    .findLast((activity) => activity.kind === kind);
  if (kind === 'viewed' && last && Math.abs(context.now() - last.created) < sameLookMs) return;
  try {
    await edit(
      context,
      () => [keyOf('assets', asset.id)],
      (draft) => {
        if (draft.get('assets', asset.id)) recordActivity(context, draft, { asset: asset.id, kind });
      },
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Looking must not fail because it cannot be written down.
    context.log('warn', `Could not record that an asset was ${kind}: ${error.message}`);
  }
}
