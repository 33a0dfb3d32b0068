/** The commands that bring something into the chat and ask about it: selected code, files and folders, an asset. */
import * as vscode from 'vscode';
import type { ContextChip } from '../../chat/chips';
import { activeEditor, chipOf, selectedRange } from '../chat/selections';
import { Hint } from '../errors';
import { chooseAsset } from '../library/assetPick';
import { titleOf } from '../library/assets';
import type { Shell } from './command';

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
