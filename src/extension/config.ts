/** Reads and writes settings of the editor. */
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

/** Include and exclude patterns of a workspace folder. */
export function readPatterns(folder: vscode.Uri): { include: string[]; exclude: string[] } {
  const configuration = vscode.workspace.getConfiguration(undefined, folder);
  const read = (name: 'quarry.index.include' | 'quarry.index.exclude') =>
    patternsFrom(configuration.get<unknown>(name, settings[name]));
  return { include: read('quarry.index.include'), exclude: read('quarry.index.exclude') };
}

/** Most questions per window, because a hostile page may try endless origins. */
const maxQuestions = 3;

/** Origins on this machine. Security: others are never offered, and must be added to the settings by hand. */
const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** Asks the user, once per origin, whether to allow a local web page that the service has refused. */
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

/** Adds an origin to the user's settings; the service is informed by the change event. */
async function allowOrigin(origin: string): Promise<void> {
  const name = 'quarry.server.allowedOrigins' satisfies SettingName;
  const { allowedOrigins } = readServerSettings();
  if (allowedOrigins.includes(origin)) return;
  await vscode.workspace
    .getConfiguration()
    .update(name, [...allowedOrigins, origin], vscode.ConfigurationTarget.Global);
}
