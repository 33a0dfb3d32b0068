import * as vscode from 'vscode';
import type { RelevantQGPTSeed } from '../../contract/schemas/qgpt';
import { isCancellation, showError } from '../errors';
import { everywhere, queryOf } from '../querySpace';
import type { Piece } from '../saving';
import { activeEditor, pieceOf, selectedRange } from '../selections';
import { passageItemOf, passageText, showPassage, type PassageItem } from '../views/passageItems';
import type { Shell } from './command';

const limit = 30;

/**
 * Code like the selected code, in the window's folders and the library. Moving through the list shows the places;
 * leaving it without a choice goes back to where one was.
 * @param options `{ pick: n }` takes the n-th result without asking
 */
export async function findRelatedCode(shell: Shell, options?: unknown): Promise<RelevantQGPTSeed | undefined> {
  const editor = activeEditor();
  const piece = pieceOf(editor.document, selectedRange(editor));
  const wanted = typeof options === 'object' && options !== null && 'pick' in options ? options.pick : undefined;
  if (typeof wanted !== 'number') return choose(shell, editor, piece);
  const passage = (await relatedItems(shell, piece, new AbortController().signal))[wanted]?.passage;
  if (passage) await open(passage);
  return passage;
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
          options: { ...space.options, limit, ...(embedder && { embedder }) },
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

/** The selected lines are what is most like them. */
function isItself(passage: RelevantQGPTSeed, { uri, lines, text }: Piece): boolean {
  if (passage.path === undefined) return passageText(passage).trim() === text.trim();
  if (uri.scheme !== 'file' || passage.path !== uri.fsPath || !passage.lines || !lines) return false;
  return passage.lines.start <= lines.end && lines.start <= passage.lines.end;
}

function choose(shell: Shell, from: vscode.TextEditor, piece: Piece): Promise<RelevantQGPTSeed | undefined> {
  const { log } = shell.quarry;
  const { document, selection, viewColumn } = from;
  const search = new AbortController();
  const pick = vscode.window.createQuickPick<PassageItem>();
  pick.title = vscode.l10n.t('Code Related to Selection');
  pick.placeholder = vscode.l10n.t('Searching…');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.busy = true;
  pick.show();

  relatedItems(shell, piece, search.signal).then(
    (items) => {
      pick.items = items.map((item) => ({ ...item, alwaysShow: false }));
      pick.busy = false;
      pick.placeholder =
        items.length > 0
          ? vscode.l10n.t('{0} places; Enter opens one', items.length)
          : vscode.l10n.t('Nothing in the open folders or the library is like this code.');
    },
    (error: unknown) => {
      pick.hide();
      if (!isCancellation(error)) showError(log, error, 'quarry.findRelatedCode');
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
      const ending = chosen
        ? open(chosen)
        : vscode.window.showTextDocument(document, { selection, ...(viewColumn && { viewColumn }) });
      Promise.resolve(ending)
        .catch(ignore)
        .finally(() => resolve(chosen));
    });
  });
}

async function open(passage: RelevantQGPTSeed): Promise<void> {
  if (passage.path !== undefined) await showPassage(passage, { isPreview: false });
  else if (passage.asset) await vscode.commands.executeCommand('quarry.openAsset', passage.asset.id);
}
