/** What happened to an asset: one record an event, newest events kept. */
import type { ActivityKind, ApplicationRecord, Mechanism } from '../../store/records';
import type { ApiContext } from '../context';
import { edit, keyOf, type Draft } from './draft';
import { lookupsOf } from './lookups';

/**
 * The oldest go beyond this: a timeline is read from now backwards, and a program that exports an asset every minute
 * must not fill the library.
 */
export const maxActivitiesOfAsset = 500;

export interface Happening {
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

/** For reads that leave a trace: a store that takes no changes must not make the read fail. */
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
