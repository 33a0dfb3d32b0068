/** What is known of an asset, as the hover of its item. */
import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import { descriptionOf, placeOf, tagsOf, textOf, titleOf, wordOfAsset } from '../assets';
import { languageName, languageOf } from '../languages';

const previewLines = 12;

export function assetTooltip(asset: Asset): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString('', true);
  tooltip.appendMarkdown('**').appendText(titleOf(asset)).appendMarkdown('**\n\n');
  const description = descriptionOf(asset);
  if (description) tooltip.appendText(description).appendMarkdown('\n\n');
  for (const [icon, text] of facts(asset))
    tooltip.appendMarkdown(`$(${icon}) `).appendText(text).appendMarkdown('  \n');
  const lines = (textOf(asset) ?? '').split('\n');
  const shown = lines.slice(0, previewLines).join('\n');
  if (shown.trim()) tooltip.appendCodeblock(shown, languageOf(wordOfAsset(asset))?.id ?? '');
  const more = lines.length - previewLines;
  if (more > 0) tooltip.appendText(vscode.l10n.t('… and {0} more lines', more));
  return tooltip;
}

function facts(asset: Asset): [icon: string, text: string][] {
  const { origin, score } = asset;
  const tags = tagsOf(asset);
  const place = placeOf(asset);
  const commit = [origin?.branch, origin?.commit?.slice(0, 8)].filter(Boolean).join(' @ ');
  const uses = (score?.reuse ?? 0) + (score?.reference ?? 0);
  return [
    ['code', languageName(wordOfAsset(asset))],
    ...(tags.length > 0 ? [['tag', tags.join(', ')] satisfies [string, string]] : []),
    ...(place === undefined ? [] : [['file', place] satisfies [string, string]]),
    ...(origin?.repository === undefined ? [] : [['repo', origin.repository] satisfies [string, string]]),
    ...(commit === '' ? [] : [['git-commit', commit] satisfies [string, string]]),
    ['history', new Date(asset.created.value).toLocaleString()],
    ...(uses > 0 ? [['eye', vscode.l10n.t('used {0} times', uses)] satisfies [string, string]] : []),
  ];
}
