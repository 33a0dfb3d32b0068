/** What a command asks about: the selected code, the folders of this window, the library. */
import * as vscode from 'vscode';
import type { ContextChip } from '../../chat/chips';
import { Hint } from '../notices';
import type { Piece } from '../library/saving';
import type { QGPTRelevanceInput } from '../../contract/schemas/qgpt';
import type { Seed } from '../../contract/schemas/assets';
import { wordOf } from '../languages';
import { workspaceFolders } from '../start/windowFolders';

/** What a person means by the selected code. */

/** @throws Hint when no editor is open */
export function activeEditor(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  if (!editor) throw new Hint(vscode.l10n.t('Open a file in the editor first.'));
  return editor;
}

/** Each selection with something in it, from top to bottom. */
export function selectedRanges({ document, selections }: vscode.TextEditor): vscode.Range[] {
  return selections
    .filter((selection) => document.getText(selection).trim() !== '')
    .map((selection) => wholeLines(document, selection))
    .sort((a, b) => a.start.compareTo(b.start));
}

/** @throws Hint when nothing is selected */
export function selectedRange(editor: vscode.TextEditor): vscode.Range {
  const [first] = selectedRanges(editor);
  if (!first) throw new Hint(vscode.l10n.t('Select some code first.'));
  return first;
}

/** Its lines count from 1 and include the last. */
export function pieceOf(document: vscode.TextDocument, range: vscode.Range): Piece {
  return { uri: document.uri, languageId: document.languageId, lines: linesOf(range), text: document.getText(range) };
}

export function chipOf({ uri }: vscode.TextDocument, range: vscode.Range): ContextChip {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  return { kind: 'selection', uri: uri.toString(), name, lines: linesOf(range) };
}

/** 1-based and inclusive, as people count. */
function linesOf({ start, end }: vscode.Range): { start: number; end: number } {
  return { start: start.line + 1, end: end.line + 1 };
}

/**
 * Indentation before the first line belongs to the code, or its lines would not line up with each other; a line break
 * after the last line does not.
 */
function wholeLines(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  const before = document.lineAt(start.line).text.slice(0, start.character);
  const first = before.trim() === '' ? start.with({ character: 0 }) : start;
  const isPastLine = end.character === 0 && end.line > start.line;
  return new vscode.Range(first, isPastLine ? document.lineAt(end.line - 1).range.end : end);
}

/** What the commands search: the folders of this window and the library. */

/** The contract's limit of a query. */
const maxQuery = 100_000;

/** As much of the text as the interface takes for a question. */
export function queryOf(text: string): string {
  return text.slice(0, maxQuery);
}

/** All folders of this window and the library. */
export function everywhere(): Pick<QGPTRelevanceInput, 'paths' | 'options'> {
  const paths = workspaceFolders();
  return { ...(paths.length > 0 && { paths }), options: { database: true } };
}

/** Selected code as something to be asked about. */
export function seedOf({ uri, languageId = 'plaintext', text, lines }: Piece): Seed {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const ext = wordOf(languageId, name);
  return {
    type: 'SEEDED_ASSET',
    asset: {
      metadata: { name },
      format: { fragment: { string: { raw: text }, metadata: { name, ...(ext !== undefined && { ext }) } } },
    },
    ...(uri.scheme === 'file' && { anchor: { type: 'FILE', fullpath: uri.fsPath, ...(lines && { lines }) } }),
  };
}
