/** What the buttons of a code block do. */
import * as vscode from 'vscode';
import { reindent } from '../../webview/messages';
import type { ChatHost } from './chatHost';

function indentUnit({ options }: vscode.TextEditor): string {
  return options.insertSpaces === false ? '\t' : ' '.repeat(typeof options.tabSize === 'number' ? options.tabSize : 4);
}

function indentationAt(document: vscode.TextDocument, position: vscode.Position): string {
  const before = document.lineAt(position.line).text.slice(0, position.character);
  return /^[ \t]*/.exec(before)?.[0] ?? '';
}

/** Replaces each selection, or inserts at each cursor; literal text, fitted to the place, one undo. */
export async function insertCode(code: string): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (!editor) throw new Error(vscode.l10n.t('Open a file to insert into first.'));
  const unit = indentUnit(editor);
  const isDone = await editor.edit((edit) => {
    for (const selection of editor.selections) {
      edit.replace(selection, reindent(code, { line: indentationAt(editor.document, selection.start), unit }));
    }
  });
  if (!isDone) throw new Error(vscode.l10n.t('The file cannot be changed.'));
  await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn });
}

export async function saveCode(code: string, language: string, host: ChatHost): Promise<void> {
  const fragment = { string: { raw: code }, ...(language !== '' && { metadata: { ext: language } }) };
  const asset = await host.api.assetsCreateNewAsset({
    query: { transferables: false },
    body: { type: 'SEEDED_ASSET', asset: { format: { fragment } } },
  });
  host.assetsChanged?.({ saved: asset.id });
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
