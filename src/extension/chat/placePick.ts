/** A list of places that is filled by a search. Moving through it shows them; leaving it goes back to where one was. */
import * as vscode from 'vscode';
import type { RelevantQGPTSeed } from '../../contract/schemas/qgpt';
import { isCancellation, showError } from '../errors';
import { showPassage, type PassageItem } from './passageItems';

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
