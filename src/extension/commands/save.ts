/**
 * The commands that save code as assets: from an editor, a file, the clipboard, a terminal, a notebook cell or an answer.
 */
import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import { activeEditor, pieceOf, selectedRanges } from '../chat/context';
import { Hint } from '../notices';
import { readFile, savePieces, wholeFile, type Piece, type SaveOptions } from '../library/saving';
import type { Shell } from './command';

/**
 * Saves each selection as a separate asset, so that each keeps its origin.
 * @param options `{ onDuplicate, onSecret }`: given values are not asked for
 */
export async function saveSelection({ quarry }: Shell, options?: unknown): Promise<Asset[] | undefined> {
  const editor = activeEditor();
  const ranges = selectedRanges(editor);
  if (ranges.length > 0) {
    return savePieces(
      quarry,
      ranges.map((range) => pieceOf(editor.document, range)),
      readOptions(options),
    );
  }
  const piece = await choosePiece(editor);
  return piece && savePieces(quarry, [piece]);
}

/** Without a selection, offers the enclosing symbols of the cursor, innermost first. */
async function choosePiece({ document, selection }: vscode.TextEditor) {
  const around = await symbolsAround(document, selection.active);
  const symbols = around.map((symbol) => ({
    label: `$(symbol-method) ${symbol.name}`,
    description: linesText(symbol.range),
    piece: pieceOf(document, symbol.range),
  }));
  const file = {
    label: vscode.l10n.t('$(file) The whole file'),
    description: vscode.l10n.t('{0} lines', document.lineCount),
    piece: wholeFile(document),
  };
  const choice = await vscode.window.showQuickPick([...symbols, file], {
    title: vscode.l10n.t('Nothing is selected'),
    placeHolder: vscode.l10n.t('What should be saved?'),
  });
  return choice?.piece;
}

function linesText({ start, end }: vscode.Range): string {
  return vscode.l10n.t('lines {0}-{1}', start.line + 1, end.line + 1);
}

async function symbolsAround(document: vscode.TextDocument, position: vscode.Position) {
  const found = await vscode.commands.executeCommand<(vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined>(
    'vscode.executeDocumentSymbolProvider',
    document.uri,
  );
  const around: vscode.DocumentSymbol[] = [];
  let level = found ?? [];
  for (;;) {
    const symbol = level.find((item) => 'range' in item && item.range.contains(position));
    if (!symbol || !('range' in symbol)) return around;
    around.unshift(symbol);
    level = symbol.children;
  }
}

/** From the explorer: saves all selected files. From elsewhere: the active editor's file. */
export async function saveFile({ quarry }: Shell, given?: unknown, all?: unknown): Promise<Asset[]> {
  const selected = Array.isArray(all) ? all.filter((item) => item instanceof vscode.Uri) : [];
  const [first = given, ...rest] = selected;
  if (!(first instanceof vscode.Uri)) return savePieces(quarry, [wholeFile(activeEditor().document)]);
  const pieces: Piece[] = [];
  for (const uri of [first, ...rest]) pieces.push(await readFile(uri));
  return savePieces(quarry, pieces);
}

/** A URI for code without a file; its scheme keeps it from being read as one. */
const nowhere = (name: string): vscode.Uri => vscode.Uri.from({ scheme: 'untitled', path: name });

export async function saveClipboard({ quarry }: Shell, options?: unknown): Promise<Asset[]> {
  const text = await vscode.env.clipboard.readText();
  if (text.trim() === '') throw new Hint(vscode.l10n.t('The clipboard holds no text.'));
  return savePieces(quarry, [{ uri: nowhere('clipboard'), text }], readOptions(options));
}

/** Saves a terminal's selection. The editor exposes it through the clipboard only, whose content is restored. */
export async function saveTerminalSelection({ quarry }: Shell, options?: unknown): Promise<Asset[]> {
  const before = await vscode.env.clipboard.readText();
  await vscode.env.clipboard.writeText('');
  await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
  const text = await vscode.env.clipboard.readText();
  await vscode.env.clipboard.writeText(before);
  if (text.trim() === '') throw new Hint(vscode.l10n.t('Select some text in the terminal first.'));
  return savePieces(quarry, [{ uri: nowhere('terminal'), text }], readOptions(options));
}

/** @param given the cell, from its toolbar; otherwise the selected cell is saved */
export async function saveNotebookCell({ quarry }: Shell, given?: unknown): Promise<Asset[]> {
  const cell = isCell(given) ? given : selectedCell();
  if (!cell) throw new Hint(vscode.l10n.t('Select a notebook cell first.'));
  const { document, notebook } = cell;
  return savePieces(quarry, [{ uri: notebook.uri, languageId: document.languageId, text: document.getText() }]);
}

/**
 * Saves code of an answer.
 * @param given where it stands in a file, which is then its origin; else `{ text, language?, name? }`, where `language`
 * is the word of the Markdown fence
 */
export async function saveCode({ quarry }: Shell, given?: unknown): Promise<Asset[]> {
  if (given instanceof vscode.Location) {
    const document = await vscode.workspace.openTextDocument(given.uri);
    return savePieces(quarry, [pieceOf(document, document.validateRange(given.range))]);
  }
  if (typeof given !== 'object' || given === null || !('text' in given) || typeof given.text !== 'string') {
    throw new Hint(vscode.l10n.t('There is nothing to save: the text is empty.'));
  }
  const language = 'language' in given && typeof given.language === 'string' ? given.language : '';
  const name = 'name' in given && typeof given.name === 'string' ? given.name : undefined;
  const piece = {
    uri: nowhere('answer'),
    text: given.text,
    ...(language !== '' && { languageId: language, word: language }),
    ...(name !== undefined && { name }),
  };
  return savePieces(quarry, [piece], readOptions(given));
}

function readOptions(given: unknown): SaveOptions {
  if (typeof given !== 'object' || given === null) return {};
  const onDuplicate = 'onDuplicate' in given ? given.onDuplicate : undefined;
  const onSecret = 'onSecret' in given ? given.onSecret : undefined;
  return {
    ...((onDuplicate === 'save' || onDuplicate === 'skip') && { onDuplicate }),
    ...((onSecret === 'mask' || onSecret === 'save' || onSecret === 'skip') && { onSecret }),
  };
}

function isCell(given: unknown): given is vscode.NotebookCell {
  return typeof given === 'object' && given !== null && 'notebook' in given && 'document' in given;
}

function selectedCell(): vscode.NotebookCell | undefined {
  const editor = vscode.window.activeNotebookEditor;
  return editor?.notebook.getCells(editor.selection)[0];
}
