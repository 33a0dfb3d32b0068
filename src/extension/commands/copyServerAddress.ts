import * as vscode from 'vscode';
import type { Shell } from './command';

const noticeMs = 3_000;

export async function copyServerAddress({ quarry }: Shell): Promise<string> {
  const { baseUrl } = await quarry.status();
  await vscode.env.clipboard.writeText(baseUrl);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Copied {0}', baseUrl), noticeMs);
  return baseUrl;
}
