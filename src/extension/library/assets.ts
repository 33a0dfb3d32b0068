/** Assets in the terms of the extension, and as files of a virtual file system. */
import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import type { LibraryRow, AssetContent } from '../../contract/schemas/library';
import { fileNameOf, iconFileOf } from '../languages';
import type { Quarry } from '../start/quarry';
import { ApiError } from '../../contract/errors';

// Section: reads fields of assets as the service sends them.

/** URI scheme of documents that show the text of an asset. */
export const assetScheme = 'quarry-asset';

export function titleOf(asset: Asset): string {
  return asset.name?.trim() || vscode.l10n.t('Untitled asset');
}

/** The contract's word for the asset's language. */
export function wordOfAsset(asset: Asset): string {
  return asset.original.reference?.classification.specific ?? 'UNKNOWN';
}

/** Absent for an asset without text, such as a picture. */
export function textOf(asset: Asset): string | undefined {
  const { fragment, file } = asset.original.reference ?? {};
  return fragment?.string?.raw ?? file?.string?.raw;
}

export function tagsOf(asset: Asset): string[] {
  return asset.tags?.iterable.map(({ text }) => text) ?? [];
}

export function descriptionOf(asset: Asset): string | undefined {
  return asset.annotations?.iterable.find(({ type }) => type === 'DESCRIPTION')?.text;
}

/** The origin in short form: `src/app.ts:3-9`. */
export function placeOf({ origin }: Asset): string | undefined {
  const file = origin?.relativePath ?? origin?.path;
  return file === undefined ? undefined : `${file}${origin?.lines ? `:${origin.lines.start}-${origin.lines.end}` : ''}`;
}

/** The URI of an asset's document: it contains the id, and a file name for the tab title and highlighting. */
export function assetUri(asset: Asset): vscode.Uri {
  return assetUriOf({ id: asset.id, name: titleOf(asset), language: wordOfAsset(asset) });
}

/** The URI of an asset's document. The id is not part of the path, which the editor shows as breadcrumbs. */
export function assetUriOf({ id, name, language }: Pick<LibraryRow, 'id' | 'name' | 'language'>): vscode.Uri {
  const file = fileNameOf(name, language);
  // The editor lower-cases the authority, so an id with capitals goes into the path.
  if (id !== id.toLowerCase()) return vscode.Uri.from({ scheme: assetScheme, path: `/${id}/${file}` });
  return vscode.Uri.from({ scheme: assetScheme, authority: id, path: `/${file}` });
}

/** Id of the asset that a document shows. */
export function assetOfUri(uri: vscode.Uri): string | undefined {
  return uri.scheme === assetScheme ? idIn(uri) : undefined;
}

/** Id in the URI of an asset's document or of its origin's document. */
export function idIn({ authority, path }: vscode.Uri): string | undefined {
  return authority === '' ? path.split('/')[1] : authority;
}

/** A URI for which the icon theme shows the language's icon. */
export function languageIconUri(asset: string, word: string): vscode.Uri {
  return vscode.Uri.from({ scheme: assetScheme, path: `/${asset}/${iconFileOf(word)}` });
}

/** Records a use of an asset, for the order by use and the timeline. Not awaited; failures are logged. */
export function countUse(quarry: Quarry, asset: string, kind: 'reuse' | 'reference' | 'searched'): void {
  const count = quarry.api.assetScoresIncrement({ params: { asset }, body: { asset: { [kind]: true } } });
  const tell = quarry.api.assetUsed({ params: { asset }, body: { kind: kind === 'reuse' ? 'referenced' : 'viewed' } });
  for (const call of [count, tell]) {
    call.catch((error: unknown) => quarry.log.warn(`A use was not counted: ${String(error)}`));
  }
}

// Section: assets as a file system. A save goes to the service; the editor detects other changes by modification time.

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
  /** Modification time of the content that this window read last, by asset id. */
  private readonly seen = new Map<string, number>();

  constructor(private readonly quarry: Quarry) {}

  /** Makes the editor compare modification times and reload newer documents. */
  tellChanged(): void {
    const open = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === assetScheme);
    if (open.length > 0) this.changed.fire(open.map(({ uri }) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    // Some callers stat the folder before writing, so pretend it exists.
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

  /** Does nothing, because changes are reported by `tellChanged`. */
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

/** Converts an error to a file system error of the editor, which shows other errors with their class name. */
function asFileError(error: unknown, uri: vscode.Uri): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.code === 'gone') return vscode.FileSystemError.FileNotFound(uri);
  if (error.code === 'invalid' || error.code === 'refused') return vscode.FileSystemError.NoPermissions(error.message);
  return vscode.FileSystemError.Unavailable(error.message);
}

/** Reopens the document of a renamed asset, because its URI contains the name; not while it has unsaved changes. */
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
