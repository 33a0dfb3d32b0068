/**
 * Keeps the engine's documents in sync with the store's assets: all at start, then each change. Only one batch is sent
 * at a time and it reads the store when built, so the engine never ends with an older state.
 */
import type { Document } from '../../engine/types';
import type { Change, Store } from '../../store/types';
import { type ApiContext, perContext } from '../context';
import { textOf } from '../assets/content';

/** Most assets sent to the engine at once; between two batches a question can run. */
const batchSize = 200;

interface Library {
  /** Resolves when the engine knows every change made so far. Never rejects; errors are logged. */
  settled(): Promise<void>;
  /** Sends all assets again, for an engine that has lost its state. */
  reload(): void;
  close(): void;
}

function createLibrary(context: ApiContext): Library {
  const { store } = context;
  const pending = new Set<string>();
  const assetsTouchedBy = createTouching(store);
  let isClosed = false;
  let sending: Promise<void> | undefined;

  async function sendBatch(): Promise<void> {
    const ids = [...pending].slice(0, batchSize);
    for (const id of ids) pending.delete(id);
    const documents = ids.map((id) => documentOf(context, id));
    const present = documents.filter((document) => document !== undefined);
    const absent = ids.filter((_, place) => documents[place] === undefined);
    if (present.length > 0) await context.engine.putDocuments(present);
    if (absent.length > 0) await context.engine.removeDocuments(absent);
  }

  async function sendAll(): Promise<void> {
    while (pending.size > 0) {
      try {
        await sendBatch();
      } catch (error) {
        if (isClosed) break; // the engine is shutting down, and with it the batch
        // The asset is still in the store; it becomes searchable with the next change or reload.
        context.log('error', `The engine did not take changes of the library: ${String(error)}`);
      }
    }
    sending = undefined;
  }

  function send(ids: Iterable<string>): void {
    for (const id of ids) pending.add(id);
    if (pending.size > 0) sending ??= sendAll();
  }

  const reload = () => send([...store.list('assets')].map(({ id }) => id));
  const unsubscribe = store.onChange((changes) => send(changes.flatMap(assetsTouchedBy)));
  reload();
  return {
    settled: async () => {
      while (sending) await sending;
    },
    reload,
    close: () => {
      isClosed = true;
      unsubscribe();
      pending.clear();
    },
  };
}

/** Tests which assets' searchable text a change may alter. Linking a tag also changes the asset's own record. */
export function createTouching(store: Store): (change: Change) => string[] {
  /** Tag texts by id. A tag is rewritten at every link, but only a new text alters what is searched. */
  const wordings = new Map([...store.list('tags')].map(({ id, text }) => [id, text]));
  return (change) => {
    if (change.collection === 'assets') return [change.op === 'put' ? change.value.id : change.id];
    if (change.op === 'delete') return [];
    if (change.collection === 'tags') {
      const { id, text, assets } = change.value;
      const isReworded = wordings.has(id) && wordings.get(id) !== text;
      wordings.set(id, text);
      return isReworded ? assets : [];
    }
    return change.collection === 'annotations' && change.value.asset !== undefined ? [change.value.asset] : [];
  };
}

/** The document to index for an asset; undefined when it was deleted or holds no text. */
function documentOf({ store }: ApiContext, id: string): Document | undefined {
  const asset = store.get('assets', id);
  const text = asset && textOf(asset);
  if (!asset || text === undefined) return undefined;
  const language = asset.formats[0]?.specific;
  const tags = asset.tags.map((tag) => store.get('tags', tag)?.text);
  const annotations = asset.annotations.map((annotation) => store.get('annotations', annotation)?.text);
  const notes = [...annotations, ...tags].filter((note) => note !== undefined).join('\n');
  return {
    id,
    text,
    name: asset.name,
    ...(language !== undefined && language !== 'UNKNOWN' && { language }),
    ...(notes !== '' && { notes }),
  };
}

/** The document sync of this context; its first use starts the initial load. */
export const libraryOf = perContext(createLibrary);
