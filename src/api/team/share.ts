/** Puts assets into a space and takes them out. Nothing is sent here: what is to be sent waits in the outbox. */
import { ApiError } from '../../contract/errors';
import type { SharedRecord, SpaceRecord } from '../../store/records';
import { edit, findAsset, keyOf } from '../records';
import { inspect } from '../library/inspect';
import { faultOf, fieldsOf, hashesOf, holdsSecrets, packed } from './fields';
import { enqueue, forget, keyOfShared, personOf, waitingIn, type Sharing } from './noticing';

export interface NotShared {
  id: string;
  name: string;
  reason: string;
  /** Lines that look like secrets: shared only when the person says so. */
  secrets?: { start: number; end: number }[];
}

/** @throws ApiError `notFound`, `refused` where the person may not write */
export function writableSpace({ context }: Sharing, id: string): Readonly<SpaceRecord> {
  const space = context.store.get('spaces', id);
  if (space?.state !== 'kept') throw new ApiError('notFound', 'No space with this id is kept here.');
  if (space.role === 'read') throw new ApiError('refused', `You may only read in ${space.name}.`);
  return space;
}

/**
 * @param evenSecrets shares what looks as if it held a secret, too
 * @returns what was left out, and why
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

/** The asset stays here as a private one and is deleted for all others. @throws ApiError `notFound`, as `writableSpace` does */
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
