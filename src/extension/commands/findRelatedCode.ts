import * as vscode from 'vscode';
import type { RelevantQGPTSeed } from '../../contract/schemas/qgpt';
import { everywhere, queryOf } from '../chat/querySpace';
import type { Piece } from '../library/saving';
import { activeEditor, pieceOf, selectedRange } from '../chat/selections';
import { passageItemOf, passageText, type PassageItem } from '../chat/passageItems';
import { openPlace, pickPlace } from '../chat/placePick';
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
  if (typeof wanted === 'number') {
    const passage = (await relatedItems(shell, piece, new AbortController().signal))[wanted]?.passage;
    if (passage) await openPlace(passage);
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
