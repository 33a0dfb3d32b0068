/**
 * A team's database that was set back to a backup, or a copy that took its place, may not have seen all that was told before.
 * It is read from the beginning then; what it has lost whoever wrote it sends once more, and everybody else waits for that.
 */
import type { SharedAsset } from '../../contract/schemas/team';
import { edit, type Draft } from '../records';
import { hashesOf, packed } from './fields';
import { account } from './noticing';
import { keyOfShared, personOf, sharedIn, type Sharing } from './sharing';

/** Of one asset that it has in an older version: what stands here is a change of ours where we wrote it last. */
export function forgetNewer(sharing: Sharing, draft: Draft, { id, version, deleted, fields = {} }: SharedAsset): void {
  const shared = draft.get('shared', id);
  if (!shared || version >= shared.version) return;
  const isOwn = shared.changedBy.id === personOf(sharing).id && !shared.isGone && !deleted;
  draft.put('shared', { ...shared, version, ...(isOwn && { seen: packed(hashesOf(fields)) }) });
}

/** Assets made at once. */
const sentAtOnce = 100;

/** Those that it has nothing of. @param told what it has told of from the beginning to its end */
export async function sendLost(sharing: Sharing, space: string, told: ReadonlySet<string>): Promise<void> {
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
