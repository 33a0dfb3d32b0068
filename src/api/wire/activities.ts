/** Events of an asset as the contract writes them (contract/WIRE.md 4.3). */
import { LongList, type Written } from '../../contract/longList';
import type { Activities, Activity } from '../../contract/schemas';
import type { ActivityKind, ActivityRecord } from '../../store/records';
import { toTimestamp, toWireApplication } from './values';

/** The contract knows no event for a summary: an update is the nearest. Copying out is its word for an export. */
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
