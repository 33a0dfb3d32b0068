import * as vscode from 'vscode';
import { chooseText } from '../library/assetPick';
import { assetUri, wordOfAsset } from '../library/assets';
import { languageOf } from '../languages';
import { countUse } from '../library/uses';
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
