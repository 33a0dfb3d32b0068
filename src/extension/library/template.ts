/**
 * Assets that are templates: their `$1` and `${2:name}` are places to fill in when they are inserted. All others are
 * literal code. The mark is a tag, so that it is seen, searched for, and leaves and comes back with the asset.
 */
import * as vscode from 'vscode';
import { templateTag } from '../../contract/templateTag';

export function isTemplate(tags: readonly string[]): boolean {
  return tags.some((tag) => tag.toLowerCase() === templateTag);
}

/** At every cursor, replacing what is selected; the editor fits it to the indentation and goes from stop to stop. */
export async function insertTemplate(editor: vscode.TextEditor, body: string): Promise<boolean> {
  // The stops are walked through where the focus is.
  const shown = await vscode.window.showTextDocument(editor.document, editor.viewColumn);
  return shown.insertSnippet(new vscode.SnippetString(body), shown.selections);
}
