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
