/** The upkeep of the library as one list: what is needed rarely, and found here when it is. */
import * as vscode from 'vscode';
import type { LibraryCommandId } from './ids';
import type { Shell } from './command';

interface Task extends vscode.QuickPickItem {
  command?: LibraryCommandId;
}

const task = (icon: string, label: string, description: string, command: LibraryCommandId): Task => ({
  label: `$(${icon}) ${label}`,
  description,
  command,
});

function tasks(): Task[] {
  const separator = (label: string): Task => ({ label, kind: vscode.QuickPickItemKind.Separator });

  return [
    separator(vscode.l10n.t('In and out')),
    task(
      'export',
      vscode.l10n.t('Export Library'),
      vscode.l10n.t('every asset as a Markdown file'),
      'quarry.exportLibrary',
    ),
    task(
      'cloud-download',
      vscode.l10n.t('Import Assets'),
      vscode.l10n.t('shows first what it would do'),
      'quarry.importAssets',
    ),
    task(
      'discard',
      vscode.l10n.t('Undo Last Import'),
      vscode.l10n.t('takes back what it added and changed'),
      'quarry.undoImport',
    ),
    separator(vscode.l10n.t('Safety')),
    task(
      'save-all',
      vscode.l10n.t('Back Up Library'),
      vscode.l10n.t('a copy of today, besides those made by themselves'),
      'quarry.backUpLibrary',
    ),
    task(
      'verified',
      vscode.l10n.t('Verify Backups'),
      vscode.l10n.t('reads each of them whole'),
      'quarry.verifyBackups',
    ),
    task(
      'history',
      vscode.l10n.t('Restore Backup…'),
      vscode.l10n.t('the library as it was then'),
      'quarry.restoreBackup',
    ),
    separator(vscode.l10n.t('Place')),
    task(
      'folder',
      vscode.l10n.t('Choose Library Folder…'),
      vscode.l10n.t('copies it; the old one stays'),
      'quarry.chooseDataFolder',
    ),
    task('refresh', vscode.l10n.t('Refresh Library'), vscode.l10n.t('reads the list again'), 'quarry.refreshAssets'),
    separator(''),
    task('trash', vscode.l10n.t('Empty Trash'), vscode.l10n.t('for good'), 'quarry.emptyTrash'),
    task(
      'flame',
      vscode.l10n.t('Delete All My Data…'),
      vscode.l10n.t('library, chats and indexes, for good'),
      'quarry.deleteAllData',
    ),
  ];
}

export async function manageLibrary(_: Shell): Promise<void> {
  const choice = await vscode.window.showQuickPick(tasks(), {
    title: vscode.l10n.t('Manage Library'),
    placeHolder: vscode.l10n.t('What do you want to do with the library?'),
    matchOnDescription: true,
  });
  if (choice?.command !== undefined) await vscode.commands.executeCommand(choice.command);
}
