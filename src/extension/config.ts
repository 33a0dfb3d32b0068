/** Settings as the editor holds them. */
import * as vscode from 'vscode';
import type { ServerSettings } from '../contract/serviceOptions';
import { patternsFrom, serverSettingsFrom, settings, type SettingName } from './settings';

export { serverSection } from './settings';

export function readServerSettings(): ServerSettings {
  const configuration = vscode.workspace.getConfiguration();
  return serverSettingsFrom((name) => configuration.get<unknown>(name));
}

type Switch = Extract<SettingName, 'quarry.statusBar.visible' | 'quarry.library.confirmDelete' | 'quarry.index.ahead'>;

export function isSwitchedOn(name: Switch): boolean {
  return vscode.workspace.getConfiguration().get<boolean>(name, settings[name]);
}

/** Which files of a workspace folder are read and which are not, as its settings say. */
export function readPatterns(folder: vscode.Uri): { include: string[]; exclude: string[] } {
  const configuration = vscode.workspace.getConfiguration(undefined, folder);
  const read = (name: 'quarry.index.include' | 'quarry.index.exclude') =>
    patternsFrom(configuration.get<unknown>(name, settings[name]));
  return { include: read('quarry.index.include'), exclude: read('quarry.index.exclude') };
}

/** A page that tries names without end must not fill the window with questions. */
const maxQuestions = 3;

/** Nobody is to be talked into allowing a page of the internet: who wants that, writes it into the settings. */
const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** A web page of this machine was refused: its user may want it allowed, and is asked once for each page. */
export function watchOriginRefusals(): { add(origin: string): void } {
  const asked = new Set<string>();
  return {
    add(origin) {
      if (!loopback.test(origin) || asked.has(origin) || asked.size >= maxQuestions) return;
      asked.add(origin);
      void ask(origin);
    },
  };
}

async function ask(origin: string): Promise<void> {
  const allow = vscode.l10n.t('Allow');
  const text = vscode.l10n.t('The web page {0} tried to use your Quarry library and was refused.', origin);
  if ((await vscode.window.showWarningMessage(text, allow)) === allow) await allowOrigin(origin);
}

/** Adds to the list in the user's settings; the service hears of it through the change event. */
async function allowOrigin(origin: string): Promise<void> {
  const name = 'quarry.server.allowedOrigins' satisfies SettingName;
  const { allowedOrigins } = readServerSettings();
  if (allowedOrigins.includes(origin)) return;
  await vscode.workspace
    .getConfiguration()
    .update(name, [...allowedOrigins, origin], vscode.ConfigurationTarget.Global);
}
