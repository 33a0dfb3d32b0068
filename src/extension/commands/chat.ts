/** Chat commands: asking about selected code, files, folders or an asset, and actions on the current chat. */
import * as vscode from 'vscode';
import type { ContextChip } from '../../chat/chips';
import { activeEditor, chipOf, selectedRange, everywhere, queryOf, seedOf, pieceOf } from '../chat/context';
import { inList } from '../chat/history';
import { Hint, abortSignalOf } from '../notices';
import { chooseAsset } from '../library/choosing';
import { titleOf } from '../library/assets';
import type { Command, Shell } from './command';
import { builtInKey } from '../settings';
import type { Quarry } from '../start/quarry';
import type { Piece } from '../library/saving';

/** A key binding or another extension may pass a question. */
export async function askAboutSelection({ chat }: Shell, given?: unknown): Promise<void> {
  const editor = activeEditor();
  const question = typeof given === 'string' && given.trim() !== '' ? given : undefined;
  await chat.ask(question, [chipOf(editor.document, selectedRange(editor))]);
}

/** From the explorer: asks about the selected files and folders. From elsewhere: about the active editor's file. */
export async function askAboutFile({ chat }: Shell, given?: unknown, all?: unknown): Promise<void> {
  const selected = Array.isArray(all) ? all.filter((item) => item instanceof vscode.Uri) : [];
  const [first = given instanceof vscode.Uri ? given : activeEditor().document.uri, ...rest] = selected;
  const chips = await Promise.all([first, ...rest].map(placeChipOf));
  await chat.ask(undefined, chips);
}

/** @throws Hint when the file is not on disk */
async function placeChipOf(uri: vscode.Uri): Promise<ContextChip> {
  if (uri.scheme !== 'file') throw new Hint(vscode.l10n.t('Only files on a disk can be asked about. Save it first.'));
  const { type } = await vscode.workspace.fs.stat(uri);
  return { kind: type & vscode.FileType.Directory ? 'folder' : 'file', path: uri.fsPath };
}

/** Alias for the explorer's menu entry on folders. */
export const askAboutFolder = askAboutFile;

export async function askAboutAsset({ quarry, chat }: Shell, given?: unknown): Promise<void> {
  const asset = await chooseAsset(quarry, given, vscode.l10n.t('Which asset do you want to ask about?'));
  if (asset) await chat.ask(undefined, [{ kind: 'asset', id: asset.id, name: titleOf(asset) }]);
}

/** The URI passed by another extension or a test; a view's menu passes something else. */
const uriIn = (given: unknown): vscode.Uri | undefined => (given instanceof vscode.Uri ? given : undefined);

export const newChat: Command = ({ chat }) => chat.newChat();
export const showHistory: Command = ({ chat }) => chat.showHistory();
export const openChatInEditor: Command = ({ chat }) => chat.openInEditor();

/** Exports the chat as a Markdown document. */
export const exportChat: Command = ({ chat }) => chat.exportChat();
/** Writes the chat to a file that `importChat` reads. @param to the user is asked when it is absent */
export const exportChatFile: Command = ({ chat }, to) => chat.exportChatFile(uriIn(to));
/** Reads a chat file. @param from the user is asked when it is absent */
export const importChat: Command = ({ chat }, from) => chat.importChat(uriIn(from));

/** Applies a change proposed in the diff editor. @param given the address of the diff's right side */
export const applyProposal: Command = ({ chat }, given) => chat.applyProposal(given);
export const discardProposal: Command = ({ chat }, given) => chat.discardProposal(given);

export const nextCitation: Command = ({ chat }) => chat.stepCitation(1);
export const previousCitation: Command = ({ chat }) => chat.stepCitation(-1);
export const nextCodeBlock: Command = ({ chat }) => chat.stepCode(1);
export const previousCodeBlock: Command = ({ chat }) => chat.stepCode(-1);

/** Related passages requested, enough for questions beyond the selected lines. */
const neighbours = 6;

/**
 * Suggests questions that the surrounding code answers; the chosen one is asked in the chat.
 * @param options `{ pick: n }` takes the n-th question without asking
 */
export async function suggestQuestions({ quarry, chat }: Shell, options?: unknown): Promise<string | undefined> {
  const editor = activeEditor();
  const range = selectedRange(editor);
  const search = new vscode.CancellationTokenSource();
  const questions = questionsAbout(quarry, pieceOf(editor.document, range), abortSignalOf(search.token));
  const wanted = typeof options === 'object' && options !== null && 'pick' in options ? options.pick : undefined;
  const question = typeof wanted === 'number' ? (await questions)[wanted] : await chooseQuestion(questions);
  search.cancel();
  if (question !== undefined) await chat.ask(question, [chipOf(editor.document, range), { kind: 'workspace' }]);
  return question;
}

async function chooseQuestion(questions: Promise<string[]>): Promise<string | undefined> {
  const items = questions.then((all) => all.map((question) => ({ label: inList(question), question })));
  const choice = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Questions About Selection'),
    placeHolder: vscode.l10n.t('Which one do you want answered?'),
  });
  return choice?.question;
}

/** @throws Hint when there is no question to suggest */
async function questionsAbout({ api }: Quarry, piece: Piece, signal: AbortSignal): Promise<string[]> {
  const { uri, lines } = piece;
  // By its place the symbols around the selection are known, too.
  const selected = {
    seed: seedOf(piece),
    ...(uri.scheme === 'file' && { path: uri.fsPath }),
    ...(lines && { lines }),
  };
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
  const { answers } = await api.hints({ body: { relevant: { iterable: [selected, ...relevant.iterable] } } }, signal);
  const questions = answers.iterable.map(({ text }) => text);
  if (questions.length === 0) throw new Hint(vscode.l10n.t('There is nothing to ask about this code.'));
  return questions;
}
