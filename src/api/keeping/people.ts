/** Who wrote what was saved: asked of git after the asset is there, so that saving waits for nobody. */
import type { CallContext } from '../../contract/api';
import { peopleByGit } from '../asking/gitPeople';
import type { ApiContext } from '../context';
import { attachPersons, keysOfAttached } from '../edits/attach';
import { edit, keyOf } from '../records/draft';
import { findAsset } from '../records/find';
import { decidePaths, pathFault, realRoots } from '../paths';
import { isInside } from '../places';

/** More would be everybody who ever touched the file. */
const maxPeople = 3;

/** @returns how many were added; none when git knows nothing or may not run there */
export async function findPeople(context: ApiContext, call: CallContext, id: string): Promise<number> {
  const { origin, persons } = findAsset(context.store, id);
  if (origin?.path === undefined || pathFault(origin.path) !== undefined || persons.length > 0) return 0;
  const trusted = await realRoots(context.windows.folders({ onlyTrusted: true }));
  const { path, lines } = origin;
  const [place] = await decidePaths(context, call.caller, [path], 'origin');
  if (place?.kind !== 'allowed' || !trusted.some((root) => isInside(root, place.real))) return 0;
  const { people } = await peopleByGit(context, call, { places: [{ path: place.real, ...(lines && { lines }) }] });
  const found = people.slice(0, maxPeople).map(({ name, email }) => ({ name, email }));
  if (found.length === 0) return 0;
  await edit(
    context,
    () => [
      keyOf('assets', findAsset(context.store, id).id),
      ...keysOfAttached(context, { tags: [], websites: [], persons: found }),
    ],
    (draft) => attachPersons(context, draft, findAsset(draft, id).id, found),
  );
  return found.length;
}
