/**
 * Sends the outbox in order and in batches. An entry stays there until its answer is stored: an entry sent twice with
 * its key gets the same answer, so a lost answer does no harm. Must not know when it is time to send.
 */
import type { TeamApi, TeamOutput } from '../../contract/teamClient';
import { ApiError } from '../../contract/errors';
import { maxChanges, type HistoryEntry, type SentChange, type TakenChange } from '../../contract/schemas/team';
import type { ConflictRecord, OutboxRecord, SharedRecord } from '../../store/records';
import { edit, keyOf, type Draft } from '../records';
import { fieldNames, hashOf, hashesOf, packed, unpacked } from './fields';
import { keyOfShared, personOf, type Sharing } from './noticing';

/** Most entries and bytes of a batch: small for a quick answer, large enough to send a month of edits in minutes. */
const sentAtOnce = 100;
const sentBytes = 1024 * 1024;

type Entry = Readonly<OutboxRecord>;

/** True when the entry can be sent now: it is not held back, the space is kept here, and the person may write in it. */
export function maySend({ context }: Sharing, { held, space }: Entry): boolean {
  const known = context.store.get('spaces', space);
  return held === undefined && known?.state === 'kept' && known.role !== 'read';
}

/** What sending needs from its caller. */
export interface Sender {
  link: TeamApi;
  signal: AbortSignal;
  /** Fetches the list of spaces and the person's roles in them. */
  lookAtSpaces(): Promise<unknown>;
}

/** @throws ApiError as the link does; changes acknowledged before stay acknowledged */
export async function sendWaiting(sharing: Sharing, sender: Sender): Promise<void> {
  for (;;) {
    const batch = nextBatch(sharing);
    if (batch.length === 0) return;
    await send(sharing, sender, batch);
  }
}

function nextBatch(sharing: Sharing): Entry[] {
  const batch: Entry[] = [];
  let bytes = 0;
  for (const entry of sharing.context.store.list('outbox')) {
    if (!maySend(sharing, entry) || entry.space !== (batch[0]?.space ?? entry.space)) continue;
    bytes += sharing.context.store.bytes('outbox', entry.id);
    if (batch.length > 0 && bytes > sentBytes) break;
    if (batch.push(entry) === sentAtOnce) break;
  }
  return batch;
}

/**
 * Closes the entries of a batch to further merging, because others may see them from now on. Holds the assets' locks,
 * so that an edit being merged is part of what is sent.
 */
const closed = (sharing: Sharing, batch: readonly Entry[]): Promise<Entry[]> =>
  edit(
    sharing.context,
    () => batch.map(({ asset }) => keyOfShared(asset)),
    (draft) => {
      for (const { id } of batch) sharing.open.delete(id);
      return batch.flatMap(({ id }) => draft.get('outbox', id) ?? []);
    },
  );

async function send(sharing: Sharing, sender: Sender, waiting: readonly Entry[]): Promise<void> {
  const { link, signal } = sender;
  const batch = await closed(sharing, waiting);
  const [{ space } = { space: '' }] = batch;
  if (batch.length === 0) return; // the person discarded them meanwhile
  try {
    const { results } = await link.change({ params: { space }, body: { changes: batch.map(toSent) } }, signal);
    await settle(sharing, link, answersOf(batch, results), signal);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'refused' || error.code === 'notFound') {
      // If the space is lost or the role has changed, the entries wait for the person; otherwise the team rejects them.
      await sender.lookAtSpaces();
      if (batch.every((entry) => maySend(sharing, entry))) await hold(sharing, batch, error.message);
    } else if (error.code !== 'invalid' && error.code !== 'tooLarge') throw error;
    // One entry is faulty; send each alone, so that the others need not wait.
    else if (batch.length > 1) for (const entry of batch) await send(sharing, sender, [entry]);
    else await hold(sharing, batch, error.message);
  }
}

const toSent = ({ id, asset, base, fields, deleted }: Entry): SentChange => ({
  ...{ key: id, asset, base },
  ...(fields && { fields: fields }), // checked when it was put into the outbox
  ...(deleted && { deleted }),
});

interface Answered {
  entry: Entry;
  answer: TakenChange;
}

/** @throws ApiError `internal` when a change has no answer; it then stays in the outbox */
function answersOf(batch: Entry[], results: TeamOutput<'change'>['results']): Answered[] {
  const byKey = new Map(results.map((answer) => [answer.key, answer]));
  return batch.map((entry) => {
    const answer = byKey.get(entry.id);
    const isWhole = answer?.outcome === 'refused' || (answer?.version !== undefined && answer.sequence !== undefined);
    if (answer?.asset === entry.asset && isWhole) return { entry, answer };
    throw new ApiError('internal', 'The team’s service did not answer for every change that it was sent.');
  });
}

async function settle(sharing: Sharing, link: TeamApi, answered: Answered[], signal: AbortSignal): Promise<void> {
  const conflicts = new Map<string, ConflictRecord[]>();
  for (const { entry, answer } of answered) {
    if (answer.outcome === 'taken' && answer.conflicts?.length && entry.fields)
      conflicts.set(entry.id, await readConflicts(sharing, link, { entry, answer }, signal));
  }
  await edit(
    sharing.context,
    () => answered.flatMap(({ entry }) => [keyOfShared(entry.asset), keyOf('spaces', entry.space)]),
    (draft) => {
      for (const { entry, answer } of answered) {
        if (!draft.get('outbox', entry.id)) continue; // the person discarded it meanwhile
        if (answer.outcome === 'refused') takeRefusal(draft, entry, answer.reason);
        else acknowledge(sharing, draft, { entry, answer });
        for (const conflict of conflicts.get(entry.id) ?? []) draft.put('conflicts', conflict);
      }
    },
  );
}

/**
 * Handles a refused entry. A deletion is refused when there is nothing to delete: the team's state is then pulled
 * again.
 */
function takeRefusal(draft: Draft, entry: Entry, reason = 'The team refused it.'): void {
  if (!entry.deleted) return draft.put('outbox', { ...entry, held: reason });
  draft.delete('outbox', entry.id);
  const shared = draft.get('shared', entry.asset);
  if (shared) takeAgain(draft, shared, fieldNames);
}

function acknowledge(sharing: Sharing, draft: Draft, { entry, answer }: Answered): void {
  const { version = 0, sequence = 0 } = answer;
  draft.delete('outbox', entry.id);
  const shared = draft.get('shared', entry.asset);
  const space = draft.get('spaces', entry.space);
  if (!shared || shared.space !== entry.space) return;
  const team = packed({ ...unpacked(shared.team), ...hashesOf(entry.fields ?? {}) });
  // If another person's change came in between, only a pull gives the asset's state.
  const isNext = version === shared.version + 1 && space?.last === sequence - 1;
  if (!isNext) return draft.put('shared', { ...shared, team });
  const changed = new Date(sharing.context.now()).toISOString();
  draft.put('shared', { ...shared, team, version, sequence, changed, changedBy: personOf(sharing) });
  draft.put('spaces', { ...space, last: sequence });
}

const historyRead = 100;

/** The values that this change overwrote without the author having seen them, from the team's history. */
async function readConflicts(
  sharing: Sharing,
  link: TeamApi,
  { entry, answer }: Answered,
  signal: AbortSignal,
): Promise<ConflictRecord[]> {
  const { space, asset, fields = {} } = entry;
  const query = { limit: Math.min(historyRead, maxChanges) };
  const history = await link.history({ params: { space, asset }, query }, signal);
  const ours = history.find(({ version }) => version === answer.version);
  const known = (answer.conflicts ?? []).filter((field) => field in fields);
  return known.map((field) => {
    const id = `${asset}/${field}`;
    const theirs: unknown = Reflect.get(ours?.overwrote ?? {}, field);
    const before = sharing.context.store.get('conflicts', id);
    const by = authorOf(history, field, answer.version ?? 0, personOf(sharing).id);
    return {
      ...{ id, space, asset, field, mine: fields[field], at: sharing.context.now() },
      // Of several successive edits, only the first overwrote the other person's value.
      theirs: before && hashOf(before.mine) === hashOf(theirs) ? before.theirs : theirs,
      ...(by && { by }),
    };
  });
}

function authorOf(history: HistoryEntry[], field: string, version: number, me: string) {
  return history.find((one) => one.version < version && one.by.id !== me && one.fields && field in one.fields)?.by;
}

async function hold(sharing: Sharing, entries: Entry[], reason: string): Promise<void> {
  await edit(
    sharing.context,
    () => entries.map(({ asset }) => keyOfShared(asset)),
    (draft) => {
      for (const entry of entries) if (draft.get('outbox', entry.id)) draft.put('outbox', { ...entry, held: reason });
    },
  );
}

// Section: marks fields of a shared asset to be pulled again.

/** Marks fields to be pulled again after a local change was discarded. */
export function takeAgain(draft: Draft, shared: Readonly<SharedRecord>, names: readonly string[]): void {
  const known = Object.entries(unpacked(shared.team)).filter(([name]) => !names.includes(name));
  draft.put('shared', { ...shared, team: packed(Object.fromEntries(known)) });
  const space = draft.get('spaces', shared.space);
  const last = Math.max(0, shared.sequence - 1);
  if (space && space.last > last) draft.put('spaces', { ...space, last });
}
