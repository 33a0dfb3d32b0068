/** Commands for the service: its status, address, sample requests for a shell, restart, log and token. */
import * as vscode from 'vscode';
import type { ServiceStatus } from '../../contract/schemas/service';
import { readOrCreateToken } from '../../owner/token';
import { whereItGoes } from '../models/models';
import type { Quarry } from '../start/quarry';
import { assetCount, fileCount, passageCount, readOnlyText } from '../notices';
import type { Command, Shell } from './command';
import { readServerSettings } from '../config';

interface StatusItem extends vscode.QuickPickItem {
  command?: string;
  value?: string;
}

/** Shows the status as a list whose rows offer actions. Returns the status for other callers. */
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
  const isOwner = connection.kind === 'connected' && connection.role === 'owner';
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
    ...indexItems(status.index),
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

function indexItems(index: ServiceStatus['index']): StatusItem[] {
  const files = index.roots.reduce((sum, root) => sum + root.files, 0);
  return [
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
  ];
}

const noticeMs = 3_000;

/**
 * The server's address for use on the user's side. With code on another machine (SSH, WSL, a container) the editor
 * forwards the port on request. A browser-served editor would give an address behind its sign-in, which programs cannot
 * pass; there the address of the machine with the code is used.
 */
async function addressHere(baseUrl: string): Promise<string> {
  const { remoteName, uiKind } = vscode.env;
  if (remoteName === undefined || uiKind !== vscode.UIKind.Desktop) return baseUrl;
  const here = await vscode.env.asExternalUri(vscode.Uri.parse(baseUrl));
  return here.toString(true).replace(/\/$/, '');
}

export async function copyServerAddress({ quarry }: Shell): Promise<string> {
  const address = await addressHere((await quarry.status()).baseUrl);
  await vscode.env.clipboard.writeText(address);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Copied {0}', address), noticeMs);
  return address;
}

/** @param given `{ isConfirmed: true }` from a caller that has asked already @returns true when there is a new token */
export async function renewToken({ quarry }: Shell, given?: unknown): Promise<boolean> {
  const isConfirmed = typeof given === 'object' && given !== null && 'isConfirmed' in given && given.isConfirmed;
  if (isConfirmed !== true && !(await confirm())) return false;
  await quarry.api.tokenRenew();
  // Not awaited: the command is done, but the message may stay open for long.
  void tell(quarry.libraryFolder.folder);
  return true;
}

async function confirm(): Promise<boolean> {
  const renew = vscode.l10n.t('Renew Token');
  const detail = vscode.l10n.t(
    'Programs that show the old token are refused at once, until you give them the new one. Your windows and programs without a token go on as before.',
  );
  const question = vscode.l10n.t('Renew the token of the Quarry server?');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, renew)) === renew;
}

async function tell(dataFolder: string): Promise<void> {
  const copy = vscode.l10n.t('Copy New Token');
  const text = vscode.l10n.t('The token is renewed. Give the new one to the programs that used the old one.');
  if ((await vscode.window.showInformationMessage(text, copy)) !== copy) return;
  await vscode.env.clipboard.writeText(await readOrCreateToken(dataFolder));
}

export const pauseIndexing = ({ quarry }: Shell): Promise<void> => setPaused(quarry, true);
export const resumeIndexing = ({ quarry }: Shell): Promise<void> => setPaused(quarry, false);

async function setPaused(quarry: Shell['quarry'], paused: boolean): Promise<void> {
  await quarry.api.indexControl({ body: { paused } });
  // Reading the status fires an event that updates all views of it.
  await quarry.status();
}

/** How long the message is shown. */
const saidMs = 6_000;

/** Cancels indexing. Indexed files stay searchable; the next question indexes the rest. */
export async function cancelIndexing({ quarry }: Shell): Promise<void> {
  await quarry.api.indexControl({ body: { cancel: true } });
  vscode.window.setStatusBarMessage(
    vscode.l10n.t('Indexing was cancelled; the first question reads what is missing.'),
    saidMs,
  );
  await quarry.status();
}

export const restartService: Command = ({ quarry }) => quarry.restart();
export const showLog: Command = ({ quarry }) => quarry.log.show();

/**
 * Copies a request to the server as a shell command line. Security: the token is referenced, not included, because
 * clipboard text may be pasted anywhere. @param body as JSON; a read request when absent
 */
export async function copyRequestLine(quarry: Pick<Quarry, 'status'>, path: string, body?: object): Promise<void> {
  const { baseUrl } = await quarry.status();
  // Double quotes work in every shell, and our addresses contain no special characters.
  const words = ['curl', '-s', `"${baseUrl}${path}"`];
  if (body) words.push('-H', '"Content-Type: application/json"', '-d', quoted(JSON.stringify(body)));
  if (readServerSettings().auth === 'required') words.push('-H', '"Authorization: Bearer $QUARRY_TOKEN"');
  await vscode.env.clipboard.writeText(words.join(' '));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Copied {0}', 'curl'), noticeMs);
}

/** Quotes for Unix shells, where only the single quote itself needs escaping. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
