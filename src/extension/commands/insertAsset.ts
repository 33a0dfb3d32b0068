import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import { chooseText } from '../library/assetPick';
import { tagsOf, wordOfAsset } from '../library/assets';
import { Hint } from '../errors';
import { insertCode } from '../library/insertion';
import { languageOf } from '../languages';
import { insertTemplate, isTemplate } from '../library/template';
import { countUse } from '../library/uses';
import type { Shell } from './command';

/** Without an editor the asset becomes a new file. */
export async function insertAsset({ quarry }: Shell, given?: unknown): Promise<void> {
  const chosen = await chooseText(quarry, given, vscode.l10n.t('Which asset do you want to insert?'));
  if (!chosen) return;
  const { asset, text } = chosen;
  const editor = vscode.window.activeTextEditor;
  if (editor) {
    const isInserted = isTemplate(tagsOf(asset)) ? await insertTemplate(editor, text) : await insertCode(editor, text);
    if (!isInserted) throw new Hint(vscode.l10n.t('The editor did not take the text; the file may be read-only.'));
    await vscode.window.showTextDocument(editor.document, editor.viewColumn);
  } else await insertIntoNew(asset, text);
  countUse(quarry, asset.id, 'reuse');
}

async function insertIntoNew(asset: Asset, text: string): Promise<void> {
  const language = languageOf(wordOfAsset(asset))?.id;
  const isFilled = isTemplate(tagsOf(asset));
  const content = isFilled ? '' : text;
  const document = await vscode.workspace.openTextDocument({ content, ...(language && { language }) });
  const editor = await vscode.window.showTextDocument(document);
  if (isFilled) await insertTemplate(editor, text);
}
