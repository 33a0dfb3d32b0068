/**
 * The trash: a deleted asset is gone for every program (410), but can be restored for thirty days with its annotations,
 * links and history. Conversations and summaries deleted in the meantime are not restored.
 */
import { ApiError } from '../../contract/errors';
import type { TrashedAsset } from '../../contract/schemas';
import type { AssetRecord, TrashRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { attachPersons, attachTags, attachWebsites, keysOfAttached, type Attached } from './attach';
import { recordActivity } from './activities';
import { edit, keyOf, type Draft, findAll, findAsset } from '../records';
import { addLink, keysAround, leave, linkedCollections, linksOf } from './links';
import { lookupsOf } from '../library/lookups';
import { dropAnnotation, keysOfDropping } from './annotations';
import { byteCount, originalOf } from './content';

const keptDays = 30;
const keptMs = keptDays * 24 * 3_600_000;
/** Assets deleted permanently in one change, each with its history. */
const purgedAtOnce = 50;

/** The trashed assets, newest first. */
export function listTrash(context: ApiContext): TrashedAsset[] {
  return [...context.store.list('trash')]
    .sort((a, b) => b.deleted - a.deleted)
    .map(({ id, deleted, asset }) => ({
      id,
      name: asset.name,
      language: originalOf(asset).specific,
      deleted,
      until: deleted + keptMs,
      size: byteCount(originalOf(asset)),
    }));
}

/** Stores in the trash what is needed to restore the asset, as part of the edit that deletes it. */
function putInTrash(context: ApiContext, draft: Draft, asset: Readonly<AssetRecord>): void {
  const record: TrashRecord = {
    id: asset.id,
    deleted: context.now(),
    asset,
    tags: findAll(draft, 'tags', asset.tags).map(({ text, category, mechanism }) => ({ text, category, mechanism })),
    websites: findAll(draft, 'websites', asset.websites).map(({ url, name, mechanism }) => ({ url, name, mechanism })),
    persons: findAll(draft, 'persons', asset.persons).map(({ name, email, username, url }) => ({
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(username !== undefined && { username }),
      ...(url !== undefined && { url }),
    })),
  };
  draft.put('trash', record);
  for (const annotation of findAll(draft, 'annotations', asset.annotations))
    draft.put('trashedAnnotations', annotation);
}

/** @returns how many assets were restored; ids that are not in the trash are ignored */
export async function restore(context: ApiContext, ids: readonly string[]): Promise<number> {
  let count = 0;
  for (const id of ids) if (await restoreOne(context, id)) count += 1;
  return count;
}

async function restoreOne(context: ApiContext, id: string): Promise<boolean> {
  const trashed = context.store.get('trash', id);
  if (!trashed) return false;
  const attached = attachedOf(trashed);
  const { summaries, conversations, anchors = [] } = trashed.asset;
  return edit(
    context,
    () => [
      keyOf('assets', id),
      ...keysOfAttached(context, attached),
      ...summaries.map((other) => keyOf('summaries', other)),
      ...conversations.map((other) => keyOf('conversations', other)),
      ...anchors.map((other) => keyOf('anchors', other)),
    ],
    (draft) => {
      if (!draft.get('trash', id)) return false;
      const annotations = findAll(draft, 'trashedAnnotations', trashed.asset.annotations);
      draft.put('assets', {
        ...trashed.asset,
        ...{ tags: [], websites: [], persons: [], summaries: [], conversations: [], anchors: [] },
        annotations: annotations.map((annotation) => annotation.id),
      });
      for (const annotation of annotations) {
        draft.put('annotations', annotation);
        draft.delete('trashedAnnotations', annotation.id);
      }
      attachTags(context, draft, id, attached.tags);
      attachWebsites(context, draft, id, attached.websites);
      attachPersons(context, draft, id, attached.persons);
      for (const other of summaries)
        if (draft.get('summaries', other)) addLink(context, draft, { asset: id, collection: 'summaries', id: other });
      for (const other of conversations) {
        if (draft.get('conversations', other))
          addLink(context, draft, { asset: id, collection: 'conversations', id: other });
      }
      for (const other of anchors) {
        if (draft.get('anchors', other)) addLink(context, draft, { asset: id, collection: 'anchors', id: other });
      }
      const restored = draft.get('assets', id);
      // A restore is no change of the asset, so its time of change is kept.
      if (restored) draft.put('assets', { ...restored, updated: trashed.asset.updated });
      draft.delete('trash', id);
      recordActivity(context, draft, { asset: id, kind: 'restored' });
      return true;
    },
  );
}

function attachedOf({ tags, websites, persons }: Readonly<TrashRecord>): Omit<Attached, 'annotations'> {
  const isByRule = (record: { mechanism: string }) => record.mechanism === 'AUTOMATIC';
  return {
    tags: tags.map((tag) => ({ text: tag.text, category: tag.category, isByRule: isByRule(tag) })),
    websites: websites.map((website) => ({ url: website.url, name: website.name, isByRule: isByRule(website) })),
    persons,
  };
}

/**
 * Deletes trashed assets permanently, with their history.
 * @param ids all when absent
 * @returns how many were in the trash
 */
export async function emptyTrash(context: ApiContext, ids?: readonly string[]): Promise<number> {
  const { store } = context;
  const doomed = ids ? findAll(store, 'trash', ids) : [...store.list('trash')];
  for (let from = 0; from < doomed.length; from += purgedAtOnce) {
    const step = doomed.slice(from, from + purgedAtOnce);
    await edit(
      context,
      () => step.map(({ id }) => keyOf('assets', id)),
      (draft) => step.forEach((record) => purge(context, draft, record)),
    );
  }
  return doomed.length;
}

function purge({ store }: ApiContext, draft: Draft, { id, asset }: Readonly<TrashRecord>): void {
  if (!draft.get('trash', id)) return;
  draft.delete('trash', id);
  for (const annotation of asset.annotations) draft.delete('trashedAnnotations', annotation);
  for (const activity of lookupsOf(store).activitiesOf(id)) draft.delete('activities', activity.id);
}

/** Deletes assets that have been in the trash for thirty days, unless the library is read-only. */
export async function pruneTrash(context: ApiContext): Promise<void> {
  const outdated = [...context.store.list('trash')].filter(({ deleted }) => context.now() - deleted > keptMs);
  if (outdated.length === 0 || context.store.readOnly) return;
  try {
    await emptyTrash(
      context,
      outdated.map(({ id }) => id),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    context.log('warn', `The trash could not be cleared of old assets: ${error.message}`); // tried again at the next start
  }
}

/**
 * Deletes an asset in one change: it is unlinked from all records, answers 410 from now on, and moves to the trash. Its
 * history is kept as long as it can be restored.
 * @throws ApiError `gone`
 */
export function deleteAsset(context: ApiContext, id: string): Promise<void> {
  return edit(
    context,
    () => keysOfDeleting(context, id),
    (draft) => deleteIn(context, draft, id),
  );
}

/**
 * Keys of the records that deleting the asset writes.
 * @throws ApiError `gone`
 */
export function keysOfDeleting({ store }: ApiContext, id: string): string[] {
  const asset = findAsset(store, id);
  return [...keysAround(asset), ...keysOfDropping(store, asset.annotations)];
}

/**
 * Deletes an asset in a draft. The caller must hold the locks that `keysOfDeleting` names.
 * @throws ApiError `gone`
 */
export function deleteIn(context: ApiContext, draft: Draft, id: string): void {
  const asset = findAsset(draft, id);
  putInTrash(context, draft, asset);
  for (const collection of linkedCollections) {
    for (const other of linksOf(asset, collection)) {
      leave(context, draft, { asset: asset.id, collection, id: other });
    }
  }
  for (const annotation of asset.annotations) dropAnnotation(draft, annotation);
  recordActivity(context, draft, { asset: asset.id, kind: 'deleted' });
  draft.delete('assets', asset.id);
}
