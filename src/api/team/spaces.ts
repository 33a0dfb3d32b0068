/**
 * Which spaces are kept here, and which assets are in them. A space that the team no longer shows is lost: its assets
 * stay until the person decides, after an offer to export them. Must not know how its changes are pulled.
 */
import { createHash } from 'node:crypto';
import { ApiError } from '../../contract/errors';
import type { Space } from '../../contract/schemas/team';
import type { SpaceRecord, SharedRecord } from '../../store/records';
import { deleteAsset, emptyTrash } from '../assets/trash';
import { toArchived, writeArchived } from '../library/archive/archived';
import { edit, keyOf, findAsset } from '../records';
import { forget, keyOfShared, sharedIn, type Sharing, enqueue, personOf, waitingIn } from './noticing';
import { inspect } from '../library/lookups';
import { faultOf, fieldsOf, hashesOf, holdsSecrets, packed } from './fields';

/** Most assets of a space that is kept here; a larger one is searched at the team. */
export const maxKeptAssets = 50_000;
/**
 * Most bytes of a space that is kept here, about twice the usual size of as many assets, because all of them are in
 * memory.
 */
export const maxKeptBytes = 64 * 1024 * 1024;

const isTooLarge = ({ assets, bytes = 0 }: Space): boolean => assets > maxKeptAssets || bytes > maxKeptBytes;

/** True when a listed space is kept by default. Others' public spaces are many and are kept only on request. */
const isWanted = (space: Space): boolean =>
  (space.visibility === 'members' || space.role !== 'read') && !isTooLarge(space);

/**
 * Updates the stored spaces and roles from the team's list.
 * @returns the spaces with new changes, and their sequences
 */
export async function takeSpaces(
  { context }: Sharing,
  listed: readonly Space[],
): Promise<{ id: string; last: number }[]> {
  const { store } = context;
  const byId = new Map(listed.map((space) => [space.id, space]));
  const changed: SpaceRecord[] = [];
  for (const space of listed) {
    const known = store.get('spaces', space.id);
    if (!known && isWanted(space)) changed.push(recordOf(space, 0));
    else if (known && known.state !== 'left') {
      const next = recordOf(space, known.last, known.telling);
      if (JSON.stringify(next) !== JSON.stringify(known)) changed.push(next);
    }
  }
  for (const known of store.list('spaces')) {
    if (!byId.has(known.id) && known.state === 'kept') changed.push({ ...known, state: 'lost' });
  }
  await edit(
    context,
    () => changed.map(({ id }) => keyOf('spaces', id)),
    // Read in the draft, because the sequence may advance meanwhile.
    (draft) =>
      changed.forEach((space) => {
        const { last = 0, telling } = draft.get('spaces', space.id) ?? {};
        draft.put('spaces', { ...space, last, ...(telling !== undefined && { telling }) });
      }),
  );
  return listed.filter(({ id, last, telling }) => {
    const known = store.get('spaces', id);
    return known?.state === 'kept' && !known.isTooLarge && (known.last !== last || isAnother(known, telling));
  });
}

/** True when the space is now served by another database than the one that was pulled. */
export const isAnother = (known: Pick<SpaceRecord, 'telling'>, telling: string | undefined): boolean =>
  known.telling !== undefined && telling !== undefined && known.telling !== telling;

const recordOf = (space: Space, last: number, telling?: string): SpaceRecord => ({
  ...{ id: space.id, name: space.name, role: space.role, state: 'kept', last },
  ...(telling !== undefined && { telling }),
  ...(isTooLarge(space) && { isTooLarge: true }),
});

/** Keeps a space here from now on. */
export async function keepSpace({ context }: Sharing, space: Space): Promise<void> {
  if (isTooLarge(space)) {
    const most = `${maxKeptAssets.toLocaleString('en')} assets or ${maxKeptBytes / 1024 / 1024} MiB`;
    throw new ApiError('refused', `${space.name} has more than ${most}: it can be searched, not kept here.`);
  }
  await edit(
    context,
    () => [keyOf('spaces', space.id)],
    (draft) => {
      if (draft.get('spaces', space.id)?.state !== 'kept') draft.put('spaces', recordOf(space, 0));
    },
  );
}

export type Leaving = 'copies' | 'nothing';

/** Most assets removed in one edit. */
const forgottenAtOnce = 50;

/**
 * Removes a space from this library: nothing of it is sent or pulled any more.
 * @param keeping `copies`: its assets stay as private ones under new ids, so that the space can be kept again later
 * @throws ApiError `notFound`
 */
export async function leaveSpace(sharing: Sharing, id: string, keeping: Leaving): Promise<void> {
  const { context } = sharing;
  const space = context.store.get('spaces', id);
  if (!space) throw new ApiError('notFound', 'No space with this id is kept here.');
  // From here on nothing of the space is sent or pulled.
  const isLost = space.state === 'lost';
  await edit(
    context,
    () => [keyOf('spaces', id)],
    (draft) => draft.put('spaces', { ...space, state: 'left', last: 0 }),
  );
  const assets = sharedIn(sharing, id).map((shared) => shared.id);
  for (let from = 0; from < assets.length; from += forgottenAtOnce) {
    await leaveAssets(sharing, assets.slice(from, from + forgottenAtOnce), keeping);
  }
  await edit(
    context,
    () => [keyOf('spaces', id)],
    (draft) => {
      for (const { id: key } of [...context.store.list('outbox')].filter((entry) => entry.space === id))
        draft.delete('outbox', key);
      if (isLost) draft.delete('spaces', id);
    },
  );
}

async function leaveAssets(sharing: Sharing, assets: readonly string[], keeping: Leaving): Promise<void> {
  const { context } = sharing;
  for (const id of assets) {
    const asset = context.store.get('assets', id);
    if (asset && keeping === 'copies') await writeArchived(context, copyId(id), toArchived(context, asset));
  }
  // The shared records go first, so that deleting the assets is not sent to the team.
  await edit(
    context,
    () => assets.map(keyOfShared),
    (draft) => assets.forEach((id) => forget(sharing, draft, id)),
  );
  for (const id of assets) if (context.store.get('assets', id)) await deleteAsset(context, id);
  await emptyTrash(context, assets);
}

/** A stable id for the copy, so that a repeated attempt makes no second copy. */
function copyId(id: string): string {
  const hex = createHash('sha256').update(`copy of ${id}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

// Section: adds assets to a space and removes them. Nothing is sent here; changes go to the outbox.

interface NotShared {
  id: string;
  name: string;
  reason: string;
  /** Lines that look like secrets: shared only on explicit request. */
  secrets?: { start: number; end: number }[];
}

/** @throws ApiError `notFound`, or `refused` when the person may not write */
function writableSpace({ context }: Sharing, id: string): Readonly<SpaceRecord> {
  const space = context.store.get('spaces', id);
  if (space?.state !== 'kept') throw new ApiError('notFound', 'No space with this id is kept here.');
  if (space.role === 'read') throw new ApiError('refused', `You may only read in ${space.name}.`);
  return space;
}

/**
 * @param evenSecrets also shares assets that seem to contain a secret
 * @returns the assets that were left out, and why
 * @throws ApiError as `writableSpace` does, `gone`
 */
export async function shareAssets(
  sharing: Sharing,
  space: string,
  assets: readonly string[],
  evenSecrets: boolean,
): Promise<{ shared: string[]; left: NotShared[] }> {
  writableSpace(sharing, space);
  const result = { shared: [] as string[], left: [] as NotShared[] };
  for (const id of assets) {
    const left = await shareOne(sharing, space, id.toLowerCase(), evenSecrets);
    if (left) result.left.push(left);
    else result.shared.push(id.toLowerCase());
  }
  return result;
}

function shareOne(sharing: Sharing, space: string, id: string, evenSecrets: boolean): Promise<NotShared | undefined> {
  const { context } = sharing;
  return edit(
    context,
    () => [keyOfShared(id), keyOf('assets', id)],
    (draft) => {
      const asset = findAsset(draft, id);
      const known = draft.get('shared', id);
      const left = (reason: string): NotShared => ({ id, name: asset.name, reason });
      if (known?.space === space) return undefined;
      if (known) return left(`It is shared in ${draft.get('spaces', known.space)?.name ?? 'another space'} already.`);
      const fields = fieldsOf(draft, asset);
      if (!fields) return left('It holds no text: pictures and other files are not shared.');
      const fault = faultOf(fields);
      if (fault !== undefined) return left(fault);
      const isSecret = holdsSecrets(fields);
      if (isSecret && !evenSecrets)
        return {
          ...left('It holds what looks like a key or a password.'),
          secrets: inspect(context, fields.text).secrets,
        };
      const shared = newShared(sharing, id, space);
      draft.put('shared', { ...shared, seen: packed(hashesOf(fields)), ...(isSecret && { mayHoldSecrets: true }) });
      enqueue(sharing, draft, { ...shared, ...(isSecret && { mayHoldSecrets: true }) }, { fields });
      return undefined;
    },
  );
}

function newShared(sharing: Sharing, id: string, space: string): SharedRecord {
  const by = personOf(sharing);
  const now = new Date(sharing.context.now()).toISOString();
  const stamps = { created: now, createdBy: by, changed: now, changedBy: by };
  return { id, space, version: 0, sequence: 0, seen: '', team: '', ...stamps };
}

/**
 * Makes the assets private here and deletes them for all others.
 * @throws ApiError `notFound`, as `writableSpace` does
 */
export async function stopSharing(sharing: Sharing, assets: readonly string[]): Promise<void> {
  for (const id of assets) await stopOne(sharing, id.toLowerCase());
}

async function stopOne(sharing: Sharing, id: string): Promise<void> {
  await edit(
    sharing.context,
    () => [keyOfShared(id)],
    (draft) => {
      const shared = draft.get('shared', id);
      if (!shared || shared.isGone) throw new ApiError('notFound', 'The asset is not shared.');
      writableSpace(sharing, shared.space);
      const isKnownThere =
        shared.version > 0 || waitingIn(sharing, draft, id).some((entry) => !sharing.open.has(entry.id));
      forget(sharing, draft, id);
      if (isKnownThere) enqueue(sharing, draft, shared, { deleted: true });
    },
  );
}
