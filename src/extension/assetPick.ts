/** Which asset a command is about: the item it was called on, else one chosen from a list. */
import * as vscode from 'vscode';
import type { Asset } from '../contract/schemas/assets';
import { placeOf, tagsOf, textOf, titleOf, wordOfAsset } from './assets';
import { Hint } from './errors';
import { languageName } from './languages';
import type { Quarry } from './quarry';

export interface AssetPickItem extends vscode.QuickPickItem {
  asset: Asset;
}

/** Items of the tree have an asset, items of other extensions may have an id, a macro gives the bare id. */
function idOf(given: unknown): string | undefined {
  if (typeof given === 'string' && given !== '') return given;
  if (typeof given !== 'object' || given === null) return undefined;
  if ('asset' in given) return idOf(given.asset);
  return 'id' in given ? idOf(given.id) : undefined;
}

/** The asset with its content. */
export async function chooseAsset(quarry: Quarry, given: unknown, question: string): Promise<Asset | undefined> {
  const id = idOf(given) ?? (await pick(quarry, question));
  return id === undefined ? undefined : quarry.api.assetSnapshot({ params: { asset: id } });
}

/** @throws Hint when the asset holds no text */
export async function chooseText(quarry: Quarry, given: unknown, question: string) {
  const asset = await chooseAsset(quarry, given, question);
  if (!asset) return undefined;
  const text = textOf(asset);
  if (text === undefined) throw new Hint(vscode.l10n.t('“{0}” holds no text.', titleOf(asset)));
  return { asset, text };
}

export async function allAssets(quarry: Quarry, signal?: AbortSignal): Promise<Asset[]> {
  const { iterable } = await quarry.api.assetsSnapshot({ query: { transferables: false } }, signal);
  return iterable;
}

export function newestFirst(assets: readonly Asset[]): Asset[] {
  return [...assets].sort((a, b) => b.created.value.localeCompare(a.created.value));
}

export function pickItemOf(asset: Asset): AssetPickItem {
  const word = wordOfAsset(asset);
  const place = placeOf(asset);
  return {
    asset,
    label: titleOf(asset),
    description: [languageName(word), ...tagsOf(asset).map((tag) => `#${tag}`)].join('  '),
    ...(place !== undefined && { detail: place }),
    iconPath: new vscode.ThemeIcon('symbol-snippet'),
  };
}

async function pick(quarry: Quarry, placeHolder: string): Promise<string | undefined> {
  const assets = newestFirst(await allAssets(quarry));
  if (assets.length === 0) throw new Hint(vscode.l10n.t('The library is empty. Save a selection first.'));
  const choice = await vscode.window.showQuickPick(assets.map(pickItemOf), {
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return choice?.asset.id;
}
