/** Assets in the words of the shell, and as files of the editor. */
import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import type { LibraryRow, AssetContent } from '../../contract/schemas/library';
import { fileNameOf, iconFileOf } from '../languages';
import type { Quarry } from '../start/quarry';
import { ApiError } from '../../contract/errors';

// Section: assets as the wire has them, in the words of the shell.

/** Documents of this scheme show the text of an asset. */
export const assetScheme = 'quarry-asset';

export function titleOf(asset: Asset): string {
  return asset.name?.trim() || vscode.l10n.t('Untitled asset');
}

/** The contract's word for its language. */
export function wordOfAsset(asset: Asset): string {
  return asset.original.reference?.classification.specific ?? 'UNKNOWN';
}

/** Absent for an asset that holds no text, such as a picture. */
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

/** Where it came from, short: `src/app.ts:3-9`. */
export function placeOf({ origin }: Asset): string | undefined {
  const file = origin?.relativePath ?? origin?.path;
  return file === undefined ? undefined : `${file}${origin?.lines ? `:${origin.lines.start}-${origin.lines.end}` : ''}`;
}

/** The document of an asset: found by its id, named for the tab and for highlighting. */
export function assetUri(asset: Asset): vscode.Uri {
  return assetUriOf({ id: asset.id, name: titleOf(asset), language: wordOfAsset(asset) });
}

/** The id is no part of the path: the editor shows that above the text, piece by piece. */
export function assetUriOf({ id, name, language }: Pick<LibraryRow, 'id' | 'name' | 'language'>): vscode.Uri {
  const file = fileNameOf(name, language);
  // The editor lower-cases the authority, and ids may have capitals.
  if (id !== id.toLowerCase()) return vscode.Uri.from({ scheme: assetScheme, path: `/${id}/${file}` });
  return vscode.Uri.from({ scheme: assetScheme, authority: id, path: `/${file}` });
}

/** Id of the asset that a document shows. */
export function assetOfUri(uri: vscode.Uri): string | undefined {
  return uri.scheme === assetScheme ? idIn(uri) : undefined;
}

/** Id in the address of an asset's document, or of its origin beside it. */
export function idIn({ authority, path }: vscode.Uri): string | undefined {
  return authority === '' ? path.split('/')[1] : authority;
}

/** Makes the icon theme show the language of an item. */
export function languageIconUri(asset: string, word: string): vscode.Uri {
  return vscode.Uri.from({ scheme: assetScheme, path: `/${asset}/${iconFileOf(word)}` });
}

/** For the order by use and the timeline. Not waited for: what fails is logged. */
export function countUse(quarry: Quarry, asset: string, kind: 'reuse' | 'reference' | 'searched'): void {
  const count = quarry.api.assetScoresIncrement({ params: { asset }, body: { asset: { [kind]: true } } });
  const tell = quarry.api.assetUsed({ params: { asset }, body: { kind: kind === 'reuse' ? 'referenced' : 'viewed' } });
  for (const call of [count, tell]) {
    call.catch((error: unknown) => quarry.log.warn(`A use was not counted: ${String(error)}`));
  }
}

// Section: assets as files of the editor. A save goes to the service; the editor notices other changes by time.

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
