/** What happened to an asset: one record an event, newest events kept. */
import type { ActivityKind, ApplicationRecord, Mechanism, ActivityRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { edit, keyOf, type Draft } from '../records';
import { lookupsOf } from '../library/lookups';
import { LongList, type Written } from '../../contract/longList';
import type { Activities, Activity } from '../../contract/schemas';
import { toTimestamp, toWireApplication } from '../wireValues';

/**
 * The oldest go beyond this: a timeline is read from now backwards, and a program that exports an asset every minute
 * must not fill the library.
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

/** The caller holds the turn of the asset. */
export function recordActivity(context: ApiContext, draft: Draft, happening: Happening): void {
  const { asset, kind, application = context.application, mechanism = 'MANUAL' } = happening;
  const earlier = lookupsOf(context.store).activitiesOf(asset);
  for (const { id } of earlier.slice(0, Math.max(0, earlier.length + 1 - maxActivitiesOfAsset))) {
    draft.delete('activities', id);
  }
  draft.put('activities', { id: context.newId(), kind, asset, application, created: context.now(), mechanism });
}

/** Notes that an asset was read. A store that takes no changes must not make the read fail. */
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

/**
 * Events of an asset in wire form (contract/WIRE.md 4.3). The contract knows no event for a summary: an update is the
 * nearest. Copying out is its word for an export.
 */
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
  // The contract knows no trash: a change is the nearest to coming back.
  restored: { asset_updated: 'an_asset_was_updated' },
  deleted: { asset_deleted: 'an_asset_was_deleted' },
};

/** @param oldestFirst as they are kept; the wire has the newest first */
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
