/**
 * What is kept beside the library itself, so that a person can go back, is bounded by bytes: a program that deletes and
 * saves all day must not fill the library with what nobody sees. The oldest goes first. Of imports see importing.ts, of
 * passages snippets.ts.
 */
import type { Change, Store } from '../../store/types';
import type { ApiContext } from '../context';
import { edit, keyOf } from '../records';
import { emptyTrash, pruneTrash } from '../assets/trash';

const mebibyte = 1024 * 1024;
const keptBytes = { trash: 64 * mebibyte, activities: 32 * mebibyte };
/** What is over a bound is brought well below it, so that not every change has to. */
const shareLeft = 7 / 8;
/** Deletions of one change: its line in the journal stays short. */
const deletionsAtOnce = 1_000;
/** How often what is too old is looked for. */
const pruneMs = 3_600_000;

type Bounded = keyof typeof keptBytes;

/** Counts from now on, and looks at once. */
export function boundKept(context: ApiContext, limits = keptBytes): void {
  const { store } = context;
  const trimming = new Set<Bounded>();
  let prunedAt = -Infinity;

  async function trim(collection: Bounded): Promise<void> {
    if (trimming.has(collection) || store.readOnly || heldBy(store, collection) <= limits[collection]) return;
    trimming.add(collection);
    try {
      const ids = oldestBeyond(store, collection, limits[collection] * shareLeft);
      await (collection === 'trash' ? emptyTrash(context, ids) : forgetActivities(context, ids));
    } catch (error) {
      // Tried again with the next change of its kind.
      context.log('warn', `What is kept in ${collection} could not be shortened: ${String(error)}`);
    } finally {
      trimming.delete(collection);
    }
  }

  function look(collection: Bounded): void {
    if (collection === 'trash' && context.now() - prunedAt >= pruneMs) {
      prunedAt = context.now();
      pruneTrash(context).catch((error: unknown) =>
        context.log('error', `The trash was not cleared: ${String(error)}`),
      );
    }
    void trim(collection);
  }

  const puts = (changes: readonly Change[], name: Bounded) =>
    changes.some(({ op, collection }) => op === 'put' && collection === name);
  store.onChange((changes) => {
    for (const collection of ['trash', 'activities'] as const) if (puts(changes, collection)) look(collection);
  });
  look('trash');
  look('activities');
}

const heldBy = (store: Store, collection: Bounded): number =>
  store.bytes(collection) + (collection === 'trash' ? store.bytes('trashedAnnotations') : 0);

/** Ids of the oldest, in order of coming, without which the rest is within the bound. */
function oldestBeyond(store: Store, collection: Bounded, bound: number): string[] {
  const ids: string[] = [];
  let held = heldBy(store, collection);
  for (const record of store.list(collection)) {
    if (held <= bound) break;
    ids.push(record.id);
    held -= store.bytes(collection, record.id);
    const annotations = typeof record.asset === 'string' ? [] : record.asset.annotations;
    for (const annotation of annotations) held -= store.bytes('trashedAnnotations', annotation);
  }
  return ids;
}

async function forgetActivities(context: ApiContext, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += deletionsAtOnce) {
    const step = ids.slice(from, from + deletionsAtOnce);
    await edit(
      context,
      () => step.map((id) => keyOf('activities', id)),
      (draft) => step.forEach((id) => draft.delete('activities', id)),
    );
  }
}
