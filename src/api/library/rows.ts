/**
 * The library as rows, and the changes since a window last asked, so that only the first listing of a large library is
 * large.
 */
import { LongList, type Written } from '../../contract/api';
import type { LibraryListing, LibraryRow, LibraryRows, LibraryState } from '../../contract/schemas';
import type { AssetRecord, SpaceRecord, TagRecord } from '../../store/records';
import type { Change } from '../../store/types';
import { type ApiContext, perContext } from '../context';
import { findAll } from '../records';
import { lookupsOf } from './lookups';
import { originalOf } from '../assets/content';
import { sharedHereOf } from '../assets/wire';

interface Revisions {
  /** The revision: increases with every change that a row shows, since this instance started. */
  current(): number;
  /**
   * Registers a listener for each new revision.
   * @returns a function that removes it
   */
  onMoved(listener: () => void): () => void;
  /** Ids of assets whose row may have changed since then, including deleted ones. */
  changedSince(revision: number): string[];
}

/** Tells which assets a change concerns: those whose rows show something of it. */
function assetsOfChange({ store }: ApiContext): (change: Change) => string[] {
  const wordings = new Map([...store.list('tags')].map(({ id, text }) => [id, text]));
  function reworded({ id, text, assets }: TagRecord): string[] {
    const isReworded = wordings.has(id) && wordings.get(id) !== text;
    wordings.set(id, text);
    return isReworded ? assets : [];
  }

  /**
   * What rows show of each space: its name and state. A space's record is rewritten with each change in it, so other
   * changes are ignored.
   */
  const shownSpaces = new Map<string, string>();
  function renamed({ id, name, state }: SpaceRecord): string[] {
    const shown = `${state} ${name}`;
    if (shownSpaces.get(id) === shown) return [];
    shownSpaces.set(id, shown);
    return [...store.list('shared')].flatMap((shared) => (shared.space === id ? [shared.id] : []));
  }

  return (change) => {
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
      case 'tags':
        return change.op === 'put' ? reworded(change.value) : [];
      default:
        return [];
    }
  };
}

function createRevisions(context: ApiContext): Revisions {
  const assetsOf = assetsOfChange(context);
  /** Revision of each asset's last change, oldest change first. */
  const changed = new Map<string, number>();
  const listeners = new Set<() => void>();
  let revision = 0;
  context.store.onChange((changes) => {
    const assets = changes.flatMap(assetsOf);
    if (assets.length === 0) return;
    revision += 1;
    for (const id of assets) {
      changed.delete(id); // moves it to the end of the order
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

/**
 * The current revision. The instance includes the epoch, because an owner that reopens the library restarts its count.
 */
function stateOf(context: ApiContext): LibraryState {
  const { instance, epoch } = context.service;
  return { instance: `${instance} ${epoch}`, revision: revisionsOf(context).current() };
}

/** @returns the rows that changed since `revision` of this `instance`; if that is unknown, all rows with `isWhole` */
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

// Section: notifies our windows of library changes by a call that waits for one (long polling); they list the changes
// themselves.

/** Most milliseconds that a call waits; the window then calls again. */
const longestWaitMs = 25_000;

interface News {
  /** Resolves when the library differs from the state the caller knows, or after the longest wait. */
  wait(known: LibraryListing, signal: AbortSignal): Promise<LibraryState>;
  /** Ends all waiting calls, and later ones at once. */
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
