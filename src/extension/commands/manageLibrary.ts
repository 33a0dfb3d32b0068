/** The upkeep of the library as one list: what is needed rarely, and found here when it is. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { SettingName } from '../settings';
import type { Quarry } from '../start/quarry';
import { assetCount, backupCount, chatCount } from '../words';
import { commandRow, pickCommand, type Shell } from './command';

const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });

function rows() {
  return [
    separator(vscode.l10n.t('In and out')),
    commandRow(
      'export',
      vscode.l10n.t('Export Library'),
      vscode.l10n.t('every asset as a Markdown file'),
      'quarry.exportLibrary',
    ),
    commandRow(
      'cloud-download',
      vscode.l10n.t('Import Assets'),
      vscode.l10n.t('shows first what it would do'),
      'quarry.importAssets',
    ),
    commandRow(
      'discard',
      vscode.l10n.t('Undo Last Import'),
      vscode.l10n.t('takes back what it added and changed'),
      'quarry.undoImport',
    ),
    separator(vscode.l10n.t('Safety')),
    commandRow(
      'save-all',
      vscode.l10n.t('Back Up Library'),
      vscode.l10n.t('a copy of today, besides those made by themselves'),
      'quarry.backUpLibrary',
    ),
    commandRow(
      'verified',
      vscode.l10n.t('Verify Backups'),
      vscode.l10n.t('reads each of them whole'),
      'quarry.verifyBackups',
    ),
    commandRow(
      'history',
      vscode.l10n.t('Restore Backup…'),
      vscode.l10n.t('the library as it was then'),
      'quarry.restoreBackup',
    ),
    ...rowsOfPlace(),
  ];
}

function rowsOfPlace() {
  return [
    separator(vscode.l10n.t('Place')),
    commandRow(
      'folder',
      vscode.l10n.t('Choose Library Folder…'),
      vscode.l10n.t('copies it; the old one stays'),
      'quarry.chooseDataFolder',
    ),
    commandRow(
      'refresh',
      vscode.l10n.t('Refresh Library'),
      vscode.l10n.t('reads the list again'),
      'quarry.refreshAssets',
    ),
    separator(''),
    commandRow('trash', vscode.l10n.t('Empty Trash'), vscode.l10n.t('for good'), 'quarry.emptyTrash'),
    commandRow(
      'flame',
      vscode.l10n.t('Delete All My Data…'),
      vscode.l10n.t('library, chats and indexes, for good'),
      'quarry.deleteAllData',
    ),
  ];
}

export async function manageLibrary(_: Shell): Promise<void> {
  await pickCommand(rows(), {
    title: vscode.l10n.t('Manage Library'),
    placeHolder: vscode.l10n.t('What do you want to do with the library?'),
    matchOnDescription: true,
  });
}

/**
 * Asks for the folder that the library shall live in; what happens to the present one is asked when the setting
 * changes.
 */
export async function chooseDataFolder({ quarry }: Shell): Promise<void> {
  const name = 'quarry.library.dataFolder' satisfies SettingName;
  const chosen = await vscode.window.showOpenDialog({
    canSelectFolders: true,
    canSelectFiles: false,
    openLabel: vscode.l10n.t('Keep the Library Here'),
    defaultUri: vscode.Uri.file(quarry.libraryFolder.folder),
  });
  const [folder] = chosen ?? [];
  if (!folder) return;
  await vscode.workspace.getConfiguration().update(name, folder.fsPath, vscode.ConfigurationTarget.Global);
}

/** @param given `{ isConfirmed: true }` from a caller that has asked already @returns whether everything is gone */
export async function deleteAllData({ quarry, chat }: Shell, given?: unknown): Promise<boolean> {
  const isConfirmed = typeof given === 'object' && given !== null && 'isConfirmed' in given && given.isConfirmed;
  if (isConfirmed !== true && !(await confirm(quarry))) return false;
  await chat.newChat(); // an answer under way would be kept in the new library
  // Else what is shared would come into the new library.
  if (quarry.team.address !== '') await quarry.team.keep(quarry.team.address, undefined);
  await quarry.renew(() => quarry.api.libraryErase());
  await forget(quarry);
  quarry.assetsChanged();
  void vscode.window.showInformationMessage(vscode.l10n.t('All your data of Quarry is deleted.'));
  return true;
}

async function confirm(quarry: Quarry): Promise<boolean> {
  quarry.library.invalidate();
  const [rows, chats, { backups }] = await Promise.all([
    quarry.library.all(),
    quarry.api.conversationsSnapshot(),
    quarry.api.backupsList(),
  ]);
  const { trashed } = quarry.library;
  const assets = assetCount(rows.length + trashed);
  const parts = [
    trashed === 0 ? assets : vscode.l10n.t('{0}, {1} of them in the trash', assets, trashed),
    vscode.l10n.t('{0} with all answers', chatCount(chats.iterable.length)),
    backupCount(backups.length),
    vscode.l10n.t('the search index of your folders'),
    vscode.l10n.t('keys of model endpoints, and which destinations you have allowed'),
    ...(quarry.team.address === ''
      ? []
      : [vscode.l10n.t('the token of your team; what is shared stays with the others')]),
  ];
  const detail = [
    ...parts.map((part) => `• ${part}`),
    '',
    vscode.l10n.t('The library lies in {0}.', quarry.libraryFolder.folder),
    vscode.l10n.t('Files of your folders, exported files and settings stay. This cannot be undone.'),
  ].join('\n');
  const erase = vscode.l10n.t('Delete Everything');
  const question = vscode.l10n.t('Delete all your data of Quarry?');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, erase)) === erase;
}

async function forget({ models, memories, libraryFolder, ownFolder }: Quarry): Promise<void> {
  await models.keys.forgetAll();
  for (const memory of memories) for (const key of memory.keys()) await memory.update(key, undefined);
  // A library that was copied elsewhere has left itself behind in our own folder.
  if (libraryFolder.folder !== ownFolder) await rm(path.join(ownFolder, 'store'), { recursive: true, force: true });
}
