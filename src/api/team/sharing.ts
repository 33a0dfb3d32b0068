/**
 * What the rules of a team share with each other: the library, who the person is, and what waits to be sent. All
 * that is written of one shared asset is written in its turn (`keyOfShared`).
 */
import type { OutboxRecord, SharedRecord, TeamPersonRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { lookupsOf } from '../library/lookups';
import { findAll, keyOf, type Draft } from '../records';

export interface Sharing {
  context: ApiContext;
  /** Keys of changes that were made since the start and never sent: only these may still grow. */
  open: Set<string>;
}

export const createSharing = (context: ApiContext): Sharing => ({ context, open: new Set() });

const nobody: TeamPersonRecord = { id: '00000000-0000-0000-0000-000000000000', name: '' };

/** Whoever is signed in, or was last. */
export const personOf = ({ context }: Sharing): TeamPersonRecord => context.store.get('team', 'team')?.person ?? nobody;

export const keyOfShared = (asset: string): string => keyOf('shared', asset);

/** What waits of an asset, oldest first, as the draft has it; what the draft itself adds is not among it. */
export function waitingIn({ context }: Sharing, draft: Pick<Draft, 'get'>, asset: string): Readonly<OutboxRecord>[] {
  return findAll(draft, 'outbox', [...lookupsOf(context.store).waitingOf(asset)]);
}

/** Forgets that the asset is shared, and what waits of it; the asset itself stays. */
export function forget(sharing: Sharing, draft: Draft, asset: string): void {
  for (const { id } of waitingIn(sharing, draft, asset)) draft.delete('outbox', id);
  for (const { id } of conflictsOf(sharing, asset)) draft.delete('conflicts', id);
  draft.delete('shared', asset);
}

export const conflictsOf = ({ context }: Sharing, asset: string) =>
  [...context.store.list('conflicts')].filter((conflict) => conflict.asset === asset);

/** Shared assets of a space, those that are gone included. */
export function sharedIn({ context }: Sharing, space: string): Readonly<SharedRecord>[] {
  return [...context.store.list('shared')].filter((shared) => shared.space === space);
}
