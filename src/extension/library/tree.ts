/** The library in the side bar: grouped assets with a live filter, and the trash below them. */
import { setImmediate as breathe } from 'node:timers/promises';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { stepDone } from '../start/firstSteps';
import {
  groupings,
  groupRows,
  type Group,
  type Grouping,
  type GroupWords,
  isEmptyQuery,
  matches,
  parseQuery,
  readAhead,
} from './rows';
import type { Quarry } from '../start/quarry';
import { assetTooltip, itemOf, type Look, type AssetNode, type GroupNode, type LibraryNode } from './items';
import { LibraryDrag } from './insertion';
import { Pace } from './libraryModel';

/** Assets shown at once in a group, because the editor builds every item of an open group, visible or not. */
const pageSize = 200;
/** Most assets for which all groups are expanded; a larger library shows its groups first. */
const maxOpenRows = 60;
const groupingKey = 'library.groupBy';
/** Delay that lets the extension host send pending messages before rows are filtered. */
const sendMs = 2;

export interface LibraryView extends vscode.Disposable {
  readonly grouping: Grouping;
  readonly filter: string;
  groupBy(by: Grouping): Promise<void>;
  /** Resolves with the number of assets once the tree shows it. An empty text shows everything. */
  setFilter(text: string): Promise<number>;
  showMore(group: GroupNode): void;
  /** Prepares for a filter that is about to be typed. */
  expectFilter(): Promise<void>;
}

export function registerLibraryTree(quarry: Quarry): LibraryView {
  return new LibraryTree(quarry);
}

class LibraryTree implements vscode.TreeDataProvider<LibraryNode>, LibraryView {
  private readonly changed = new vscode.EventEmitter<LibraryNode | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly pace = new Pace(() => this.changed.fire(undefined));
  private readonly view: vscode.TreeView<LibraryNode>;
  private readonly subscriptions: vscode.Disposable[];
  /** The nodes shown; rebuilt after each refresh. */
  private roots: Promise<GroupNode[]> | undefined;
  private look: Look;
  private filterText = '';
  private readonly contexts = new Map<string, boolean>();

  constructor(private readonly quarry: Quarry) {
    this.look = { by: rememberedGrouping(quarry.memory), isOpen: true };
    this.view = vscode.window.createTreeView('quarry.assets', {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
      dragAndDropController: new LibraryDrag(quarry),
    });
    this.subscriptions = [
      this.changed,
      this.pace,
      this.view,
      // The welcome view reports a failure; it shows in an empty tree only.
      quarry.onDidChangeConnection(() => this.refresh()),
      quarry.team.onDidChange(() => this.refresh()),
      quarry.onDidChangeAssets(({ saved }) => {
        this.refresh();
        if (saved !== undefined && this.view.visible) void this.revealSaved(saved);
      }),
    ];
  }

  get grouping(): Grouping {
    return this.look.by;
  }

  get filter(): string {
    return this.filterText;
  }

  async groupBy(by: Grouping): Promise<void> {
    this.look = { ...this.look, by };
    this.refresh();
    await this.quarry.memory.update(groupingKey, by);
  }

  async setFilter(text: string): Promise<number> {
    const isOther = text.trim() !== this.filterText;
    this.filterText = text.trim();
    if (isOther) this.refresh();
    this.setContext('quarry.isLibraryFiltered', this.filterText !== '');
    await pause(sendMs);
    const groups = await this.load();
    return new Set(groups.flatMap(({ group }) => group.rows)).size;
  }

  async expectFilter(): Promise<void> {
    try {
      await readAhead(await this.quarry.library.all(), breathe);
    } catch (error) {
      this.quarry.log.debug(`The filter has nothing to look through yet: ${String(error)}`);
    }
  }

  showMore(group: GroupNode): void {
    group.shown += pageSize * 5;
    this.changed.fire(group);
  }

  async getChildren(node?: LibraryNode): Promise<LibraryNode[]> {
    switch (node?.kind) {
      case undefined: {
        const groups = await this.load();
        if (this.filterText !== '') return groups;
        const { trashed } = this.quarry.library;
        const undecided = this.quarry.team.status?.undecided ?? 0;
        return [
          ...(undecided > 0 ? [{ kind: 'conflicts' as const, count: undecided }] : []),
          ...groups,
          ...(trashed > 0 ? [{ kind: 'trash' as const, count: trashed }] : []),
        ];
      }
      case 'group':
        return this.shownOf(node);
      case 'trash':
        return this.trash();
      case 'conflicts':
        return this.conflicts();
      default:
        return [];
    }
  }

  getParent(node: LibraryNode): LibraryNode | undefined {
    return node.kind === 'asset' || node.kind === 'more' ? node.parent : undefined;
  }

  getTreeItem(node: LibraryNode): vscode.TreeItem {
    const { status } = this.quarry.team;
    return itemOf(node, { ...this.look, isOffline: status !== undefined && status.state !== 'online' });
  }

  /** The hover's code is fetched on demand. */
  async resolveTreeItem(item: vscode.TreeItem, node: LibraryNode): Promise<vscode.TreeItem> {
    if (node.kind !== 'asset') return item;
    const asset = await this.quarry.api.assetSnapshot({ params: { asset: node.asset.id } });
    item.tooltip = assetTooltip(asset, node.asset);
    return item;
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private refresh(): void {
    this.roots = undefined;
    this.pace.change();
  }

  private shownOf(node: GroupNode): LibraryNode[] {
    const rows = node.group.rows.slice(0, node.shown);
    const nodes = rows.map((asset): AssetNode => ({ kind: 'asset', asset, parent: node }));
    return rows.length < node.group.rows.length ? [...nodes, { kind: 'more', parent: node }] : nodes;
  }

  private async trash(): Promise<LibraryNode[]> {
    const { assets } = await this.quarry.api.trashList();
    return assets.map((trashed) => ({ kind: 'trashed', trashed }));
  }

  private async conflicts(): Promise<LibraryNode[]> {
    const { items } = await this.quarry.api.undecidedList();
    return items.map((item) => ({ kind: 'conflict', item }));
  }

  private async revealSaved(id: string): Promise<void> {
    try {
      const groups = await this.load();
      for (const group of groups) {
        const place = group.group.rows.slice(0, group.shown).findIndex((row) => row.id === id);
        const asset = group.group.rows[place];
        if (!asset) continue;
        await this.view.reveal({ kind: 'asset', asset, parent: group }, { select: true, focus: false });
        return;
      }
    } catch (error) {
      this.quarry.log.debug(`A saved asset was not shown in the tree: ${String(error)}`);
    }
  }

  private load(): Promise<GroupNode[]> {
    this.roots ??= this.read();
    return this.roots;
  }

  private async read(): Promise<GroupNode[]> {
    try {
      const all = await this.quarry.library.all();
      const isEmpty = all.length === 0 && this.quarry.library.trashed === 0;
      this.setContext('quarry.isLibraryEmpty', isEmpty);
      if (all.length > 0) stepDone(this.quarry.memory, 'saved');
      const query = parseQuery(this.filterText);
      const rows = isEmptyQuery(query) ? all : all.filter((row) => matches(row, query));
      this.tell(rows.length, all.length);
      this.look = { ...this.look, isOpen: rows.length <= maxOpenRows };
      const { by } = this.look;
      // Groups keep their state; another filter or library size resets it.
      const generation = `${this.look.isOpen ? 'open' : 'closed'} ${this.filterText}`;
      return groupRows(rows, { by, words: groupWords(), now: Date.now() }).map((group) => toNode(group, generation));
    } catch (error) {
      // The welcome view reports the fault; the next change of the connection reads again.
      this.quarry.log.warn(`The library could not be listed: ${String(error)}`);
      return [];
    }
  }

  /** Sets a context key when it has changed; not awaited, because each call is a round trip to the window. */
  private setContext(name: string, value: boolean): void {
    if (this.contexts.get(name) === value) return;
    this.contexts.set(name, value);
    void vscode.commands.executeCommand('setContext', name, value);
  }

  private tell(shown: number, total: number): void {
    const isFiltered = this.filterText !== '';
    this.view.description = isFiltered
      ? vscode.l10n.t('{0} of {1}: {2}', shown, total, this.filterText)
      : groupingNames()[this.look.by];
    // The editor counts a message as a change of the tree, and draws changes at most five times a second, so an
    // unchanged message would delay the next key.
    const message = isFiltered && shown === 0 ? vscode.l10n.t('No asset fits the filter.') : undefined;
    if (message !== this.view.message) this.view.message = message;
  }
}

const toNode = (group: Group, generation: string): GroupNode => ({ kind: 'group', group, shown: pageSize, generation });

function rememberedGrouping(memory: vscode.Memento): Grouping {
  const kept = memory.get<unknown>(groupingKey);
  return groupings.find((known) => known === kept) ?? 'language';
}

export function groupingNames(): Record<Grouping, string> {
  return {
    language: vscode.l10n.t('by language'),
    tag: vscode.l10n.t('by tag'),
    origin: vscode.l10n.t('by origin'),
    time: vscode.l10n.t('by time'),
    use: vscode.l10n.t('by use'),
    space: vscode.l10n.t('by space'),
  };
}

function groupWords(): GroupWords {
  return {
    otherLanguage: vscode.l10n.t('Other'),
    noTag: vscode.l10n.t('Without tag'),
    noOrigin: vscode.l10n.t('Without origin'),
    noSpace: vscode.l10n.t('Only here'),
    today: vscode.l10n.t('Today'),
    yesterday: vscode.l10n.t('Yesterday'),
    thisWeek: vscode.l10n.t('Last 7 days'),
    thisMonth: vscode.l10n.t('Last 30 days'),
    usedThisWeek: vscode.l10n.t('Used in the last 7 days'),
    usedThisMonth: vscode.l10n.t('Used in the last 30 days'),
    usedEarlier: vscode.l10n.t('Used earlier'),
    neverUsed: vscode.l10n.t('Never used'),
    month: (time) => new Date(time).toLocaleDateString(vscode.env.language, { year: 'numeric', month: 'long' }),
  };
}
