import * as vscode from 'vscode';
import type { ContextChip } from '../../chat/messages';
import { Hint } from '../errors';
import { activeEditor } from '../chat/selections';
import type { Shell } from './command';

/** From the explorer: what is selected there, folders too. From elsewhere: the file of the active editor. */
export async function askAboutFile({ chat }: Shell, given?: unknown, all?: unknown): Promise<void> {
  const selected = Array.isArray(all) ? all.filter((item) => item instanceof vscode.Uri) : [];
  const [first = given instanceof vscode.Uri ? given : activeEditor().document.uri, ...rest] = selected;
  const chips = await Promise.all([first, ...rest].map(chipOf));
  await chat.ask(undefined, chips);
}

/** @throws Hint for what lies on no disk */
async function chipOf(uri: vscode.Uri): Promise<ContextChip> {
  if (uri.scheme !== 'file') throw new Hint(vscode.l10n.t('Only files on a disk can be asked about. Save it first.'));
  const { type } = await vscode.workspace.fs.stat(uri);
  return { kind: type & vscode.FileType.Directory ? 'folder' : 'file', path: uri.fsPath };
}
