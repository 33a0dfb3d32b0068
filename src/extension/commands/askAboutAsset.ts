import * as vscode from 'vscode';
import { chooseAsset } from '../library/assetPick';
import { titleOf } from '../library/assets';
import type { Shell } from './command';

export async function askAboutAsset({ quarry, chat }: Shell, given?: unknown): Promise<void> {
  const asset = await chooseAsset(quarry, given, vscode.l10n.t('Which asset do you want to ask about?'));
  if (asset) await chat.ask(undefined, [{ kind: 'asset', id: asset.id, name: titleOf(asset) }]);
}
