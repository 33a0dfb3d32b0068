/** The library as a whole, for our own windows: rows, trash, timeline, export, import. Must not know the editor. */
import type { Handlers } from '../../contract/api';
import type { ApiContext } from '../context';
import { documentPath, toMarkdown } from './archive/markdown';
import { toArchived } from './archive/archived';
import { boundKept } from './bounds';
import { importBatch, rehearse, undoImport } from './archive/importing';
import { inspect } from './inspect';
import { newsOf } from './news';
import { listRows, revisionsOf } from './rows';
import { timelineOf } from '../assets/timeline';
import { emptyTrash, listTrash, restore } from '../assets/trash';
import { findAll } from '../records';

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
