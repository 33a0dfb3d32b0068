/** Saving what is no selection of an editor: the clipboard, a terminal, a notebook cell, code of an answer. */
import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import { Hint } from '../errors';
import { savePieces, type SaveOptions } from '../library/saving';
import type { Shell } from './command';

/** No file of this name is there: the scheme keeps it from being taken for one. */
const nowhere = (name: string): vscode.Uri => vscode.Uri.from({ scheme: 'untitled', path: name });

export async function saveClipboard({ quarry }: Shell, options?: unknown): Promise<Asset[]> {
  const text = await vscode.env.clipboard.readText();
  if (text.trim() === '') throw new Hint(vscode.l10n.t('The clipboard holds no text.'));
  return savePieces(quarry, [{ uri: nowhere('clipboard'), text }], readOptions(options));
}

/** The editor gives the selection of a terminal through the clipboard only, which is put back as it was. */
export async function saveTerminalSelection({ quarry }: Shell, options?: unknown): Promise<Asset[]> {
  const before = await vscode.env.clipboard.readText();
  await vscode.env.clipboard.writeText('');
  await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
  const text = await vscode.env.clipboard.readText();
  await vscode.env.clipboard.writeText(before);
  if (text.trim() === '') throw new Hint(vscode.l10n.t('Select some text in the terminal first.'));
  return savePieces(quarry, [{ uri: nowhere('terminal'), text }], readOptions(options));
}

/** @param given the cell, from its toolbar; else the selected one */
export async function saveNotebookCell({ quarry }: Shell, given?: unknown): Promise<Asset[]> {
  const cell = isCell(given) ? given : selectedCell();
  if (!cell) throw new Hint(vscode.l10n.t('Select a notebook cell first.'));
  const { document, notebook } = cell;
  return savePieces(quarry, [{ uri: notebook.uri, languageId: document.languageId, text: document.getText() }]);
}

/** @param given `{ text, language?, name? }`, as the button of a code block has it; `language` as a fence writes it */
export async function saveCode({ quarry }: Shell, given?: unknown): Promise<Asset[]> {
  if (typeof given !== 'object' || given === null || !('text' in given) || typeof given.text !== 'string') {
    throw new Hint(vscode.l10n.t('There is nothing to save: the text is empty.'));
  }
  const language = 'language' in given && typeof given.language === 'string' ? given.language : '';
  const name = 'name' in given && typeof given.name === 'string' ? given.name : undefined;
  const piece = {
    uri: nowhere('answer'),
    text: given.text,
    ...(language !== '' && { languageId: language, word: language }),
    ...(name !== undefined && { name }),
  };
  return savePieces(quarry, [piece], readOptions(given));
}

export function readOptions(given: unknown): SaveOptions {
  if (typeof given !== 'object' || given === null) return {};
  const onDuplicate = 'onDuplicate' in given ? given.onDuplicate : undefined;
  const onSecret = 'onSecret' in given ? given.onSecret : undefined;
  return {
    ...((onDuplicate === 'save' || onDuplicate === 'skip') && { onDuplicate }),
    ...((onSecret === 'mask' || onSecret === 'save' || onSecret === 'skip') && { onSecret }),
  };
}

function isCell(given: unknown): given is vscode.NotebookCell {
  return typeof given === 'object' && given !== null && 'notebook' in given && 'document' in given;
}

function selectedCell(): vscode.NotebookCell | undefined {
  const editor = vscode.window.activeNotebookEditor;
  return editor?.notebook.getCells(editor.selection)[0];
}
