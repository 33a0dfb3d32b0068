/**
 * Tabs of the editor: where code is shown while the chat itself stands in one, which is beside it and never over it;
 * and documents that Quarry writes for people.
 */
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

// Section: read-only documents that Quarry writes for people: nothing to be saved when they are closed.

const reportScheme = 'quarry-report';

/** The address holds the text itself, so a document is the same after a reload of the window. */
export function registerReports(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(reportScheme, {
    provideTextDocumentContent: ({ query }) => query,
  });
}

export async function showReport(text: string): Promise<void> {
  const uri = vscode.Uri.from({ scheme: reportScheme, path: '/Quarry Doctor.txt', query: text });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

export interface Previews extends vscode.Disposable {
  /** Shows a text beside the chat; the same path and query are the same document. */
  show(document: { path: string; query: string; text: string }): Promise<void>;
}

/** Documents whose texts are too long for their address: they last as long as the window. */
export function createPreviews(scheme: string): Previews {
  const texts = new Map<string, string>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ path }) => texts.get(path) ?? '',
  });
  return {
    async show({ path, query, text }) {
      texts.set(path, text);
      const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme, path, query }));
      const viewColumn = codeColumn();
      const column = viewColumn !== undefined && { viewColumn };
      await vscode.window.showTextDocument(document, { preview: true, ...column });
    },
    dispose: () => void provider.dispose(),
  };
}
