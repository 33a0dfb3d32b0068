/**
 * Editor tabs: the column for code while the chat is in a tab (beside the chat, never over it), and documents that
 * Quarry generates for users.
 */
import * as vscode from 'vscode';

export const chatPanelType = 'quarry.chatEditor';

/** True for the chat's tab; the editor adds a prefix to its type. */
export function isChatTab(tab: vscode.Tab | undefined): boolean {
  return tab?.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith(chatPanelType);
}

/** The column for code; undefined leaves the choice to the editor. */
export function codeColumn(): vscode.ViewColumn | undefined {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  if (!isChatTab(activeTabGroup.activeTab)) return undefined;
  const other = all.find((group) => group !== activeTabGroup && !isChatTab(group.activeTab));
  return other?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** Most open files reported, the number that a question may name. */
const maxTabs = 30;

/** Paths of the open files, the active one first. */
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

// Section: generated read-only documents, which never ask to be saved.

const reportScheme = 'quarry-report';

/** Registers documents whose URI contains their text, so that they survive a reload of the window. */
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
  /** Shows a text beside the chat; equal path and query mean the same document. */
  show(document: { path: string; query: string; text: string }): Promise<void>;
}

/** Creates documents with texts too long for a URI; they exist until the window closes. */
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
