import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import { chooseAsset, orShown } from '../library/assetPick';
import { wordOfAsset } from '../library/assets';
import { languages } from '../languages';
import type { Shell } from './command';

/** @param word the contract's word for the language; asked when absent */
export async function reclassifyAsset({ quarry }: Shell, given?: unknown, word?: unknown): Promise<Asset | undefined> {
  const asset = await chooseAsset(quarry, orShown(given), vscode.l10n.t('Which asset has the wrong language?'));
  if (!asset) return undefined;
  const ext = typeof word === 'string' ? word : await chooseWord(asset);
  if (ext === undefined) return undefined;
  const changed = await quarry.api.assetReclassify({
    query: { transferables: false },
    body: { ext, asset: { id: asset.id } },
  });
  quarry.assetsChanged();
  return changed;
}

async function chooseWord(asset: Asset): Promise<string | undefined> {
  const current = wordOfAsset(asset);
  const items = [...languages]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ ext, name }) => ({
      label: name,
      description: ext === current ? vscode.l10n.t('current') : ext,
      ext,
    }));
  const choice = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t('The language of this asset'),
    matchOnDescription: true,
  });
  return choice?.ext;
}
