/** What the buttons of a code block do. */
import * as vscode from 'vscode';
import { languageOfEnding, languageOfName, wordsOf } from '../../languages/lookup';
import { Hint } from '../errors';
import { insertCode } from '../library/insertion';
import { codeColumn } from './tabs';

/** Into the editor that was used last: the page has the focus while its button is pressed. */
export async function insertAtCursor(code: string): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (!editor) throw new Hint(vscode.l10n.t('Open a file to insert into first.'));
  if (!(await insertCode(editor, code))) throw new Hint(vscode.l10n.t('The file cannot be changed.'));
  await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn });
}

/** Opens the code in an editor of its own, not saved yet. */
export async function createFile(code: string, language: string): Promise<void> {
  const known = await vscode.languages.getLanguages();
  const word = language.toLowerCase();
  // What answers call a language may be another of its names than the editor's.
  const ids = wordsOf((languageOfName(word) ?? languageOfEnding(word))?.editor);
  const id = [word, ...ids].find((name) => known.includes(name));
  const document = await vscode.workspace.openTextDocument({ content: `${code}\n`, ...(id && { language: id }) });
  const viewColumn = codeColumn();
  await vscode.window.showTextDocument(document, { preview: false, ...(viewColumn !== undefined && { viewColumn }) });
}

/**
 * Like any other save: what is there already, and what holds a key, is asked about. @returns false when it was declined
 */
export async function saveCode(text: string, language: string): Promise<boolean> {
  const saved = await vscode.commands.executeCommand<unknown[] | undefined>('quarry.saveCode', { text, language });
  return saved !== undefined && saved.length > 0;
}

export async function openLink(url: string): Promise<void> {
  const open = vscode.l10n.t('Open');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t('Open this link from an answer?'),
    { modal: true, detail: url },
    open,
  );
  if (choice === open) await vscode.env.openExternal(vscode.Uri.parse(url, true));
}
