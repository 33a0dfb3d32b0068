import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeEditors, command, saveText, until } from './window';

/** Chosen again before it is open, it would begin to open anew. */
const openMs = 5_000;

/** What the tree shows is only to be had through what it does: the one asset left by a filter is opened by keyboard. */
async function openFromTree(filter: string, text: string): Promise<vscode.TextDocument> {
  assert.equal(await command('quarry.filterLibrary', filter), 1);
  const opened = () => {
    const shown = vscode.window.activeTextEditor?.document;
    return shown?.uri.scheme === 'quarry-asset' && shown.getText() === text ? shown : undefined;
  };
  let chosen = -Infinity;
  return until('the asset to be opened from the tree', async () => {
    const document = opened();
    if (document || performance.now() - chosen < openMs) return document;
    await command('quarry.assets.focus');
    await command('list.focusFirst');
    await command('list.focusDown'); // past its group
    await command('list.select');
    chosen = performance.now();
    return opened();
  });
}

describe('the library view', () => {
  afterEach(closeEditors);

  it('lists a saved asset, which opens from there', async () => {
    const text = 'func Shown() int {\n\treturn 1\n}';
    await saveText('shown.go', text);
    const document = await openFromTree('lang:go Shown', text);
    await command('quarry.clearLibraryFilter');
    assert.equal(document.languageId, 'go');
  });
});

describe('the service', () => {
  it('comes back with the library after a restart', async () => {
    const { id } = await saveText('restarted.ts', 'export const keptThroughRestart = 1;');
    await command('quarry.restartService');
    await command('quarry.openAsset', id);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), 'export const keptThroughRestart = 1;');
    await closeEditors();
  });
});
