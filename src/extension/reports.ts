/** Read-only documents that Quarry writes for people: nothing to be saved when they are closed. */
import * as vscode from 'vscode';
import { codeColumn } from './chat/tabs';

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
