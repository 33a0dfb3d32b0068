/**
 * Assets as files of the editor: highlighted, edited, undone, compared and saved like any other. A save goes to the
 * service; a change made elsewhere is noticed by its time, and the editor offers to compare.
 */
import * as vscode from 'vscode';
import { ApiError } from '../../contract/errors';
import type { AssetContent } from '../../contract/schemas/library';
import type { Quarry } from '../start/quarry';
import { assetOfUri, assetScheme, assetUriOf } from './assets';

export function registerAssetFiles(quarry: Quarry): vscode.Disposable {
  const files = new AssetFiles(quarry);
  return vscode.Disposable.from(
    files,
    vscode.workspace.registerFileSystemProvider(assetScheme, files, { isCaseSensitive: true }),
    quarry.onDidChangeAssets(() => files.tellChanged()),
  );
}

class AssetFiles implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  /** The time of the content that this window saw last, by asset. */
  private readonly seen = new Map<string, number>();

  constructor(private readonly quarry: Quarry) {}

  /** The editor looks at the time of each and reads those anew that are newer. */
  tellChanged(): void {
    const open = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === assetScheme);
    if (open.length > 0) this.changed.fire(open.map(({ uri }) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    // The folder of an asset is only there for those who look for one before they write.
    if (uri.path === '/' || (uri.authority === '' && uri.path.split('/').length < 3))
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { created, contentUpdated, size, isText } = await this.look(uri);
    return {
      type: vscode.FileType.File,
      ctime: created,
      mtime: contentUpdated,
      size,
      ...(!isText && { permissions: vscode.FilePermission.Readonly }),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return Buffer.from((await this.look(uri)).text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const asset = idOf(uri);
    const expected = this.seen.get(asset);
    try {
      const { contentUpdated } = await this.quarry.api.assetEdit({
        params: { asset },
        body: { text: Buffer.from(content).toString('utf8'), ...(expected !== undefined && { expected }) },
      });
      this.seen.set(asset, contentUpdated);
    } catch (error) {
      throw asFileError(error, uri);
    }
    this.quarry.assetsChanged();
  }

  /** Changes come from `tellChanged`. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  async delete(uri: vscode.Uri): Promise<void> {
    try {
      await this.quarry.api.assetsDeleteAsset({ params: { asset: idOf(uri) } });
    } catch (error) {
      throw asFileError(error, uri);
    }
    this.quarry.assetsChanged();
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async look(uri: vscode.Uri): Promise<AssetContent> {
    const asset = idOf(uri);
    try {
      const content = await this.quarry.api.assetContent({ params: { asset } });
      this.seen.set(asset, content.contentUpdated);
      return content;
    } catch (error) {
      throw asFileError(error, uri);
    }
  }
}

function idOf(uri: vscode.Uri): string {
  const id = assetOfUri(uri);
  if (!id || !/^[\da-f-]{36}$/i.test(id)) throw vscode.FileSystemError.FileNotFound(uri);
  return id;
}

/** The editor knows only its own errors; others would be shown with their names. */
function asFileError(error: unknown, uri: vscode.Uri): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.code === 'gone') return vscode.FileSystemError.FileNotFound(uri);
  if (error.code === 'invalid' || error.code === 'refused') return vscode.FileSystemError.NoPermissions(error.message);
  return vscode.FileSystemError.Unavailable(error.message);
}

/** The address of a document holds its name: one that was renamed is opened anew, unless it holds unsaved text. */
export async function reopenAsset(quarry: Quarry, id: string): Promise<void> {
  await quarry.library.all();
  const row = quarry.library.get(id);
  if (!row) return;
  const uri = assetUriOf(row);
  for (const group of vscode.window.tabGroups.all) {
    for (const tab of group.tabs) {
      const { input, isDirty, isActive, isPreview } = tab;
      if (!(input instanceof vscode.TabInputText) || assetOfUri(input.uri) !== id || isDirty) continue;
      if (input.uri.toString() === uri.toString()) continue;
      const { viewColumn } = group;
      const options = { viewColumn, preview: isPreview, preserveFocus: !group.isActive };
      if (isActive) await vscode.window.showTextDocument(uri, options);
      await vscode.window.tabGroups.close(tab, true);
    }
  }
}
