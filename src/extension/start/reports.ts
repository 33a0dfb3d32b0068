/** Read-only documents that Quarry writes for people: nothing to be saved when they are closed. */
import * as vscode from 'vscode';

const scheme = 'quarry-report';

/** The address holds the text itself, so a document is the same after a reload of the window. */
export function registerReports(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => query,
  });
}

export async function showReport(text: string): Promise<void> {
  const uri = vscode.Uri.from({ scheme, path: '/Quarry Doctor.txt', query: text });
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}
