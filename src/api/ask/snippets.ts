/**
 * Relevance ids: what an id that relevance gave out stands for, in question and hints, on any transport, across restart
 * and takeover, for at least seven days (contract/WIRE.md 2.5). Ids follow from source, range and text, so the same
 * passage found again has the same id and is not written again within a day.
 */
import type { SnippetRecord } from '../../store/records';
import type { Change, Store } from '../../store/types';
import { type ApiContext, perContext } from '../context';
import { stableId } from '../wireValues';

const hour = 3_600_000;
const day = 24 * hour;
/** Promised are seven days since the id was last given out; it is refreshed once a day, so eight keep the promise. */
const keptFor = 8 * day;
const maxKept = 50_000;
/**
 * What people ask of code are short passages: this is some twenty thousand. Texts that come with requests may be long.
 */
const maxKeptBytes = 32 * 1024 * 1024;
/** Between two hourly prunings a busy caller may go this far over before one is made out of turn. */
const overflow = 5_000;
const overflowBytes = 4 * 1024 * 1024;
/** Ids that cannot be written, because the store takes no changes, live here until we stop: some hundred calls. */
const maxUnwritten = 2_000;
/** Deletions of one change: a journal line stays below 100 KB. */
const deletionsAtOnce = 1_000;

export type SnippetContent = Omit<SnippetRecord, 'id' | 'created'>;

interface Snippets {
  /** Gives each passage its id and keeps what it stands for. Never fails for a store that takes no changes. */
  remember(contents: SnippetContent[]): Promise<SnippetRecord[]>;
  get(id: string): SnippetRecord | undefined;
}

function createSnippets(context: ApiContext): Snippets {
  const { store } = context;
  const unwritten = new Map<string, SnippetRecord>();
  let prunedAt = 0;

  async function write(records: SnippetRecord[]): Promise<void> {
    if (records.length === 0) return;
    try {
      if (!store.readOnly) {
        await store.change(records.map((value) => ({ op: 'put', collection: 'snippets', value })));
        return;
      }
    } catch (error) {
      // An answer is worth more than its ids: they are kept in memory instead, and the log says so.
      context.log('warn', `Relevance ids are kept in memory only: ${String(error)}`);
    }
    for (const record of records) unwritten.set(record.id, record);
    for (const id of [...unwritten.keys()].slice(0, Math.max(0, unwritten.size - maxUnwritten))) unwritten.delete(id);
  }

  async function prune(): Promise<void> {
    const isOver =
      store.count('snippets') > maxKept + overflow || store.bytes('snippets') > maxKeptBytes + overflowBytes;
    if (store.readOnly || (!isOver && context.now() - prunedAt < hour)) return;
    prunedAt = context.now();
    const outdated = outdatedIds(store, context.now());
    try {
      for (let from = 0; from < outdated.length; from += deletionsAtOnce) {
        await store.change(outdated.slice(from, from + deletionsAtOnce).map(deletionOf));
      }
    } catch (error) {
      // Tried again in an hour.
      context.log('warn', `Old relevance ids could not be removed: ${String(error)}`);
    }
  }

  return {
    async remember(contents) {
      const now = context.now();
      const records = contents.map((content) => ({ id: idOf(content), created: now, ...content }));
      const isKept = (id: string) => now - (store.get('snippets', id)?.created ?? -Infinity) < day;
      const fresh = new Map(records.filter(({ id }) => !isKept(id)).map((record) => [record.id, record]));
      await write([...fresh.values()]);
      await prune();
      return records;
    },
    get: (id) => store.get('snippets', id) ?? unwritten.get(id),
  };
}

function idOf({ path, asset, start, end, text }: SnippetContent): string {
  return stableId('snippet', path ?? '', asset ?? '', start, end, text);
}

function deletionOf(id: string): Change {
  return { op: 'delete', collection: 'snippets', id };
}

/** Ids of the snippets that are too old, and of the oldest ones where all are too many or too large together. */
function outdatedIds(store: Store, now: number): string[] {
  const newestFirst = [...store.list('snippets')].sort((a, b) => b.created - a.created);
  let bytes = 0;
  return newestFirst.flatMap(({ id, created }, place) => {
    bytes += store.bytes('snippets', id);
    return place >= maxKept || bytes > maxKeptBytes || now - created > keptFor ? [id] : [];
  });
}

/** The one of this context: HTTP and the socket know the same ids. */
export const snippetsOf = perContext(createSnippets);
