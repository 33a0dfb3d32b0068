/** The nodes of the library view, and the label, icon and hover of their items. */
import type { LibraryRow, TrashedAsset } from '../../contract/schemas/library';
import type { Undecided } from '../../contract/schemas/team';
import type { Group, Grouping } from './rows';
import * as vscode from 'vscode';
import { assetUriOf, languageIconUri, descriptionOf, placeOf, textOf, titleOf, wordOfAsset } from './assets';
import { assetCount } from '../notices';
import { languageName, languageOf } from '../languages';
import type { Asset } from '../../contract/schemas/assets';

// Section: nodes of the library view. Commands on an item receive its node and read `asset`.

export interface GroupNode {
  kind: 'group';
  group: Group;
  /** Number of assets shown; one more item stands for the rest. */
  shown: number;
  /** Part of the item ids that differs for each filter, so that the editor does not reuse the state of a group. */
  generation: string;
}

export interface AssetNode {
  kind: 'asset';
  asset: LibraryRow;
  parent: GroupNode;
}

interface MoreNode {
  kind: 'more';
  parent: GroupNode;
}

interface TrashNode {
  kind: 'trash';
  count: number;
}

interface TrashedNode {
  kind: 'trashed';
  trashed: TrashedAsset;
}

/** Conflicts that the user must resolve; the first item of the tree. */
interface ConflictsNode {
  kind: 'conflicts';
  count: number;
}

interface ConflictNode {
  kind: 'conflict';
  item: Undecided;
}

export type LibraryNode = GroupNode | AssetNode | MoreNode | TrashNode | TrashedNode | ConflictsNode | ConflictNode;

// Section: items of the library view: icons by language, descriptions, and labels for screen readers.

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

export interface Look {
  by: Grouping;
  /** True to expand all groups, because few assets are shown. */
  isOpen: boolean;
  /** True when the team server is unreachable, so shared assets may be out of date. */
  isOffline?: boolean;
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
    case 'conflicts':
      return conflictsItem(node);
    case 'conflict':
      return conflictItem(node);
  }
}

const groupIcons: Record<Exclude<Grouping, 'language'>, string> = {
  tag: 'tag',
  origin: 'repo',
  time: 'calendar',
  use: 'graph',
  space: 'organization',
};

function groupItem({ group, generation }: GroupNode, { by, isOpen, isOffline }: Look): vscode.TreeItem {
  const item = new vscode.TreeItem(group.label, isOpen ? Expanded : Collapsed);
  item.id = `${generation} ${group.key}`;
  item.contextValue = by === 'tag' && group.key !== 'tag:' ? 'group tag' : 'group';
  const marks = by === 'space' ? spaceMarks(group, isOffline) : [];
  item.description = [String(group.rows.length), ...marks].join(', ');
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
  const told = toldOf(asset, by) ?? place ?? asset.tags.join(', ');
  const pending = asset.shared?.isPending ? ['↑'] : [];
  item.description = [...(asset.favorited ? ['★'] : []), ...pending, told].join(' ');
  item.resourceUri = assetUriOf(asset);
  // In a language group, the language's icon would be the same for every item.
  item.iconPath = by === 'language' ? new vscode.ThemeIcon('symbol-snippet') : vscode.ThemeIcon.File;
  item.command = {
    command: 'quarry.openAsset',
    title: vscode.l10n.t('Open'),
    arguments: [{ asset: { id: asset.id } }],
  };
  const waits = asset.shared?.isPending ? vscode.l10n.t('a change waits to be sent') : '';
  const parts = [asset.name, languageName(asset.language), place ?? '', waits];
  item.accessibilityInformation = { label: parts.filter(Boolean).join(', ') };
  return item;
}

/** The description of an asset, which depends on the grouping. */
function toldOf(asset: LibraryRow, by: Grouping): string | undefined {
  if (by === 'use' && asset.uses > 0) return usesText(asset.uses);
  return by === 'space' && asset.shared ? sharedText(asset.shared) : undefined;
}

/** Who changed a shared asset, and when: the time for today, else the day. The hover shows both. */
function sharedText({ changedBy, changed }: NonNullable<LibraryRow['shared']>): string {
  const time = new Date(changed);
  const isToday = time.toDateString() === new Date().toDateString();
  const { language } = vscode.env;
  const when = isToday
    ? time.toLocaleTimeString(language, { timeStyle: 'short' })
    : time.toLocaleDateString(language, { day: 'numeric', month: 'short' });
  return `${changedBy}, ${when}`;
}

function spaceMarks({ key, rows: [first] }: GroupNode['group'], isOffline = false): string[] {
  if (first?.shared?.isLost) return [vscode.l10n.t('lost')];
  return isOffline && key !== 'space:' ? [vscode.l10n.t('offline')] : [];
}

function conflictsItem({ count }: ConflictsNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('To Decide'), Expanded);
  item.id = 'conflicts';
  item.contextValue = 'conflicts';
  item.description = String(count);
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.tooltip = vscode.l10n.t('Two people changed the same, or a change could not be sent. Both versions are kept.');
  return item;
}

function conflictItem({ item: undecided }: ConflictNode): vscode.TreeItem {
  const item = new vscode.TreeItem(undecided.name, None);
  item.id = `conflict ${undecided.id}`;
  item.contextValue = 'conflict';
  item.description = undecided.reason ?? undecided.by?.name ?? '';
  item.iconPath = new vscode.ThemeIcon('diff');
  item.command = { command: 'quarry.showConflict', title: vscode.l10n.t('Compare'), arguments: [undecided.id] };
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

function usesText(uses: number): string {
  return uses === 1 ? vscode.l10n.t('used once') : vscode.l10n.t('used {0} times', uses);
}

/** The origin in short form: `src/app.ts:3-9`. */
export function placeOfRow({ place, path, lines }: LibraryRow): string | undefined {
  const file = place ?? path;
  return file === undefined ? undefined : `${file}${lines ? `:${lines.start}-${lines.end}` : ''}`;
}

// Section: the hover of an asset's item.

/** Most lines of code in a hover, so that it fits a small window without a scroll bar. */
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
    ['organization', row.shared && sharedFully(row.shared)],
    ['link', sites.join(', ')],
    ['checklist', summaries.join(', ')],
    ['history', dates.join(', ')],
    ['eye', row.uses > 0 ? used.join(', ') : undefined],
  ];
  return rows.flatMap(([icon, text]) => (text ? [[icon, text] satisfies [string, string]] : []));
}

function sharedFully({ spaceName, changedBy, changed }: NonNullable<LibraryRow['shared']>): string {
  const when = new Date(changed).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
  return vscode.l10n.t('in {0}, changed by {1}, {2}', spaceName, changedBy, when);
}

const minuteMs = 60_000;
const dayOf = (time: number): string =>
  new Date(time).toLocaleDateString(vscode.env.language, { day: 'numeric', month: 'short', year: 'numeric' });
