import * as vscode from 'vscode';
import { chooseText } from '../library/assetPick';
import { titleOf } from '../library/assets';
import { countUse } from '../library/uses';
import type { Shell } from './command';

const noticeMs = 3_000;

export async function copyAsset({ quarry }: Shell, given?: unknown): Promise<void> {
  const chosen = await chooseText(quarry, given, vscode.l10n.t('Which asset do you want to copy?'));
  if (!chosen) return;
  await vscode.env.clipboard.writeText(chosen.text);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Copied “{0}”', titleOf(chosen.asset)), noticeMs);
  countUse(quarry, chosen.asset.id, 'reuse');
}
