import * as vscode from 'vscode';
import { chooseAsset } from '../assetPick';
import { titleOf } from '../assets';
import { isSwitchedOn } from '../config';
import type { Shell } from './command';

/** @param options `{ isConfirmed: true }` from a caller that has asked already */
export async function deleteAsset({ quarry }: Shell, given?: unknown, options?: unknown): Promise<string | undefined> {
  const asset = await chooseAsset(quarry, given, vscode.l10n.t('Which asset do you want to delete?'));
  if (!asset) return undefined;
  if (!isConfirmed(options) && !(await confirm(titleOf(asset)))) return undefined;
  const id = await quarry.api.assetsDeleteAsset({ params: { asset: asset.id } });
  quarry.assetsChanged();
  return id;
}

function isConfirmed(options: unknown): boolean {
  const isSaid =
    typeof options === 'object' && options !== null && 'isConfirmed' in options && options.isConfirmed === true;
  return isSaid || !isSwitchedOn('quarry.library.confirmDelete');
}

async function confirm(title: string): Promise<boolean> {
  const remove = vscode.l10n.t('Delete');
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t('Delete “{0}” from the library?', title),
    { modal: true, detail: vscode.l10n.t('The file it came from is not touched.') },
    remove,
  );
  return choice === remove;
}
