/** One item in the status bar: is Quarry ready, and what does it do. Its hover is a small dashboard. */
import * as vscode from 'vscode';
import type { ServiceStatus } from '../../contract/schemas/service';
import { isSwitchedOn } from '../config';
import type { Quarry } from '../quarry';

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
    // Nobody looks at a window without focus; coming back to it is an event of its own.
    timer = setTimeout(() => vscode.window.state.focused && void look(), ms);
  };
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    if (!isSwitchedOn('quarry.statusBar.visible')) return item.hide();
    item.show();
    if (quarry.connection.kind !== 'connected') return showUnconnected(item, quarry, wasConnected);
    wasConnected = true;
    if (isReading) return;
    isReading = true;
    let next = idleMs;
    try {
      const status = await quarry.status();
      if (status.index.state === 'indexing') next = indexingMs;
      showConnected(item, status);
    } catch (error) {
      // The next look comes soon, and a lost connection is told by itself.
      quarry.log.debug(`The status was not read: ${String(error)}`);
    } finally {
      isReading = false;
    }
    schedule(next);
  };
  void look();
  return vscode.Disposable.from(
    item,
    { dispose: () => clearTimeout(timer) },
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
    item.text = vscode.l10n.t('$(error) Quarry: failed');
    item.tooltip = connection.reason;
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

function showConnected(item: vscode.StatusBarItem, status: ServiceStatus): void {
  const { index, readOnly } = status;
  item.command = 'quarry.showServerStatus';
  item.backgroundColor = readOnly === undefined ? undefined : new vscode.ThemeColor('statusBarItem.warningBackground');
  item.text =
    index.state === 'indexing'
      ? vscode.l10n.t('$(sync~spin) Quarry: indexing {0}/{1}', index.filesDone, index.filesTotal)
      : '$(database) Quarry';
  item.tooltip = dashboard(status);
  item.accessibilityInformation = { label: vscode.l10n.t('Quarry, {0} assets', status.assets), role: 'button' };
}

function dashboard({ baseUrl, assets, index, readOnly, version }: ServiceStatus): vscode.MarkdownString {
  const files = index.roots.reduce((sum, root) => sum + root.files, 0);
  const indexText =
    index.state === 'indexing'
      ? vscode.l10n.t('indexing {0} of {1} files', index.filesDone, index.filesTotal)
      : vscode.l10n.t('{0} files ready', files);
  const rows: [icon: string, text: string][] = [
    ['broadcast', baseUrl],
    ['library', vscode.l10n.t('{0} assets', assets)],
    ['search', indexText],
    ...(readOnly === undefined ? [] : [['lock', readOnly] satisfies [string, string]]),
    ['shield', vscode.l10n.t('Nothing leaves this machine')],
  ];
  const tooltip = new vscode.MarkdownString('', true);
  tooltip.isTrusted = { enabledCommands: ['quarry.copyServerAddress', 'quarry.searchAssets', 'quarry.showLog'] };
  tooltip.appendMarkdown(`**Quarry** ${version}\n\n`);
  for (const [icon, text] of rows) tooltip.appendMarkdown(`$(${icon}) `).appendText(text).appendMarkdown('  \n');
  const link = (text: string, command: string): string => `[${text}](command:${command})`;
  const links = [
    link(vscode.l10n.t('Copy address'), 'quarry.copyServerAddress'),
    link(vscode.l10n.t('Search assets'), 'quarry.searchAssets'),
    link(vscode.l10n.t('Show log'), 'quarry.showLog'),
  ];
  return tooltip.appendMarkdown(`\n\n${links.join(' · ')}`);
}
