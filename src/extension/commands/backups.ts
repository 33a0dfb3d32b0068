/** Backups of the whole library: made by hand, verified by really restoring them, restored with a way back. */
import * as vscode from 'vscode';
import { assetCount } from '../words';
import type { Backup } from '../../contract/schemas/upkeep';
import { Hint } from '../errors';
import type { Quarry } from '../start/quarry';
import { sizeText } from '../size';
import type { Shell } from './command';

/** @returns the backup's name */
export async function backUpLibrary({ quarry }: Shell): Promise<string> {
  const { name } = await quarry.api.backupMake();
  const show = vscode.l10n.t('Show Backups');
  void vscode.window.showInformationMessage(vscode.l10n.t('The library is backed up.'), show).then((choice) => {
    if (choice === show) void vscode.commands.executeCommand('quarry.restoreBackup');
  });
  return name;
}

/** Each is restored into a temporary library and compared, record by record. @returns a fault for each that has one */
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
 * @param given a backup's name, from a caller that has asked already; a person chooses and confirms
 * @returns the name of the backup that brings the state before back
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

/** Daily ones have a day, no time. */
function labelOf({ made, reason, name }: Backup): string {
  if (reason === 'migration') return name;
  const day: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' };
  if (reason === 'daily') return new Date(made).toLocaleDateString(vscode.env.language, { ...day, timeZone: 'UTC' });
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit' };
  return new Date(made).toLocaleString(vscode.env.language, { ...day, ...time });
}

const noneYet = (): string =>
  vscode.l10n.t('There is no backup yet. One is made each day; “Quarry: Back Up Library” makes one now.');
