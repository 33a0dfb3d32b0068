import * as vscode from 'vscode';
import { chooseText } from '../assetPick';
import { wordOfAsset } from '../assets';
import { Hint } from '../errors';
import { insertCode } from '../insertion';
import { languageOf } from '../languages';
import { countUse } from '../uses';
import type { Shell } from './command';

/** Without an editor the asset becomes a new file. */
export async function insertAsset({ quarry }: Shell, given?: unknown): Promise<void> {
  const chosen = await chooseText(quarry, given, vscode.l10n.t('Which asset do you want to insert?'));
  if (!chosen) return;
  const { asset, text } = chosen;
  const editor = vscode.window.activeTextEditor;
  if (editor) {
    const isInserted = await insertCode(editor, text);
    if (!isInserted) throw new Hint(vscode.l10n.t('The editor did not take the text; the file may be read-only.'));
    await vscode.window.showTextDocument(editor.document, editor.viewColumn);
  } else {
    const language = languageOf(wordOfAsset(asset))?.id;
    const document = await vscode.workspace.openTextDocument({ content: text, ...(language && { language }) });
    await vscode.window.showTextDocument(document);
  }
  countUse(quarry, asset.id, 'reuse');
}
