/** The library as a whole, for our own windows: rows, trash, timeline, export, import. Must not know the editor. */
import type { Handlers } from '../../contract/api';
import type { ApiContext } from '../context';
import { documentPath, toMarkdown, toArchived } from './archive/archived';
import { importBatch, rehearse, undoImport } from './archive/importing';
import { inspect } from './lookups';
import { newsOf, listRows, revisionsOf } from './rows';
import { timelineOf } from '../assets/activities';
import { emptyTrash, listTrash, restore, pruneTrash } from '../assets/trash';
import { findAll, edit, keyOf } from '../records';
import path from 'node:path';
import { ApiError } from '../../contract/errors';
import type { Change, Store } from '../../store/types';

type LibraryOperation =
  | 'libraryList'
  | 'libraryNews'
  | 'pieceInspect'
  | 'assetsExists'
  | 'trashList'
  | 'trashRestore'
  | 'trashEmpty'
  | 'timeline'
  | 'archiveExport'
  | 'importRehearse'
  | 'importBatch'
  | 'importUndo';

export function libraryHandlers(context: ApiContext) {
  // From now on changes are counted: a window that lists later must miss none.
  revisionsOf(context);
  boundKept(context);
  return {
    libraryList: ({ body }) => listRows(context, body),
    libraryNews: ({ body }, { signal }) => newsOf(context).wait(body, signal),
    pieceInspect: ({ body }) => inspect(context, body.text),
    assetsExists: ({ body }) => inspect(context, body.text),
    trashList: () => ({ assets: listTrash(context) }),
    trashRestore: async ({ body }) => ({ count: await restore(context, body.assets) }),
    trashEmpty: async ({ body }) => ({ count: await emptyTrash(context, body.assets) }),
    archiveExport: ({ body }) => ({
      documents: findAll(context.store, 'assets', body.assets).map((asset) => {
        const archived = toArchived(context, asset);
        return { path: documentPath(archived), text: toMarkdown(archived) };
      }),
    }),
    importRehearse: ({ body }) => ({ items: rehearse(context, body) }),
    importBatch: async ({ body }) => ({ count: await importBatch(context, body.batch, body.assets) }),
    importUndo: async ({ body }) => ({ count: await undoImport(context, body.batch) }),
    timeline: ({ body }) => timelineOf(context, body),
  } satisfies Pick<Handlers, LibraryOperation>;
}

// Section: looking after the library as a whole, for our own windows: backups, moving to another folder, erasing, its
// token.

type UpkeepOperation =
  'backupsList' | 'backupMake' | 'backupVerify' | 'backupRestore' | 'libraryErase' | 'libraryCopy' | 'tokenRenew';

/** The answer has to be on its way before the connections end. */
const answeredMs = 100;
/** So long the windows have for going to the other folder; then whoever is left opens the old one again. */
const movedMs = 5_000;

export function upkeepHandlers(context: ApiContext): Pick<Handlers, UpkeepOperation> {
  const { store, upkeep } = context;
  const { folder } = upkeep;
  const letGo = (ms: number): void => void setTimeout(() => upkeep.letGo(), ms);

  async function restore(name: string) {
    const check = await folder.verify(name);
    if (check.fault !== undefined) throw new ApiError('invalid', check.fault);
    // A library that cannot be read cannot be backed up either: restoring keeps its files in quarantine.
    const kept = store.readOnly ? undefined : await store.backUp('restore');
    await folder.leaveOrder({ kind: 'restore', backup: name });
    letGo(answeredMs);
    return { ...(kept !== undefined && { kept }), assets: check.assets };
  }

  async function copyTo(place: string) {
    if (!path.isAbsolute(place)) throw new ApiError('invalid', `body.folder must be absolute, not ${place}.`);
    const assets = store.count('assets');
    // From here on no change is acknowledged that the copy would not have.
    await store.close();
    try {
      await folder.moveTo(place, movedMs);
    } catch (error) {
      letGo(answeredMs);
      throw error;
    }
    letGo(movedMs);
    return { assets };
  }

  async function renewToken(): Promise<void> {
    try {
      await upkeep.renewToken();
    } catch (error) {
      context.log('error', `The token could not be renewed: ${String(error)}`);
      const text =
        'The new token could not be written, so the old one still counts: look after the disk, then try again.';
      throw new ApiError('internal', text, { cause: error });
    }
  }

  return {
    tokenRenew: renewToken,
    backupsList: () => folder.backups(),
    backupMake: async () => ({ name: await store.backUp('wanted') }),
    backupVerify: ({ body }) => folder.verify(body.name),
    backupRestore: ({ body }) => restore(body.name),
    libraryErase: async () => {
      await folder.leaveOrder({ kind: 'erase' });
      letGo(answeredMs);
    },
    libraryCopy: ({ body }) => copyTo(body.folder),
  };
}

// Section: what is kept so that a person can go back is bounded by bytes, oldest first out (imports: importing.ts;
// passages: ask/passages.ts).

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
