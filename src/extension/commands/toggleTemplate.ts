import * as vscode from 'vscode';
import { chooseAsset, orShown } from '../library/assetPick';
import { templateTag } from '../../contract/templateTag';
import { tagsOf, titleOf } from '../library/assets';
import { isTemplate } from '../library/template';
import type { Shell } from './command';

const noticeMs = 6_000;

/** Whether `$1` in an asset is a place to fill in, or plain code as it is unless one says so. @returns what it is now */
export async function toggleTemplate({ quarry }: Shell, given?: unknown): Promise<boolean | undefined> {
  const question = vscode.l10n.t('Which asset has tab stops to fill in?');
  const asset = await chooseAsset(quarry, orShown(given), question);
  if (!asset) return undefined;
  const before = tagsOf(asset);
  const isMade = !isTemplate(before);
  const tags = isMade ? [...before, templateTag] : before.filter((tag) => !isTemplate([tag]));
  await quarry.api.assetEdit({ params: { asset: asset.id }, body: { tags } });
  quarry.assetsChanged();
  const text = isMade
    ? vscode.l10n.t('“{0}” is a template now: $1 and $2 are filled in when it is inserted.', titleOf(asset))
    : vscode.l10n.t('“{0}” is inserted as it stands now.', titleOf(asset));
  vscode.window.setStatusBarMessage(text, noticeMs);
  return isMade;
}
