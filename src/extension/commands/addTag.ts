import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import type { Tag } from '../../contract/schemas/attachments';
import { chooseAsset, orShown } from '../library/assetPick';
import { tagsOf } from '../library/assets';
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
