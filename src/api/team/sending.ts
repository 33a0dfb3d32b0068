/**
 * Sends what waits, in its order and in batches. A change is in the outbox until its answer is written here: sent again
 * with its key it is answered as the first time, so a lost answer costs nothing. Must not know when it is time to send.
 */
import type { TeamApi, TeamOutput } from '../../contract/teamClient';
import { ApiError } from '../../contract/errors';
import { maxChanges, type HistoryEntry, type SentChange, type TakenChange } from '../../contract/schemas/team';
import type { ConflictRecord, OutboxRecord, SharedRecord } from '../../store/records';
import { edit, keyOf, type Draft } from '../records';
import { fieldNames, hashOf, hashesOf, packed, unpacked } from './fields';
import { keyOfShared, personOf, type Sharing } from './noticing';

/** Small enough that the answer comes soon, large enough that a month of edits goes in minutes. */
const sentAtOnce = 100;
const sentBytes = 1024 * 1024;

type Entry = Readonly<OutboxRecord>;

/** Whether it would be sent now: the space is kept here, and the person may write in it. */
export function maySend({ context }: Sharing, { held, space }: Entry): boolean {
  const known = context.store.get('spaces', space);
  return held === undefined && known?.state === 'kept' && known.role !== 'read';
}

/** What sending needs of whoever knows when to. */
export interface Sender {
  link: TeamApi;
  signal: AbortSignal;
  /** Asks which spaces there are and what may be done in them. */
  lookAtSpaces(): Promise<unknown>;
}

/** @throws ApiError as the link does; what was acknowledged before is done then */
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
 * From here on somebody else may have seen them, so nothing is added to them any more. In the turns of their assets:
 * what is just being added to one is in it then, and would else be taken for sent when the answer comes.
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
  if (batch.length === 0) return; // the person gave them up meanwhile
  try {
    const { results } = await link.change({ params: { space }, body: { changes: batch.map(toSent) } }, signal);
    await settle(sharing, link, answersOf(batch, results), signal);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'refused' || error.code === 'notFound') {
      // The space is lost, or the role is another: then they wait for the person. Else the team does not want these.
      await sender.lookAtSpaces();
      if (batch.every((entry) => maySend(sharing, entry))) await hold(sharing, batch, error.message);
    } else if (error.code !== 'invalid' && error.code !== 'tooLarge') throw error;
    // One of them is wrong, and the others need not wait for it.
    else if (batch.length > 1) for (const entry of batch) await send(sharing, sender, [entry]);
    else await hold(sharing, batch, error.message);
  }
}

const toSent = ({ id, asset, base, fields, deleted }: Entry): SentChange => ({
  ...{ key: id, asset, base },
  ...(fields && { fields: fields }), // checked when it was put there
  ...(deleted && { deleted }),
});

interface Answered {
  entry: Entry;
  answer: TakenChange;
}

/** @throws ApiError `internal` where a change has no answer: it stays in the outbox then */
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
        if (!draft.get('outbox', entry.id)) continue; // the person gave it up meanwhile
        if (answer.outcome === 'refused') takeRefusal(draft, entry, answer.reason);
        else acknowledge(sharing, draft, { entry, answer });
        for (const conflict of conflicts.get(entry.id) ?? []) draft.put('conflicts', conflict);
      }
    },
  );
}

/** A deletion is refused where there is nothing to delete: what the team has of the asset is taken over again. */
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
  // Where somebody else's change came between, only what the team tells of both is the state of the asset.
  const isNext = version === shared.version + 1 && space?.last === sequence - 1;
  if (!isNext) return draft.put('shared', { ...shared, team });
  const changed = new Date(sharing.context.now()).toISOString();
  draft.put('shared', { ...shared, team, version, sequence, changed, changedBy: personOf(sharing) });
  draft.put('spaces', { ...space, last: sequence });
}

const historyRead = 100;

/** What stood in the fields that we overwrote without having seen it, as the history has it. */
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
      // Of several edits in a row only the first one overwrote theirs.
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

// Section: what of a shared asset is to be taken over once more.

/** So that what the team has is taken over once more where a change of ours was given up. */
export function takeAgain(draft: Draft, shared: Readonly<SharedRecord>, names: readonly string[]): void {
  const known = Object.entries(unpacked(shared.team)).filter(([name]) => !names.includes(name));
  draft.put('shared', { ...shared, team: packed(Object.fromEntries(known)) });
  const space = draft.get('spaces', shared.space);
  const last = Math.max(0, shared.sequence - 1);
  if (space && space.last > last) draft.put('spaces', { ...space, last });
}
