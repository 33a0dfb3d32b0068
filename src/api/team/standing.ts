/**
 * The library's status with its team, and the decisions the person has to make: conflicting edits of a field, and
 * changes that were not sent. Both versions are kept.
 */
import { ApiError } from '../../contract/errors';
import type { SharedFields, SpaceStatus, TeamStatus } from '../../contract/schemas/team';
import type { ConflictRecord, OutboxRecord, SharedRecord, TeamPersonRecord } from '../../store/records';
import { edit, keyOf } from '../records';
import { applyFields, keysOfFields } from './fields';
import { takeAgain, maySend } from './sending';
import { forget, keyOfShared, waitingIn, type Sharing } from './noticing';
import type { Team } from './team';

/** One decision to make; `reason` is set when a change was not sent, and others' values are then unknown. */
export interface Undecided {
  id: string;
  asset: string;
  name: string;
  space: string;
  spaceName: string;
  field: string;
  mine: string;
  theirs?: string;
  by?: TeamPersonRecord;
  at: number;
  reason?: string;
}

function countUndecided(sharing: Sharing): number {
  const { store } = sharing.context;
  return store.count('conflicts') + unsentOf(sharing).length;
}

/** Outbox entries that are not sent automatically. */
const unsentOf = (sharing: Sharing): Readonly<OutboxRecord>[] =>
  [...sharing.context.store.list('outbox')].filter((entry) => !maySend(sharing, entry));

export function listUndecided(sharing: Sharing): Undecided[] {
  const { store } = sharing.context;
  const conflicts = [...store.list('conflicts')].map((conflict): Undecided => ({
    ...placeOf(sharing, conflict),
    ...{ id: conflict.id, field: conflict.field, mine: shown(conflict.mine), theirs: shown(conflict.theirs) },
    ...(conflict.by && { by: conflict.by }),
    at: conflict.at,
  }));
  return [...conflicts, ...unsentOf(sharing).map((entry) => undecidedOf(sharing, entry))];
}

function placeOf({ context: { store } }: Sharing, { asset, space }: { asset: string; space: string }) {
  const name = store.get('assets', asset)?.name ?? store.get('trash', asset)?.asset.name ?? asset;
  return { asset, name, space, spaceName: store.get('spaces', space)?.name ?? '' };
}

function undecidedOf(sharing: Sharing, entry: Readonly<OutboxRecord>): Undecided {
  const fields = Object.keys(entry.fields ?? {});
  const space = sharing.context.store.get('spaces', entry.space);
  const role = space?.role === 'read' ? 'You may only read in this space now.' : undefined;
  const lost = space?.state === 'kept' ? role : 'You have lost this space.';
  const [only] = fields;
  return {
    ...placeOf(sharing, entry),
    id: entry.id,
    field: entry.deleted ? 'deleted' : fields.join(', '),
    mine: fields.length === 1 && only !== undefined ? shown(entry.fields?.[only]) : shown(entry.fields),
    at: entry.created,
    reason: lost ?? entry.held ?? '',
  };
}

/** A value as text, for a side-by-side view. */
function shown(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

/**
 * Applies a decision. `mine`: the local value stays, and a held change is sent. `theirs`: the other value becomes a
 * local change, and a held change is discarded.
 * @throws ApiError `notFound`; `refused` for what cannot be sent
 */
export async function decide(sharing: Sharing, id: string, choice: 'mine' | 'theirs'): Promise<void> {
  const { store } = sharing.context;
  const conflict = store.get('conflicts', id);
  if (conflict) return decideConflict(sharing, conflict, choice);
  const entry = store.get('outbox', id);
  if (!entry) throw new ApiError('notFound', 'This has been decided already.');
  return choice === 'mine' ? sendAllTheSame(sharing, entry) : giveUp(sharing, entry);
}

async function decideConflict(
  sharing: Sharing,
  { id, asset, field, theirs }: Readonly<ConflictRecord>,
  choice: string,
) {
  const { context } = sharing;
  const isTheirs = choice === 'theirs' && theirs !== undefined && context.store.get('assets', asset);
  const fields = { [field]: theirs } as SharedFields; // checked when it was received
  await edit(
    context,
    () => [keyOfShared(asset), ...(isTheirs ? keysOfFields(context, asset, fields) : [])],
    (draft) => {
      if (isTheirs) applyFields(context, draft, asset, fields);
      draft.delete('conflicts', id);
    },
  );
}

async function sendAllTheSame(sharing: Sharing, entry: Readonly<OutboxRecord>): Promise<void> {
  const { held: _held, ...free } = entry;
  if (!maySend(sharing, free)) throw new ApiError('refused', 'You may not write in this space now.');
  await edit(
    sharing.context,
    () => [keyOfShared(entry.asset)],
    (draft) => {
      const shared = draft.get('shared', entry.asset);
      if (shared) draft.put('shared', { ...shared, mayHoldSecrets: true });
      draft.put('outbox', free);
    },
  );
}

async function giveUp(sharing: Sharing, { id, asset, fields }: Readonly<OutboxRecord>): Promise<void> {
  const { context } = sharing;
  await edit(
    context,
    () => {
      const shared = context.store.get('shared', asset);
      return [keyOfShared(asset), ...(shared ? [keyOf('spaces', shared.space)] : [])];
    },
    (draft) => {
      const shared: Readonly<SharedRecord> | undefined = draft.get('shared', asset);
      const others = waitingIn(sharing, draft, asset).filter((entry) => entry.id !== id);
      draft.delete('outbox', id);
      // The team never had the asset, so it becomes private again.
      if (shared?.version === 0 && others.length === 0) forget(sharing, draft, asset);
      else if (shared) takeAgain(draft, shared, Object.keys(fields ?? {}));
    },
  );
}

export function statusOf(team: Team): TeamStatus {
  const { store } = team.sharing.context;
  const known = store.get('team', 'team');
  return {
    state: team.state,
    since: team.since,
    ...(team.reason !== undefined && { reason: team.reason }),
    ...(known && { address: known.address }),
    ...(known?.person && { person: known.person }),
    pending: store.count('outbox'),
    undecided: countUndecided(team.sharing),
    spaces: spacesOf(team),
  };
}

function spacesOf({ sharing, listed }: Team): SpaceStatus[] {
  const { store } = sharing.context;
  const assets = countBySpace([...store.list('shared')].filter(({ isGone }) => !isGone));
  const pending = countBySpace(store.list('outbox'));
  const here = [...store.list('spaces')].flatMap(({ id, name, role, state, isTooLarge }): SpaceStatus[] => {
    if (state === 'left') return [];
    const counts = { assets: assets.get(id) ?? 0, pending: pending.get(id) ?? 0 };
    return [{ id, name, role, state, ...counts, ...(isTooLarge && { isTooLarge }) }];
  });
  const isHere = new Set(here.map(({ id }) => id));
  const away = listed
    .filter(({ id }) => !isHere.has(id))
    .map(({ id, name, role, assets: count }): SpaceStatus => ({
      id,
      name,
      role,
      state: 'away',
      assets: count,
      pending: 0,
    }));
  return [...here, ...away];
}

function countBySpace(records: Iterable<{ space: string }>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { space } of records) counts.set(space, (counts.get(space) ?? 0) + 1);
  return counts;
}
