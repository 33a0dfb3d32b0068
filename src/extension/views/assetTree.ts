/** The library in the side bar: assets below their languages. */
import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import { allAssets, newestFirst } from '../assetPick';
import { languageIconUri, placeOf, tagsOf, titleOf, wordOfAsset } from '../assets';
import { languageName } from '../languages';
import type { Quarry } from '../quarry';
import { assetTooltip } from './assetTooltip';

export interface LanguageNode {
  kind: 'language';
  word: string;
  assets: AssetNode[];
}

/** Commands on an item receive this; they read its `asset`. */
export interface AssetNode {
  kind: 'asset';
  asset: Asset;
  parent: LanguageNode;
}

export type LibraryNode = LanguageNode | AssetNode;

export function registerAssetTree(quarry: Quarry): vscode.Disposable {
  const library = new LibraryTree(quarry);
  const view = vscode.window.createTreeView('quarry.assets', { treeDataProvider: library, showCollapseAll: true });
  const refresh = (): void => library.refresh();
  return vscode.Disposable.from(
    library,
    view,
    // A failure is told by the welcome view, which shows in an empty tree only.
    quarry.onDidChangeConnection(refresh),
    quarry.onDidChangeAssets(({ saved }) => {
      refresh();
      if (saved !== undefined && view.visible) void revealSaved(view, library, quarry, saved);
    }),
  );
}

async function revealSaved(
  view: vscode.TreeView<LibraryNode>,
  library: LibraryTree,
  quarry: Quarry,
  id: string,
): Promise<void> {
  try {
    const node = await library.find(id);
    if (node) await view.reveal(node, { select: true, focus: false });
  } catch (error) {
    quarry.log.debug(`A saved asset was not shown in the tree: ${String(error)}`);
  }
}

class LibraryTree implements vscode.TreeDataProvider<LibraryNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  /** What the tree shows; read anew after each refresh. */
  private roots: Promise<LanguageNode[]> | undefined;

  constructor(private readonly quarry: Quarry) {}

  refresh(): void {
    this.roots = undefined;
    this.changed.fire(undefined);
  }

  async find(id: string): Promise<AssetNode | undefined> {
    const groups = await this.load();
    return groups.flatMap(({ assets }) => assets).find(({ asset }) => asset.id === id);
  }

  async getChildren(node?: LibraryNode): Promise<LibraryNode[]> {
    if (!node) return this.load();
    return node.kind === 'language' ? node.assets : [];
  }

  getParent(node: LibraryNode): LibraryNode | undefined {
    return node.kind === 'asset' ? node.parent : undefined;
  }

  getTreeItem(node: LibraryNode): vscode.TreeItem {
    return node.kind === 'language' ? languageItem(node) : assetItem(node);
  }

  /** The first lines are fetched when somebody looks. */
  async resolveTreeItem(item: vscode.TreeItem, node: LibraryNode): Promise<vscode.TreeItem> {
    if (node.kind === 'asset') {
      const asset = await this.quarry.api.assetSnapshot({ params: { asset: node.asset.id } });
      item.tooltip = assetTooltip(asset);
    }
    return item;
  }

  dispose(): void {
    this.changed.dispose();
  }

  private load(): Promise<LanguageNode[]> {
    this.roots ??= this.read();
    return this.roots;
  }

  private async read(): Promise<LanguageNode[]> {
    try {
      const assets = await allAssets(this.quarry);
      await vscode.commands.executeCommand('setContext', 'quarry.isLibraryEmpty', assets.length === 0);
      return groupByLanguage(assets);
    } catch (error) {
      // The welcome view says what is wrong; the next change of the connection reads anew.
      this.quarry.log.warn(`The library could not be listed: ${String(error)}`);
      return [];
    }
  }
}

export function groupByLanguage(assets: readonly Asset[]): LanguageNode[] {
  const groups = new Map<string, LanguageNode>();
  for (const asset of newestFirst(assets)) {
    const word = wordOfAsset(asset);
    const group: LanguageNode = groups.get(word) ?? { kind: 'language', word, assets: [] };
    groups.set(word, group);
    group.assets.push({ kind: 'asset', asset, parent: group });
  }
  return [...groups.values()].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
}

function nameOf({ word }: LanguageNode): string {
  return word === 'UNKNOWN' ? vscode.l10n.t('Other') : languageName(word);
}

function languageItem(node: LanguageNode): vscode.TreeItem {
  const item = new vscode.TreeItem(nameOf(node), vscode.TreeItemCollapsibleState.Expanded);
  item.id = `language ${node.word}`;
  item.contextValue = 'language';
  item.description = String(node.assets.length);
  item.iconPath = vscode.ThemeIcon.File;
  item.resourceUri = languageIconUri('language', node.word);
  return item;
}

function assetItem({ asset }: AssetNode): vscode.TreeItem {
  const item = new vscode.TreeItem(titleOf(asset), vscode.TreeItemCollapsibleState.None);
  const place = placeOf(asset);
  const tags = tagsOf(asset);
  item.id = asset.id;
  item.contextValue = 'asset';
  item.description = place ?? tags.join(', ');
  item.iconPath = new vscode.ThemeIcon('symbol-snippet');
  item.command = {
    command: 'quarry.openAsset',
    title: vscode.l10n.t('Open'),
    arguments: [{ asset: { id: asset.id } }],
  };
  const language = languageName(wordOfAsset(asset));
  item.accessibilityInformation = { label: [titleOf(asset), language, place ?? ''].filter(Boolean).join(', ') };
  return item;
}
