/** Imports: a dry run that changes nothing, then one batch that can be undone as a whole. */
import type { ArchivedAsset, ArchiveDocument, ImportRequest, Rehearsed } from '../../../contract/schemas/library';
import { fromMarkdown, archivedKey, idOf, toArchived, writeArchived } from './archived';
import { readMassCodeFile, readOtherTool, type ReadSnippet, readSnippets } from './otherTools';
import type { ApiContext } from '../../context';
import { classify } from '../../assets/describe/recognise';
import { deleteAsset, emptyTrash } from '../../assets/trash';
import { edit, keyOf } from '../../records';
import { contentKey, contentsOf } from '../lookups';

/** Most batches that can be undone: a later undo would discard newer work. */
const keptBatches = 3;
/** Bytes kept for undoing earlier batches; the latest one is kept whatever its size. */
const keptBytes = 32 * 1024 * 1024;

type Read = { path: string; asset: ArchivedAsset } | { path: string; reason: string };

/** The verdict on each item to import: add, update, duplicate or skip. Changes nothing. */
export function rehearse(context: ApiContext, request: ImportRequest): Rehearsed[] {
  const seen = new Set<string>();
  return readAll(request).map((read): Rehearsed => {
    if ('reason' in read) return { verdict: 'skip', path: read.path, reason: read.reason };
    const judged = judge(context, read.asset, seen);
    // The id is assigned here, so that repeating an import after a lost answer changes nothing more.
    return { path: read.path, ...judged, asset: { ...read.asset, id: idOf(context, read.asset) } };
  });
}

function readAll({ source, documents = [], assets = [] }: ImportRequest): Read[] {
  return [
    ...assets.map((asset): Read =>
      hasContent(asset) ? { path: '', asset } : { path: '', reason: `${asset.name} is empty` },
    ),
    ...documents.flatMap((document) => readDocument(source, document)),
  ];
}

const hasContent = ({ text, base64 }: ArchivedAsset): boolean =>
  (text !== undefined && text.trim() !== '') || (base64 !== undefined && base64 !== '');

function readDocument(source: ImportRequest['source'], { path, text }: ArchiveDocument): Read[] {
  try {
    if (source === 'snippets') return (readOtherTool(text) ?? readSnippets(path, text)).map((one) => toRead(path, one));
    const asset = source === 'archive' ? fromMarkdown(text) : fileAsset(path, text);
    const others = asset ? undefined : readMassCodeFile(text);
    if (others) return others.map((one) => toRead(path, one));
    if (!asset) return [{ path, reason: 'it is no exported asset' }];
    return [hasContent(asset) ? { path, asset } : { path, reason: 'it is empty' }];
  } catch (error) {
    // A faulty file is reported by its name; the others are still imported.
    return [{ path, reason: error instanceof Error ? error.message : String(error) }];
  }
}

function toRead(path: string, one: ReadSnippet): Read {
  if ('reason' in one) return { path, reason: one.reason };
  return hasContent(one) ? { path, asset: one } : { path, reason: `“${one.name}” has no body` };
}

function fileAsset(path: string, text: string): ArchivedAsset {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const { specific } = classify({ text, fileName: name });
  return { name, language: specific, text, tags: [], websites: [], persons: [], summaries: [], notes: [] };
}

function judge(context: ApiContext, asset: ArchivedAsset, seen: Set<string>): Pick<Rehearsed, 'verdict' | 'reason'> {
  const present = asset.id === undefined ? undefined : context.store.get('assets', asset.id);
  if (present) {
    const isSame = archivedKey(toArchived(context, present)) === archivedKey(asset);
    return isSame ? { verdict: 'duplicate', reason: 'nothing differs' } : { verdict: 'update' };
  }
  const key = contentKey(asset.text ?? asset.base64 ?? '');
  const [twin] = contentsOf(context.store).assetsWith(key);
  const name = twin === undefined ? undefined : context.store.get('assets', twin)?.name;
  const isRepeated = seen.has(key);
  seen.add(key);
  if (name !== undefined) return { verdict: 'duplicate', reason: `already saved as “${name}”` };
  return isRepeated ? { verdict: 'duplicate', reason: 'the import has it twice' } : { verdict: 'add' };
}

/**
 * Imports one batch; repeating it with the same assets changes nothing more.
 * @returns how many assets were written
 */
export async function importBatch(
  context: ApiContext,
  batch: string,
  assets: readonly ArchivedAsset[],
): Promise<number> {
  const { store } = context;
  for (const asset of assets) {
    const id = idOf(context, asset);
    const undo = `${batch}/${id}`;
    const present = store.get('assets', id);
    if (!store.get('undo', undo)) {
      const before = present && JSON.stringify(toArchived(context, present));
      const value = { id: undo, batch, asset: id, created: context.now(), ...(before !== undefined && { before }) };
      await edit(
        context,
        () => [keyOf('undo', undo)],
        (draft) => draft.put('undo', value),
      );
    }
    await writeArchived(context, id, asset);
  }
  await forgetOld(context);
  return assets.length;
}

/**
 * Undoes an import: deletes added assets permanently and restores updated ones.
 * @returns how many
 */
export async function undoImport(context: ApiContext, batch: string): Promise<number> {
  const steps = [...context.store.list('undo')].filter((step) => step.batch === batch);
  for (const { id, asset, before } of steps) {
    if (before !== undefined) {
      // Checked boundary: this service wrote the value at the import.
      await writeArchived(context, asset, JSON.parse(before) as ArchivedAsset);
    } else if (context.store.get('assets', asset)) {
      await deleteAsset(context, asset);
      await emptyTrash(context, [asset]);
    }
    await edit(
      context,
      () => [keyOf('undo', id)],
      (draft) => draft.delete('undo', id),
    );
  }
  return steps.length;
}

async function forgetOld(context: ApiContext): Promise<void> {
  const steps = [...context.store.list('undo')];
  // In order of recording, regardless of clock changes: the newest batches are the last ones.
  const batches = [...new Set([...steps].reverse().map(({ batch }) => batch))];
  const kept = new Set<string>();
  let bytes = 0;
  for (const batch of batches.slice(0, keptBatches)) {
    for (const step of steps) if (step.batch === batch) bytes += context.store.bytes('undo', step.id);
    if (kept.size > 0 && bytes > keptBytes) break;
    kept.add(batch);
  }
  const old = steps.filter(({ batch }) => !kept.has(batch));
  if (old.length === 0) return;
  await edit(
    context,
    () => old.map(({ id }) => keyOf('undo', id)),
    (draft) => old.forEach(({ id }) => draft.delete('undo', id)),
  );
}
