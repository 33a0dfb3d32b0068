/**
 * The commands of the chat: those that ask about selected code, files, folders or an asset, and those for the chat that
 * is shown.
 */
import * as vscode from 'vscode';
import type { ContextChip } from '../../chat/chips';
import { activeEditor, chipOf, selectedRange, everywhere, queryOf, seedOf, pieceOf } from '../chat/context';
import { Hint, abortSignalOf } from '../notices';
import { chooseAsset } from '../library/choosing';
import { titleOf } from '../library/assets';
import type { Command, Shell } from './command';
import { builtInKey } from '../settings';
import type { Quarry } from '../start/quarry';
import type { Piece } from '../library/saving';

/** A question may come along, from a key binding or another extension. */
export async function askAboutSelection({ chat }: Shell, given?: unknown): Promise<void> {
  const editor = activeEditor();
  const question = typeof given === 'string' && given.trim() !== '' ? given : undefined;
  await chat.ask(question, [chipOf(editor.document, selectedRange(editor))]);
}

/** From the explorer: what is selected there, folders too. From elsewhere: the file of the active editor. */
export async function askAboutFile({ chat }: Shell, given?: unknown, all?: unknown): Promise<void> {
  const selected = Array.isArray(all) ? all.filter((item) => item instanceof vscode.Uri) : [];
  const [first = given instanceof vscode.Uri ? given : activeEditor().document.uri, ...rest] = selected;
  const chips = await Promise.all([first, ...rest].map(placeChipOf));
  await chat.ask(undefined, chips);
}

/** @throws Hint for what lies on no disk */
async function placeChipOf(uri: vscode.Uri): Promise<ContextChip> {
  if (uri.scheme !== 'file') throw new Hint(vscode.l10n.t('Only files on a disk can be asked about. Save it first.'));
  const { type } = await vscode.workspace.fs.stat(uri);
  return { kind: type & vscode.FileType.Directory ? 'folder' : 'file', path: uri.fsPath };
}

/** The explorer's menu calls it so on a folder. */
export const askAboutFolder = askAboutFile;

export async function askAboutAsset({ quarry, chat }: Shell, given?: unknown): Promise<void> {
  const asset = await chooseAsset(quarry, given, vscode.l10n.t('Which asset do you want to ask about?'));
  if (asset) await chat.ask(undefined, [{ kind: 'asset', id: asset.id, name: titleOf(asset) }]);
}

/** The address that another extension or a test gives; a menu of a view gives something else. */
const uriIn = (given: unknown): vscode.Uri | undefined => (given instanceof vscode.Uri ? given : undefined);

export const newChat: Command = ({ chat }) => chat.newChat();
export const showHistory: Command = ({ chat }) => chat.showHistory();
export const openChatInEditor: Command = ({ chat }) => chat.openInEditor();

/** As a Markdown document. */
export const exportChat: Command = ({ chat }) => chat.exportChat();
/** Into a file that `importChat` reads. @param to asked when absent */
export const exportChatFile: Command = ({ chat }, to) => chat.exportChatFile(uriIn(to));
/** @param from asked when absent */
export const importChat: Command = ({ chat }, from) => chat.importChat(uriIn(from));

/** A change that an answer proposes and the diff editor shows. @param given the address of the diff's right side */
export const applyProposal: Command = ({ chat }, given) => chat.applyProposal(given);
export const discardProposal: Command = ({ chat }, given) => chat.discardProposal(given);

export const nextCitation: Command = ({ chat }) => chat.stepCitation(1);
export const previousCitation: Command = ({ chat }) => chat.stepCitation(-1);
export const nextCodeBlock: Command = ({ chat }) => chat.stepCode(1);
export const previousCodeBlock: Command = ({ chat }) => chat.stepCode(-1);

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
