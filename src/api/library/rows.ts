/**
 * The library as rows, and what changed since a window last asked: with 10,000 assets only the first listing is large.
 */
import { LongList, type Written } from '../../contract/api';
import type { LibraryListing, LibraryRow, LibraryRows, LibraryState } from '../../contract/schemas';
import type { AssetRecord, SpaceRecord } from '../../store/records';
import type { Change } from '../../store/types';
import { type ApiContext, perContext } from '../context';
import { findAll } from '../records';
import { lookupsOf } from './lookups';
import { originalOf } from '../assets/content';
import { sharedHereOf } from '../assets/wire';

interface Revisions {
  /** Grows with every change that a row shows, since this instance started. */
  current(): number;
  /** Called after each step. @returns what ends it */
  onMoved(listener: () => void): () => void;
  /** Assets whose row may differ from what it was then; deleted ones too. */
  changedSince(revision: number): string[];
}

function createRevisions({ store }: ApiContext): Revisions {
  /** The revision of each asset's last change, oldest change first. */
  const changed = new Map<string, number>();
  const listeners = new Set<() => void>();
  const wordings = new Map([...store.list('tags')].map(({ id, text }) => [id, text]));
  let revision = 0;

  /** A space is written anew with each change in it; what its assets show is its name and whether it is lost. */
  const shownSpaces = new Map<string, string>();
  function renamed({ id, name, state }: SpaceRecord): string[] {
    const shown = `${state} ${name}`;
    if (shownSpaces.get(id) === shown) return [];
    shownSpaces.set(id, shown);
    return [...store.list('shared')].flatMap((shared) => (shared.space === id ? [shared.id] : []));
  }

  function assetsOf(change: Change): string[] {
    switch (change.collection) {
      case 'assets':
      case 'trash':
      case 'shared':
        return [change.op === 'put' ? change.value.id : change.id];
      case 'outbox':
        return change.op === 'put' ? [change.value.asset] : [];
      case 'spaces':
        return change.op === 'put' ? renamed(change.value) : [];
      case 'activities':
        return change.op === 'put' ? [change.value.asset] : [];
      case 'annotations':
        return change.op === 'put' && change.value.asset !== undefined ? [change.value.asset] : [];
      case 'tags': {
        if (change.op === 'delete') return [];
        const { id, text, assets } = change.value;
        const isReworded = wordings.has(id) && wordings.get(id) !== text;
        wordings.set(id, text);
        return isReworded ? assets : [];
      }
      default:
        return [];
    }
  }

  store.onChange((changes) => {
    const assets = changes.flatMap(assetsOf);
    if (assets.length === 0) return;
    revision += 1;
    for (const id of assets) {
      changed.delete(id); // to the end of the order
      changed.set(id, revision);
    }
    listeners.forEach((listener) => listener());
  });
  return {
    current: () => revision,
    onMoved: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changedSince: (since) => [...changed].flatMap(([id, at]) => (at > since ? [id] : [])),
  };
}

export const revisionsOf = perContext(createRevisions);

/** An owner that let go and came back counts its revisions from the beginning. */
function stateOf(context: ApiContext): LibraryState {
  const { instance, epoch } = context.service;
  return { instance: `${instance} ${epoch}`, revision: revisionsOf(context).current() };
}

/**
 * @returns the rows that changed since `revision` of this `instance`; all of them, and `isWhole`, when that cannot be
 *   told
 */
export function listRows(context: ApiContext, { instance, revision }: LibraryListing): Written<LibraryRows> {
  const { store } = context;
  const now = stateOf(context);
  const isWhole = instance !== now.instance || revision === undefined || revision > now.revision;
  const ids = isWhole ? undefined : revisionsOf(context).changedSince(revision);
  const assets = ids ? findAll(store, 'assets', ids) : [...store.list('assets')];
  return {
    ...now,
    isWhole,
    rows: LongList.of(
      () => assets,
      (asset) => rowOf(context, asset),
    ),
    removed: ids?.filter((id) => store.get('assets', id) === undefined) ?? [],
    trashed: store.count('trash'),
  };
}

function rowOf(context: ApiContext, asset: Readonly<AssetRecord>): LibraryRow {
  const { store } = context;
  const { specific, text } = originalOf(asset);
  const { repository, path, relativePath, lines } = asset.origin ?? {};
  const { reuse, reference, searched } = asset.counters;
  const description = findAll(store, 'annotations', asset.annotations).findLast(({ type }) => type === 'DESCRIPTION');
  const lastUsed = lookupsOf(store)
    .activitiesOf(asset.id)
    .findLast(({ kind }) => ['viewed', 'referenced', 'exported'].includes(kind))?.created;
  const shared = sharedHereOf(context, asset.id);
  return {
    id: asset.id,
    name: asset.name,
    language: specific,
    isText: text !== undefined,
    created: asset.created,
    updated: asset.updated,
    tags: findAll(store, 'tags', asset.tags).map((tag) => tag.text),
    sites: findAll(store, 'websites', asset.websites).map(({ url }) => url),
    persons: findAll(store, 'persons', asset.persons).map(
      ({ name, email, username }) => name ?? email ?? username ?? '',
    ),
    summaries: findAll(store, 'summaries', asset.summaries).map(({ name }) => name),
    uses: reuse + reference + searched,
    ...(lastUsed !== undefined && { lastUsed }),
    ...(asset.favorited && { favorited: true }),
    ...(description && { description: description.text }),
    ...(repository !== undefined && { repository }),
    ...(path !== undefined && { path }),
    ...(relativePath !== undefined && { place: relativePath }),
    ...(lines && { lines }),
    ...(shared && { shared }),
  };
}

// Section: tells our windows at once that the library has changed, by a call that waits for it; what changed they list
// themselves.

/** A window that is stuck hears of nothing for longer; it asks again without a break. */
const longestWaitMs = 25_000;

interface News {
  /** Resolves when the library is not as the caller knows it, and now and then although it is. */
  wait(known: LibraryListing, signal: AbortSignal): Promise<LibraryState>;
  /** Sends home who waits, and whoever comes. */
  close(): void;
}

function createNews(context: ApiContext): News {
  const waiting = new Set<() => void>();
  const wakeAll = () => waiting.forEach((wake) => wake());
  let isClosed = false;
  const unsubscribe = revisionsOf(context).onMoved(wakeAll);
  return {
    async wait({ instance, revision }, signal) {
      const now = stateOf(context);
      const isKnown = now.instance === instance && now.revision === revision;
      if (isKnown && !isClosed && !signal.aborted) await untilWoken(waiting, signal);
      return stateOf(context);
    },
    close: () => {
      isClosed = true;
      unsubscribe();
      wakeAll();
    },
  };
}

function untilWoken(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      waiting.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, longestWaitMs).unref();
    signal.addEventListener('abort', wake, { once: true });
    waiting.add(wake);
  });
}

export const newsOf = perContext(createNews);
