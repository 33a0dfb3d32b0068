/**
 * Operations of our own windows on the whole library: rows, trash, timeline, export, import. Must not know the editor.
 */
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
  // Starts counting changes now, so that a window that lists later misses none.
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

// Section: maintenance of the library by our own windows: backups, moving to another folder, erasing, renewing the
// token.

type UpkeepOperation =
  'backupsList' | 'backupMake' | 'backupVerify' | 'backupRestore' | 'libraryErase' | 'libraryCopy' | 'tokenRenew';

/** Milliseconds for the answer to be sent before connections are closed. */
const answeredMs = 100;
/** Milliseconds for all windows to move to the new folder; after that, the remaining ones reopen the old one. */
const movedMs = 5_000;

export function upkeepHandlers(context: ApiContext): Pick<Handlers, UpkeepOperation> {
  const { store, upkeep } = context;
  const { folder } = upkeep;
  const letGo = (ms: number): void => void setTimeout(() => upkeep.letGo(), ms);

  async function restore(name: string) {
    const check = await folder.verify(name);
    if (check.fault !== undefined) throw new ApiError('invalid', check.fault);
    // An unreadable library cannot be backed up; restoring moves its files to quarantine instead.
    const kept = store.readOnly ? undefined : await store.backUp('restore');
    await folder.leaveOrder({ kind: 'restore', backup: name });
    letGo(answeredMs);
    return { ...(kept !== undefined && { kept }), assets: check.assets };
  }

  async function copyTo(place: string) {
    if (!path.isAbsolute(place)) throw new ApiError('invalid', `body.folder must be absolute, not ${place}.`);
    const assets = store.count('assets');
    // Closed before copying, so that no change is acknowledged that the copy lacks.
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

// Section: bounds, in bytes, on data kept for undo; the oldest is removed first (imports: importing.ts; passages:
// ask/passages.ts).

const mebibyte = 1024 * 1024;
const keptBytes = { trash: 64 * mebibyte, activities: 32 * mebibyte };
/** Share of the bound that is left after trimming, so that not every change has to trim. */
const shareLeft = 7 / 8;
/** Most deletions in one change, which keeps its journal line short. */
const deletionsAtOnce = 1_000;
/** Milliseconds between two checks for expired data. */
const pruneMs = 3_600_000;

type Bounded = keyof typeof keptBytes;

/** Trims the bounded collections now and after each change from now on. */
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
      // The next change of this collection tries again.
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

/** Ids of the oldest records whose removal brings the collection within the bound, in order of recording. */
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
