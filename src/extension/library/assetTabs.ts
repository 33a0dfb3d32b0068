/** Tabs of assets follow their titles and languages. */
import * as vscode from 'vscode';
import { assetOfUri, assetUriOf } from './assets';
import type { Quarry } from '../start/quarry';

/** The address of a document holds its name: one that was renamed is opened anew, unless it holds unsaved text. */
export async function reopenAsset(quarry: Quarry, id: string): Promise<void> {
  await quarry.library.all();
  const row = quarry.library.get(id);
  if (!row) return;
  const uri = assetUriOf(row);
  for (const group of vscode.window.tabGroups.all) {
    for (const tab of group.tabs) {
      const { input, isDirty, isActive, isPreview } = tab;
      if (!(input instanceof vscode.TabInputText) || assetOfUri(input.uri) !== id || isDirty) continue;
      if (input.uri.toString() === uri.toString()) continue;
      const { viewColumn } = group;
      const options = { viewColumn, preview: isPreview, preserveFocus: !group.isActive };
      if (isActive) await vscode.window.showTextDocument(uri, options);
      await vscode.window.tabGroups.close(tab, true);
    }
  }
}
