/** Library maintenance: one list of rarely needed actions. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { SettingName } from '../settings';
import type { Quarry } from '../start/quarry';
import { commandRow, pickCommand, type Shell } from './command';
import type { Backup } from '../../contract/schemas/library';
import { Hint, assetCount, backupCount, chatCount } from '../notices';
import { sizeText } from '../size';

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
 * Asks for a new library folder and writes it to the settings; the change event then asks what happens to the present
 * library.
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

/**
 * @param given `{ isConfirmed: true }` from a caller that has asked already @returns true when everything was deleted
 */
export async function deleteAllData({ quarry, chat }: Shell, given?: unknown): Promise<boolean> {
  const isConfirmed = typeof given === 'object' && given !== null && 'isConfirmed' in given && given.isConfirmed;
  if (isConfirmed !== true && !(await confirm(quarry))) return false;
  await chat.newChat(); // a running answer would be stored in the new library
  // Otherwise shared assets would be copied into the new library.
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
  // A library moved elsewhere by copying has left the original in the extension's own folder.
  if (libraryFolder.folder !== ownFolder) await rm(path.join(ownFolder, 'store'), { recursive: true, force: true });
}

/** Backups of the whole library: made on request, verified by a test restore, and restored with a way back. */

/** @returns the backup's name */
export async function backUpLibrary({ quarry }: Shell): Promise<string> {
  const { name } = await quarry.api.backupMake();
  const show = vscode.l10n.t('Show Backups');
  void vscode.window.showInformationMessage(vscode.l10n.t('The library is backed up.'), show).then((choice) => {
    if (choice === show) void vscode.commands.executeCommand('quarry.restoreBackup');
  });
  return name;
}

/**
 * Restores each backup into a temporary library and compares all records. @returns one message for each faulty backup
 */
export async function verifyBackups({ quarry }: Shell): Promise<{ whole: number; faults: string[] }> {
  const { backups } = await quarry.api.backupsList();
  if (backups.length === 0) throw new Hint(noneYet());
  const title = vscode.l10n.t('Verifying {0} backups', backups.length);
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const { checked, faults } = await vscode.window.withProgress(options, async (progress, token) => {
    const found: string[] = [];
    let count = 0;
    for (const { name } of backups) {
      if (token.isCancellationRequested) break;
      progress.report({ message: name, increment: 100 / backups.length });
      const { fault } = await quarry.api.backupVerify({ body: { name } });
      count += 1;
      if (fault !== undefined) found.push(fault);
    }
    return { checked: count, faults: found };
  });
  const whole = checked - faults.length;
  if (faults.length > 0) void vscode.window.showWarningMessage(faults.join(' '));
  else if (whole > 0)
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Backups verified: {0}. Each was restored into a temporary library and came back whole.', whole),
    );
  return { whole, faults };
}

/**
 * @param given a backup's name, from a caller that has asked already; otherwise the user chooses and confirms
 * @returns the name of the backup of the state before
 */
export async function restoreBackup({ quarry }: Shell, given?: unknown): Promise<string | undefined> {
  const name = typeof given === 'string' ? given : await chooseBackup(quarry);
  if (name === undefined) return undefined;
  const { kept, assets } = await quarry.renew(() => quarry.api.backupRestore({ body: { name } }));
  quarry.assetsChanged();
  void offerUndo(kept, assets);
  return kept;
}

async function offerUndo(kept: string | undefined, assets: number): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  const text = vscode.l10n.t('The library is what the backup held: {0}.', assetCount(assets));
  const choice = await vscode.window.showInformationMessage(text, ...(kept === undefined ? [] : [undo]));
  if (choice === undo) await vscode.commands.executeCommand('quarry.restoreBackup', kept);
}

async function chooseBackup(quarry: Quarry): Promise<string | undefined> {
  const { backups, folder } = await quarry.api.backupsList();
  if (backups.length === 0) throw new Hint(noneYet());
  const item = await vscode.window.showQuickPick(backups.map(itemOf), {
    title: vscode.l10n.t('Restore a backup of the library'),
    placeHolder: vscode.l10n.t('Backups are in {0}', folder),
    matchOnDescription: true,
  });
  if (!item) return undefined;
  const { assets, conversations, fault } = await quarry.api.backupVerify({ body: { name: item.backup.name } });
  if (fault !== undefined) throw new Hint(fault);
  const restore = vscode.l10n.t('Restore');
  const question = vscode.l10n.t('Make the library what it was on {0}?', item.label);
  const detail = vscode.l10n.t(
    'The backup was verified: {0} assets and {1} chats. What is in the library now is backed up first, so that this can be undone.',
    assets,
    conversations,
  );
  const choice = await vscode.window.showWarningMessage(question, { modal: true, detail }, restore);
  return choice === restore ? item.backup.name : undefined;
}

function itemOf(backup: Backup): vscode.QuickPickItem & { backup: Backup } {
  const reasons: Record<Backup['reason'], string> = {
    daily: vscode.l10n.t('made daily'),
    wanted: vscode.l10n.t('made by hand'),
    restore: vscode.l10n.t('made before a restore'),
    migration: vscode.l10n.t('made before an update of Quarry'),
  };
  return {
    backup,
    iconPath: new vscode.ThemeIcon('archive'),
    label: labelOf(backup),
    description: `${reasons[backup.reason]} · ${sizeText(backup.bytes)}`,
  };
}

/** The label of a backup; daily backups show a date without time. */
function labelOf({ made, reason, name }: Backup): string {
  if (reason === 'migration') return name;
  const day: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' };
  if (reason === 'daily') return new Date(made).toLocaleDateString(vscode.env.language, { ...day, timeZone: 'UTC' });
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit' };
  return new Date(made).toLocaleString(vscode.env.language, { ...day, ...time });
}

const noneYet = (): string =>
  vscode.l10n.t('There is no backup yet. One is made each day; “Quarry: Manage Library…” makes one now.');
