/** Places in files and assets: their names, their current state, opening them, and choosing one from search results. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { Hint, isCancellation, showError } from '../notices';
import { ApiError } from '../../contract/errors';
import { textOfBytes } from '../../languages/encodings';
import { findLines } from './citations';
import { codeColumn } from '../tabs';
import type { Naming, Source, Turn } from '../../chat/turns';
import type { ChatHost } from './host';
import type { RelevantQGPTSeed } from '../../contract/schemas/qgpt';
import type { LineRange } from '../../contract/schemas/values';

/** How long an opened place is highlighted. */
const highlightMilliseconds = 2500;

/**
 * A file's name and its folder in the workspace; with several workspace folders, the folder starts with that one's
 * name.
 */
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
  // Unsaved text counts. Otherwise the file is read from disk, because the editor's copy of a changed file can be stale
  // and reading through the editor is slow on a busy machine.
  if (open?.isDirty) return open.getText();
  const bytes = await readFile(file);
  // As the engine read it; what is no text any more has changed, however it is decoded.
  return textOfBytes(bytes)?.text ?? bytes.toString('utf8');
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** The source in its current state: in place, moved, or gone with the reason as a sentence. */
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
    // A failed check does not mean that the source is gone; opening it will tell.
    log.debug(`A source could not be checked: ${String(error)}`);
    return live;
  }
}

/** Most quoted lines sent to the page; passages are no longer than that. */
const maxQuotedLines = 400;

/** The source with the current text of its cited lines, by which the page recognises quotes. */
function withText(source: Source, whole: string): Source {
  const { start, end } = source.lines ?? { start: 1, end: 0 };
  const rows = whole.split(/\r\n?|\n/).slice(start - 1, Math.min(end, start - 1 + maxQuotedLines));
  return { ...source, text: rows.join('\n') };
}

const assetGone = () => vscode.l10n.t('The asset was deleted.');
const fileGone = () => vscode.l10n.t('The file is not there any more.');

/** The cited lines of selected code in its file. Those outside of the selection are of an old chat, which counted from its first line. */
function linesInFile({ lines }: Source, { start, end }: LineRange): LineRange {
  if (!lines) return { start, end };
  const before = start <= lines.start && lines.end <= end ? 0 : start - 1;
  return { start: before + lines.start, end: before + lines.end };
}

/** Maps a citation of the question's selected code to its file, unless the code was never saved. */
function located(source: Source, { chips }: Turn): Source {
  const { isSelection, ...rest } = source;
  if (!isSelection || source.path !== undefined) return source;
  const given = chips.filter((chip) => chip.kind === 'selection' || chip.kind === 'symbol');
  const named = given.find((chip) => (chip.kind === 'symbol' ? chip.file : chip.name) === source.name);
  const chip = named ?? (given.length === 1 && source.name === '' ? given[0] : undefined);
  const uri = chip && vscode.Uri.parse(chip.uri, true);
  if (!chip || uri?.scheme !== 'file') return source;
  return { ...rest, ...namePlace(uri.fsPath), path: uri.fsPath, lines: linesInFile(source, chip.lines) };
}

/** The turn with the current state of its sources. */
export async function withLiveSources(turn: Turn, host: ChatHost): Promise<Turn> {
  const sources = await Promise.all(turn.sources.map((source) => checked(located(source, turn), host)));
  return { ...turn, sources };
}

async function showFile(uri: vscode.Uri, lines: Source['lines']): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const first = Math.min(Math.max(0, (lines?.start ?? 1) - 1), document.lineCount - 1);
  const last = Math.min(Math.max(first, (lines?.end ?? 1) - 1), document.lineCount - 1);
  // The cursor moves to the first line without a selection, which would become the next question's context.
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
  // A background tint, and a bar at the side that is also visible in high-contrast themes.
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

/** The id of the only asset with this title, for a source read back from an old answer's text. */
async function assetTitled(name: string, { library }: ChatHost): Promise<string | undefined> {
  return (await library.all()).find((row) => row.name === name)?.id;
}

/**
 * Opens a source. Changed lines are shown in their current state, with a notice.
 * @returns the notice for the user, if any
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
    return showFile(vscode.Uri.parse(selection.uri, true), linesInFile(source, selection.lines));
  }
  const asset = source.asset ?? (await assetTitled(source.name, host));
  if (asset === undefined) throw new Hint(vscode.l10n.t('“{0}” is not in the library any more.', source.name));
  await vscode.commands.executeCommand('quarry.openAsset', asset);
}

// Section: a quick pick filled by a search. Moving through it previews the places; cancelling returns to the original
// one.

interface PlaceSearch {
  title: string;
  find: (signal: AbortSignal) => Promise<PassageItem[]>;
  /** Placeholder text once the results are there. */
  told: (items: readonly PassageItem[]) => string;
  /** Command name for the log. */
  command: string;
}

/** Closing the list cancels the search. @returns the place that was opened */
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

/** Opens the file of a passage, else its asset. */
export async function openPassage(passage: RelevantQGPTSeed): Promise<void> {
  if (passage.path !== undefined) await showPassage(passage, { isPreview: false });
  else if (passage.asset) await vscode.commands.executeCommand('quarry.openAsset', passage.asset.id);
}

// Section: search results as quick pick items, and opening them.

export interface PassageItem extends vscode.QuickPickItem {
  passage: RelevantQGPTSeed;
}

const maxDetail = 160;

/** The text of a passage, from a file or an asset. */
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

/** The first line that is not blank. */
function firstLine(text: string): string {
  const line = text.split('\n').find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? '';
  return line.trim().slice(0, maxDetail);
}

/** Converts 1-based lines to an editor range, limited to the document's current length. */
function rangeOf({ lines }: RelevantQGPTSeed, document: vscode.TextDocument): vscode.Range {
  if (!lines) return new vscode.Range(0, 0, 0, 0);
  return document.validateRange(new vscode.Range(lines.start - 1, 0, lines.end - 1, Number.MAX_SAFE_INTEGER));
}

/** Opens the file of a passage at its lines; undefined when the passage is not in a file. */
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
