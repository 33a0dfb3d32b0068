/** Search commands: saved assets, code similar to the selection, and the places where an asset is used. */
import * as vscode from 'vscode';
import type { LibraryRow } from '../../contract/schemas/library';
import { pickItemOfRow, type AssetPickItem, chooseText, orShown } from '../library/choosing';
import { assetOfUri, assetUriOf, countUse, titleOf } from '../library/assets';
import { Hint, isCancellation, fileCount } from '../notices';
import { matches, parseQuery, passesFilters, type LibraryQuery } from '../library/rows';
import { builtInKey } from '../settings';
import type { Quarry } from '../start/quarry';
import { passageText, passageItemOf, type PassageItem, openPassage, pickPlace } from '../chat/places';
import type { Shell } from './command';
import type { RelevantQGPTSeed } from '../../contract/schemas/qgpt';
import { everywhere, queryOf, activeEditor, pieceOf, selectedRange } from '../chat/context';
import type { Piece } from '../library/saving';
import { workspaceFolders } from '../start/windowFolders';

/** Delay after the last key before the service is asked. */
const quietMs = 150;
const contentLimit = 20;
/** Most rows shown; the whole list is sent to the window at every key. */
const maxShown = 200;
const maxDetail = 160;

type Item = AssetPickItem | (vscode.QuickPickItem & { asset?: undefined });

const insert: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('insert'),
  tooltip: vscode.l10n.t('Insert at cursor'),
};
const copy: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('copy'), tooltip: vscode.l10n.t('Copy') };

/**
 * Searches saved assets. Metadata is matched at once; matches in the code follow from the service. Moving through the
 * list previews assets; cancelling returns to the original place.
 * @param typed initial query
 */
export async function searchAssets({ quarry }: Shell, typed?: unknown): Promise<void> {
  const rows = await quarry.library.all();
  if (rows.length === 0) throw new Hint(vscode.l10n.t('The library is empty. Save a selection first.'));
  const pick = vscode.window.createQuickPick<Item>();
  pick.placeholder = vscode.l10n.t('Search {0} assets: words, lang:ts, tag:…, site:…, person:…', rows.length);
  const search = createSearch(quarry, pick, rows);
  const preview = createPreview(quarry);
  if (typeof typed === 'string') pick.value = typed;
  search.start(pick.value);
  pick.onDidChangeValue((value) => search.start(value));
  pick.onDidChangeActive(([item]) => preview.show(item?.asset?.id));
  pick.onDidTriggerItemButton(({ item, button }) => {
    if (!item.asset) return;
    preview.leave();
    pick.hide();
    void vscode.commands.executeCommand(button === copy ? 'quarry.copyAsset' : 'quarry.insertAsset', item.asset.id);
  });
  pick.onDidAccept(() => {
    const id = pick.activeItems[0]?.asset?.id;
    if (id === undefined) return;
    preview.keep();
    pick.hide();
    countUse(quarry, id, 'searched');
    void vscode.commands.executeCommand('quarry.openAsset', id);
  });
  pick.onDidHide(() => {
    search.stop();
    preview.leave();
    pick.dispose();
  });
  pick.show();
}

/** Previews the active item once the user moves through the list, and restores the editors afterwards. */
function createPreview(quarry: Quarry) {
  const from = vscode.window.activeTextEditor;
  let first: string | undefined;
  let wanted: string | undefined;
  let isOver = false;

  const show = async (id: string): Promise<void> => {
    const row = quarry.library.get(id);
    if (!row?.isText) return;
    const document = await vscode.workspace.openTextDocument(assetUriOf(row));
    if (isOver || wanted !== id) return;
    await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true });
  };
  const closePreviews = async (): Promise<void> => {
    const previews = vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ isPreview, input }) => isPreview && input instanceof vscode.TabInputText && assetOfUri(input.uri));
    if (previews.length > 0) await vscode.window.tabGroups.close(previews, true);
    if (from)
      await vscode.window.showTextDocument(from.document, { viewColumn: from.viewColumn, selection: from.selection });
  };
  return {
    show(id: string | undefined): void {
      // The list activates its first item by itself, which is not the user's choice.
      first ??= id;
      if (id === undefined || id === wanted || (wanted === undefined && id === first)) return;
      wanted = id;
      show(id).catch((error: unknown) => quarry.log.debug(`An asset was not shown: ${String(error)}`));
    },
    keep(): void {
      isOver = true;
    },
    leave(): void {
      if (isOver) return;
      isOver = true;
      if (wanted === undefined) return;
      closePreviews().catch((error: unknown) => quarry.log.debug(`The preview stayed open: ${String(error)}`));
    },
  };
}

/** Updates the list at each key: metadata matches at once, code matches after a pause. */
function createSearch(quarry: Quarry, pick: vscode.QuickPick<Item>, rows: readonly LibraryRow[]) {
  let running = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const addFound = async (query: LibraryQuery, named: readonly Item[], current: AbortController): Promise<void> => {
    try {
      const found = await foundInCode(quarry, query, new Set(named.map(({ asset }) => asset?.id)), current.signal);
      const heading = { label: vscode.l10n.t('found in the code'), kind: vscode.QuickPickItemKind.Separator };
      if (found.length > 0 && !current.signal.aborted) pick.items = [...named, heading, ...found];
    } catch (error) {
      // Metadata matches are shown all the same.
      if (!isCancellation(error)) quarry.log.warn(`The library's content was not searched: ${String(error)}`);
    } finally {
      if (running === current) pick.busy = false;
    }
  };

  return {
    start: (value: string): void => {
      running.abort();
      clearTimeout(timer);
      const query = parseQuery(value);
      const named = itemsNamed(query, rows);
      pick.items = named;
      pick.busy = query.text !== '';
      if (query.text === '') return;
      const current = new AbortController();
      running = current;
      timer = setTimeout(() => void addFound(query, named, current), quietMs);
    },
    stop: (): void => {
      running.abort();
      clearTimeout(timer);
    },
  };
}

function itemsNamed(query: LibraryQuery, rows: readonly LibraryRow[]): Item[] {
  const fitting = rows.filter((row) => matches(row, query));
  const items: Item[] = fitting.slice(0, maxShown).map(itemOf);
  if (fitting.length > maxShown) {
    const label = vscode.l10n.t('{0} more: type to narrow them down', fitting.length - maxShown);
    items.push({ label, kind: vscode.QuickPickItemKind.Separator });
  }
  return items;
}

/** @param shown ids that are in the list already */
async function foundInCode(
  quarry: Quarry,
  query: LibraryQuery,
  shown: Set<string | undefined>,
  signal: AbortSignal,
): Promise<AssetPickItem[]> {
  const { relevant } = await quarry.api.relevance(
    { body: { query: query.text, options: { database: true, limit: contentLimit, embedder: builtInKey } } },
    signal,
  );
  const found: AssetPickItem[] = [];
  for (const passage of relevant.iterable) {
    const row = quarry.library.get(passage.asset?.id ?? '');
    if (!row || shown.has(row.id) || !passesFilters(row, query)) continue;
    shown.add(row.id);
    found.push({ ...itemOf(row), detail: passageText(passage).trim().split('\n')[0]?.slice(0, maxDetail) ?? '' });
  }
  return found;
}

function itemOf(row: LibraryRow): AssetPickItem {
  return { ...pickItemOfRow(row), alwaysShow: true, buttons: [insert, copy] };
}

const relatedLimit = 30;

/**
 * Finds code similar to the selection in the window's folders and the library. Moving through the list previews the
 * places; cancelling returns to the original one.
 * @param options `{ pick: n }` takes the n-th result without asking
 */
export async function findRelatedCode(shell: Shell, options?: unknown): Promise<RelevantQGPTSeed | undefined> {
  const editor = activeEditor();
  const piece = pieceOf(editor.document, selectedRange(editor));
  const wanted = typeof options === 'object' && options !== null && 'pick' in options ? options.pick : undefined;
  if (typeof wanted === 'number') {
    const passage = (await relatedItems(shell, piece, new AbortController().signal))[wanted]?.passage;
    if (passage) await openPassage(passage);
    return passage;
  }
  return pickPlace(shell.quarry.log, {
    title: vscode.l10n.t('Code Related to Selection'),
    find: (signal) => relatedItems(shell, piece, signal),
    told: ({ length }) =>
      length > 0
        ? vscode.l10n.t('{0} places; Enter opens one', length)
        : vscode.l10n.t('Nothing in the open folders or the library is like this code.'),
    command: 'quarry.findRelatedCode',
  });
}

async function relatedItems({ quarry }: Shell, piece: Piece, signal: AbortSignal): Promise<PassageItem[]> {
  const space = everywhere();
  const embedder = await quarry.models.prepareRanking();
  const [{ relevant }, rows] = await Promise.all([
    quarry.api.relevance(
      {
        body: {
          query: queryOf(piece.text),
          ...space,
          options: { ...space.options, limit: relatedLimit, ...(embedder && { embedder }) },
        },
      },
      signal,
    ),
    quarry.library.all(),
  ]);
  const titles = new Map(rows.map(({ id, name }) => [id, name]));
  return relevant.iterable
    .filter((passage) => !isItself(passage, piece))
    .map((passage) => passageItemOf(passage, (id) => titles.get(id) ?? vscode.l10n.t('Asset')));
}

/** True when a passage is the selected code itself, which is always the best match. */
function isItself(passage: RelevantQGPTSeed, { uri, lines, text }: Piece): boolean {
  if (passage.path === undefined) return passageText(passage).trim() === text.trim();
  if (uri.scheme !== 'file' || passage.path !== uri.fsPath || !passage.lines || !lines) return false;
  return passage.lines.start <= lines.end && lines.start <= passage.lines.end;
}

const usesLimit = 200;

/**
 * Finds the files of this window that contain an asset, exactly or nearly.
 * @param options `{ pick: n }` opens the n-th place without asking
 */
export async function findUses(
  { quarry }: Shell,
  given?: unknown,
  options?: unknown,
): Promise<RelevantQGPTSeed | undefined> {
  const chosen = await chooseText(quarry, orShown(given), vscode.l10n.t('Which asset do you want to find in files?'));
  if (!chosen) return undefined;
  if (workspaceFolders().length === 0) throw new Hint(vscode.l10n.t('Open a folder first: uses are looked for in it.'));
  const told = { text: '' };
  const find = (signal: AbortSignal) => usesOf(quarry, chosen.text, { told, signal });
  const wanted = typeof options === 'object' && options !== null && 'pick' in options ? options.pick : undefined;
  if (typeof wanted === 'number') {
    const passage = (await find(new AbortController().signal))[wanted]?.passage;
    if (passage) await openPassage(passage);
    return passage;
  }
  const title = vscode.l10n.t('Where “{0}” is used', titleOf(chosen.asset));
  return pickPlace(quarry.log, { title, find, told: () => told.text, command: 'quarry.findUses' });
}

async function usesOf(
  { api }: Quarry,
  text: string,
  { told, signal }: { told: { text: string }; signal: AbortSignal },
): Promise<PassageItem[]> {
  const { copies, left, searched, skipped } = await api.copiesFind(
    { body: { text, paths: workspaceFolders(), limit: usesLimit } },
    signal,
  );
  const files = fileCount(new Set(copies.map(({ path }) => path)).size);
  const all = fileCount(searched.files);
  // An incomplete search is reported with its results.
  const unseen = left.files > 0 ? vscode.l10n.t('{0} more may hold it', fileCount(left.files)) : skipped?.[0]?.reason;
  const places =
    copies.length === 0
      ? vscode.l10n.t('None of {0} holds this code or a near copy of it', all)
      : left.copies > 0
        ? vscode.l10n.t('The first {0} of {1} places, in {2}', copies.length, copies.length + left.copies, files)
        : vscode.l10n.t('{0} in {1}, of {2} searched', placeCount(copies.length), files, all);
  told.text = [places, unseen].filter(Boolean).join(' · ');
  return copies.map(({ path, lines, row, share, isSame }) => {
    const passage: RelevantQGPTSeed = { path, lines, location: { text: row, start: 0, end: row.length } };
    const item = passageItemOf(passage, () => '');
    const alike = isSame ? vscode.l10n.t('the same') : vscode.l10n.t('{0}% the same', Math.round(100 * share));
    return { ...item, description: [alike, item.description].filter(Boolean).join(' · ') };
  });
}

const placeCount = (count: number): string =>
  count === 1 ? vscode.l10n.t('1 place') : vscode.l10n.t('{0} places', count);
