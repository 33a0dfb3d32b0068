/** The files of this machine that stand in tabs. */
import * as vscode from 'vscode';

/** As many as a question is allowed to name. */
const maxTabs = 30;

/** The one in front first. */
export function openFiles(): string[] {
  const paths = new Set<string>();
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active?.scheme === 'file') paths.add(active.fsPath);
  for (const { tabs } of vscode.window.tabGroups.all) {
    for (const { input } of tabs) {
      if (input instanceof vscode.TabInputText && input.uri.scheme === 'file') paths.add(input.uri.fsPath);
    }
  }
  return [...paths].slice(0, maxTabs);
}
