/** What happened to an asset: events, the timeline built from them, and visits. */
import type {
  ActivityKind,
  ApplicationRecord,
  Mechanism,
  ActivityRecord,
  AssetRecord,
  ShareRecord,
} from '../../store/records';
import type { ApiContext } from '../context';
import { edit, keyOf, type Draft, findAsset } from '../records';
import { lookupsOf } from '../library/lookups';
import { LongList, type Written } from '../../contract/api';
import type { Activities, Activity, Timeline, TimelineEvent, SeededAccessor } from '../../contract/schemas';
import { toTimestamp, toWireApplication } from '../wireValues';
import { ApiError } from '../../contract/errors';
import { originalOf } from './content';

// Section: one record for each event of an asset; the newest are kept.

/**
 * Most events kept for an asset; older ones are dropped, so that a program that exports an asset every minute cannot
 * fill the library.
 */
export const maxActivitiesOfAsset = 500;

interface Happening {
  asset: string;
  kind: ActivityKind;
  /** The default application when absent. */
  application?: ApplicationRecord;
  /** MANUAL when absent. */
  mechanism?: Mechanism;
}

/** Adds an event to an asset's history. The caller must hold the lock of the asset. */
export function recordActivity(context: ApiContext, draft: Draft, happening: Happening): void {
  const { asset, kind, application = context.application, mechanism = 'MANUAL' } = happening;
  const earlier = lookupsOf(context.store).activitiesOf(asset);
  for (const { id } of earlier.slice(0, Math.max(0, earlier.length + 1 - maxActivitiesOfAsset))) {
    draft.delete('activities', id);
  }
  draft.put('activities', { id: context.newId(), kind, asset, application, created: context.now(), mechanism });
}

/** Records that an asset was read. Must not fail the read when the store is read-only. */
export async function recordRead(context: ApiContext, happening: Happening): Promise<void> {
  if (context.store.readOnly) return;
  try {
    await edit(
      context,
      () => [keyOf('assets', happening.asset)],
      (draft) => {
        if (draft.get('assets', happening.asset)) recordActivity(context, draft, happening);
      },
    );
  } catch (error) {
    context.log('warn', `Could not record that an asset was ${happening.kind}: ${String(error)}`);
  }
}

/** Each kind of event in wire form (contract/WIRE.md 4.3). Kinds that the contract lacks use its nearest word. */
const pairs: Record<ActivityKind, Record<string, string>> = {
  created: { asset_created: 'an_asset_was_created' },
  viewed: { asset_viewed: 'an_asset_was_viewed' },
  updated: { asset_updated: 'an_asset_was_updated' },
  renamed: { asset_name_updated: 'an_asset_was_renamed_by_the_user' },
  reclassified: {
    asset_format_specific_classification_updated: 'a_specific_classification_was_changed_on_a_format_within_an_asset',
  },
  tagAdded: { asset_tag_added: 'a_tag_was_added_by_the_user' },
  tagRemoved: { asset_tag_deleted: 'a_tag_was_deleted_by_the_user' },
  linkAdded: { asset_link_added: 'a_link_was_added_by_the_user' },
  linkRemoved: { asset_link_deleted: 'a_link_was_deleted_by_the_user' },
  summaryAdded: { asset_updated: 'an_asset_was_updated' },
  summaryRemoved: { asset_updated: 'an_asset_was_updated' },
  referenced: { asset_referenced: 'an_asset_was_referenced_by_the_user' },
  exported: { asset_format_downloaded: 'an_asset_format_was_downloaded' },
  // The contract has no trash: an update is nearest to a restore.
  restored: { asset_updated: 'an_asset_was_updated' },
  deleted: { asset_deleted: 'an_asset_was_deleted' },
};

/** @param oldestFirst in the order of the store; the wire has the newest first */
export function toWireActivities(oldestFirst: () => readonly Readonly<ActivityRecord>[]): Written<Activities> {
  return { iterable: LongList.of(() => [...oldestFirst()].reverse(), toWireActivity) };
}

function toWireActivity({ id, kind, asset, application, created, mechanism }: Readonly<ActivityRecord>): Activity {
  return {
    id,
    created: toTimestamp(created),
    updated: toTimestamp(created),
    event: { asset: { asset: { id: asset }, identifier_description_pair: pairs[kind] } },
    application: toWireApplication(application),
    mechanism,
  };
}

// Section: the timeline of one asset or of all, including those in the trash, whose history is restored with them.

const defaultLimit = 500;
/** Milliseconds within which repeated views count as one. */
const sameLookMs = 10 * 60_000;

/**
 * @param asset absent: the whole library
 * @returns the newest events first; `total` also counts those beyond the limit
 */
export function timelineOf(
  context: ApiContext,
  { asset, limit = defaultLimit }: { asset?: string; limit?: number },
): Timeline {
  const { store } = context;
  const all = asset === undefined ? [...store.list('activities')] : [...lookupsOf(store).activitiesOf(asset)];
  // In order of recording, because the clock may be set back.
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
    // A failure to record must not fail the view.
    context.log('warn', `Could not record that an asset was ${kind}: ${error.message}`);
  }
}

// Section: records who viewed an asset through which share (contract/WIRE.md 4.6).

type Visit = Required<Pick<SeededAccessor, 'os' | 'share'>> & Pick<SeededAccessor, 'user'>;

/**
 * Reads a visit from the body; undefined for an empty one, which acts as GET.
 * @throws ApiError `invalid` naming the missing half
 */
export function visitOf({ os, share, user }: SeededAccessor): Visit | undefined {
  if (os !== undefined && share !== undefined) return { os, share, ...(user && { user }) };
  if (os === undefined && share === undefined && !user) return undefined;
  const [field, noun] = os === undefined ? ['os', 'the id of the requesting system'] : ['share', 'the id of the share'];
  throw new ApiError('invalid', `body.${field} is missing: expected ${noun}.`);
}

/** @throws ApiError `gone` */
export async function recordVisit(context: ApiContext, assetId: string, visit: Visit): Promise<void> {
  await edit(
    context,
    () => [keyOf('assets', assetId)],
    (draft) => {
      const asset = findAsset(draft, assetId);
      draft.put('assets', { ...asset, shares: withVisit(context, asset, visit) });
      recordActivity(context, draft, { asset: asset.id, kind: 'viewed' });
    },
  );
}

/** Adds the visit to its share. An unknown share is created by its first visit, because no cloud creates shares. */
function withVisit(context: ApiContext, { shares }: Readonly<AssetRecord>, visit: Visit): ShareRecord[] {
  if (shares.some(({ id }) => id === visit.share)) {
    return shares.map((share) => (share.id === visit.share ? visited(context, share, visit) : share));
  }
  return [...shares, visited(context, { id: visit.share, accessors: [], created: context.now() }, visit)];
}

function visited(context: ApiContext, share: ShareRecord, { os, user }: Visit): ShareRecord {
  const known = share.accessors.find((accessor) => accessor.os === os && accessor.user?.id === user?.id);
  const accessors = known
    ? share.accessors.map((one) => (one === known ? { ...one, ...newerUser(user), count: one.count + 1 } : one))
    : [...share.accessors, { id: context.newId(), os, ...newerUser(user), count: 1 }];
  return { ...share, accessors };
}

/** The fields of a user that are stored. */
function newerUser(user: SeededAccessor['user']) {
  if (!user) return {};
  const { id, name, email } = user;
  return { user: { id, ...(name !== undefined && { name }), ...(email !== undefined && { email }) } };
}
