/** Assets as the wire has them, in the words of the shell. */
import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import type { LibraryRow } from '../../contract/schemas/library';
import { fileNameOf, iconFileOf } from '../languages';
import type { Quarry } from '../start/quarry';

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
  // The editor writes that part of an address in small letters, which an id need not have.
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
