/** Deleting, with a way back. */
import * as vscode from 'vscode';
import { assetCount } from '../words';
import { chosenIds, orShown } from '../library/assetPick';
import { isSwitchedOn } from '../config';
import { Hint } from '../errors';
import type { Quarry } from '../start/quarry';
import type { Shell } from './command';

/**
 * @param all what is selected in the tree besides
 * @param options `{ isConfirmed: true }` from a caller that has asked already
 * @returns the ids that are in the trash now; a single one as itself
 */
export async function deleteAsset({ quarry }: Shell, given?: unknown, all?: unknown, options?: unknown) {
  const ids = await chosenIds(quarry, orShown(given), all, vscode.l10n.t('Which asset do you want to delete?'));
  if (ids.length === 0) return undefined;
  const title = await titleOf(quarry, ids);
  const isAsked = isConfirmed(all) || isConfirmed(options) || !isSwitchedOn('quarry.library.confirmDelete');
  if (!isAsked && !(await confirm(title))) return undefined;
  for (const asset of ids) await quarry.api.assetsDeleteAsset({ params: { asset } });
  quarry.assetsChanged();
  void offerUndo(quarry, ids, title);
  return ids.length === 1 ? ids[0] : ids;
}

async function offerUndo(quarry: Quarry, ids: string[], title: string): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  const choice = await vscode.window.showInformationMessage(vscode.l10n.t('{0} is in the trash.', title), undo);
  if (choice === undo) await vscode.commands.executeCommand('quarry.restoreAsset', ids);
}

/** @param given an item of the trash, or ids; asked when absent */
export async function restoreAsset({ quarry }: Shell, given?: unknown, all?: unknown): Promise<number> {
  const ids = trashedIds(given, all) ?? (await chooseTrashed(quarry, vscode.l10n.t('What do you want back?')));
  if (ids.length === 0) return 0;
  const { count } = await quarry.api.trashRestore({ body: { assets: ids } });
  quarry.assetsChanged(ids.length === 1 && ids[0] !== undefined ? { saved: ids[0] } : {});
  return count;
}

/** @returns how many have gone */
export async function deleteForever({ quarry }: Shell, given?: unknown, all?: unknown): Promise<number> {
  const ids = trashedIds(given, all) ?? (await chooseTrashed(quarry, vscode.l10n.t('What should go for good?')));
  return ids.length === 0 ? 0 : purge(quarry, vscode.l10n.t('Delete {0} for good?', assetCount(ids.length)), ids);
}

/** @param options `{ isConfirmed: true }` from a caller that has asked already */
export async function emptyTrash({ quarry }: Shell, given?: unknown): Promise<number> {
  const { assets } = await quarry.api.trashList();
  if (assets.length === 0) throw new Hint(vscode.l10n.t('The trash is empty.'));
  const question = vscode.l10n.t('Empty the trash? What is lost for good: {0}.', assetCount(assets.length));
  return purge(quarry, question, undefined, isConfirmed(given));
}

async function purge(quarry: Quarry, question: string, ids?: string[], isAsked = false): Promise<number> {
  const remove = vscode.l10n.t('Delete for Good');
  const detail = vscode.l10n.t('This cannot be undone.');
  if (!isAsked && (await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove)
    return 0;
  const { count } = await quarry.api.trashEmpty({ body: ids ? { assets: ids } : {} });
  quarry.assetsChanged();
  return count;
}

function trashedIds(given: unknown, all: unknown): string[] | undefined {
  const items =
    Array.isArray(all) && all.length > 0 ? (all as unknown[]) : Array.isArray(given) ? (given as unknown[]) : [given];
  const ids = items.flatMap((item) => {
    if (typeof item === 'string') return [item];
    if (typeof item !== 'object' || item === null || !('trashed' in item)) return [];
    const { trashed } = item;
    return typeof trashed === 'object' && trashed !== null && 'id' in trashed && typeof trashed.id === 'string'
      ? [trashed.id]
      : [];
  });
  return ids.length > 0 ? ids : undefined;
}

async function chooseTrashed(quarry: Quarry, placeHolder: string): Promise<string[]> {
  const { assets } = await quarry.api.trashList();
  if (assets.length === 0) throw new Hint(vscode.l10n.t('The trash is empty.'));
  const items = assets.map(({ id, name, deleted }) => ({
    id,
    label: name,
    description: vscode.l10n.t('deleted on {0}', new Date(deleted).toLocaleString()),
  }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder, canPickMany: true });
  return chosen?.map(({ id }) => id) ?? [];
}

function isConfirmed(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'isConfirmed' in options && options.isConfirmed === true;
}

async function titleOf(quarry: Quarry, ids: readonly string[]): Promise<string> {
  await quarry.library.all();
  const name = ids.length === 1 ? quarry.library.get(ids[0] ?? '')?.name : undefined;
  return name === undefined ? assetCount(ids.length) : vscode.l10n.t('“{0}”', name);
}

async function confirm(title: string): Promise<boolean> {
  const remove = vscode.l10n.t('Move to Trash');
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t('Delete {0} from the library?', title),
    { modal: true, detail: vscode.l10n.t('It can be brought back for 30 days. The file it came from is not touched.') },
    remove,
  );
  return choice === remove;
}
