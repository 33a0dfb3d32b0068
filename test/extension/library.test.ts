import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeEditors, command, saveText, until } from './window';

const maxRows = 40;

/** What the tree shows is only to be had through what it does: rows are gone through as by keyboard. */
async function openFromTree(text: string): Promise<vscode.TextDocument | undefined> {
  await command('quarry.assets.focus');
  await command('list.focusFirst');
  for (let row = 0; row < maxRows; row += 1) {
    await command('quarry.assets.focus');
    await command('list.focusDown');
    await command('list.select');
    const shown = vscode.window.activeTextEditor?.document;
    if (shown?.uri.scheme === 'quarry-asset' && shown.getText() === text) return shown;
  }
  return undefined;
}

describe('the library view', () => {
  afterEach(closeEditors);

  it('lists a saved asset, which opens from there', async () => {
    const text = 'func Shown() int {\n\treturn 1\n}';
    await saveText('shown.go', text);
    const document = await until('the asset to be listed', () => openFromTree(text));
    assert.equal(document.languageId, 'go');
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
