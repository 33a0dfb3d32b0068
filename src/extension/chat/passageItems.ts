/** What relevance found, as items of a quick pick, and the places they stand for. */
import path from 'node:path';
import * as vscode from 'vscode';
import type { RelevantQGPTSeed } from '../../contract/schemas/qgpt';

export interface PassageItem extends vscode.QuickPickItem {
  passage: RelevantQGPTSeed;
}

const maxDetail = 160;

/** Its text, whether it lies in a file or in an asset. */
export function passageText({ seed, location }: RelevantQGPTSeed): string {
  return location?.text ?? seed?.asset?.format.fragment?.string?.raw ?? '';
}

export function passageItemOf(passage: RelevantQGPTSeed, assetTitle: (id: string) => string): PassageItem {
  const { lines, asset } = passage;
  const detail = firstLine(passageText(passage));
  if (passage.path === undefined) {
    const label = assetTitle(asset?.id ?? '');
    return { passage, label, detail, iconPath: new vscode.ThemeIcon('symbol-snippet'), alwaysShow: true };
  }
  const shown = vscode.workspace.asRelativePath(passage.path);
  const folder = path.dirname(shown);
  return {
    passage,
    label: `${path.basename(shown)}${lines ? `:${lines.start}-${lines.end}` : ''}`,
    ...(folder !== '.' && { description: folder }),
    detail,
    iconPath: new vscode.ThemeIcon('file-code'),
    alwaysShow: true,
  };
}

/** The first line that says anything. */
function firstLine(text: string): string {
  const line = text.split('\n').find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? '';
  return line.trim().slice(0, maxDetail);
}

/** Lines count from one here and from zero in the editor; what was cut off the file since then is left out. */
function rangeOf({ lines }: RelevantQGPTSeed, document: vscode.TextDocument): vscode.Range {
  if (!lines) return new vscode.Range(0, 0, 0, 0);
  return document.validateRange(new vscode.Range(lines.start - 1, 0, lines.end - 1, Number.MAX_SAFE_INTEGER));
}

/** Opens its file at its lines; undefined for one that lies in no file. */
export async function showPassage(
  passage: RelevantQGPTSeed,
  options: { isPreview: boolean },
): Promise<vscode.TextEditor | undefined> {
  if (passage.path === undefined) return undefined;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(passage.path));
  const range = rangeOf(passage, document);
  const editor = await vscode.window.showTextDocument(document, {
    preview: true,
    preserveFocus: options.isPreview,
    selection: range,
  });
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}
