/** Tells of the connection: a context key for menus and welcome views, and a message when it has failed. */
import * as vscode from 'vscode';
import type { ConnectionState } from './connection';
import type { Quarry } from './quarry';

export function tellConnection(quarry: Quarry): vscode.Disposable {
  let toldReason: string | undefined;
  const tell = (state: ConnectionState): void => {
    void vscode.commands.executeCommand('setContext', 'quarry.connection', state.kind);
    if (state.kind === 'connected') toldReason = undefined;
    // The service looks again every few seconds and fails in the same way.
    if (state.kind !== 'failed' || state.reason === toldReason) return;
    toldReason = state.reason;
    void offerHelp(quarry, state.reason);
  };
  tell(quarry.connection);
  return quarry.onDidChangeConnection(tell);
}

async function offerHelp(quarry: Quarry, reason: string): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  const tryAgain = vscode.l10n.t('Try Again');
  const text = vscode.l10n.t('Quarry cannot open its library. {0}', reason);
  const choice = await vscode.window.showErrorMessage(text, showLog, tryAgain);
  if (choice === showLog) quarry.log.show(true);
  if (choice === tryAgain) await quarry.restart();
}
