import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import { Hint } from '../errors';
import { languageOf } from '../languages';
import { chooseText } from '../library/assetPick';
import { assetUri, countUse, tagsOf, titleOf, wordOfAsset } from '../library/assets';
import { insertCode, insertTemplate, isTemplate } from '../library/insertion';
import type { Shell } from './command';

export async function openAsset({ quarry }: Shell, given?: unknown): Promise<void> {
  const chosen = await chooseText(quarry, given, vscode.l10n.t('Which asset do you want to open?'));
  if (!chosen) return;
  const document = await vscode.workspace.openTextDocument(assetUri(chosen.asset));
  const language = languageOf(wordOfAsset(chosen.asset))?.id;
  if (language !== undefined && language !== document.languageId) await useLanguage(document, language);
  await vscode.window.showTextDocument(document, { preview: true });
  countUse(quarry, chosen.asset.id, 'reference');
}

/** The file's ending says the language already where the editor knows it; this is for names without one. */
async function useLanguage(document: vscode.TextDocument, language: string): Promise<void> {
  const known = await vscode.languages.getLanguages();
  if (known.includes(language)) await vscode.languages.setTextDocumentLanguage(document, language);
}

const noticeMs = 3_000;

export async function copyAsset({ quarry }: Shell, given?: unknown): Promise<void> {
  const chosen = await chooseText(quarry, given, vscode.l10n.t('Which asset do you want to copy?'));
  if (!chosen) return;
  await vscode.env.clipboard.writeText(chosen.text);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Copied “{0}”', titleOf(chosen.asset)), noticeMs);
  countUse(quarry, chosen.asset.id, 'reuse');
}

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
