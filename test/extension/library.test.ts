import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeEditors, command, saveText, until } from './window';

/** What the tree shows is only to be had through what it does: the shown item is the one commands work on. */
describe('the library view', () => {
  afterEach(closeEditors);

  it('shows a saved asset as the selected item, and opens it from there', async () => {
    await command('quarry.assets.focus');
    await saveText('shown.go', 'func Shown() int {\n\treturn 1\n}');
    const editor = await until('the asset to open from the tree', async () => {
      await command('quarry.assets.focus');
      await command('list.selectAndPreserveFocus');
      await command('list.select');
      const active = vscode.window.activeTextEditor?.document;
      return active?.uri.scheme === 'quarry-asset' ? active : undefined;
    });
    assert.equal(editor.getText(), 'func Shown() int {\n\treturn 1\n}');
    assert.equal(editor.languageId, 'go');
  });
});

describe('the service', () => {
  it('comes back with the library after a restart', async () => {
    const { id } = await saveText('kept.ts', 'export const kept = 1;');
    await command('quarry.restartService');
    await command('quarry.openAsset', id);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), 'export const kept = 1;');
    await closeEditors();
  });
});
