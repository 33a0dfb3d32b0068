/** Makes the token given out before worthless: for a token that was shown to somebody, or a program that is trusted no more. */
import * as vscode from 'vscode';
import { readOrCreateToken } from '../../owner/token';
import type { Shell } from './command';

/** @param given `{ isConfirmed: true }` from a caller that has asked already @returns whether there is a new token */
export async function renewToken({ quarry }: Shell, given?: unknown): Promise<boolean> {
  const isConfirmed = typeof given === 'object' && given !== null && 'isConfirmed' in given && given.isConfirmed;
  if (isConfirmed !== true && !(await confirm())) return false;
  await quarry.api.tokenRenew();
  // Not awaited: the command is done, and the message may stand for long.
  void tell(quarry.libraryFolder.folder);
  return true;
}

async function confirm(): Promise<boolean> {
  const renew = vscode.l10n.t('Renew Token');
  const detail = vscode.l10n.t(
    'Programs that show the old token are refused at once, until you give them the new one. Your windows and programs without a token go on as before.',
  );
  const question = vscode.l10n.t('Renew the token of the Quarry server?');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, renew)) === renew;
}

async function tell(dataFolder: string): Promise<void> {
  const copy = vscode.l10n.t('Copy New Token');
  const text = vscode.l10n.t('The token is renewed. Give the new one to the programs that used the old one.');
  if ((await vscode.window.showInformationMessage(text, copy)) !== copy) return;
  await vscode.env.clipboard.writeText(await readOrCreateToken(dataFolder));
}
