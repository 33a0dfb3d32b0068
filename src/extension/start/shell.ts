/**
 * Assembles the parts of Quarry in a window. Registers them in a few short turns of the event loop, while the service
 * thread starts. Must not know how anything is done.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { offerAgentTools } from './agentTools';
import { offerAssetCompletion, registerAssetDrop } from '../library/insertion';
import { showError } from '../notices';
import { watchFiles, holdWindowLease } from './windowFolders';
import { watchSteps } from './firstSteps';
import { Quarry } from './quarry';
import { registerAssetFiles } from '../library/assets';
import { offerTimeline, registerChat, registerCommands } from './loadLater';
import { registerLibraryTree } from '../library/tree';
import { registerOriginDrift } from '../library/originDrift';
import { registerRelated } from '../chat/related';
import { registerReports } from '../tabs';
import { registerStatusItem, tellConnection } from './statusItem';

export async function openShell(context: vscode.ExtensionContext): Promise<Quarry> {
  await breathe();
  const quarry = new Quarry(context);
  try {
    await breathe();
    const chat = registerChat(context, quarry);
    const libraryView = registerLibraryTree(quarry);
    context.subscriptions.push(
      chat,
      libraryView,
      tellConnection(quarry),
      registerAssetFiles(quarry),
      registerAssetDrop(quarry),
      registerOriginDrift(quarry),
      registerStatusItem(quarry),
      registerRelated(quarry),
      registerReports(),
      holdWindowLease(quarry),
      watchFiles(quarry),
      watchSteps(context.globalState),
      offerAgentTools(quarry),
      offerAssetCompletion(quarry),
    );
    await breathe();
    context.subscriptions.push(
      ...registerCommands({ quarry, chat, libraryView, timeline: offerTimeline(context, quarry) }),
    );
  } catch (error) {
    // Otherwise the editor would only write the error to its own log.
    showError(quarry.log, error, 'activate');
  }
  return quarry;
}
