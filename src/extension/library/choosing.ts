/**
 * Determines the target of a command: the asset it was called on, else one chosen from a list. Also a multiple choice
 * of tags, links or people.
 */
import * as vscode from 'vscode';
import type { Asset } from '../../contract/schemas/assets';
import type { LibraryRow } from '../../contract/schemas/library';
import { assetOfUri, textOf, titleOf } from './assets';
import { Hint } from '../notices';
import { languageName } from '../languages';
import type { Quarry } from '../start/quarry';
import { placeOfRow } from './items';

export interface AssetPickItem extends vscode.QuickPickItem {
  asset: { id: string };
}

/**
 * The asset id in a command's argument: tree items have an asset, items of other extensions may have an id, and macros
 * pass the bare id.
 */
function idOf(given: unknown): string | undefined {
  if (typeof given === 'string' && given !== '') return given;
  if (given instanceof vscode.Uri) return assetOfUri(given);
  if (typeof given !== 'object' || given === null) return undefined;
  if ('asset' in given) return idOf(given.asset);
  return 'id' in given ? idOf(given.id) : undefined;
}

/** @param all the tree's selected items, including the clicked one */
export async function chosenIds(quarry: Quarry, given: unknown, all: unknown, question: string): Promise<string[]> {
  const selected = (Array.isArray(all) ? (all as unknown[]) : []).flatMap((item) => idOf(item) ?? []);
  if (selected.length > 0) return [...new Set(selected)];
  const id = idOf(given) ?? (await pick(quarry, question));
  return id === undefined ? [] : [id];
}

/** The chosen asset with its content. */
export async function chooseAsset(quarry: Quarry, given: unknown, question: string): Promise<Asset | undefined> {
  const [id] = await chosenIds(quarry, given, undefined, question);
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

/** The command's argument; without one, the asset whose document is active. */
export function orShown(given: unknown): unknown {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return given ?? (uri && assetOfUri(uri));
}

export function pickItemOfRow(row: LibraryRow): AssetPickItem {
  const place = placeOfRow(row);
  return {
    asset: row,
    label: row.name,
    description: [languageName(row.language), ...row.tags.map((tag) => `#${tag}`)].join('  '),
    ...(place !== undefined && { detail: place }),
    iconPath: new vscode.ThemeIcon(row.favorited ? 'star-full' : 'symbol-snippet'),
  };
}

async function pick(quarry: Quarry, placeHolder: string): Promise<string | undefined> {
  const rows = await quarry.library.all();
  if (rows.length === 0) throw new Hint(vscode.l10n.t('The library is empty. Save a selection first.'));
  const choice = await vscode.window.showQuickPick(rows.map(pickItemOfRow), {
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return choice?.asset.id;
}

// Section: a multiple-choice list that also accepts typed entries.

interface ManyQuestion {
  title: string;
  placeholder: string;
  known: readonly { label: string; description?: string }[];
  picked: readonly string[];
  icon: string;
  /** Parses typed text as an entry of the list; undefined when it is not valid. */
  read: (typed: string) => string | undefined;
}

interface Item extends vscode.QuickPickItem {
  isNew?: boolean;
}

/** @returns all chosen labels; undefined when cancelled */
export function pickMany({
  title,
  placeholder,
  known,
  picked,
  icon,
  read,
}: ManyQuestion): Promise<string[] | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = title;
  pick.placeholder = placeholder;
  pick.canSelectMany = true;
  const iconPath = new vscode.ThemeIcon(icon);
  const itemOf = (label: string, description?: string): Item => ({
    label,
    iconPath,
    ...(description && { description }),
  });
  const descriptions = new Map(known.map(({ label, description }) => [label, description]));
  // Chosen entries come first, and stay in the list while another one is typed.
  let items = [...new Set([...picked, ...descriptions.keys()])].map((label) => itemOf(label, descriptions.get(label)));
  let chosen = new Set(picked);
  const show = (offered: Item[]): void => {
    pick.items = offered;
    pick.selectedItems = offered.filter(({ label }) => chosen.has(label));
  };
  show(items);
  pick.onDidChangeSelection((selected) => {
    const labels = new Set(selected.map(({ label }) => label));
    for (const item of selected) if (item.isNew) items = [itemOf(item.label), ...items];
    // Entries hidden by the filter are not reported as selected, but stay chosen.
    const shown = new Set(pick.items.map(({ label }) => label));
    chosen = new Set([...labels, ...[...chosen].filter((label) => !shown.has(label))]);
  });
  pick.onDidChangeValue((value) => {
    const typed = read(value);
    const isNew = typed !== undefined && !items.some(({ label }) => label.toLowerCase() === typed.toLowerCase());
    const added = { label: typed ?? '', description: vscode.l10n.t('new'), iconPath: new vscode.ThemeIcon('add') };
    show(isNew ? [{ ...added, isNew, alwaysShow: true }, ...items] : items);
  });
  return new Promise((resolve) => {
    let isAccepted = false;
    pick.onDidAccept(() => {
      isAccepted = true;
      // Enter adds the typed entry, because the user means to include it.
      const typed = pick.value === '' ? undefined : read(pick.value);
      const isOffered = pick.items.some(({ isNew }) => isNew);
      if (typed !== undefined && isOffered) chosen.add(typed);
      pick.hide();
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(isAccepted ? [...chosen] : undefined);
    });
    pick.show();
  });
}
