/**
 * Who knows a place, asked of git. A repository may say that it lies elsewhere, by a `.git` file, a link or objects
 * that it borrows: such a folder is read only where the path policy lets this caller read it. Must not know how git is
 * run.
 */
import type { CallContext } from '../../contract/api';
import type { PeopleRequest, PeopleResult } from '../../engine/types';
import type { ApiContext } from '../context';
import { decidePaths, pathFault, realRoots } from '../paths';
import { attachPersons, keysOfAttached } from '../assets/attach';
import { edit, keyOf, findAsset } from '../records';
import { isInside } from '../places';

/** From a worktree to its repository, and on to what that borrows from: more often than this no repository leads on. */
const maxRounds = 8;

/** @param asked places that the caller may read */
export async function peopleByGit(
  context: ApiContext,
  call: CallContext,
  asked: Omit<PeopleRequest, 'readable' | 'git'>,
): Promise<PeopleResult> {
  const git = context.windows.git();
  const readable = new Set<string>();
  const notes: string[] = [];
  for (let round = 0; round < maxRounds && asked.places.length > 0; round += 1) {
    const folders = await context.engine.foldersElsewhere({ ...asked, readable: [...readable] });
    const usable = folders.filter((folder) => pathFault(folder) === undefined);
    const decisions = await decidePaths(context, call.caller, usable, 'body.seed');
    const allowed = decisions.flatMap((decision) => (decision.kind === 'allowed' ? [decision.real] : []));
    const refused = decisions.flatMap((decision) => (decision.kind === 'allowed' ? [] : [decision]));
    notes.push(...refused.map(({ given, reason }) => `The repository lies in ${given}: ${reason}`));
    if (allowed.length === 0) break;
    for (const folder of allowed) readable.add(folder);
  }
  const request = { ...asked, readable: [...readable], ...(git !== undefined && { git }) };
  const found = await context.engine.people(request, call.signal);
  return { ...found, notes: [...new Set([...notes, ...found.notes])] };
}

/** More would be everybody who ever touched the file. */
const maxPeople = 3;

/**
 * Adds who wrote what was saved: asked of git after the asset is there, so that saving waits for nobody.
 * @returns how many were added; none when git knows nothing or may not run there
 */
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
