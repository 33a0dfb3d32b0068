import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import { savePieces } from '../library/saving';
import { activeEditor, pieceOf, selectedRanges } from '../chat/selections';
import type { Shell } from './command';
import { readOptions } from './saveElsewhere';
import { wholeFile } from './saveFile';

/**
 * Every selection becomes an asset of its own, so that each keeps its place.
 * @param options `{ onDuplicate, onSecret }`: what is given is not asked
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

/** Nothing is selected: what the cursor stands in is offered, from the inside out. */
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
