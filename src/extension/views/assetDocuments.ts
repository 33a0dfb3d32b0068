/** The text of an asset as a read-only document, with highlighting by its name's ending. */
import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import { assetScheme, textOf, titleOf, wordOfAsset } from '../assets';
import { fileNameOf } from '../languages';
import type { Quarry } from '../quarry';

export function assetUri(asset: Asset): vscode.Uri {
  const name = fileNameOf(titleOf(asset), wordOfAsset(asset));
  return vscode.Uri.from({ scheme: assetScheme, path: `/${asset.id}/${name}` });
}

export function registerAssetDocuments(quarry: Quarry): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    async provideTextDocumentContent({ path }) {
      const asset = await quarry.api.assetSnapshot({ params: { asset: path.split('/')[1] ?? '' } });
      return textOf(asset) ?? '';
    },
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(assetScheme, provider),
    quarry.onDidChangeAssets(() => {
      for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === assetScheme) changed.fire(uri);
    }),
  );
}
