/** Saved code goes into an editor: literal, fitted to its indentation, undone by one step. */
import * as vscode from 'vscode';
import { reindent } from '../../chat/reindent';
import { templateTag } from '../../contract/conventions';

/** Replaces what is selected, at every cursor. */
export async function insertCode(editor: vscode.TextEditor, code: string): Promise<boolean> {
  const unit = unitOf(editor.options);
  const texts = editor.selections.map((selection) => ({ selection, text: fit(editor, selection, code, unit) }));
  const isDone = await editor.edit(
    (edit) => {
      for (const { selection, text } of texts) {
        // An insertion takes the cursor along, a replacement of nothing would not.
        if (selection.isEmpty) edit.insert(selection.active, text);
        else edit.replace(selection, text);
      }
    },
    { undoStopBefore: true, undoStopAfter: true },
  );
  if (isDone) editor.selections = editor.selections.map(({ end }) => new vscode.Selection(end, end));
  return isDone;
}

/** The code as it would stand in place of the range, indented in the steps of the editor that shows the document. */
export function fitted(document: vscode.TextDocument, range: vscode.Range, code: string): string {
  const editor = vscode.window.visibleTextEditors.find((shown) => shown.document === document);
  return fit({ document }, range, code, editor ? unitOf(editor.options) : unitIn(document.getText()));
}

/** The smallest step that lines of a document nobody looks at are indented by. */
function unitIn(text: string): string {
  const indents = [...text.matchAll(/^(\t| {2,8})\S/gm)].map(([, indent]) => indent ?? '');
  if (indents.includes('\t')) return '\t';
  return indents.sort((a, b) => a.length - b.length)[0] ?? '    ';
}

function unitOf({ insertSpaces, tabSize, indentSize }: vscode.TextEditorOptions): string {
  const size = Number(indentSize) || Number(tabSize) || 4;
  return insertSpaces === false ? '\t' : ' '.repeat(size);
}

function fit(
  { document }: Pick<vscode.TextEditor, 'document'>,
  selection: vscode.Range,
  code: string,
  unit: string,
): string {
  const line = document.lineAt(selection.start.line).text;
  const before = line.slice(0, selection.start.character);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  if (before.trim() !== '') return reindent(code, { line: indent, unit });
  // Whole lines that are replaced keep their place; at a bare cursor the cursor says how deep it goes.
  const place = selection.isEmpty ? before : indent;
  return place.slice(before.length) + reindent(code, { line: place, unit });
}

export function isTemplate(tags: readonly string[]): boolean {
  return tags.some((tag) => tag.toLowerCase() === templateTag);
}

/** At every cursor, replacing what is selected; the editor fits it to the indentation and goes from stop to stop. */
export async function insertTemplate(editor: vscode.TextEditor, body: string): Promise<boolean> {
  // The stops are walked through where the focus is.
  const shown = await vscode.window.showTextDocument(editor.document, editor.viewColumn);
  return shown.insertSnippet(new vscode.SnippetString(body), shown.selections);
}
