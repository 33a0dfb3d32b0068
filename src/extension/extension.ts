/**
 * The entry of the shell: what Quarry is made of, in a window of the editor. Registers and returns; the service thread
 * starts on the next tick. Must not know how anything is done.
 */
import type * as vscode from 'vscode';
import { registerCommands } from './commands';
import { tellConnection } from './connectionNews';
import { showError } from './errors';
import { watchFiles } from './fileEvents';
import { createQuarry, type Quarry } from './quarry';
import { registerAssetDocuments } from './views/assetDocuments';
import { registerAssetTree } from './views/assetTree';
import { registerChat } from './views/chatView';
import { registerReports } from './views/reports';
import { registerStatusItem } from './views/statusItem';
import { holdWindowLease } from './windowLease';

let quarry: Quarry | undefined;

export function activate(context: vscode.ExtensionContext): void {
  quarry = createQuarry(context);
  try {
    const chat = registerChat(context, quarry);
    context.subscriptions.push(
      chat,
      tellConnection(quarry),
      registerAssetTree(quarry),
      registerAssetDocuments(quarry),
      registerStatusItem(quarry),
      registerReports(),
      holdWindowLease(quarry),
      watchFiles(quarry),
      ...registerCommands({ quarry, chat }),
    );
  } catch (error) {
    // The editor would only write it to its own log.
    showError(quarry.log, error, 'activate');
  }
}

export function deactivate(): Promise<void> | undefined {
  return quarry?.stop();
}
