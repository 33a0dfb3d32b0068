/** A chat as a Markdown document in an editor: to be read, changed, saved where one wants it. */
import * as vscode from 'vscode';
import type { ContextChip } from '../../chat/chips';
import { chatMarkdown } from '../../chat/markdown';
import type { Turn } from '../../chat/turns';
import type { ChatHost } from './host';
import { readTurns } from './reading';

/** @throws ApiError */
export async function openChatMarkdown(conversation: string, name: string, host: ChatHost): Promise<void> {
  const turns = await readTurns(conversation, host);
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: textOf(name, turns) });
  await vscode.window.showTextDocument(document, { preview: false });
}

function textOf(name: string, turns: readonly Turn[]): string {
  return chatMarkdown(name, turns, {
    askedOf: vscode.l10n.t('Asked of {0}'),
    sources: vscode.l10n.t('Sources'),
    incomplete: vscode.l10n.t('This answer was not finished.'),
    noAnswer: vscode.l10n.t('No answer.'),
    chip: wordsOf,
  });
}

function wordsOf(chip: ContextChip): string {
  switch (chip.kind) {
    case 'workspace':
      return vscode.l10n.t('Workspace');
    case 'everything':
      return vscode.l10n.t('Everything');
    case 'selection':
      return `${chip.name}:${chip.lines.start}-${chip.lines.end}`;
    case 'file':
    case 'folder':
      return vscode.workspace.asRelativePath(chip.path);
    case 'asset':
      return `“${chip.name}”`;
    case 'symbol':
      return `${chip.name} (${chip.file})`;
    case 'changes':
      return vscode.l10n.t('Changes');
    case 'problems':
      return vscode.l10n.t('Problems');
  }
}
