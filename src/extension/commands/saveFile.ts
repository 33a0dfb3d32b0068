import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import { Hint } from '../errors';
import { savePieces, type Piece } from '../library/saving';
import { activeEditor } from '../chat/selections';
import type { Shell } from './command';

/** From the explorer: the file, and all selected ones. From elsewhere: the file of the active editor. */
export async function saveFile({ quarry }: Shell, given?: unknown, all?: unknown): Promise<Asset[]> {
  const selected = Array.isArray(all) ? all.filter((item) => item instanceof vscode.Uri) : [];
  const [first = given, ...rest] = selected;
  if (!(first instanceof vscode.Uri)) return savePieces(quarry, [wholeFile(activeEditor().document)]);
  const pieces: Piece[] = [];
  for (const uri of [first, ...rest]) pieces.push(await readFile(uri));
  return savePieces(quarry, pieces);
}

export function wholeFile(document: vscode.TextDocument): Piece {
  const { uri, languageId } = document;
  return { uri, languageId, text: document.getText(), name: nameOf(uri) };
}

/** What an editor shows counts, saved or not. The editor refuses folders, pictures and files that are too large. */
export async function readFile(uri: vscode.Uri): Promise<Piece> {
  try {
    return wholeFile(await vscode.workspace.openTextDocument(uri));
  } catch (cause) {
    throw new Hint(vscode.l10n.t('{0} cannot be saved, as it does not open as text.', nameOf(uri)), { cause });
  }
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
