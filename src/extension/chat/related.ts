/**
 * The view of saved assets and places similar to the current code. Hidden until the user shows it, it then updates
 * shortly after the cursor has come to rest. It queries this machine only, shows neither progress nor faults, and does
 * nothing while it is not visible.
 */
import path from 'node:path';
import * as vscode from 'vscode';
import type { RelevantQGPTSeed } from '../../contract/schemas/qgpt';
import { isCancellation } from '../notices';
import { builtInKey } from '../settings';
import { everywhere, queryOf } from './context';
import type { Quarry } from '../start/quarry';
import { passageText } from './places';

/** Delay after the last cursor movement before a query. */
const restMs = 500;
const maxItems = 12;
/** Results requested; enough remain after those of the current file are removed. */
const limit = 30;
/** Lowest similarity shown, where 1 is the code's similarity to itself; below this, results are arbitrary. */
const leastScore = 0.25;
const maxQueryChars = 4_000;
const maxShownChars = 1_500;

/** The current code: the symbol around the cursor, or the visible lines. */
interface Looked {
  text: string;
  name: string;
  file: string | undefined;
}

export function registerRelated(quarry: Quarry): vscode.Disposable {
  return new RelatedView(quarry);
}

class RelatedView implements vscode.TreeDataProvider<RelevantQGPTSeed>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<RelevantQGPTSeed>;
  private readonly watchingSight: vscode.Disposable;
  private listening: vscode.Disposable | undefined;
  private timer: NodeJS.Timeout | undefined;
  private asking: AbortController | undefined;
  private items: readonly RelevantQGPTSeed[] = [];
  private titles = new Map<string, string>();
  /** The code that the shown items are similar to. */
  private shown: string | undefined;

  constructor(private readonly quarry: Quarry) {
    this.view = vscode.window.createTreeView('quarry.related', { treeDataProvider: this });
    this.watchingSight = this.view.onDidChangeVisibility(({ visible }) => this.follow(visible));
    this.follow(this.view.visible);
  }

  getChildren(node?: RelevantQGPTSeed): RelevantQGPTSeed[] {
    return node ? [] : [...this.items];
  }

  getTreeItem(passage: RelevantQGPTSeed): vscode.TreeItem {
    const item = passage.path === undefined ? this.assetItem(passage) : placeItem(passage, passage.path);
    const code = passageText(passage).slice(0, maxShownChars);
    item.tooltip = new vscode.MarkdownString().appendCodeblock(code);
    return item;
  }

  dispose(): void {
    this.follow(false);
    vscode.Disposable.from(this.watchingSight, this.view, this.changed).dispose();
  }

  private assetItem({ asset }: RelevantQGPTSeed): vscode.TreeItem {
    const id = asset?.id ?? '';
    const item = new vscode.TreeItem(this.titles.get(id) ?? vscode.l10n.t('Asset'));
    item.iconPath = new vscode.ThemeIcon('symbol-snippet');
    item.command = { command: 'quarry.openAsset', title: vscode.l10n.t('Open'), arguments: [id] };
    return item;
  }

  private follow(isInSight: boolean): void {
    if (!isInSight) {
      this.listening?.dispose();
      this.listening = undefined;
      this.stop();
    } else if (!this.listening) {
      const later = (): void => this.askLater();
      const anew = (): void => {
        this.shown = undefined;
        this.askLater();
      };
      this.listening = vscode.Disposable.from(
        vscode.window.onDidChangeActiveTextEditor(later),
        vscode.window.onDidChangeTextEditorSelection(later),
        vscode.window.onDidChangeTextEditorVisibleRanges(later),
        this.quarry.onDidChangeAssets(anew),
        this.quarry.onDidChangeConnection(anew),
      );
      this.askLater();
    }
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.asking?.abort();
  }

  private askLater(): void {
    this.stop();
    this.timer = setTimeout(() => {
      const asking = new AbortController();
      this.asking = asking;
      this.ask(asking.signal).catch((error: unknown) => {
        // The shown items stay; the next update tries again.
        if (!isCancellation(error)) this.quarry.log.debug(`Nothing related was found: ${String(error)}`);
      });
    }, restMs);
  }

  private async ask(signal: AbortSignal): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    // The focus is in a list or a page, so the visible editor beside it counts.
    const looked = editor && (await this.lookedAt(editor, signal));
    if (!looked) {
      if (vscode.window.visibleTextEditors.length === 0) this.show([], '', undefined);
      return;
    }
    if (looked.text === this.shown) return;
    const space = everywhere();
    const options = { ...space.options, limit, embedder: builtInKey };
    const [{ relevant }, rows] = await Promise.all([
      this.quarry.api.relevance({ body: { query: queryOf(looked.text), ...space, options } }, signal),
      this.quarry.library.all(),
    ]);
    signal.throwIfAborted();
    this.titles = new Map(rows.map(({ id, name }) => [id, name]));
    const others = relevant.iterable.filter(
      (passage) => (passage.path ?? '') !== looked.file && (passage.score ?? 0) >= leastScore,
    );
    this.show(others.slice(0, maxItems), looked.name, looked.text);
  }

  private show(items: readonly RelevantQGPTSeed[], name: string, query: string | undefined): void {
    this.items = items;
    this.shown = query;
    this.view.description = name;
    this.view.message =
      items.length > 0
        ? ''
        : query === undefined
          ? vscode.l10n.t('Saved assets and places like the code you are looking at. Open a file.')
          : vscode.l10n.t('Neither the library nor the open folders hold anything like this code.');
    this.changed.fire(undefined);
  }

  private async lookedAt(editor: vscode.TextEditor, signal: AbortSignal): Promise<Looked | undefined> {
    const { document, selection, visibleRanges } = editor;
    const [inSight] = visibleRanges;
    if (!inSight) return undefined;
    const file = document.uri.scheme === 'file' ? document.uri.fsPath : undefined;
    const name = path.posix.basename(document.uri.path);
    const line = inSight.contains(selection.active) ? selection.active.line : inSight.start.line;
    const symbol = file === undefined ? undefined : await this.symbolAt(file, line + 1, signal);
    const text = (symbol?.text ?? document.getText(inSight)).slice(0, maxQueryChars);
    return text.trim() === '' ? undefined : { text, name: symbol?.name ?? name, file };
  }

  /** The symbol at a line of the saved file; undefined without a syntax tree. */
  private async symbolAt(file: string, line: number, signal: AbortSignal) {
    try {
      const options = { characters: maxQueryChars };
      const { found } = await this.quarry.api.symbol({ body: { path: file, line, options } }, signal);
      return found && { text: found.text, name: found.symbol };
    } catch (error) {
      if (isCancellation(error)) throw error;
      // The file is outside the open folders or its language has no syntax tree; the visible lines are used instead.
      return undefined;
    }
  }
}

function placeItem({ lines, symbol }: RelevantQGPTSeed, file: string): vscode.TreeItem {
  const shown = vscode.workspace.asRelativePath(file);
  const folder = path.dirname(shown);
  const item = new vscode.TreeItem(symbol ?? path.basename(shown));
  const place = `${symbol === undefined ? (folder === '.' ? '' : folder) : shown}${lines ? `:${lines.start}` : ''}`;
  item.description = place;
  item.iconPath = new vscode.ThemeIcon(symbol === undefined ? 'file-code' : 'symbol-method');
  item.accessibilityInformation = { label: `${symbol ?? path.basename(shown)}, ${place}` };
  const range = lines && new vscode.Range(lines.start - 1, 0, lines.end - 1, 0);
  item.command = {
    command: 'vscode.open',
    title: vscode.l10n.t('Open'),
    arguments: [vscode.Uri.file(file), { preview: true, ...(range && { selection: range }) }],
  };
  return item;
}
