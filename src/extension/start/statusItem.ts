/** The status bar item: the state of Quarry and its current work. Its hover shows an overview. */
import * as vscode from 'vscode';
import type { ServiceStatus } from '../../contract/schemas/service';
import { isSwitchedOn } from '../config';
import { assetCount, detachedText, fileCount, readOnlyText } from '../notices';
import { builtInKey } from '../settings';
import { whereItGoes } from '../models/models';
import type { ConnectionState } from './connection';
import type { Quarry } from './quarry';

const idleMs = 5_000;
const indexingMs = 1_000;

export function registerStatusItem(quarry: Quarry): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('quarry.status', vscode.StatusBarAlignment.Right, 50);
  item.name = 'Quarry';
  item.command = 'quarry.showServerStatus';
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;
  let wasConnected = false;

  const schedule = (ms: number): void => {
    clearTimeout(timer);
    // A window without focus is not polled; regaining the focus is an event of its own.
    timer = setTimeout(() => vscode.window.state.focused && void look(), ms);
  };
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    if (!isSwitchedOn('quarry.statusBar.visible')) item.hide();
    else item.show();
    if (quarry.connection.kind !== 'connected') return showUnconnected(item, quarry, wasConnected);
    wasConnected = true;
    if (isReading) return;
    isReading = true;
    try {
      // Listeners, this item among them, show the status.
      const { index } = await quarry.status();
      schedule(index.state === 'indexing' ? indexingMs : idleMs);
    } catch (error) {
      // The next poll follows soon, and a lost connection is reported separately.
      quarry.log.debug(`The status was not read: ${String(error)}`);
      schedule(idleMs);
    } finally {
      isReading = false;
    }
  };
  let wasPaused = false;
  const show = (status: ServiceStatus): void => {
    showConnected(item, status, quarry);
    if (status.index.isPaused === wasPaused) return;
    wasPaused = status.index.isPaused;
    void vscode.commands.executeCommand('setContext', 'quarry.isIndexPaused', wasPaused);
  };
  void look();
  return vscode.Disposable.from(
    item,
    { dispose: () => clearTimeout(timer) },
    quarry.onDidReadStatus(show),
    quarry.onDidChangeConnection(() => void look()),
    quarry.onDidChangeAssets(() => void look()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('quarry.statusBar')) void look();
    }),
  );
}

function showUnconnected(item: vscode.StatusBarItem, { connection }: Quarry, wasConnected: boolean): void {
  item.accessibilityInformation = undefined;
  if (connection.kind === 'failed') {
    const { isDetached, reason } = connection;
    item.text = isDetached
      ? vscode.l10n.t('$(debug-disconnect) Quarry: detached')
      : vscode.l10n.t('$(error) Quarry: failed');
    item.tooltip = isDetached ? detachedText(reason) : reason;
    item.command = 'quarry.showLog';
    item.backgroundColor = new vscode.ThemeColor('statusBarItem.errorBackground');
    return;
  }
  item.text = wasConnected
    ? vscode.l10n.t('$(loading~spin) Quarry: taking over')
    : vscode.l10n.t('$(loading~spin) Quarry: starting');
  item.tooltip = vscode.l10n.t('Looking for the service of Quarry…');
  item.command = 'quarry.showServerStatus';
  item.backgroundColor = undefined;
}

function textOf({ index, readOnly }: ServiceStatus): string {
  if (readOnly !== undefined) return vscode.l10n.t('$(lock) Quarry: read-only');
  if (index.isPaused) return vscode.l10n.t('$(debug-pause) Quarry: paused');
  if (index.state !== 'indexing') return '$(database) Quarry';
  return vscode.l10n.t('$(sync~spin) Quarry: indexing {0}/{1}', index.filesDone, index.filesTotal);
}

function showConnected(item: vscode.StatusBarItem, status: ServiceStatus, quarry: Quarry): void {
  item.command = 'quarry.showServerStatus';
  item.backgroundColor =
    (status.readOnly ?? quarry.libraryFolder.fault) === undefined
      ? undefined
      : new vscode.ThemeColor('statusBarItem.warningBackground');
  item.text = textOf(status);
  item.tooltip = dashboard(status, quarry);
  item.accessibilityInformation = { label: vscode.l10n.t('Quarry, {0}', assetCount(status.assets)), role: 'button' };
}

function indexText({ state, isPaused, filesDone, filesTotal, roots }: ServiceStatus['index']): string {
  const files = roots.reduce((sum, root) => sum + root.files, 0);
  if (isPaused) return vscode.l10n.t('{0} ready, indexing is paused', fileCount(files));
  return state === 'indexing'
    ? vscode.l10n.t('indexing {0} of {1} files', filesDone, filesTotal)
    : vscode.l10n.t('{0} ready', fileCount(files));
}

const dashboardCommands = [
  'quarry.copyServerAddress',
  'quarry.newChat',
  'quarry.searchAssets',
  'quarry.pauseIndexing',
  'quarry.resumeIndexing',
  'quarry.cancelIndexing',
  'quarry.runDoctor',
  'quarry.showLog',
];

/** The hover: port, library, index, answering model and destinations of data, then the available actions. */
function dashboard(
  { baseUrl, assets, index, readOnly, version }: ServiceStatus,
  { models, libraryFolder: { fault } }: Quarry,
): vscode.MarkdownString {
  const { key, name } = models.current();
  const rows: [icon: string, text: string][] = [
    ['broadcast', baseUrl],
    ['library', assetCount(assets)],
    [index.isPaused ? 'debug-pause' : 'search', indexText(index)],
    ['hubot', key === builtInKey ? vscode.l10n.t('No model: answers come from your code') : name],
    ...(readOnly === undefined ? [] : [['lock', readOnlyText(readOnly)] satisfies [string, string]]),
    ...(fault === undefined ? [] : [['warning', fault] satisfies [string, string]]),
    ['shield', whereItGoes(models)],
  ];
  const tooltip = new vscode.MarkdownString('', true);
  tooltip.isTrusted = { enabledCommands: dashboardCommands };
  tooltip.appendMarkdown(`**Quarry** ${version}\n\n`);
  for (const [icon, text] of rows) tooltip.appendMarkdown(`$(${icon}) `).appendText(text).appendMarkdown('  \n');
  const link = (text: string, command: string): string => `[${text}](command:${command})`;
  const links = [
    link(vscode.l10n.t('New chat'), 'quarry.newChat'),
    link(vscode.l10n.t('Search assets'), 'quarry.searchAssets'),
    index.isPaused
      ? link(vscode.l10n.t('Resume indexing'), 'quarry.resumeIndexing')
      : link(vscode.l10n.t('Pause indexing'), 'quarry.pauseIndexing'),
    ...(index.state === 'indexing' ? [link(vscode.l10n.t('Cancel indexing'), 'quarry.cancelIndexing')] : []),
    link(vscode.l10n.t('Copy address'), 'quarry.copyServerAddress'),
    link(vscode.l10n.t('Doctor'), 'quarry.runDoctor'),
    link(vscode.l10n.t('Log'), 'quarry.showLog'),
  ];
  return tooltip.appendMarkdown(`\n\n${links.join(' · ')}`);
}

/** Publishes the connection: a context key for menus and welcome views, and a message when it has failed. */
export function tellConnection(quarry: Quarry): vscode.Disposable {
  let toldReason: string | undefined;
  const tell = (state: ConnectionState): void => {
    void vscode.commands.executeCommand('setContext', 'quarry.connection', state.kind);
    if (state.kind === 'connected') toldReason = undefined;
    // The service retries every few seconds and fails for the same reason.
    if (state.kind !== 'failed' || state.reason === toldReason) return;
    toldReason = state.reason;
    void offerHelp(quarry, state.reason);
  };
  tell(quarry.connection);
  return quarry.onDidChangeConnection(tell);
}

async function offerHelp(quarry: Quarry, reason: string): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  const tryAgain = vscode.l10n.t('Try Again');
  const text = vscode.l10n.t('Quarry cannot open its library. {0}', reason);
  const choice = await vscode.window.showErrorMessage(text, showLog, tryAgain);
  if (choice === showLog) quarry.log.show(true);
  if (choice === tryAgain) await quarry.restart();
}
