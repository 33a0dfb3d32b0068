/**
 * Which spaces are kept here. One that the team no longer shows is lost: its assets stay until the person has decided, who is
 * offered an export first. Must not know how its changes come.
 */
import { createHash } from 'node:crypto';
import { ApiError } from '../../contract/errors';
import type { Space } from '../../contract/schemas/team';
import type { SpaceRecord } from '../../store/records';
import { deleteAsset, emptyTrash } from '../assets/trash';
import { toArchived, writeArchived } from '../library/archive/archived';
import { edit, keyOf } from '../records';
import { forget, keyOfShared, sharedIn, type Sharing } from './noticing';

/** A space with more assets is searched at the team instead of being kept here. */
export const maxKeptAssets = 50_000;
/** Twice what so many usual ones take: all of them lie in memory, and a library that is full of a space is of no use. */
export const maxKeptBytes = 64 * 1024 * 1024;

const isTooLarge = ({ assets, bytes = 0 }: Space): boolean => assets > maxKeptAssets || bytes > maxKeptBytes;

/** Public spaces of others are many: they are kept only when the person asks for it. */
const isWanted = (space: Space): boolean =>
  (space.visibility === 'members' || space.role !== 'read') && !isTooLarge(space);

/** Takes in which spaces there are and what the person may do in them. @returns those with news, and how far they are */
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
    // The sequence moves on while we look.
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

/** Whether another database tells of the space now than the one that was taken over. */
export const isAnother = (known: Pick<SpaceRecord, 'telling'>, telling: string | undefined): boolean =>
  known.telling !== undefined && telling !== undefined && known.telling !== telling;

const recordOf = (space: Space, last: number, telling?: string): SpaceRecord => ({
  ...{ id: space.id, name: space.name, role: space.role, state: 'kept', last },
  ...(telling !== undefined && { telling }),
  ...(isTooLarge(space) && { isTooLarge: true }),
});

/** Keeps a space here that is not. */
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

/** Assets that go in one change. */
const forgottenAtOnce = 50;

/**
 * Takes a space off this library: nothing of it is sent or taken any more.
 * @param keeping `copies`: its assets stay as private ones, under ids of their own, so that the space may come again
 * @throws ApiError `notFound`
 */
export async function leaveSpace(sharing: Sharing, id: string, keeping: Leaving): Promise<void> {
  const { context } = sharing;
  const space = context.store.get('spaces', id);
  if (!space) throw new ApiError('notFound', 'No space with this id is kept here.');
  // From here on nothing of it is sent or taken over.
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
  // First the records: what is deleted then is no change for the team.
  await edit(
    context,
    () => assets.map(keyOfShared),
    (draft) => assets.forEach((id) => forget(sharing, draft, id)),
  );
  for (const id of assets) if (context.store.get('assets', id)) await deleteAsset(context, id);
  await emptyTrash(context, assets);
}

/** The same at each try, so that one which was cut short leaves no second copy. */
function copyId(id: string): string {
  const hex = createHash('sha256').update(`copy of ${id}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
