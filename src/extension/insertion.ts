/** Saved code goes into an editor: literal, fitted to its indentation, undone by one step. */
import * as vscode from 'vscode';
import { reindent } from '../webview/messages';

/** Replaces what is selected, at every cursor. */
export async function insertCode(editor: vscode.TextEditor, code: string): Promise<boolean> {
  const unit = unitOf(editor.options);
  const fitted = editor.selections.map((selection) => ({ selection, text: fit(editor, selection, code, unit) }));
  const isDone = await editor.edit(
    (edit) => {
      for (const { selection, text } of fitted) {
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

function unitOf({ insertSpaces, tabSize, indentSize }: vscode.TextEditorOptions): string {
  const size = Number(indentSize) || Number(tabSize) || 4;
  return insertSpaces === false ? '\t' : ' '.repeat(size);
}

function fit({ document }: vscode.TextEditor, selection: vscode.Selection, code: string, unit: string): string {
  const line = document.lineAt(selection.start.line).text;
  const before = line.slice(0, selection.start.character);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  if (before.trim() !== '') return reindent(code, { line: indent, unit });
  // Whole lines that are replaced keep their place; at a bare cursor the cursor says how deep it goes.
  const place = selection.isEmpty ? before : indent;
  return place.slice(before.length) + reindent(code, { line: place, unit });
}
