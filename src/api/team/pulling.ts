/**
 * Applies others' changes in a space, page by page, as ordinary changes of the library. A field with an unsent local
 * change is left for the team to settle. Security: an asset that was never shared from here is never overwritten,
 * whatever the team's service says.
 */
import { check } from '../../contract/check';
import { ApiError } from '../../contract/errors';
import { SharedAsset, maxChanges, type SharedFields } from '../../contract/schemas/team';
import type { TeamApi } from '../../contract/teamClient';
import type { SharedRecord } from '../../store/records';
import { findOrMakeTag, findOrMakeWebsite, keysOfAttached } from '../assets/attach';
import { deleteIn, keysOfDeleting } from '../assets/trash';
import { lookupsOf, tagIdentity } from '../library/lookups';
import { edit, keyOf, type Draft } from '../records';
import {
  applyFields,
  createShared,
  keysOfFields,
  wantedOf,
  changedFields,
  faultOf,
  fieldsOf,
  hashesOf,
  holdsSecrets,
  packed,
  pickFields,
  unpacked,
} from './fields';
import { account, keyOfShared, waitingIn, type Sharing, personOf, sharedIn } from './noticing';
import { isAnother } from './spaces';

type Page = Awaited<ReturnType<TeamApi['changes']>>;

/**
 * Pages between two checks of the space's size, at most 8 MiB each, so that an endless space cannot fill the memory.
 */
const pagesBetweenLooks = 8;

/** What pulling needs from its caller. */
export interface Puller {
  link: TeamApi;
  signal: AbortSignal;
  /** Fetches the list of spaces and their sizes. */
  lookAtSpaces: () => Promise<unknown>;
}

/** @throws ApiError as the link and the store do; changes applied before stay */
export async function pullSpace(
  sharing: Sharing,
  space: string,
  { link, signal, lookAtSpaces }: Puller,
): Promise<void> {
  const known = () => sharing.context.store.get('spaces', space);
  let pages = 0;
  /** Ids received since a reset database is read from its beginning; undefined otherwise. */
  let told: Set<string> | undefined;
  let after = known()?.last ?? 0;
  let next: Promise<Page> | undefined;
  while (known()?.state === 'kept') {
    if (++pages % pagesBetweenLooks === 0) await lookAtSpaces();
    if (known()?.isTooLarge) return;
    const page: Page = await (next ?? readPage(link, space, after, signal));
    const { last, more } = page;
    if (more && last <= after)
      throw new ApiError('internal', 'The team’s service answers with changes that lead nowhere.');
    // Prefetch the next page while this one is written; an error surfaces when the page is awaited.
    next = more ? readPage(link, space, last, signal) : undefined;
    next?.catch(() => undefined);
    if (!told && (last < after || isAnother(known() ?? {}, page.telling))) {
      await moveTo(sharing, space, { last: 0 });
      told = new Set();
      after = 0;
      next = undefined;
      continue;
    }
    for (const { id } of page.assets as { id?: string }[]) told?.add(id ?? '');
    await takePage(sharing, space, page, { signal, isAnew: told !== undefined });
    if (!more) {
      if (told) await sendLost(sharing, space, told);
      // Only now, so that an interrupted pull starts again from the beginning.
      if (page.telling !== undefined && page.telling !== known()?.telling)
        await moveTo(sharing, space, { telling: page.telling });
      return;
    }
    after = last;
  }
}

/** Reads a page of changes; a page that is too large is requested with fewer changes. */
async function readPage(link: TeamApi, space: string, after: number, signal: AbortSignal): Promise<Page> {
  for (let limit = maxChanges; ; limit = Math.ceil(limit / 10)) {
    try {
      return await link.changes({ params: { space }, query: { after, limit } }, signal);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'tooLarge' || limit === 1) throw error;
    }
  }
}

interface Taking {
  signal: AbortSignal;
  /** The team's database was reset, so versions older than the local ones are accepted. */
  isAnew: boolean;
}

async function takePage(sharing: Sharing, space: string, page: Page, { signal, isAnew }: Taking): Promise<void> {
  const { assets, last } = page;
  const good = assets.filter((asset) => isTakeable(asset));
  if (good.length < assets.length)
    sharing.context.log('warn', `${assets.length - good.length} shared assets were not as agreed and are left out.`);
  signal.throwIfAborted();
  await takeOver(sharing, space, good, { last, isAnew });
}

function isTakeable(asset: unknown): asset is SharedAsset {
  try {
    check(SharedAsset, asset, 'asset');
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
  // Checked boundary: checked just above.
  const { fields, deleted } = asset as SharedAsset;
  return fields ? faultOf(fields) === undefined : deleted === true;
}

async function moveTo({ context }: Sharing, space: string, to: { last: number } | { telling: string }): Promise<void> {
  await edit(
    context,
    () => [keyOf('spaces', space)],
    (draft) => {
      const known = draft.get('spaces', space);
      if (known) draft.put('spaces', { ...known, ...to });
    },
  );
}

/**
 * Applies a page of changes.
 * @param last the space's sequence after them, written in the same edit, so that a page costs one wait for the disk
 */
async function takeOver(
  sharing: Sharing,
  space: string,
  assets: SharedAsset[],
  { last, isAnew }: { last: number; isAnew: boolean },
): Promise<void> {
  const { context } = sharing;
  await makeAttached(sharing, assets);
  await edit(
    context,
    () => [keyOf('spaces', space), ...assets.flatMap((remote) => keysOfTaking(sharing, remote))],
    (draft) => {
      const known = draft.get('spaces', space);
      if (known?.state !== 'kept') return;
      for (const remote of assets) {
        if (isAnew) forgetNewer(sharing, draft, remote);
        takeOne(sharing, draft, space, remote);
      }
      if (last > known.last) draft.put('spaces', { ...known, last });
    },
  );
}

function keysOfTaking({ context }: Sharing, { id, fields = {} }: SharedAsset): string[] {
  const { tags = [], websites = [] } = wantedOf(fields);
  const attached = { tags: tags.map((text) => ({ text })), websites, persons: [] };
  const own = context.store.get('assets', id)
    ? [...keysOfFields(context, id, fields), ...keysOfDeleting(context, id)]
    : [];
  return [keyOfShared(id), keyOf('assets', id), ...own, ...keysOfAttached(context, attached)];
}

/** Creates missing tags and websites first, because assets of one edit can share only those already in the library. */
async function makeAttached({ context }: Sharing, assets: SharedAsset[]): Promise<void> {
  const lookups = lookupsOf(context.store);
  const wanted = assets.map(({ fields = {} }) => wantedOf(fields));
  const texts = wanted.flatMap(({ tags = [] }) => tags).filter((text) => lookups.tagNamed(text) === undefined);
  const tags = [...new Map(texts.map((text) => [tagIdentity(text), { text }])).values()];
  const named = wanted.flatMap(({ websites = [] }) => websites).filter(({ url }) => !lookups.websiteAt(url));
  const websites = [...new Map(named.map((website) => [website.url, website])).values()];
  await edit(
    context,
    () => keysOfAttached(context, { tags, websites, persons: [] }),
    (draft) => {
      tags.forEach((tag) => findOrMakeTag(context, draft, tag));
      websites.forEach((website) => findOrMakeWebsite(context, draft, website));
    },
  );
}

function takeOne(sharing: Sharing, draft: Draft, space: string, remote: SharedAsset): void {
  const shared = draft.get('shared', remote.id);
  if (shared && shared.space !== space && !shared.isGone) return refuse(sharing, remote.id, 'is of another space');
  if (!shared || shared.space !== space) return takeNew(sharing, draft, space, remote);
  const made = account(sharing, draft, remote.id);
  const known = draft.get('shared', remote.id);
  if (!known || remote.version < known.version) return;
  const waiting = waitingIn(sharing, draft, remote.id);
  const pending = new Set([...made, ...waiting.flatMap(({ fields }) => Object.keys(fields ?? {}))]);
  if (waiting.some(({ deleted }) => deleted)) pending.add('deleted');
  if (remote.deleted) return takeDeletion(sharing, draft, { ...known, ...stampsOf(remote) }, pending);
  if (known.isGone) return takeRevival(sharing, draft, known, remote, pending);
  takeFields(sharing, draft, known, remote, pending);
}

function refuse({ context }: Sharing, id: string, why: string): void {
  context.log('warn', `The team’s asset ${id} ${why} in this library and is left out.`);
}

function takeNew(sharing: Sharing, draft: Draft, space: string, remote: SharedAsset): void {
  if (remote.deleted) return;
  if (draft.get('assets', remote.id) ?? draft.get('trash', remote.id))
    return refuse(sharing, remote.id, 'is a private one');
  createShared(sharing.context, draft, remote);
  putShared(draft, { id: remote.id, space, ...stampsOf(remote), seen: '', team: '' }, remote.fields ?? {});
}

type Pending = ReadonlySet<string>;

/** Applies a deletion. An unsent local edit will restore the asset for everybody, so it is then kept. */
function takeDeletion(sharing: Sharing, draft: Draft, known: SharedRecord, pending: Pending): void {
  if (pending.size > 0 && !pending.has('deleted')) return draft.put('shared', known);
  if (draft.get('assets', known.id)) deleteIn(sharing.context, draft, known.id);
  draft.put('shared', { ...known, isGone: true, seen: '', team: '' });
}

function takeRevival(sharing: Sharing, draft: Draft, known: SharedRecord, remote: SharedAsset, pending: Pending): void {
  if (pending.has('deleted')) return draft.put('shared', { ...known, ...stampsOf(remote) });
  const { isGone: _isGone, ...rest } = known;
  leaveTrash(draft, remote.id);
  createShared(sharing.context, draft, remote);
  putShared(draft, { ...rest, ...stampsOf(remote) }, remote.fields ?? {});
}

/** Removes the asset from the trash, because the team's version replaces it. */
function leaveTrash(draft: Draft, id: string): void {
  for (const annotation of draft.get('trash', id)?.asset.annotations ?? [])
    draft.delete('trashedAnnotations', annotation);
  draft.delete('trash', id);
}

function takeFields(sharing: Sharing, draft: Draft, known: SharedRecord, remote: SharedAsset, pending: Pending): void {
  const fields = remote.fields ?? {};
  const names = changedFields(unpacked(known.team), hashesOf(fields)).filter((name) => !pending.has(name));
  if (names.length > 0) applyFields(sharing.context, draft, remote.id, pickFields(fields, names));
  putShared(draft, { ...known, ...stampsOf(remote) }, fields);
}

/** Stores the hashes of the asset's local and team state after a comparison. */
function putShared(draft: Draft, shared: SharedRecord, fields: SharedFields): void {
  const asset = draft.get('assets', shared.id);
  const seen = asset && fieldsOf(draft, asset);
  draft.put('shared', {
    ...shared,
    seen: seen ? packed(hashesOf(seen)) : '',
    team: packed({ ...unpacked(shared.team), ...hashesOf(fields) }),
    // The team already has these fields.
    ...(holdsSecrets(fields) && { mayHoldSecrets: true as const }),
  });
}

function stampsOf({ version, sequence, created, createdBy, changed, changedBy }: SharedAsset) {
  return { version, sequence, created, createdBy, changed, changedBy };
}

// Section: a team's database restored from a backup may have lost changes: it is read from the beginning, and each
// library sends its own changes again.

/**
 * For an asset whose version at the team is older: the local state becomes an unsent change if this person wrote it
 * last.
 */
function forgetNewer(sharing: Sharing, draft: Draft, { id, version, deleted, fields = {} }: SharedAsset): void {
  const shared = draft.get('shared', id);
  if (!shared || version >= shared.version) return;
  const isOwn = shared.changedBy.id === personOf(sharing).id && !shared.isGone && !deleted;
  draft.put('shared', { ...shared, version, ...(isOwn && { seen: packed(hashesOf(fields)) }) });
}

/** Most assets re-created in one edit. */
const sentAtOnce = 100;

/**
 * Sends the assets that a reset database has lost again.
 * @param told ids that it has, from its beginning to its end
 */
async function sendLost(sharing: Sharing, space: string, told: ReadonlySet<string>): Promise<void> {
  const lost = sharedIn(sharing, space).filter(({ id, version, isGone }) => version > 0 && !isGone && !told.has(id));
  const me = personOf(sharing).id;
  for (let from = 0; from < lost.length; from += sentAtOnce) {
    const ids = lost.slice(from, from + sentAtOnce).map(({ id }) => id);
    await edit(
      sharing.context,
      () => ids.map(keyOfShared),
      (draft) => {
        for (const id of ids) {
          const shared = draft.get('shared', id);
          if (!shared) continue;
          draft.put('shared', { ...shared, version: 0, team: '', ...(shared.createdBy.id === me && { seen: '' }) });
          account(sharing, draft, id);
        }
      },
    );
  }
}
