import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { until } from './window';

interface Binding {
  key: string;
  command: string;
}

/** All bindings of this editor on this platform, those of extensions included, as it documents them itself. */
async function boundKeys(): Promise<Binding[]> {
  const document = await vscode.workspace.openTextDocument(
    vscode.Uri.parse('vscode://defaultsettings/keybindings.json'),
  );
  const list = document.getText().split('\n]')[0] ?? '';
  const withoutComments = list.replace(/^\s*\/\/.*$/gm, '');
  return JSON.parse(`${withoutComments}\n]`) as Binding[];
}

describe('key bindings', () => {
  it('are our own: nothing else of the editor has their keys or begins with their prefix', async () => {
    const extension = await until('Quarry', () => vscode.extensions.getExtension('quarry.quarry'));
    const manifest = JSON.parse(readFileSync(path.join(extension.extensionPath, 'package.json'), 'utf8')) as {
      contributes: { keybindings: Binding[] };
    };
    const prefixes = manifest.contributes.keybindings.map(({ key }) => key.split(' ')[0] ?? '');
    const bound = await boundKeys();
    assert.ok(bound.length > 500, 'the editor told its bindings');
    const same = bound.filter(({ key }) => prefixes.some((prefix) => key === prefix || key.startsWith(`${prefix} `)));
    assert.deepEqual([...new Set(same.map(({ command }) => command.split('.')[0]))], ['quarry']);
    assert.equal(same.length, manifest.contributes.keybindings.length);
  });
});
