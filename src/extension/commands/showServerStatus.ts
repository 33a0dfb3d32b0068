import * as vscode from 'vscode';
import { assetCount, fileCount, passageCount } from '../counts';
import type { ServiceStatus } from '../../contract/schemas/service';
import { whereItGoes } from '../models/models';
import type { Quarry } from '../start/quarry';
import { readOnlyText } from '../stateTexts';
import type { Shell } from './command';

interface StatusItem extends vscode.QuickPickItem {
  command?: string;
  value?: string;
}

/** The state as a list: what can be acted on acts when chosen. Returns the state for other callers. */
export async function showServerStatus({ quarry }: Shell): Promise<ServiceStatus> {
  const status = await quarry.status();
  void show(quarry, status);
  return status;
}

async function show(quarry: Quarry, status: ServiceStatus): Promise<void> {
  const choice = await vscode.window.showQuickPick(itemsOf(quarry, status), {
    title: vscode.l10n.t('Quarry {0}', status.version),
    placeHolder: whereItGoes(quarry.models),
  });
  if (choice?.value !== undefined) await vscode.env.clipboard.writeText(choice.value);
  if (choice?.command !== undefined) await vscode.commands.executeCommand(choice.command);
}

function itemsOf({ connection, models }: Quarry, status: ServiceStatus): StatusItem[] {
  const { index } = status;
  const isOwner = connection.kind === 'connected' && connection.role === 'owner';
  const files = index.roots.reduce((sum, root) => sum + root.files, 0);
  const separator = (label: string): StatusItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    separator(vscode.l10n.t('Server')),
    {
      label: `$(broadcast) ${status.baseUrl}`,
      description: vscode.l10n.t('choose to copy'),
      detail: isOwner
        ? vscode.l10n.t('Served by this window, process {0}', status.pid)
        : vscode.l10n.t('Served by another window, process {0}', status.pid),
      command: 'quarry.copyServerAddress',
    },
    separator(vscode.l10n.t('Library')),
    { label: `$(library) ${assetCount(status.assets)}`, command: 'quarry.searchAssets' },
    ...(status.readOnly === undefined
      ? []
      : [{ label: `$(lock) ${readOnlyText(status.readOnly)}`, command: 'quarry.showLog' }]),
    ...status.repairs.map((repair) => ({ label: `$(tools) ${repair}`, command: 'quarry.showLog' })),
    separator(vscode.l10n.t('Index')),
    index.state === 'indexing'
      ? { label: `$(sync~spin) ${vscode.l10n.t('Indexing {0} of {1} files', index.filesDone, index.filesTotal)}` }
      : { label: `$(check) ${vscode.l10n.t('Ready: {0}', fileCount(files))}` },
    ...(index.state === 'indexing'
      ? [{ label: `$(close) ${vscode.l10n.t('Cancel Indexing')}`, command: 'quarry.cancelIndexing' }]
      : []),
    index.isPaused
      ? { label: `$(debug-start) ${vscode.l10n.t('Resume Indexing')}`, command: 'quarry.resumeIndexing' }
      : { label: `$(debug-pause) ${vscode.l10n.t('Pause Indexing')}`, command: 'quarry.pauseIndexing' },
    ...index.roots.map((root) => ({
      label: `$(folder) ${root.path}`,
      description: `${fileCount(root.files)}, ${passageCount(root.passages)}`,
      value: root.path,
    })),
    separator(vscode.l10n.t('Privacy')),
    {
      label: `$(shield) ${whereItGoes(models)}`,
      description: vscode.l10n.t('no account, no telemetry; choose who answers'),
      command: 'quarry.chooseModel',
    },
    separator(vscode.l10n.t('Upkeep')),
    { label: `$(output) ${vscode.l10n.t('Show Log')}`, command: 'quarry.showLog' },
    {
      label: `$(pulse) ${vscode.l10n.t('Run Doctor')}`,
      description: vscode.l10n.t('a report that is fit to be shown to others'),
      command: 'quarry.runDoctor',
    },
    {
      label: `$(debug-restart) ${vscode.l10n.t('Restart Service')}`,
      description: vscode.l10n.t('nothing is lost'),
      command: 'quarry.restartService',
    },
    {
      label: `$(key) ${vscode.l10n.t('Renew Server Token')}`,
      description: vscode.l10n.t('programs that hold the old one are refused'),
      command: 'quarry.renewToken',
    },
    { label: `$(settings-gear) ${vscode.l10n.t('Settings')}`, command: 'workbench.action.openSettings' },
  ];
}
