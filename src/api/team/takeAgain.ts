/** What of a shared asset is to be taken over once more. */
import type { SharedRecord } from '../../store/records';
import type { Draft } from '../records';
import { packed, unpacked } from './fields';

/** So that what the team has is taken over once more where a change of ours was given up. */
export function takeAgain(draft: Draft, shared: Readonly<SharedRecord>, names: readonly string[]): void {
  const known = Object.entries(unpacked(shared.team)).filter(([name]) => !names.includes(name));
  draft.put('shared', { ...shared, team: packed(Object.fromEntries(known)) });
  const space = draft.get('spaces', shared.space);
  const last = Math.max(0, shared.sequence - 1);
  if (space && space.last > last) draft.put('spaces', { ...space, last });
}
