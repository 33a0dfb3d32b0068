/** Settings as the editor holds them. */
import * as vscode from 'vscode';
import type { ServerSettings } from '../contract/serverSettings';
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

/** Of one folder of the workspace. */
export function readPatterns(folder: vscode.Uri): { include: string[]; exclude: string[] } {
  const configuration = vscode.workspace.getConfiguration(undefined, folder);
  const read = (name: 'quarry.index.include' | 'quarry.index.exclude') =>
    patternsFrom(configuration.get<unknown>(name, settings[name]));
  return { include: read('quarry.index.include'), exclude: read('quarry.index.exclude') };
}

/** Adds to the list in the user's settings; the service hears of it through the change event. */
export async function allowOrigin(origin: string): Promise<void> {
  const name = 'quarry.server.allowedOrigins' satisfies SettingName;
  const { allowedOrigins } = readServerSettings();
  if (allowedOrigins.includes(origin)) return;
  await vscode.workspace
    .getConfiguration()
    .update(name, [...allowedOrigins, origin], vscode.ConfigurationTarget.Global);
}
