import * as vscode from 'vscode';
import type { SettingName } from '../settings';
import type { Shell } from './command';

/** Asks for the folder that the library shall live in; what happens to the present one is asked when the setting changes. */
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
