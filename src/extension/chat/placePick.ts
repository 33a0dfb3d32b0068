/** A list of places that is filled by a search. Moving through it shows them; leaving it goes back to where one was. */
import * as vscode from 'vscode';
import type { RelevantQGPTSeed } from '../../contract/schemas/qgpt';
import { isCancellation, showError } from '../notices';
import path from 'node:path';

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
      const ending = chosen ? openPlace(chosen) : back(from);
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
export async function openPlace(passage: RelevantQGPTSeed): Promise<void> {
  if (passage.path !== undefined) await showPassage(passage, { isPreview: false });
  else if (passage.asset) await vscode.commands.executeCommand('quarry.openAsset', passage.asset.id);
}

/** What relevance found, as items of a quick pick, and the places they stand for. */

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
