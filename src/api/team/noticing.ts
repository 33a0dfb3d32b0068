/**
 * Detects local changes of shared assets, however they were made, and puts them into the outbox. Each asset is compared
 * with its state at the last comparison, so that changes before a crash are found at the next start and changes from
 * the team never count as local.
 */
import type { FieldName, SharedFields } from '../../contract/schemas/team';
import type { OutboxRecord, SharedRecord, TeamPersonRecord } from '../../store/records';
import type { Change } from '../../store/types';
import { createTouching } from '../library/engineDocuments';
import { edit, keyOf, type Draft, findAll } from '../records';
import { changedFields, faultOf, fieldsOf, hashesOf, holdsSecrets, packed, pickFields, unpacked } from './fields';
import type { ApiContext } from '../context';
import { lookupsOf } from '../library/lookups';

/** Most assets compared in one edit. */
const comparedAtOnce = 200;

/** The reason for holding back a change that may contain a secret. */
export const secretHeld = 'It holds what looks like a key or a password.';

export interface Noticing {
  /** Compares all shared assets, to find changes made while this was not running. */
  lookAtAll(): Promise<void>;
  /** Resolves when all changes made so far are in the outbox. */
  settled(): Promise<void>;
  close(): void;
}

/** @param onWaiting called when a new entry is in the outbox */
export function createNoticing(sharing: Sharing, onWaiting: () => void): Noticing {
  const { store, log } = sharing.context;
  const touched = new Set<string>();
  const touchedBy = createTouching(store);
  let comparing: Promise<void> | undefined;

  async function compareAll(): Promise<void> {
    while (touched.size > 0) {
      const ids = [...touched].slice(0, comparedAtOnce);
      for (const id of ids) touched.delete(id);
      try {
        if (await compare(sharing, ids)) onWaiting();
      } catch (error) {
        // The change itself is stored; the next comparison finds it again.
        log('warn', `Changes of shared assets could not be put into the outbox: ${String(error)}`);
      }
    }
    comparing = undefined;
  }

  function notice(ids: Iterable<string>): void {
    for (const id of ids) if (store.get('shared', id)) touched.add(id);
    if (touched.size > 0) comparing ??= compareAll();
  }

  const settled = async (): Promise<void> => {
    while (comparing) await comparing;
  };
  const websitesOf = (change: Change): string[] =>
    change.collection === 'websites' && change.op === 'put' ? change.value.assets : [];
  const unsubscribe = store.onChange((changes) =>
    notice(changes.flatMap((change) => [...touchedBy(change), ...websitesOf(change)])),
  );
  return {
    lookAtAll: async () => {
      notice([...store.list('shared')].map(({ id }) => id));
      await settled();
    },
    settled,
    close: () => {
      unsubscribe();
      touched.clear();
    },
  };
}

/** @returns whether the outbox has a new entry */
async function compare(sharing: Sharing, ids: readonly string[]): Promise<boolean> {
  return edit(
    sharing.context,
    () => ids.flatMap((id) => [keyOfShared(id), keyOf('assets', id)]),
    (draft) => ids.map((id) => account(sharing, draft, id)).some((made) => made.length > 0),
  );
}

/**
 * Puts the differences of one asset since its last comparison into the outbox. The caller must hold the locks of the
 * asset and of its shared record.
 * @returns the fields that differ; `deleted` when the asset is gone
 */
export function account(sharing: Sharing, draft: Draft, id: string): (FieldName | 'deleted')[] {
  const shared = draft.get('shared', id);
  if (!shared) return [];
  const asset = draft.get('assets', id);
  if (!asset) {
    if (shared.isGone) return [];
    draft.put('shared', { ...shared, isGone: true, seen: '' });
    enqueue(sharing, draft, shared, { deleted: true });
    return ['deleted'];
  }
  const fields = fieldsOf(draft, asset);
  if (!fields) return [];
  // An asset restored after its deletion is sent with all fields.
  const { isGone, ...known } = shared;
  const seen = hashesOf(fields);
  const names = changedFields(isGone ? {} : unpacked(shared.seen), seen);
  if (names.length === 0) return [];
  draft.put('shared', { ...known, seen: packed(seen) });
  enqueue(sharing, draft, known, { fields: pickFields(fields, names) });
  return names;
}

type Made = { fields: SharedFields } | { deleted: true };

/** Appends a change to the outbox, or merges it into the asset's last entry if that was never sent. */
export function enqueue(sharing: Sharing, draft: Draft, shared: Readonly<SharedRecord>, made: Made): void {
  const { context, open } = sharing;
  const waiting = waitingIn(sharing, draft, shared.id);
  const fields = 'fields' in made ? made.fields : undefined;
  dropOutdated(draft, waiting, fields);
  const last = waiting.at(-1);
  const grows = fields && last?.fields && last.held === undefined && open.has(last.id);
  const merged = grows ? { ...last.fields, ...fields } : fields;
  const held = merged && heldBecause(shared, merged);
  const entry: OutboxRecord = {
    id: grows ? last.id : context.newId(),
    ...{ space: shared.space, asset: shared.id, base: grows ? last.base : shared.version },
    ...(merged && { fields: merged }),
    ...(!merged && { deleted: true as const }),
    created: context.now(),
    ...(held !== undefined && { held }),
  };
  open.add(entry.id);
  draft.put('outbox', entry);
}

function heldBecause(shared: Readonly<SharedRecord>, fields: SharedFields): string | undefined {
  return faultOf(fields) ?? (!shared.mayHoldSecrets && holdsSecrets(fields) ? secretHeld : undefined);
}

/** Removes from held entries the fields that were changed again; a deletion removes all of them. */
function dropOutdated(
  draft: Draft,
  waiting: readonly Readonly<OutboxRecord>[],
  fields: SharedFields | undefined,
): void {
  for (const entry of waiting) {
    if (entry.held === undefined || !entry.fields) continue;
    const left = Object.entries(entry.fields).filter(([name]) => fields && !(name in fields));
    if (left.length === 0) draft.delete('outbox', entry.id);
    else if (left.length < Object.keys(entry.fields).length)
      draft.put('outbox', { ...entry, fields: Object.fromEntries(left) });
  }
}

// Section: state shared by the team's modules. All writes to a shared asset hold its lock (`keyOfShared`).

export interface Sharing {
  context: ApiContext;
  /** Keys of outbox entries that were made since the start and never sent: only these may still be extended. */
  open: Set<string>;
}

export const createSharing = (context: ApiContext): Sharing => ({ context, open: new Set() });

const nobody: TeamPersonRecord = { id: '00000000-0000-0000-0000-000000000000', name: '' };

/** The person who is signed in, or was last. */
export const personOf = ({ context }: Sharing): TeamPersonRecord => context.store.get('team', 'team')?.person ?? nobody;

export const keyOfShared = (asset: string): string => keyOf('shared', asset);

/** The outbox entries of an asset, oldest first, without those that the draft itself adds. */
export function waitingIn({ context }: Sharing, draft: Pick<Draft, 'get'>, asset: string): Readonly<OutboxRecord>[] {
  return findAll(draft, 'outbox', [...lookupsOf(context.store).waitingOf(asset)]);
}

/** Removes the asset's sharing state and outbox entries; the asset itself is kept. */
export function forget(sharing: Sharing, draft: Draft, asset: string): void {
  for (const { id } of waitingIn(sharing, draft, asset)) draft.delete('outbox', id);
  for (const { id } of conflictsOf(sharing, asset)) draft.delete('conflicts', id);
  draft.delete('shared', asset);
}

export const conflictsOf = ({ context }: Sharing, asset: string) =>
  [...context.store.list('conflicts')].filter((conflict) => conflict.asset === asset);

/** The shared assets of a space, including deleted ones. */
export function sharedIn({ context }: Sharing, space: string): Readonly<SharedRecord>[] {
  return [...context.store.list('shared')].filter((shared) => shared.space === space);
}
