/**
 * Places in files and assets: how they are named, whether they are still there, how they are opened, and how one of
 * those that a search finds is chosen.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { Hint, isCancellation, showError } from '../notices';
import { ApiError } from '../../contract/errors';
import { findLines } from './citations';
import { codeColumn } from '../tabs';
import type { Naming, Source, Turn } from '../../chat/turns';
import type { ChatHost } from './host';
import type { RelevantQGPTSeed } from '../../contract/schemas/qgpt';

/** Long enough for the eye to find the place. */
const highlightMilliseconds = 2500;

/** A file by its name and its folder in the workspace; of several workspace folders the name comes first. */
export const namePlace: Naming = (file) => {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const relative = vscode.workspace.asRelativePath(file, folders.length > 1);
  const directory = path.dirname(relative);
  return { name: path.basename(file), directory: directory === '.' ? '' : directory };
};

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

async function textOf(file: string): Promise<string> {
  const open = openDocument(vscode.Uri.file(file));
  // What was typed and not saved counts; else the disk is ahead of the editor, which reads a changed file again later.
  // Read by ourselves: by way of the editor it took more than a second on a busy machine.
  return open?.isDirty ? open.getText() : readFile(file, 'utf8');
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** The source as it stands now: in its place, moved, or gone with the reason as a sentence. */
async function checked(source: Source, { api, log }: ChatHost): Promise<Source> {
  const { gone: _gone, text: _text, ...live } = source;
  try {
    if (live.asset !== undefined) {
      await api.assetSnapshot({ params: { asset: live.asset }, query: { transferables: false } });
    } else if (live.path !== undefined && live.lines) {
      const whole = await textOf(live.path);
      const found = findLines(whole, live.lines, live.hash);
      if (found.kind === 'moved') return withText({ ...live, lines: found.lines, isMoved: true }, whole);
      if (found.kind === 'changed') return { ...live, gone: vscode.l10n.t('These lines were changed since.') };
      if (found.kind === 'cut') {
        return { ...live, gone: vscode.l10n.t('The file has only {0} lines now.', found.lineCount) };
      }
      return withText(live, whole);
    } else if (live.path !== undefined) await stat(live.path);
    return live;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'gone') return { ...live, gone: assetGone() };
    if (isAbsent(error)) return { ...live, gone: fileGone() };
    // Not known is not gone: opening it will tell.
    log.debug(`A source could not be checked: ${String(error)}`);
    return live;
  }
}

/** Quotes are as long as passages are: no more of a file goes to the page. */
const maxQuotedLines = 400;

/** The source with its cited lines as they stand, by which the page knows what is quoted. */
function withText(source: Source, whole: string): Source {
  const { start, end } = source.lines ?? { start: 1, end: 0 };
  const rows = whole.split(/\r\n?|\n/).slice(start - 1, Math.min(end, start - 1 + maxQuotedLines));
  return { ...source, text: rows.join('\n') };
}

const assetGone = () => vscode.l10n.t('The asset was deleted.');
const fileGone = () => vscode.l10n.t('The file is not there any more.');

/**
 * Code that was given with the question stands in a file, unless that was never saved: cited lines count from its
 * first.
 */
function located(source: Source, { chips }: Turn): Source {
  const { isSelection, ...rest } = source;
  if (!isSelection || source.path !== undefined) return source;
  const given = chips.filter((chip) => chip.kind === 'selection' || chip.kind === 'symbol');
  const named = given.find((chip) => (chip.kind === 'symbol' ? chip.file : chip.name) === source.name);
  const chip = named ?? (given.length === 1 && source.name === '' ? given[0] : undefined);
  const uri = chip && vscode.Uri.parse(chip.uri, true);
  if (!chip || uri?.scheme !== 'file') return source;
  const before = chip.lines.start - 1;
  const lines = source.lines ? { start: before + source.lines.start, end: before + source.lines.end } : chip.lines;
  return { ...rest, ...namePlace(uri.fsPath), path: uri.fsPath, lines };
}

/** The turn with its sources as they stand now. */
export async function withLiveSources(turn: Turn, host: ChatHost): Promise<Turn> {
  const sources = await Promise.all(turn.sources.map((source) => checked(located(source, turn), host)));
  return { ...turn, sources };
}

async function showFile(uri: vscode.Uri, lines: Source['lines']): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const first = Math.min(Math.max(0, (lines?.start ?? 1) - 1), document.lineCount - 1);
  const last = Math.min(Math.max(first, (lines?.end ?? 1) - 1), document.lineCount - 1);
  // The cursor goes to the first line and selects nothing: a selection would become the next question's context.
  const cursor = new vscode.Range(first, 0, first, 0);
  const viewColumn = codeColumn();
  const editor = await vscode.window.showTextDocument(document, {
    selection: cursor,
    preview: true,
    ...(viewColumn !== undefined && { viewColumn }),
  });
  const range = new vscode.Range(first, 0, last, document.lineAt(last).text.length);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  if (lines) highlight(editor, range);
}

function highlight(editor: vscode.TextEditor, range: vscode.Range): void {
  // A quiet tint, and a bar at the side that contrast themes show as well.
  const decoration = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.selectionHighlightBackground'),
    borderColor: new vscode.ThemeColor('focusBorder'),
    borderStyle: 'solid',
    borderWidth: '0 0 0 2px',
    overviewRulerColor: new vscode.ThemeColor('focusBorder'),
  });
  editor.setDecorations(decoration, [range]);
  setTimeout(() => decoration.dispose(), highlightMilliseconds);
}

/** The id of the one asset with this title, for a source read back from an old answer's text. */
async function assetTitled(name: string, { library }: ChatHost): Promise<string | undefined> {
  return (await library.all()).find((row) => row.name === name)?.id;
}

/**
 * Opens what is left of a place: lines that changed are shown as they are now, and it is said that they did.
 * @returns what is to be said of it
 * @throws Hint when there is nothing to open
 */
export async function openPlace(given: Source, turn: Turn, host: ChatHost): Promise<string | undefined> {
  const source = await checked(given, host);
  if (source.gone === assetGone() || source.gone === fileGone()) throw new Hint(`${source.name}: ${source.gone}`);
  await open(source, turn, host);
  return source.gone === undefined ? undefined : `${source.name}: ${source.gone}`;
}

async function open(source: Source, turn: Turn, host: ChatHost): Promise<void> {
  if (source.path !== undefined) return showFile(vscode.Uri.file(source.path), source.lines);
  const selection = turn.chips.find((chip) => chip.kind === 'selection');
  if (source.asset === undefined && selection) {
    const from = selection.lines.start - 1;
    const lines = source.lines && { start: from + source.lines.start, end: from + source.lines.end };
    return showFile(vscode.Uri.parse(selection.uri, true), lines ?? selection.lines);
  }
  const asset = source.asset ?? (await assetTitled(source.name, host));
  if (asset === undefined) throw new Hint(vscode.l10n.t('“{0}” is not in the library any more.', source.name));
  await vscode.commands.executeCommand('quarry.openAsset', asset);
}

// Section: a list of places that is filled by a search. Moving through it shows them; leaving it goes back to where one
// was.

interface PlaceSearch {
  title: string;
  find: (signal: AbortSignal) => Promise<PassageItem[]>;
  /** What stands in the empty box once they are there. */
  told: (items: readonly PassageItem[]) => string;
  /** Who asks, for the log. */
  command: string;
}

/** Closing the list ends the search. @returns the place that was opened */
export function pickPlace(
  log: vscode.LogOutputChannel,
  { title, find, told, command }: PlaceSearch,
): Promise<RelevantQGPTSeed | undefined> {
  const from = vscode.window.activeTextEditor;
  const search = new AbortController();
  const pick = vscode.window.createQuickPick<PassageItem>();
  pick.title = title;
  pick.placeholder = vscode.l10n.t('Searching…');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.busy = true;
  pick.show();

  find(search.signal).then(
    (items) => {
      pick.items = items.map((item) => ({ ...item, alwaysShow: false }));
      pick.busy = false;
      pick.placeholder = told(items);
    },
    (error: unknown) => {
      pick.hide();
      if (!isCancellation(error)) showError(log, error, command);
    },
  );
  const ignore = (error: unknown): void => log.warn(`A place could not be shown: ${String(error)}`);
  return new Promise((resolve) => {
    let chosen: RelevantQGPTSeed | undefined;
    pick.onDidChangeActive(([item]) => {
      if (item) showPassage(item.passage, { isPreview: true }).catch(ignore);
    });
    pick.onDidAccept(() => {
      chosen = pick.activeItems[0]?.passage;
      pick.hide();
    });
    pick.onDidHide(() => {
      search.abort();
      pick.dispose();
      const ending = chosen ? openPassage(chosen) : back(from);
      Promise.resolve(ending)
        .catch(ignore)
        .finally(() => resolve(chosen));
    });
  });
}

async function back(from: vscode.TextEditor | undefined): Promise<void> {
  if (!from) return;
  const { document, selection, viewColumn } = from;
  await vscode.window.showTextDocument(document, { selection, ...(viewColumn && { viewColumn }) });
}

/** Opens what it stands for: its file, else its asset. */
export async function openPassage(passage: RelevantQGPTSeed): Promise<void> {
  if (passage.path !== undefined) await showPassage(passage, { isPreview: false });
  else if (passage.asset) await vscode.commands.executeCommand('quarry.openAsset', passage.asset.id);
}

// Section: what relevance found, as items of a quick pick, and the places they stand for.

export interface PassageItem extends vscode.QuickPickItem {
  passage: RelevantQGPTSeed;
}

const maxDetail = 160;

/** Its text, whether it lies in a file or in an asset. */
export function passageText({ seed, location }: RelevantQGPTSeed): string {
  return location?.text ?? seed?.asset?.format.fragment?.string?.raw ?? '';
}

export function passageItemOf(passage: RelevantQGPTSeed, assetTitle: (id: string) => string): PassageItem {
  const { lines, asset } = passage;
  const detail = firstLine(passageText(passage));
  if (passage.path === undefined) {
    const label = assetTitle(asset?.id ?? '');
    return { passage, label, detail, iconPath: new vscode.ThemeIcon('symbol-snippet'), alwaysShow: true };
  }
  const shown = vscode.workspace.asRelativePath(passage.path);
  const folder = path.dirname(shown);
  return {
    passage,
    label: `${path.basename(shown)}${lines ? `:${lines.start}-${lines.end}` : ''}`,
    ...(folder !== '.' && { description: folder }),
    detail,
    iconPath: new vscode.ThemeIcon('file-code'),
    alwaysShow: true,
  };
}

/** The first line that says anything. */
function firstLine(text: string): string {
  const line = text.split('\n').find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? '';
  return line.trim().slice(0, maxDetail);
}

/** Lines count from one here and from zero in the editor; what was cut off the file since then is left out. */
function rangeOf({ lines }: RelevantQGPTSeed, document: vscode.TextDocument): vscode.Range {
  if (!lines) return new vscode.Range(0, 0, 0, 0);
  return document.validateRange(new vscode.Range(lines.start - 1, 0, lines.end - 1, Number.MAX_SAFE_INTEGER));
}

/** Opens its file at its lines; undefined for one that lies in no file. */
async function showPassage(
  passage: RelevantQGPTSeed,
  options: { isPreview: boolean },
): Promise<vscode.TextEditor | undefined> {
  if (passage.path === undefined) return undefined;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(passage.path));
  const range = rangeOf(passage, document);
  const editor = await vscode.window.showTextDocument(document, {
    preview: true,
    preserveFocus: options.isPreview,
    selection: range,
  });
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}
