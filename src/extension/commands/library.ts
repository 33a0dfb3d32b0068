/**
 * Commands of the library view: grouping and filtering, opening, copying and inserting assets, and deleting and
 * restoring them.
 */
import * as vscode from 'vscode';
import { chosenIds, orShown, chooseText } from '../library/choosing';
import { isSwitchedOn } from '../config';
import { Hint, assetCount } from '../notices';
import type { Quarry } from '../start/quarry';
import type { Shell, Command } from './command';
import type { Asset } from '../../contract/schemas/assets';
import { languageOf } from '../languages';
import { assetUri, countUse, tagsOf, titleOf, wordOfAsset } from '../library/assets';
import { insertCode, insertTemplate, isTemplate } from '../library/insertion';
import { groupings, type Grouping } from '../library/rows';
import type { GroupNode } from '../library/items';
import { groupingNames } from '../library/tree';

/** @param given `language`, `tag`, `origin`, `time`, `use` or `space`; the user is asked when it is absent */
export async function groupLibrary({ quarry, libraryView }: Shell, given?: unknown): Promise<Grouping | undefined> {
  const by =
    groupings.find((known) => known === given) ??
    (await chooseGrouping(libraryView.grouping, quarry.team.status !== undefined));
  if (by) await libraryView.groupBy(by);
  return by;
}

async function chooseGrouping(current: Grouping, hasTeam: boolean): Promise<Grouping | undefined> {
  const names = groupingNames();
  const icons: Record<Grouping, string> = {
    language: 'code',
    tag: 'tag',
    origin: 'repo',
    time: 'calendar',
    use: 'graph',
    space: 'organization',
  };
  const offered = groupings.filter((by) => by !== 'space' || hasTeam);
  const items = offered.map((by) => ({
    by,
    label: `$(${icons[by]}) ${names[by]}`,
    ...(by === current && { description: vscode.l10n.t('current') }),
  }));
  return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Group the library') }))?.by;
}

/**
 * Filters the tree while the user types; Escape restores the previous filter.
 * @param given the filter; the user is asked when it is absent
 */
export async function filterLibrary({ libraryView }: Shell, given?: unknown): Promise<number> {
  if (typeof given === 'string') return libraryView.setFilter(given);
  const before = libraryView.filter;
  const box = vscode.window.createInputBox();
  box.value = before;
  box.placeholder = vscode.l10n.t('Words, lang:ts, tag:…, site:…, person:…');
  box.prompt = vscode.l10n.t('Enter keeps the filter, Escape takes it back');
  box.onDidChangeValue((value) => void libraryView.setFilter(value));
  return new Promise((resolve) => {
    let isKept = false;
    let isOver = false;
    box.onDidAccept(() => {
      isKept = true;
      box.hide();
    });
    box.onDidHide(() => {
      // This event fires again when the box is disposed.
      if (isOver) return;
      isOver = true;
      box.dispose();
      resolve(libraryView.setFilter(isKept ? box.value : before));
    });
    box.show();
    void libraryView.expectFilter();
  });
}

/** @returns the number of assets shown afterwards */
export function clearLibraryFilter({ libraryView }: Shell): Promise<number> {
  return libraryView.setFilter('');
}

export function showMoreAssets({ libraryView }: Shell, given?: unknown): void {
  if (isGroup(given)) libraryView.showMore(given);
}

function isGroup(given: unknown): given is GroupNode {
  return typeof given === 'object' && given !== null && 'kind' in given && given.kind === 'group';
}

/** Shows the timeline of the given asset, or of the whole library. */
export async function showTimeline({ quarry, timeline }: Shell, given?: unknown): Promise<void> {
  const [asset] = given === undefined ? [] : await chosenIds(quarry, given, undefined, '');
  await timeline.show(asset);
}

export const refreshAssets: Command = ({ quarry }) => quarry.assetsChanged();

export async function openAsset({ quarry }: Shell, given?: unknown): Promise<void> {
  const chosen = await chooseText(quarry, given, vscode.l10n.t('Which asset do you want to open?'));
  if (!chosen) return;
  const document = await vscode.workspace.openTextDocument(assetUri(chosen.asset));
  const language = languageOf(wordOfAsset(chosen.asset))?.id;
  if (language !== undefined && language !== document.languageId) await useLanguage(document, language);
  await vscode.window.showTextDocument(document, { preview: true });
  countUse(quarry, chosen.asset.id, 'reference');
}

/** Sets the language of a document whose name has no extension that the editor knows. */
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

/** Inserts an asset at the cursor; without an editor it becomes a new file. */
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

/**
 * @param all the tree's other selected items
 * @param options `{ isConfirmed: true }` from a caller that has asked already
 * @returns the ids moved to the trash; a single id is not wrapped in a list
 */
export async function deleteAsset({ quarry }: Shell, given?: unknown, all?: unknown, options?: unknown) {
  const ids = await chosenIds(quarry, orShown(given), all, vscode.l10n.t('Which asset do you want to delete?'));
  if (ids.length === 0) return undefined;
  const title = await namesOf(quarry, ids);
  const isAsked = isConfirmed(all) || isConfirmed(options) || !isSwitchedOn('quarry.library.confirmDelete');
  if (!isAsked && !(await confirm(title))) return undefined;
  for (const asset of ids) await quarry.api.assetsDeleteAsset({ params: { asset } });
  quarry.assetsChanged();
  void offerUndo(quarry, ids, title);
  return ids.length === 1 ? ids[0] : ids;
}

async function offerUndo(quarry: Quarry, ids: string[], title: string): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  const choice = await vscode.window.showInformationMessage(vscode.l10n.t('{0} is in the trash.', title), undo);
  if (choice === undo) await vscode.commands.executeCommand('quarry.restoreAsset', ids);
}

/** @param given an item of the trash, or ids; the user is asked when it is absent */
export async function restoreAsset({ quarry }: Shell, given?: unknown, all?: unknown): Promise<number> {
  const ids = trashedIds(given, all) ?? (await chooseTrashed(quarry, vscode.l10n.t('What do you want back?')));
  if (ids.length === 0) return 0;
  const { count } = await quarry.api.trashRestore({ body: { assets: ids } });
  quarry.assetsChanged(ids.length === 1 && ids[0] !== undefined ? { saved: ids[0] } : {});
  return count;
}

/** @returns the number of assets deleted */
export async function deleteForever({ quarry }: Shell, given?: unknown, all?: unknown): Promise<number> {
  const ids = trashedIds(given, all) ?? (await chooseTrashed(quarry, vscode.l10n.t('What should go for good?')));
  return ids.length === 0 ? 0 : purge(quarry, vscode.l10n.t('Delete {0} for good?', assetCount(ids.length)), ids);
}

/** @param options `{ isConfirmed: true }` from a caller that has asked already */
export async function emptyTrash({ quarry }: Shell, given?: unknown): Promise<number> {
  const { assets } = await quarry.api.trashList();
  if (assets.length === 0) throw new Hint(vscode.l10n.t('The trash is empty.'));
  const question = vscode.l10n.t('Empty the trash? What is lost for good: {0}.', assetCount(assets.length));
  return purge(quarry, question, undefined, isConfirmed(given));
}

async function purge(quarry: Quarry, question: string, ids?: string[], isAsked = false): Promise<number> {
  const remove = vscode.l10n.t('Delete for Good');
  const detail = vscode.l10n.t('This cannot be undone.');
  if (!isAsked && (await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) !== remove)
    return 0;
  const { count } = await quarry.api.trashEmpty({ body: ids ? { assets: ids } : {} });
  quarry.assetsChanged();
  return count;
}

function trashedIds(given: unknown, all: unknown): string[] | undefined {
  const items =
    Array.isArray(all) && all.length > 0 ? (all as unknown[]) : Array.isArray(given) ? (given as unknown[]) : [given];
  const ids = items.flatMap((item) => {
    if (typeof item === 'string') return [item];
    if (typeof item !== 'object' || item === null || !('trashed' in item)) return [];
    const { trashed } = item;
    return typeof trashed === 'object' && trashed !== null && 'id' in trashed && typeof trashed.id === 'string'
      ? [trashed.id]
      : [];
  });
  return ids.length > 0 ? ids : undefined;
}

async function chooseTrashed(quarry: Quarry, placeHolder: string): Promise<string[]> {
  const { assets } = await quarry.api.trashList();
  if (assets.length === 0) throw new Hint(vscode.l10n.t('The trash is empty.'));
  const items = assets.map(({ id, name, deleted }) => ({
    id,
    label: name,
    description: vscode.l10n.t('deleted on {0}', new Date(deleted).toLocaleString()),
  }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder, canPickMany: true });
  return chosen?.map(({ id }) => id) ?? [];
}

function isConfirmed(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'isConfirmed' in options && options.isConfirmed === true;
}

async function namesOf(quarry: Quarry, ids: readonly string[]): Promise<string> {
  await quarry.library.all();
  const name = ids.length === 1 ? quarry.library.get(ids[0] ?? '')?.name : undefined;
  return name === undefined ? assetCount(ids.length) : vscode.l10n.t('“{0}”', name);
}

async function confirm(title: string): Promise<boolean> {
  const remove = vscode.l10n.t('Move to Trash');
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t('Delete {0} from the library?', title),
    { modal: true, detail: vscode.l10n.t('It can be brought back for 30 days. The file it came from is not touched.') },
    remove,
  );
  return choice === remove;
}
