import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import type { Tag } from '../../contract/schemas/attachments';
import { templateTag } from '../../contract/conventions';
import { languages } from '../languages';
import { chooseAsset, orShown } from '../library/assetPick';
import { tagsOf, titleOf, wordOfAsset } from '../library/assets';
import { isTemplate } from '../library/insertion';
import type { Quarry } from '../start/quarry';
import type { Shell } from './command';

/** @param text the tag; asked when absent */
export async function addTag({ quarry }: Shell, given?: unknown, text?: unknown): Promise<Tag | undefined> {
  const asset = await chooseAsset(quarry, orShown(given), vscode.l10n.t('Which asset do you want to tag?'));
  if (!asset) return undefined;
  const wanted = typeof text === 'string' ? text.trim() : await chooseTag(quarry, asset);
  if (!wanted) return undefined;
  // A tag that exists already is answered with itself.
  const tag = await quarry.api.tagsCreateNewTag({ body: { text: wanted } });
  await quarry.api.assetAssociateTag({ params: { asset: asset.id, tag: tag.id } });
  quarry.assetsChanged();
  return tag;
}

/** Known tags are offered, and what is typed. */
async function chooseTag(quarry: Quarry, asset: Asset): Promise<string | undefined> {
  const has = new Set(tagsOf(asset));
  const { iterable } = await quarry.api.tagsSnapshot({ query: { transferables: false } });
  const known = iterable.map(({ text }) => text).filter((text) => !has.has(text));
  const pick = vscode.window.createQuickPick();
  pick.placeholder = vscode.l10n.t('A tag: choose one or type a new one');
  const offer = (typed: string): void => {
    const items = known.map((label) => ({ label, iconPath: new vscode.ThemeIcon('tag') }));
    const isNew = typed !== '' && !known.includes(typed) && !has.has(typed);
    const added = { label: typed, description: vscode.l10n.t('new tag'), iconPath: new vscode.ThemeIcon('add') };
    pick.items = isNew ? [added, ...items] : items;
  };
  offer('');
  pick.onDidChangeValue((value) => offer(value.trim()));
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.activeItems[0]?.label);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

const noticeMs = 6_000;

/**
 * Whether `$1` in an asset is a place to fill in, or plain code as it is unless one says so. @returns what it is now
 */
export async function toggleTemplate({ quarry }: Shell, given?: unknown): Promise<boolean | undefined> {
  const question = vscode.l10n.t('Which asset has tab stops to fill in?');
  const asset = await chooseAsset(quarry, orShown(given), question);
  if (!asset) return undefined;
  const before = tagsOf(asset);
  const isMade = !isTemplate(before);
  const tags = isMade ? [...before, templateTag] : before.filter((tag) => !isTemplate([tag]));
  await quarry.api.assetEdit({ params: { asset: asset.id }, body: { tags } });
  quarry.assetsChanged();
  const text = isMade
    ? vscode.l10n.t('“{0}” is a template now: $1 and $2 are filled in when it is inserted.', titleOf(asset))
    : vscode.l10n.t('“{0}” is inserted as it stands now.', titleOf(asset));
  vscode.window.setStatusBarMessage(text, noticeMs);
  return isMade;
}

/** @param word the contract's word for the language; asked when absent */
export async function reclassifyAsset({ quarry }: Shell, given?: unknown, word?: unknown): Promise<Asset | undefined> {
  const asset = await chooseAsset(quarry, orShown(given), vscode.l10n.t('Which asset has the wrong language?'));
  if (!asset) return undefined;
  const ext = typeof word === 'string' ? word : await chooseWord(asset);
  if (ext === undefined) return undefined;
  const changed = await quarry.api.assetReclassify({
    query: { transferables: false },
    body: { ext, asset: { id: asset.id } },
  });
  quarry.assetsChanged();
  return changed;
}

async function chooseWord(asset: Asset): Promise<string | undefined> {
  const current = wordOfAsset(asset);
  const items = [...languages]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ ext, name }) => ({
      label: name,
      description: ext === current ? vscode.l10n.t('current') : ext,
      ext,
    }));
  const choice = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t('The language of this asset'),
    matchOnDescription: true,
  });
  return choice?.ext;
}
