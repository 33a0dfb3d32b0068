/** Items of the library view: icons by language, what tells them apart, and what a screen reader says. */
import * as vscode from 'vscode';
import type { LibraryRow } from '../../contract/schemas/library';
import { assetUriOf, languageIconUri } from './assets';
import { assetCount } from '../words';
import type { Grouping } from './grouping';
import { languageName } from '../languages';
import type { AssetNode, GroupNode, LibraryNode, MoreNode, TrashedNode, TrashNode } from './nodes';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

export interface Look {
  by: Grouping;
  /** All groups are opened: there are few assets, or few are left by a filter. */
  isOpen: boolean;
}

export function itemOf(node: LibraryNode, look: Look): vscode.TreeItem {
  switch (node.kind) {
    case 'group':
      return groupItem(node, look);
    case 'asset':
      return assetItem(node, look);
    case 'more':
      return moreItem(node);
    case 'trash':
      return trashItem(node);
    case 'trashed':
      return trashedItem(node);
  }
}

const groupIcons: Record<Exclude<Grouping, 'language'>, string> = {
  tag: 'tag',
  origin: 'repo',
  time: 'calendar',
  use: 'graph',
};

function groupItem({ group, generation }: GroupNode, { by, isOpen }: Look): vscode.TreeItem {
  const item = new vscode.TreeItem(group.label, isOpen ? Expanded : Collapsed);
  item.id = `${generation} ${group.key}`;
  item.contextValue = by === 'tag' && group.key !== 'tag:' ? 'group tag' : 'group';
  item.description = String(group.rows.length);
  if (by === 'language') {
    item.iconPath = vscode.ThemeIcon.File;
    item.resourceUri = languageIconUri('language', group.rows[0]?.language ?? 'UNKNOWN');
  } else item.iconPath = new vscode.ThemeIcon(groupIcons[by]);
  item.accessibilityInformation = { label: `${group.label}, ${assetCount(group.rows.length)}` };
  return item;
}

function assetItem({ asset, parent }: AssetNode, { by }: Look): vscode.TreeItem {
  const item = new vscode.TreeItem(asset.name, None);
  const place = placeOfRow(asset);
  item.id = `${parent.generation} ${parent.group.key} ${asset.id}`;
  item.contextValue = [
    'asset',
    ...(asset.isText ? ['text'] : []),
    ...(asset.path === undefined ? [] : ['origin']),
  ].join(' ');
  const told = by === 'use' && asset.uses > 0 ? usesText(asset.uses) : (place ?? asset.tags.join(', '));
  item.description = [...(asset.favorited ? ['★'] : []), told].join(' ');
  item.resourceUri = assetUriOf(asset);
  // Below its own language the icon would say the same on every line.
  item.iconPath = by === 'language' ? new vscode.ThemeIcon('symbol-snippet') : vscode.ThemeIcon.File;
  item.command = {
    command: 'quarry.openAsset',
    title: vscode.l10n.t('Open'),
    arguments: [{ asset: { id: asset.id } }],
  };
  const parts = [asset.name, languageName(asset.language), place ?? ''];
  item.accessibilityInformation = { label: parts.filter(Boolean).join(', ') };
  return item;
}

function moreItem({ parent }: MoreNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('{0} more…', parent.group.rows.length - parent.shown), None);
  item.id = `${parent.generation} ${parent.group.key} more ${parent.shown}`;
  item.contextValue = 'more';
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.command = { command: 'quarry.showMoreAssets', title: vscode.l10n.t('Show more'), arguments: [parent] };
  return item;
}

function trashItem({ count }: TrashNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Trash'), Collapsed);
  item.id = 'trash';
  item.contextValue = 'trash';
  item.description = String(count);
  item.iconPath = new vscode.ThemeIcon('trash');
  item.tooltip = vscode.l10n.t('Deleted assets are kept for 30 days.');
  return item;
}

function trashedItem({ trashed }: TrashedNode): vscode.TreeItem {
  const item = new vscode.TreeItem(trashed.name, None);
  const days = Math.max(1, Math.ceil((trashed.until - Date.now()) / 86_400_000));
  item.id = `trashed ${trashed.id}`;
  item.contextValue = 'trashed';
  item.description = days === 1 ? vscode.l10n.t('one more day') : vscode.l10n.t('{0} more days', days);
  item.iconPath = new vscode.ThemeIcon('circle-slash');
  item.tooltip = vscode.l10n.t('Deleted on {0}', new Date(trashed.deleted).toLocaleString());
  return item;
}

export function usesText(uses: number): string {
  return uses === 1 ? vscode.l10n.t('used once') : vscode.l10n.t('used {0} times', uses);
}

/** Where it came from, short: `src/app.ts:3-9`. */
export function placeOfRow({ place, path, lines }: LibraryRow): string | undefined {
  const file = place ?? path;
  return file === undefined ? undefined : `${file}${lines ? `:${lines.start}-${lines.end}` : ''}`;
}
