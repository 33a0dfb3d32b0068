import * as vscode from 'vscode';
import { abortSignalOf, Hint } from '../errors';
import { builtInKey } from '../models/modelSettings';
import { everywhere, queryOf, seedOf } from '../chat/querySpace';
import type { Quarry } from '../start/quarry';
import type { Piece } from '../library/saving';
import { activeEditor, chipOf, pieceOf, selectedRange } from '../chat/selections';
import type { Shell } from './command';

/** Enough neighbours to ask something beyond the selected lines. */
const neighbours = 6;

/**
 * Questions that the code around has an answer to; the chosen one is asked in the chat.
 * @param options `{ pick: n }` takes the n-th question without asking
 */
export async function suggestQuestions({ quarry, chat }: Shell, options?: unknown): Promise<string | undefined> {
  const editor = activeEditor();
  const range = selectedRange(editor);
  const search = new vscode.CancellationTokenSource();
  const questions = questionsAbout(quarry, pieceOf(editor.document, range), abortSignalOf(search.token));
  const wanted = typeof options === 'object' && options !== null && 'pick' in options ? options.pick : undefined;
  const question =
    typeof wanted === 'number'
      ? (await questions)[wanted]
      : await vscode.window.showQuickPick(questions, {
          title: vscode.l10n.t('Questions About Selection'),
          placeHolder: vscode.l10n.t('Which one do you want answered?'),
        });
  search.cancel();
  if (question !== undefined) await chat.ask(question, [chipOf(editor.document, range), { kind: 'workspace' }]);
  return question;
}

/** @throws Hint when nothing can be asked */
async function questionsAbout({ api }: Quarry, piece: Piece, signal: AbortSignal): Promise<string[]> {
  const seed = seedOf(piece);
  const space = everywhere();
  const { relevant } = await api.relevance(
    {
      body: {
        query: queryOf(piece.text),
        ...space,
        options: { ...space.options, limit: neighbours, embedder: builtInKey },
      },
    },
    signal,
  );
  const { answers } = await api.hints(
    { body: { relevant: { iterable: [{ seed, ...(piece.lines && { lines: piece.lines }) }, ...relevant.iterable] } } },
    signal,
  );
  const questions = answers.iterable.map(({ text }) => text);
  if (questions.length === 0) throw new Hint(vscode.l10n.t('There is nothing to ask about this code.'));
  return questions;
}
