/** What happened to an asset. */
import * as Type from 'typebox';
import { Application } from './applications';
import { GroupedTimestamp, Mechanism, Reference } from './values';

/** Kept in the form that the public reader needs: a pair is never empty (WIRE.md 4.3). */
export const ActivityEvent = Type.Object({
  asset: Type.Object({
    asset: Reference,
    identifier_description_pair: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
    }),
  }),
});

/**
 * The contract has a FlattenedAsset under `asset`, which a deleted asset can no longer give: it is left out, the id
 * stands in the event.
 */
export const Activity = Type.Object({
  id: Type.String(),
  created: GroupedTimestamp,
  updated: GroupedTimestamp,
  event: ActivityEvent,
  application: Application,
  mechanism: Mechanism,
});
export type Activity = Type.Static<typeof Activity>;

/** Newest first: the order is not stated by the contract, and a timeline is read from now backwards. */
export const Activities = Type.Object({ iterable: Type.Array(Activity) });
export type Activities = Type.Static<typeof Activities>;
