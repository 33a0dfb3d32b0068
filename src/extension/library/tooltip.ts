/** What is known of an asset, as the hover of its item. */
import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import type { LibraryRow } from '../../contract/schemas/library';
import { descriptionOf, placeOf, textOf, titleOf, wordOfAsset } from './assets';
import { languageName, languageOf } from '../languages';
import { usesText } from './items';

/** With the facts above it, so many fit into the hover of a small window without a scroll bar. */
const previewLines = 8;

export function assetTooltip(asset: Asset, row: LibraryRow): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString('', true);
  tooltip.appendMarkdown('**').appendText(titleOf(asset)).appendMarkdown('**\n\n');
  const description = descriptionOf(asset);
  if (description) tooltip.appendText(description).appendMarkdown('\n\n');
  for (const [icon, text] of facts(asset, row))
    tooltip.appendMarkdown(`$(${icon}) `).appendText(text).appendMarkdown('  \n');
  const lines = (textOf(asset) ?? '').split('\n');
  const shown = lines.slice(0, previewLines).join('\n');
  if (shown.trim()) tooltip.appendCodeblock(shown, languageOf(wordOfAsset(asset))?.id ?? '');
  const more = lines.length - previewLines;
  if (more > 0) tooltip.appendText(vscode.l10n.t('… and {0} more lines', more));
  return tooltip;
}

function facts(asset: Asset, row: LibraryRow): [icon: string, text: string][] {
  const { origin } = asset;
  const { tags, persons, sites, summaries } = row;
  const place = placeOf(asset);
  const commit = [origin?.branch, origin?.commit?.slice(0, 8)].filter(Boolean).join(' @ ');
  const dates = [
    vscode.l10n.t('saved {0}', dayOf(row.created)),
    ...(row.updated - row.created > minuteMs ? [vscode.l10n.t('changed {0}', dayOf(row.updated))] : []),
  ];
  const used = [
    usesText(row.uses),
    ...(row.lastUsed === undefined ? [] : [vscode.l10n.t('last {0}', dayOf(row.lastUsed))]),
  ];
  const rows: [icon: string, text: string | undefined][] = [
    ['code', languageName(wordOfAsset(asset))],
    ['tag', tags.join(', ')],
    ['file', place],
    ['repo', origin?.repository],
    ['git-commit', commit],
    ['person', persons.join(', ')],
    ['organization', row.shared && sharedText(row.shared)],
    ['link', sites.join(', ')],
    ['checklist', summaries.join(', ')],
    ['history', dates.join(', ')],
    ['eye', row.uses > 0 ? used.join(', ') : undefined],
  ];
  return rows.flatMap(([icon, text]) => (text ? [[icon, text] satisfies [string, string]] : []));
}

function sharedText({ spaceName, changedBy, changed }: NonNullable<LibraryRow['shared']>): string {
  const when = new Date(changed).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
  return vscode.l10n.t('in {0}, changed by {1}, {2}', spaceName, changedBy, when);
}

const minuteMs = 60_000;
const dayOf = (time: number): string =>
  new Date(time).toLocaleDateString(vscode.env.language, { day: 'numeric', month: 'short', year: 'numeric' });
