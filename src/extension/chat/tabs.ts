/** Where code is shown while the chat itself stands in an editor: beside it, never over it. */
import * as vscode from 'vscode';

export const chatPanelType = 'quarry.chatEditor';

/** The editor puts a word of its own before the type. */
export function isChatTab(tab: vscode.Tab | undefined): boolean {
  return tab?.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith(chatPanelType);
}

/** undefined: where the editor would show it by itself. */
export function codeColumn(): vscode.ViewColumn | undefined {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  if (!isChatTab(activeTabGroup.activeTab)) return undefined;
  const other = all.find((group) => group !== activeTabGroup && !isChatTab(group.activeTab));
  return other?.viewColumn ?? vscode.ViewColumn.Beside;
}

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
